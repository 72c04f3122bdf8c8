import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Block } from "./block.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";
import { blockTypes, type ViewSpec } from "./viewSpec.ts";

const types = (blocks: Block[]) => blocks.map((block) => block.type);
const only = <T extends Block["type"]>(blocks: Block[], type: T) => {
  expect(types(blocks)).toEqual([type]);
  return blocks[0] as Extract<Block, { type: T }>;
};

describe("output sections", () => {
  const roi = {
    summary: { npv: 12_500.5, paybackYears: 2.4, viable: true },
    yearlyResults: [
      { year: 2026, benefit: 100, cost: 40 },
      { year: 2027, benefit: 120, cost: 30, note: "renewal" },
    ],
  };

  it("draws the seed's ROI calculator as a summary and a table, in the declared order and words", () => {
    const blocks = toolOutputToBlocks({
      output: roi,
      outputSections: [
        { key: "yearlyResults", label: "Year-by-Year", type: "table" },
        { key: "summary", label: "Summary", type: "summary" },
      ],
    });
    expect(blocks.map(({ type, label }) => [type, label])).toEqual([
      ["table", "Year-by-Year"],
      ["summary", "Summary"],
    ]);
    const [table, summary] = blocks;
    expect(table?.type === "table" && table.columns.map((column) => column.label)).toEqual([
      "Year",
      "Benefit",
      "Cost",
      "Note",
    ]);
    expect(table?.type === "table" && table.columns[0]?.format).toEqual({ type: "plain" });
    expect(summary?.type === "summary" && summary.items.map((item) => [item.label, item.value])).toEqual([
      ["Npv", 12_500.5],
      ["Payback Years", 2.4],
      ["Viable", true],
    ]);
  });

  it("prefers the ViewSpec to the sections", () => {
    const blocks = toolOutputToBlocks({
      output: roi,
      viewSpec: { blocks: [{ type: "chart", key: "yearlyResults", label: "Over time", config: { variant: "bar" } }] },
      outputSections: [{ key: "summary", label: "Summary", type: "summary" }],
    });
    expect(types(blocks)).toEqual(["chart", "rest"]);
    const chart = blocks[0] as Extract<Block, { type: "chart" }>;
    expect(chart.variant).toBe("bar");
    expect(chart.x.key).toBe("year");
    expect(chart.series.map((one) => one.key)).toEqual(["benefit", "cost"]);
  });

  it("says that a missing part is missing, and shows the rest", () => {
    const blocks = toolOutputToBlocks({
      output: { summary: { a: 1 } },
      outputSections: [
        { key: "summary", label: "Summary", type: "summary" },
        { key: "yearlyResults", label: "Years", type: "table" },
      ],
    });
    expect(types(blocks)).toEqual(["summary", "empty"]);
    expect(blocks[1]).toMatchObject({ label: "Years", reason: "missing", of: "table", path: "yearlyResults" });
  });

  it("still shows an output that none of the sections fit", () => {
    const blocks = toolOutputToBlocks({
      output: "It went another way",
      outputSections: [{ key: "summary", label: "Summary", type: "summary" }],
    });
    expect(types(blocks)).toEqual(["empty", "text"]);
  });

  it("falls back to the generic block, under the asked heading, where the shape is wrong", () => {
    for (const type of ["table", "chart", "radar", "ranking", "summary"] as const) {
      const [block] = toolOutputToBlocks({
        output: { part: "just words" },
        outputSections: [{ key: "part", label: "Part", type }],
      });
      expect(block).toMatchObject({ type: "text", label: "Part", text: "just words" });
    }
  });

  it("looks keys up in an MCP result's structured content, and in JSON that came as text", () => {
    const outputSections = [{ key: "rows", label: "Rows", type: "table" as const }];
    const rows = [{ a: 1 }];
    const text = JSON.stringify({ rows });
    for (const output of [
      { content: [{ type: "text", text }], structuredContent: { rows } },
      { content: [{ type: "text", text }] },
      text,
    ]) {
      expect(only(toolOutputToBlocks({ output, outputSections }), "table").rows).toEqual(rows);
    }
  });

  it("never follows a key into a prototype", () => {
    for (const key of ["__proto__", "constructor", "constructor.name", "a.__proto__.x", "a.length", "toString"]) {
      const blocks = toolOutputToBlocks({ output: { a: [1] }, viewSpec: { blocks: [{ type: "json", key }] } });
      expect(blocks[0]).toMatchObject({ type: "empty", reason: "missing" });
    }
    const own = JSON.parse('{"__proto__": {"x": 1}}') as unknown;
    const found = toolOutputToBlocks({ output: own, viewSpec: { blocks: [{ type: "summary", key: "__proto__" }] } });
    expect(only(found, "summary").items[0]).toMatchObject({ key: "x", value: 1 });
  });

  it("gives a custom block its slot, and what to draw where no component is registered", () => {
    const custom = only(
      toolOutputToBlocks({
        output: { map: [{ a: 1 }, { a: 2 }] },
        slug: "route-planner",
        viewSpec: { blocks: [{ type: "custom", key: "map", label: "Map" }] },
      }),
      "custom",
    );
    expect(custom.slot).toBe("tool-output-route-planner");
    expect(types(custom.fallback)).toEqual(["table"]);
  });
});

