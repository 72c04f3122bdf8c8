import { describe, expect, it } from "vitest";
import { formatOfKey } from "./keyFormat.ts";
import { formatValue } from "./formatValue.ts";

describe("amounts with a magnitude", () => {
  it.each([
    [0, "bytes", "0 byte"],
    [999, "bytes", "999 byte"],
    [348_949, "bytes", "348.9 kB"],
    [5_368_709_120, "bytes", "5.4 GB"],
    [-2_000, "bytes", "-2 kB"],
    [12.5, "milliseconds", "12.5 ms"],
    [61_400, "milliseconds", "61.4 sec"],
  ] as const)("%d as %s", (value, type, text) => expect(formatValue(value, { type }, "en")).toBe(text));

  it("are told by their keys, as ids and a status are", () => {
    expect(formatOfKey("sizeBytes")).toEqual({ type: "bytes" });
    expect(formatOfKey("duration_ms")).toEqual({ type: "milliseconds" });
    expect(formatOfKey("status")).toEqual({ type: "badge" });
    expect(formatOfKey("userId")).toEqual({ type: "plain" });
    for (const key of ["items", "terms", "kilobytesPerPage", "statusText"]) expect(formatOfKey(key)).toBeUndefined();
  });
});

describe("a number in per cent", () => {
  it.each(["en", "de", "fr", "tr", "ar"])("is written as a share is in %s", (locale) => {
    const share = formatValue(0.333, { type: "percent", digits: 1 }, locale);
    expect(formatValue(33.3, { type: "number", unit: "%", digits: 1 }, locale)).toBe(share);
  });

  it("is one form on a page", () => {
    expect(formatValue(33.3, { type: "number", unit: "%" }, "en")).toBe("33.3%");
    expect(formatValue(33.3, { type: "plain", unit: "%" }, "de")).toBe("33,3\u00a0%");
  });
});

describe("a plain number", () => {
  it.each([
    [2024, "de", "2024"],
    [1_234_567.125, "en", "1234567.125"],
    [42.1648128, "de", "42,1648128"],
    [1e-9, "de", "1e-9"],
  ])("%d in %s has all of its digits, and no groups", (value, locale, text) => {
    expect(formatValue(value, { type: "plain" }, locale)).toBe(text);
    expect(formatValue(value, { type: "plain", unit: "km" }, locale)).toBe(`${text} km`);
  });
});
