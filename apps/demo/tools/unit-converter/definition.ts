import { defineTool } from "@callboard/core";
import { z } from "zod";
import { convert, refuseConversion, UNIT_KEYS, UNITS } from "./units.ts";
import { messages } from "./messages.ts";

const options = UNIT_KEYS.map((value) => ({
  value,
  label: `${UNITS[value].name} (${UNITS[value].symbol})`,
  description: UNITS[value].quantity,
}));

export default defineTool({
  slug: "unit-converter",
  name: "Unit Converter",
  userDescription: "Converts an amount from one unit into another.",
  messages,
  description:
    "Converts length, mass, volume, area, speed, data and temperature by their exact definitions. Use it for any conversion " +
    "instead of calculating in your head. Both units must measure the same quantity. US and imperial gallons and pints differ: " +
    "ask which is meant. It knows no currencies.",
  category: "everyday",
  icon: "scale",
  origin: "custom",
  examples: [
    "How many kilometres are 26.2 miles?",
    "350 °F in Celsius",
    "How many ounces are 2 kg?",
    "What is 72 inches in cm, or 6 feet in metres?",
    "How many cups are in a litre of milk?",
    "Is 98.6 F a fever in C?",
    "How far is a marathon in miles?",
    "Wie viele Kilometer sind 26,2 Meilen?",
    "Rechne Pfund in Gramm um",
    "Wie viele Liter sind 3 Gallonen?",
    "حوّل 5 أميال إلى كيلومترات",
  ],
  inputSchema: z
    .object({
      amount: z.number().meta({ title: "Amount" }),
      from: z.enum(UNIT_KEYS).meta({ title: "From" }),
      to: z.enum(UNIT_KEYS).meta({ title: "To" }),
      digits: z.int().min(2).max(15).default(6).meta({ title: "Significant digits" }),
    })
    .superRefine(({ amount, from, to }, context) => {
      const refusal = refuseConversion(amount, from, to);
      if (refusal) context.addIssue({ code: "custom", path: [refusal.field], message: refusal.message });
    }),
  outputSchema: z.object({
    summary: z.object({
      amount: z.number().meta({ title: "Amount" }),
      unit: z.string().meta({ title: "Unit" }),
      symbol: z.string().meta({ title: "Unit of the result" }),
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
  summary: ({ amount, from, to }) => ({
    template: "{amount} {from} to {to}",
    values: { amount, from: UNITS[from].symbol, to: UNITS[to].symbol },
  }),
  phrases: ["{amount} {from} to {to}"],
  execute: ({ amount, from, to, digits }) => convert(amount, from, to, digits),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "conversions", label: "In other units", type: "table" },
  ],
  formSpec: {
    submitLabel: "Convert",
    sample: { amount: 26.2, from: "mile", to: "kilometre" },
    sections: [
      { columns: 3, fields: [{ key: "amount" }, { key: "from", options }, { key: "to", options }] },
      { audience: "internal", fields: [{ key: "digits" }] },
    ],
  },
  viewSpec: {
    inChat: "open",
    blocks: [
      {
        type: "summary",
        key: "summary",
        label: "Result",
        config: {
          fields: [
            { key: "value", label: "Result", format: { type: "number", unit: { key: "summary.symbol" } } },
            { key: "amount", label: "Amount", format: { type: "number", unit: { key: "summary.unit" } } },
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
            { key: "value", label: "Value", format: "number" },
          ],
        },
      },
    ],
  },
});
