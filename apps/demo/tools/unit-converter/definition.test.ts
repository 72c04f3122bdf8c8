import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import { type convert, UNIT_KEYS, UNITS } from "./units.ts";

const converter = await captureTool(() => import("./definition.ts"));

async function value(amount: number, from: string, to: string, digits = 10) {
  const { output, error } = await converter.run({ amount, from, to, digits });
  expect(error).toBeNull();
  return (output as ReturnType<typeof convert>).summary.value;
}

describe("unit-converter", () => {
  it.each([
    [26.2, "mile", "kilometre", 42.1648128],
    [1, "foot", "inch", 12],
    [1, "pound", "ounce", 16],
    [1, "stone", "pound", 14],
    [1, "imperial-gallon", "imperial-pint", 8],
    [1, "us-gallon", "us-cup", 16],
    [1, "acre", "square-foot", 43_560],
    [1, "gibibyte", "megabyte", 1073.741824],
    [100, "kilometre-per-hour", "metre-per-second", 27.77777778],
    [350, "fahrenheit", "celsius", 176.6666667],
    [-40, "celsius", "fahrenheit", -40],
    [0, "kelvin", "celsius", -273.15],
    [32, "fahrenheit", "celsius", 0],
  ])("%d %s is %s %d", async (amount, from, to, expected) => {
    expect(await value(amount, from, to)).toBe(expected);
  });

  it("rounds no digit away before the point, however few are asked for", async () => {
    expect(await value(26.2, "mile", "inch", 6)).toBe(1_660_032);
    expect(await value(26.2, "mile", "inch", 2)).toBe(1_660_032);
    expect(await value(26.2, "mile", "kilometre", 3)).toBe(42.2);
  });

  it("comes back to where it began, for every pair of units", async () => {
    for (const from of UNIT_KEYS) {
      for (const to of UNIT_KEYS.filter((key) => UNITS[key].quantity === UNITS[from].quantity)) {
        expect(await value(await value(300, from, to, 15), to, from, 12), `${from} ${to}`).toBe(300);
      }
    }
  });

  it("shows the amount in every unit of its quantity, and its own as given", async () => {
    const { output } = await converter.run({ amount: 2, from: "tonne", to: "gram" });
    const { conversions, summary } = output as ReturnType<typeof convert>;
    expect(summary.equation).toBe("2 t = 2000000 g");
    expect(conversions.map(({ symbol }) => symbol)).toEqual(["g", "kg", "t", "oz", "lb", "st"]);
    expect(conversions.find(({ symbol }) => symbol === "t")!.value).toBe(2);
  });

  it("names the field to mend where nothing can be converted", async () => {
    expect(await converter.run({ amount: 1, from: "mile", to: "kilogram" })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/to", message: "Mile measures length, Kilogram measures mass. Choose a unit of length." }],
    });
    expect(await converter.run({ amount: -300, from: "celsius", to: "kelvin" })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/amount" }],
    });
  });
});
