import { defineTool } from "@callboard/core";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { card } from "./card.ts";

const tip = defineTool({
  slug: "tip",
  name: "Tip",
  description: "Splits a bill.",
  category: "everyday",
  icon: "receipt",
  inputSchema: z.object({ bill: z.number() }),
  outputSchema: z.object({ each: z.number() }),
  execute: ({ bill }) => ({ each: bill / 2 }),
});

card(tip, ({ input, output }) => {
  expectTypeOf(input?.bill).toEqualTypeOf<number | undefined>();
  expectTypeOf(output?.each).toEqualTypeOf<number | undefined>();
  return null;
});
card("tip", ({ output }) => {
  expectTypeOf(output).toEqualTypeOf<unknown>();
  return null;
});
// @ts-expect-error -- the tool gives no such part
card(tip, ({ output }) => output?.missing);