describe("words and formats", () => {
  it("takes labels and formats from a Zod output schema", () => {
    const outputSchema = z.object({
      total: z.number().meta({ title: "Total cost", "x-currency": "EUR" }),
      share: z.number().meta({ format: "percent" }),
      due: z.iso.date().nullable(),
      rows: z.array(z.object({ at: z.iso.datetime(), n: z.number().meta({ title: "Count" }) })),
    });
    const output = {
      total: 12,
      share: 0.2,
      due: "2026-01-02",
      rows: [
        { at: "2026-01-02T10:00:00Z", n: 1 },
        { at: "2026-01-03T10:00:00Z", n: 2 },
      ],
    };
    const [summary, table] = toolOutputToBlocks({ output, outputSchema });
    expect(summary?.type === "summary" && summary.items.map(({ label, format }) => [label, format])).toEqual([
      ["Total cost", { type: "currency", currency: "EUR" }],
      ["Share", { type: "percent" }],
      ["Due", { type: "date" }],
    ]);
    expect(table?.type === "table" && table.columns).toEqual([
      { key: "at", label: "At", format: { type: "datetime" } },
      { key: "n", label: "Count" },
    ]);
  });

  it("survives a schema whose references go round in circles", () => {
    const outputSchema = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
    expect(types(toolOutputToBlocks({ output: { a: 1 }, outputSchema }))).toEqual(["summary"]);
  });

  it("reads columns from config: order, label, currency", () => {
    const table = only(
      toolOutputToBlocks({
        output: [{ a: 1, b: { c: 2 } }],
        viewSpec: {
          blocks: [{ type: "table", config: { columns: [{ key: "b.c", label: "C", currency: "USD" }, "a"] } }],
        },
      }),
      "table",
    );
    expect(table.columns).toEqual([
      { key: "b.c", label: "C", format: { currency: "USD", type: "currency" } },
      { key: "a", label: "A" },
      { key: "b", label: "B", hidden: true },
    ]);
  });
});

