import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDateText } from "./dateText.ts";

it.each([
  ["2026-03-31", { day: "2026-03-31" }],
  ["2024-02-29", { day: "2024-02-29" }],
  ["2024-03-10T09:30:00", { day: "2024-03-10", time: "09:30" }],
  ["2024-03-10 09:30", { day: "2024-03-10", time: "09:30" }],
  ["2024-03-10t09:30:05.25z", { day: "2024-03-10", time: "09:30:05", zone: "z" }],
  ["2024-03-10T09:30:00+05:30", { day: "2024-03-10", time: "09:30", zone: "+05:30" }],
])("%s is read", (text, parts) => {
  expect(readDateText(text)).toEqual(parts);
});

it.each([
  ...["2024-02-30", "2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00", "20245-12-31"],
  ...[
    "24-01-01",
    "2024-1-1",
    "2024-03-10T24:00:00",
    "2024-03-10T09:60",
    "2024-03-10T09:30:60Z",
    "2024-03-10T09:30+25:00",
  ],
  ...["", "tomorrow", "2024-03-10T", " 2024-03-10", "2024-03-10Z"],
])("%j is none", (text) => {
  expect(readDateText(text)).toBeUndefined();
});

describe("every day of the calendar", () => {
  it("is read, and none beside", () => {
    const noDay = new Date(NaN);
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), fc.nat(13), fc.nat(32), (year, month, date) => {
        const two = (part: number): string => String(part).padStart(2, "0");
        const at = new Date(Date.UTC(year, month - 1, date));
        const real = (month >= 1 && month <= 12 ? at : noDay).getUTCDate() === date && at.getUTCMonth() === month - 1;
        expect(readDateText(`${year}-${two(month)}-${two(date)}`) !== undefined).toBe(real);
      }),
    );
  });
});
