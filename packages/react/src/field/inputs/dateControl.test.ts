import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromControl, isInFull, toControl } from "./dateControl.ts";

describe("toControl", () => {
  it("shows an instant on the reader's clock, and a time without a zone as it is", () => {
    const at = new Date(2024, 2, 10, 9, 30);
    expect(toControl(at.toISOString(), "datetime-local")).toBe("2024-03-10T09:30");
    for (const text of ["2024-03-10T09:30:00", "2024-03-10T09:30", "2024-03-10 09:30:00"])
      expect(toControl(text, "datetime-local")).toBe("2024-03-10T09:30");
    expect(toControl("2024-03-10T12:00:00+0530", "datetime-local")).toBe(
      toControl("2024-03-10T06:30:00Z", "datetime-local"),
    );
  });

  it.each([
    ["2024-02-30", "date"],
    ["2024-02-30T09:30:00Z", "datetime-local"],
    ["2024-03-10", "datetime-local"],
    ["2024-03-10T09:30:00Z", "date"],
    ["20245-12-31", "date"],
    ["25:00:00Z", "time"],
    ["09:30:00+02:00", "time"],
    ["noon", "time"],
  ] as const)("%s in a %s is no text of it", (text, kind) => {
    expect(toControl(text, kind)).toBeUndefined();
  });
});

describe("fromControl", () => {
  it("gives a value that shows as what was typed, for every time that the clock has", () => {
    const date = fc.date({
      min: new Date("1000-01-01T00:00:00Z"),
      max: new Date("9999-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (at) => {
        const typed = toControl(at.toISOString(), "datetime-local")!;
        const read = fromControl(typed, "datetime-local");
        expect(read).toHaveProperty("value");
        const { value } = read as { value: string };
        expect(toControl(value, "datetime-local")).toBe(typed);
        expect(isInFull(value, "datetime-local")).toBe(true);
      }),
    );
  });

  it.each([
    ["20245-12-31", "date", "year"],
    ["20245-12-31T10:00", "datetime-local", "year"],
    ["275760-12-31T10:00", "datetime-local", "year"],
    ["2024-02-30T10:00", "datetime-local", "date"],
  ] as const)("%s in a %s is refused, and throws nothing", (typed, kind, wrong) => {
    expect(fromControl(typed, kind)).toEqual({ wrong });
  });
});

it.each([
  ["2024-03-10T09:30:00Z", true],
  ["2024-03-10T09:30:00.5+02:00", true],
  ["2024-03-10T09:30:00", false],
  ["2024-03-10T09:30Z", false],
  ["2024-03-10 09:30:00Z", false],
])("%s is in full: %s", (value, is) => {
  expect(isInFull(value, "datetime-local")).toBe(is);
});
