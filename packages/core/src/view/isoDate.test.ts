import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "./block.ts";
import { formatValue } from "./formatValue.ts";
import { momentOf } from "./isoDate.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

const impossible = [
  "2024-02-30",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-00-10",
  "2024-01-00",
  "2024-01-32",
  "2024-01-01T25:00",
  "2024-01-01T24:00:00Z",
  "2024-01-01 10:60",
  "2024-01-01T10:00:60Z",
  "2024-01-01T10:00:00+24:00",
  "2024-01-01T10:00:00+05:75",
  "2024-02-30T10:00:00Z",
  "2024-W05-1",
  "2024-366",
  "2023-02-29T00:00:00+0200",
];

describe("a date that does not exist", () => {
  it.each(impossible)("%s is as written, whatever format it is given", (text) => {
    expect(momentOf(text)).toBeNull();
    for (const format of [undefined, { type: "date" }, { type: "datetime" }] as const)
      expect(formatValue(text, format, "en")).toBe(text);
  });

  it("makes no dates of its column, and no order of a chart's axis", () => {
    const chartOf = (days: string[]) => {
      const output = days.map((day, at) => ({ day, sold: at }));
      const [block] = toolOutputToBlocks({ output, viewSpec: { blocks: [{ type: "chart" }] } });
      return (block as Extract<Block, { type: "chart" }>).points.map(({ x }) => x);
    };
    expect(chartOf(["2024-03-02", "2024-02-29", "2024-03-01"])).toEqual(["2024-02-29", "2024-03-01", "2024-03-02"]);
    const given = ["2024-03-02", "2024-02-30", "2024-03-01"];
    expect(chartOf(given)).toEqual(given);
  });

  it("beyond the rows that are looked at stands last, and the others keep their order", () => {
    const days = Array.from({ length: 300 }, (_, at) =>
      new Date(Date.UTC(2024, 0, 300 - at)).toISOString().slice(0, 10),
    );
    days[250] = "2024-02-30";
    const output = days.map((day, sold) => ({ day, sold }));
    const [block] = toolOutputToBlocks({ output, viewSpec: { blocks: [{ type: "chart" }] } });
    const shown = (block as Extract<Block, { type: "chart" }>).points.map(({ x }) => String(x));
    expect(shown.at(-1)).toBe("2024-02-30");
    expect(shown.slice(0, -1)).toEqual(shown.slice(0, -1).toSorted());
  });
});

describe("a date that exists", () => {
  it.each([
    ["2024-02-29", Date.UTC(2024, 1, 29)],
    ["2000-02-29T23:59:59.5Z", Date.UTC(2000, 1, 29, 23, 59, 59, 500)],
    ["2024-01-01T10:00:00+0530", Date.UTC(2024, 0, 1, 4, 30)],
    ["2024-01-01 10:00:00-03:00", Date.UTC(2024, 0, 1, 13)],
  ])("%s is its moment", (text, moment) => expect(momentOf(text)).toBe(moment));

  it("is every moment of every year, and its day shown", () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString();
          expect(momentOf(text)).toBe(date.valueOf());
          expect(momentOf(text.slice(0, 10))).toBe(Date.parse(text.slice(0, 10)));
        },
      ),
    ));

  it("is the same day when it is written back, or it does not exist", () =>
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(15), fc.nat(40), (...parts) => {
        const [year, month, day] = parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0"));
        const text = `${year}-${month}-${day}`;
        const moment = momentOf(text);
        const isSame = new Date(text).toString() !== "Invalid Date" && new Date(text).toISOString().startsWith(text);
        expect(moment !== null).toBe(isSame);
      }),
    ));
});
