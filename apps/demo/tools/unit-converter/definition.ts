import { defineTool } from "@callboard/core";
import { z } from "zod";
import { convert, refuseConversion, UNIT_KEYS, UNITS } from "./units.ts";

const options = UNIT_KEYS.map((value) => ({
  value,
  label: `${UNITS[value].name} (${UNITS[value].symbol})`,
  description: UNITS[value].quantity,
}));

export default defineTool({
  slug: "unit-converter",
  name: "Unit Converter",
  description:
    "Converts length, mass, volume, area, speed, data and temperature by their exact definitions. Use it for any conversion " +
    "instead of reckoning in your head. Both units must measure the same quantity. US and imperial gallons and pints differ: " +
    "ask which is meant. It knows no currencies.",
  category: "everyday",
  icon: "scale",
  origin: "custom",
  examples: ["How many kilometres are 26.2 miles?", "350 °F in Celsius"],
  inputSchema: z
    .object({
      amount: z.number().default(26.2).meta({ title: "Amount" }),
      from: z.enum(UNIT_KEYS).default("mile").meta({ title: "From" }),
      to: z.enum(UNIT_KEYS).default("kilometre").meta({ title: "To" }),
      digits: z.int().min(2).max(15).default(6).meta({ title: "Significant digits" }),
    })
    .superRefine(({ amount, from, to }, context) => {
      const refusal = refuseConversion(amount, from, to);
      if (refusal) context.addIssue({ code: "custom", path: [refusal.field], message: refusal.message });
    }),
  outputSchema: z.object({
    summary: z.object({
      result: z.string().meta({ title: "Result" }),
      value: z.number().meta({ title: "Value" }),
      equation: z.string().meta({ title: "Equation" }),
      quantity: z.string().meta({ title: "Quantity" }),
    }),
    conversions: z.array(
      z.object({
        unit: z.string().meta({ title: "Unit" }),
        symbol: z.string().meta({ title: "Symbol" }),
        value: z.number().meta({ title: "Value" }),
      }),
    ),
  }),
  summary: ({ amount, from, to }) => `${amount} ${UNITS[from].symbol} to ${UNITS[to].symbol}`,
  execute: ({ amount, from, to, digits }) => convert(amount, from, to, digits),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "conversions", label: "In other units", type: "table" },
  ],
  formSpec: {
    submitLabel: "Convert",
    sections: [
      { columns: 3, fields: [{ key: "amount" }, { key: "from", options }, { key: "to", options }] },
      { audience: "internal", fields: [{ key: "digits" }] },
    ],
  },
  viewSpec: {
    blocks: [
      {
        type: "summary",
        key: "summary",
        label: "Result",
        config: {
          fields: [
            { key: "result", label: "Result" },
            { key: "equation", label: "Equation" },
          ],
        },
      },
      {
        type: "table",
        key: "conversions",
        label: "In other units",
        config: {
          columns: [
            { key: "unit", label: "Unit" },
            { key: "symbol", label: "Symbol" },
            { key: "value", label: "Value", format: "plain" },
          ],
        },
      },
    ],
  },
});
