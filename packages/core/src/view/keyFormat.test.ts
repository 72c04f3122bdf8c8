import { describe, expect, it } from "vitest";
import { formatValue } from "./formatValue.ts";
import { formatOfItems, formatOfKey } from "./keyFormat.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

const shown = (key: string, value: number) => formatValue(value, formatOfKey(key, [value]), "en");

describe("a number that is a name keeps its digits", () => {
  it.each([
    ["account_number", 123456789],
    ["phone", 14155552671],
    ["customer_no", 4711000],
    ["customerNo", 4711000],
    ["invoice", 20240117],
    ["invoice_nr", 20240117],
    ["Invoice No.", 20240117],
    ["order", 100234],
    ["tax_id", 98765432],
    ["iban", 370400440532],
    ["sku", 100200],
    ["port", 54321],
    ["pin", 12345],
    ["code", 90210],
    ["version", 20240501],
    ["isbn", 9783161484100],
    ["year", 2024],
    ["fiscalYear", 2024],
    ["year_of_birth", 1984],
    ["founded", 1984],
    ["mobile", 4915112345678],
    ["Kundennummer", 1234567],
    ["Rechnungsnr", 1234567],
    ["Baujahr", 1998],
    ["tracking number", 12345678901],
    ["ticket", 48213],
    ["number", 12345],
    ["line", 12345],
    ["订单号", 1234567],
    ["電話番号", 312345678],
  ])("%s", (key, value) => expect(shown(key, value)).toBe(String(value)));
});

describe("an amount is grouped", () => {
  it.each([
    ["orders", "1,200"],
    ["number_of_orders", "1,200"],
    ["no_of_invoices", "1,200"],
    ["total_number", "1,200"],
    ["averageNumber", "1,200"],
    ["order_total", "1,200"],
    ["account_balance", "1,200"],
    ["lines_of_code", "1,200"],
    ["invoices", "1,200"],
    ["cost_per_year", "1,200"],
    ["Hours a year", "1,200"],
    ["years", "1,200"],
    ["port_count", "1,200"],
    ["phones_sold", "1,200"],
    ["tax", "1,200"],
    ["report", "1,200"],
    ["price", "1,200"],
  ])("%s", (key, text) => expect(shown(key, 1200)).toBe(text));

  it("also at a thing's key, where it is no whole number", () => {
    expect(formatValue(1234.5, formatOfKey("invoice", [1234.5]), "en")).toBe("1,234.5");
    expect(formatOfKey("invoice", [1200, 99.5])).toBeUndefined();
    expect(formatOfKey("balance_founded", [12_000])).toBeUndefined();
    expect(formatOfKey("founded", [12_000])).toBeUndefined();
  });
});

describe("in an output", () => {
  it("the names are plain in facts, lists, columns and texts", () => {
    const output = {
      account: 123456,
      phones: [4155552671],
      rows: [20240117, 20240118].map((invoice) => ({ invoice, amount: 1200 })),
    };
    const blocks = toolOutputToBlocks({ output: { ...output, ids: [123456, 234567] } });
    const formats = blocks.flatMap((block) =>
      block.type === "summary"
        ? block.items.map(({ key, format }) => [key, format?.type])
        : block.type === "table"
          ? block.columns.map(({ key, format }) => [key, format?.type])
          : [],
    );
    expect(formats).toEqual([
      ["account", "plain"],
      ["phones", "plain"],
      ["ids", "plain"],
      ["invoice", "plain"],
      ["amount", undefined],
    ]);
    const [table] = toolOutputToBlocks({ output: "Phone,Amount\n4155552671,1200\n4155552672,1300" });
    expect(table?.type === "table" && table.columns.map(({ format }) => format?.type)).toEqual(["plain", undefined]);
    const [sheet] = toolOutputToBlocks({ output: { columns: ["Account No", "Sum"], rows: [[123456, 2]] } });
    expect(sheet?.type === "table" && sheet.columns.map(({ format }) => format?.type)).toEqual(["plain", undefined]);
    const [list] = toolOutputToBlocks({ output: { order_numbers: [1, 2, 3, 4, 5, 6, 1234567] } });
    expect(list).toMatchObject({ type: "list", format: { type: "plain" } });
    expect(formatOfItems("totals", [1200])).toBeUndefined();
  });
});
