import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["emial", ["name", "email"], "email"],
  ["Email", ["name", "email"], "email"],
  ["first-name", ["firstName", "lastName"], "firstName"],
  ["slidr", ["plain", "slider"], "slider"],
  ["tilte", ["title", "tile"], "title"],
  ["colour", ["color", "code"], "color"],
  ["phone", ["name", "email"], undefined],
  ["a", ["b"], "b"],
  ["", ["name"], undefined],
  ["name", [], undefined],
])("%s among %j is %s", (given, names, expected) => {
  expect(nearest(given, names)).toBe(expected);
});
