import { expect, it } from "vitest";
import { round, round2 } from "./round.ts";

it("rounds the digits that a person sees, half away from zero", () => {
  expect([1.005, 2.675, -1.005, 1e21, -0.001, 0.1 + 0.2].map(round2)).toEqual([1.01, 2.68, -1.01, 1e21, 0, 0.3]);
  expect([0.25, 12.349].map((value) => round(value, 1))).toEqual([0.3, 12.3]);
  expect(Object.is(round2(-0.001), 0)).toBe(true);
});
