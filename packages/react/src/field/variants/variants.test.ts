import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationText, durationUnits, parseDuration, writeDuration, type Duration } from "./duration.ts";
import { numberText } from "../api/numberText.ts";
import { localText, zonedText, zoneOf } from "./zonedTime.ts";

describe("durations", () => {
  it("come back as they were written", () => {
    const duration = fc.record(
      Object.fromEntries(durationUnits.map((unit) => [unit, fc.nat(9999)])) as Record<string, fc.Arbitrary<number>>,
      { requiredKeys: [] },
    ) as fc.Arbitrary<Duration>;
    const written = duration.filter((one) => Object.keys(one).length > 0);
    fc.assert(
      fc.property(written, (one) => {
        expect(parseDuration(writeDuration(one))).toEqual(one);
      }),
    );
  });

  it.each(["", "P", "PT", "P1H", "1 hour", "P-1D", "PT1H30", null, 5])("%s is none", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it("have weeks of seven days, and are said in the reader's words", () => {
    expect(parseDuration("P1W")).toEqual({ day: 7 });
    expect(durationText({ hour: 1, minute: 30 }, "en")).toBe("1 hour, 30 minutes");
    expect(durationText({ day: 2 }, "de")).toBe("2 Tage");
  });
});

describe("times in a zone", () => {
  it.each([
    ["2026-07-01T14:30", "Europe/Berlin", "2026-07-01T14:30:00+02:00"],
    ["2026-01-01T14:30", "Europe/Berlin", "2026-01-01T14:30:00+01:00"],
    ["2026-01-01T00:00:05", "Asia/Kathmandu", "2026-01-01T00:00:05+05:45"],
    ["2026-01-01T14:30", "UTC", "2026-01-01T14:30:00Z"],
    ["2026-01-01T14:30", "-03:30", "2026-01-01T14:30:00-03:30"],
  ])("%s in %s", (local, zone, text) => {
    expect(zonedText(local, zone)).toBe(text);
    expect(localText(Date.parse(text), zone)).toBe(local);
  });

  it("an hour that the clock skips is the one after", () => {
    expect(zonedText("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T03:30:00+02:00");
  });

  it("a written time is read on the clock that fits, else on one of its own", () => {
    expect(zoneOf("2026-07-01T14:30:00+02:00", ["UTC", "Europe/Berlin"])).toBe("Europe/Berlin");
    expect(zoneOf("2026-01-01T14:30:00+02:00", ["UTC", "Europe/Berlin"])).toBe("+02:00");
    expect(zoneOf("2026-01-01T14:30:00Z", ["Europe/Berlin"])).toBe("UTC");
  });
});

it("numbers are written by their variant and the reader's locale", () => {
  const node = (rest: object) => ({ kind: "leaf", type: "number", ...rest }) as never;
  expect(numberText(node({ variant: "currency", details: { currency: "EUR" } }), 1234.5, "de")).toBe("1.234,50\u00a0€");
  expect(numberText(node({ variant: "currency", details: { currency: "??" } }), 2, "en")).toBe("2 ??");
  expect(numberText(node({ variant: "percent" }), 0.07, "en")).toBe("7%");
  expect(numberText(node({ variant: "percent", details: { of: 100, digits: 1 } }), 7, "en")).toBe("7.0%");
  expect(numberText(node({ unit: "kg" }), 0.5, "de")).toBe("0,5 kg");
  expect(numberText(node({ variant: "rating", maximum: 5 }), 4, "en")).toBe("4 / 5");
});