describe("charts, radars and rankings", () => {
  const view = (type: "chart" | "radar" | "ranking", output: unknown, config = {}) =>
    toolOutputToBlocks({ output, viewSpec: { blocks: [{ type, config }] } });

  it("takes the first text or date column as the axis and the numbers as series", () => {
    const rows = [
      { revenue: 1, month: "2026-01-01", cost: "3" },
      { revenue: 2, month: "2026-02-01", cost: "4" },
    ];
    const chart = only(view("chart", rows), "chart");
    expect([chart.x.key, chart.series.map((one) => one.key)]).toEqual(["month", ["revenue"]]);
    const both = only(view("chart", rows, { series: ["revenue", "cost"], variant: "area" }), "chart");
    expect(both.points).toEqual([
      { x: "2026-01-01", values: [1, 3] },
      { x: "2026-02-01", values: [2, 4] },
    ]);
  });

  it("draws no kind that nobody knows as another one", () => {
    const rows = [
      { part: "Rent", share: 60 },
      { part: "Food", share: 40 },
    ];
    expect(types(view("chart", rows, { variant: "donut" }))).toEqual(["table"]);
    expect(types(view("chart", rows, { type: "donut" }))).toEqual(["table"]);
    expect(types(view("chart", rows, { variant: null }))).toEqual(["chart"]);
  });

  it("takes a rising number such as the year as the axis where there is no text", () => {
    const chart = only(
      view("chart", [
        { year: 1, npv: 5 },
        { year: 2, npv: 3 },
      ]),
      "chart",
    );
    expect([chart.x.key, chart.series.map((one) => one.key)]).toEqual(["year", ["npv"]]);
  });

  it("draws records of numbers and plain lists of numbers, and keeps gaps", () => {
    expect(only(view("chart", { a: 1, b: 2 }), "chart").points.map((point) => point.x)).toEqual(["a", "b"]);
    expect(only(view("chart", [5, 6, 7]), "chart").points.map((point) => point.x)).toEqual([1, 2, 3]);
    expect(
      only(
        view("chart", [
          { m: "a", v: null },
          { m: "b", v: 2 },
        ]),
        "chart",
      ).points[0]?.values,
    ).toEqual([null]);
  });

  it("takes 400 points of many, the first and the last among them", () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({ m: `m${i}`, v: i }));
    const chart = only(view("chart", rows), "chart");
    expect([chart.total, chart.points.length]).toEqual([10_000, 400]);
    expect([chart.points[0]?.x, chart.points.at(-1)?.x]).toEqual(["m0", "m9999"]);
  });

  it("draws a radar of a record of scores, of rows, and one series a name; two spokes are none", () => {
    expect(only(view("radar", { speed: 1, care: 2, cost: 3 }), "radar").points).toHaveLength(3);
    const two = only(view("radar", { Ada: { a: 1, b: 2, c: 3 }, Bob: { a: 3, b: 2 } }), "radar");
    expect(two.series.map((one) => one.label)).toEqual(["Ada", "Bob"]);
    expect(two.points[2]?.values).toEqual([3, null]);
    expect(types(view("radar", { speed: 1, care: 2 }))).toEqual(["summary"]);
  });

  it("ranks by score, relative to the greatest, with reasons", () => {
    const ranking = only(
      view("ranking", [
        { name: "b", score: 5, reason: "half" },
        { name: "a", score: 10 },
        { name: "c", score: 7 },
      ]),
      "ranking",
    );
    expect(ranking.items).toEqual([
      { label: "a", score: 10, share: 1 },
      { label: "c", score: 7, share: 0.7 },
      { label: "b", score: 5, share: 0.5, reason: "half" },
    ]);
  });

  it("keeps an order that the output already has, also where less is better", () => {
    const ranking = only(view("ranking", { first: 1, second: 2, third: 3 }), "ranking");
    expect(ranking.items.map((item) => item.label)).toEqual(["first", "second", "third"]);
  });
});

