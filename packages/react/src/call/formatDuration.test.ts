import { expect, test } from "vitest";
import { formatDuration } from "./formatDuration.ts";

test.each([
  [0, "<\u202f1 ms"],
  [40, "40 ms"],
  [99.6, "0.1 sec"],
  [1240, "1.2 sec"],
  [9949, "9.9 sec"],
  [9960, "10 sec"],
  [59_600, "1 min 0 sec"],
  [200_000, "3 min 20 sec"],
  [3_900_000, "1 hr 5 min"],
  [86_400_000, "24 hr"],
])("%d ms is said as %s", (milliseconds, words) => {
  expect(formatDuration(milliseconds, "en")).toBe(words);
});

test("units and digits follow the locale", () => {
  expect(formatDuration(1240, "de")).toBe("1,2 Sek.");
});
