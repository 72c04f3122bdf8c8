import fc from "fast-check";
import { expect, it } from "vitest";
import { plainCopy } from "./plainCopy.ts";
import { isLongerThan } from "./jsonSize.ts";

it("says of no value that its JSON is longer than twice as long, and of each that it is longer than a twelfth", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const { length } = JSON.stringify(value);
      expect(isLongerThan(value, length * 2 + 4)).toBe(false);
      expect(isLongerThan(value, Math.floor(length / 12) - 4)).toBe(true);
    }),
  );
});

it.each([
  ["a text", "x".repeat(1_000)],
  ["a list", Array.from({ length: 600 }, () => null)],
  ["bytes", new Uint8Array(600)],
  ["a set", new Set(Array.from({ length: 600 }, (_, at) => at))],
  ["a map", new Map(Array.from({ length: 600 }, (_, at) => [at, at]))],
  ["names", Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`name${at}`, 1]))],
])("finds %s too long", (_name, value) => {
  expect([isLongerThan(value, 900), isLongerThan(value, 10_000)]).toEqual([true, false]);
});

it("looks no further than it has to, and ends with a value that holds itself", () => {
  const looked: number[] = [];
  const rows = Array.from({ length: 100 }, (_, at) => ({
    get text() {
      looked.push(at);
      return "x".repeat(100);
    },
  }));
  expect(isLongerThan(rows, 500)).toBe(true);
  expect(looked.length).toBeLessThan(10);
  const self: Record<string, unknown> = {};
  self["self"] = self;
  expect(isLongerThan(self, 1_000_000)).toBe(false);
  expect(() => plainCopy(self)).toThrow("cannot be written as JSON");
});
