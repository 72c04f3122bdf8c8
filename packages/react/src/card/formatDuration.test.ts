import { expect, test } from "vitest";
import { formatDuration } from "./formatDuration.ts";

test.each([
  [0, "<\u202f1\u00a0ms"],
  [40, "40\u00a0ms"],
  [99.6, "0.1\u00a0s"],
  [1240, "1.2\u00a0s"],
  [9949, "9.9\u00a0s"],
  [9960, "10\u00a0s"],
  [59_600, "1\u00a0min"],
  [200_000, "3\u00a0min 20\u00a0s"],
  [3_900_000, "1\u00a0h 5\u00a0min"],
  [86_400_000, "24\u00a0h"],
])("%d ms is said as %s", (milliseconds, words) => {
  expect(formatDuration(milliseconds, "en")).toBe(words);
});

test("units and digits follow the locale", () => {
  expect(formatDuration(1240, "de")).toBe("1,2\u00a0Sek.");
});
