import { format } from "@cfworker/json-schema";
import { expect, it } from "vitest";

const before = { ...format };
const prototype = Object.getPrototypeOf(format) as object;

it("leaves the library's own formats to everybody else in the page", async () => {
  const { createValidator } = await import("../cfworkerValidator.ts");
  expect({ ...format }).toEqual(before);
  createValidator({ properties: { home: { format: "url" }, name: { pattern: "^(a+)+$" } } });
  expect(Object.fromEntries(Object.entries(format).filter(([name]) => name in before))).toEqual(before);
  expect(Object.keys(format).filter((name) => !(name in before) && !name.startsWith("callboard:"))).toEqual([]);
  expect(Object.getPrototypeOf(format)).toBe(prototype);
});

it("names a format as the schema does, and ignores one that the engine does not check", async () => {
  const { createValidator } = await import("../cfworkerValidator.ts");
  const url = createValidator({ format: "url" });
  expect(url.validate("http://localhost:4600")).toEqual([]);
  expect(url.validate("nowhere")).toMatchObject([{ code: "format", params: { format: "url" } }]);
  for (const name of ["constructor", "isPrototypeOf", "callboard:url", "my-own"]) {
    expect(createValidator({ format: name }).validate("any text"), name).toEqual([]);
  }
});
