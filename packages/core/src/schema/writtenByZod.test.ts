import { expect, test } from "vitest";
import { z } from "zod";
import { isStandardSchema, ownJsonSchema } from "./jsonSchema.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

test("a JSON Schema that Zod wrote is a JSON Schema, also one of dates and one that was changed", () => {
  const dates = toJsonSchema(z.object({ day: z.date() }));
  expect(isStandardSchema(dates)).toBe(false);
  expect(toJsonSchema(dates)).toBe(dates);
  const changed = z.toJSONSchema(z.object({ a: z.string() }), {
    override: ({ jsonSchema }) => void (jsonSchema.title = "Mine"),
  });
  expect(ownJsonSchema(changed as never)).toMatchObject({ title: "Mine" });
  expect(isStandardSchema(z.object({}))).toBe(true);
});
