import { describe, expect, it } from "vitest";
import { fitsName } from "./fitsName.ts";

describe("fitsName", () => {
  it("tries names on patterns of one or two repetitions, in either dialect", () => {
    expect(fitsName("^x-", "x-rate")).toBe(true);
    expect(fitsName("^[a-z]+-[a-z]+$", "left-right")).toBe(true);
    expect(fitsName("^[\\w-\\.]+$", "a.b")).toBe(true);
    expect(fitsName("^x-", "rate")).toBe(false);
  });

  it("tries none that could take long, and takes no broken one", () => {
    const name = `${"a".repeat(40)}!`;
    for (const pattern of ["^(a+)+$", "(a|a)*b", "^a*a*a*b", "^(?:a{1,})+$"])
      expect(fitsName(pattern, name)).toBe(false);
    expect(fitsName(".", "a".repeat(101))).toBe(false);
    expect(fitsName("(", "a")).toBe(false);
  });
});