describe("generic outputs", () => {
  it.each<[unknown, string[]]>([
    [null, ["empty"]],
    [undefined, ["empty"]],
    ["", ["empty"]],
    ["  \n", ["empty"]],
    [{}, ["empty"]],
    [[], ["empty"]],
    [0, ["text"]],
    [false, ["text"]],
    ["hello", ["text"]],
    ["559.770533446232", ["text"]],
    [[1, "a", null], ["list"]],
    [[{ a: 1 }, { b: 2 }], ["table"]],
    [
      [
        [1, 2],
        [3, 4],
      ],
      ["table"],
    ],
    [[{ a: 1 }, 5], ["json"]],
    [{ a: 1, b: [1, 2] }, ["summary"]],
    [{ a: 1, rows: [{ x: 1 }, { x: 2 }], note: "n" }, ["summary", "table"]],
    [{ columns: ["x", "y"], rows: [[1, 2]] }, ["table"]],
    [{ Paris: { t: 1 }, Rome: { t: 2 } }, ["table"]],
    [{ error: "no such file" }, ["error"]],
    [{ error: { message: "no", code: 404 }, hint: "look" }, ["error", "summary"]],
    ['{"a": 1, "list": [{"x": 1}, {"x": 2}]}', ["summary", "table"]],
    ['{"a": 1', ["text"]],
    ["https://example.com/a", ["link"]],
    ["name,age,city\nAda,36,London\nBob,40,Rome\n", ["table"]],
    ["Well, yes, I came\nand, so, did she", ["text"]],
    [{ result: { a: 1 } }, ["summary"]],
    [{ content: [{ type: "text", text: "Failed" }], isError: true }, ["error"]],
    [
      [
        { type: "text", text: "one" },
        { type: "image", data: "aGk=", mimeType: "image/png" },
      ],
      ["text", "image"],
    ],
    [[{ type: "resource_link", uri: "https://example.com/x", name: "X" }], ["link"]],
    [[{ type: "resource_link", uri: "demo://x/1", name: "X", mimeType: "text/plain" }], ["summary"]],
    [[{ type: "resource", resource: { uri: "file:///a.md", text: "# Hi\n\n- a" } }], ["text"]],
    [{ note: "x".repeat(500), a: 1 }, ["summary", "text"]],
  ])("%j → %j", (output, expected) => {
    expect(types(toolOutputToBlocks({ output }))).toEqual(expected);
  });

  it("tells Markdown from plain text", () => {
    const markdown = (text: string) => only(toolOutputToBlocks({ output: text }), "text").form === "markdown";
    expect(markdown("# Title\n\nBody")).toBe(true);
    expect(markdown("see [this](https://example.com)")).toBe(true);
    expect(markdown("a * b is 3 and c_d_e")).toBe(false);
  });

  it("keeps ids that a JavaScript number cannot hold", () => {
    const summary = only(toolOutputToBlocks({ output: '{"id": 12345678901234567890, "n": 5}' }), "summary");
    expect(summary.items.map((item) => item.value)).toEqual(["12345678901234567890", 5]);
  });

  it("never makes an image of SVG or a link of a script", () => {
    const image = only(toolOutputToBlocks({ output: "data:image/svg+xml;base64,PHN2Zz4=" }), "image");
    expect(image.source).toEqual({ kind: "refused", mediaType: "image/svg+xml" });
    for (const output of ["javascript:alert(1)", "data:text/html,<script>", "vbscript:x", "https://a@evil.example"]) {
      expect(types(toolOutputToBlocks({ output }))).toEqual(["text"]);
    }
  });

  it("bounds depth and count", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = { a: deep, b: 1 };
    expect(toolOutputToBlocks({ output: deep }).length).toBeLessThan(10);
    const wide = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [
        `k${i}`,
        { n: 1, rows: [{ a: 1 }, { a: 2 }], more: { x: [{ y: [1] }, 2] } },
      ]),
    );
    expect(toolOutputToBlocks({ output: wide }).length).toBeLessThanOrEqual(61);
  });

  it("contains outputs that are not JSON", () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    const hostile = {
      get a(): number {
        throw new Error("no");
      },
    };
    expect(toolOutputToBlocks({ output: cycle }).length).toBeGreaterThan(0);
    expect(types(toolOutputToBlocks({ output: hostile }))).toEqual(["json"]);
  });

  it("never throws, leaves prototypes alone, and gives unique ids, whatever comes and whatever is asked", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom("__proto__", "constructor", "a", "a.b", "rows", "label", "value", "content"),
    );
    const value = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string(),
          fc.double(),
          fc.boolean(),
          fc.constant(null),
          fc.constantFrom("# h", "[1]", "a,b,c\n1,2,3"),
        ),
        fc.array(tie("json")),
        fc.array(fc.record({ label: fc.string(), score: fc.double() }, { requiredKeys: [] })),
        fc.dictionary(key, tie("json")),
      ),
    })).json;
    const spec = fc.record(
      {
        type: fc.constantFrom(...blockTypes, "x"),
        key,
        label: fc.oneof(fc.string(), fc.constant(undefined)),
        config: fc.oneof(
          fc.anything(),
          fc.record({ columns: fc.anything(), series: fc.anything(), x: key, order: key }),
        ),
      },
      { requiredKeys: ["type"] },
    );
    fc.assert(
      fc.property(value, fc.array(spec, { maxLength: 3 }), fc.anything(), (output, blocks, outputSchema) => {
        const shown = toolOutputToBlocks({
          output,
          viewSpec: { blocks } as never,
          outputSchema: outputSchema as never,
        });
        expect(shown.length).toBeGreaterThan(0);
        expect(new Set(shown.map((block) => block.id)).size).toBe(shown.length);
      }),
      { numRuns: 1500 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });
});

describe("currencies and units that stand in the output", () => {
  const viewSpec: ViewSpec = {
    blocks: [
      {
        type: "summary",
        key: "summary",
        config: {
          fields: [
            { key: "total", format: { type: "currency", currency: { key: "money.code" } } },
            { key: "length", format: { type: "number", unit: { key: "summary.symbol" } } },
          ],
        },
      },
    ],
  };
  const formatsOf = (output: unknown) => {
    const [summary, ...more] = toolOutputToBlocks({ output, viewSpec });
    return [summary?.type === "summary" && summary.items.map(({ format }) => format), more.length];
  };

  it("are read from there, and count as shown", () => {
    const summary = { total: 3, length: 4, symbol: "km" };
    expect(formatsOf({ money: { code: "EUR" }, summary })).toEqual([
      [
        { type: "currency", currency: "EUR" },
        { type: "number", unit: "km" },
      ],
      0,
    ]);
  });

  it("are left out where they are missing or no text", () => {
    const summary = { total: 3, length: 4 };
    expect(formatsOf({ money: { code: 7 }, summary })).toEqual([[{ type: "currency" }, { type: "number" }], 1]);
    expect(formatsOf({ summary })).toEqual([[{ type: "currency" }, { type: "number" }], 0]);
  });
});
