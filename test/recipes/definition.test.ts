import { captureTool } from "@callboard/core/testing";
import { expect, test } from "vitest";

test("the README's tool splits a bill, with its defaults filled in", async () => {
  const { run } = await captureTool(() => import("./definition.ts"));
  const { output, events } = await run({ bill: 60 });
  expect(output).toEqual({ each: 33 });
  expect(events.map((event) => event.type)).toEqual([
    "tool.requested",
    "tool.input_ready",
    "tool.started",
    "tool.completed",
  ]);
});
