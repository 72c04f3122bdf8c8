import { expect, it } from "vitest";
import { z } from "zod";
import { readStandard } from "./readStandard.ts";

it("maps a Standard Schema's issues to JSON Pointers", async () => {
  const schema = z.object({ "a/b": z.array(z.object({ n: z.number().refine((n) => n > 2, "Too small for us") })) });
  expect(await readStandard(schema, { "a/b": [{ n: 3 }, { n: 1 }] })).toEqual({
    issues: [{ path: "/a~1b/1/n", code: "custom", message: "Too small for us" }],
  });
  expect(await readStandard(schema, { "a/b": [] })).toMatchObject({ value: { "a/b": [] } });
});

it("keeps a text that is no date, and what may be a text", async () => {
  const result = await readStandard(z.object({ at: z.date() }), { at: "soon" });
  expect(result.issues?.map(({ path }) => path)).toEqual(["/at"]);
  const either = z.object({ at: z.union([z.string(), z.date()]) });
  expect(await readStandard(either, { at: "2026-03-31T00:00:00Z" })).toMatchObject({
    value: { at: "2026-03-31T00:00:00Z" },
  });
});

it("leaves JSON to a function that reads it first", async () => {
  const reading = z.preprocess((given) => (typeof given === "string" ? new Date(given) : "no text"), z.date());
  expect(await readStandard(reading, "2026-03-31T00:00:00Z")).toMatchObject({
    value: new Date("2026-03-31T00:00:00Z"),
  });
});

it("gives the schema's output", async () => {
  const schema = z.object({ n: z.string().transform(Number), unit: z.string().default("km") });
  expect(await readStandard(schema, { n: "2" })).toEqual({ value: { n: 2, unit: "km" } });
});
