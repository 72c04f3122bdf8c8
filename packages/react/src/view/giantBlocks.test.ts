import type { Block } from "@callboard/core/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutValue } from "./cutValue.ts";
import { createGiantOutput } from "./giantBlocks.ts";

const count = 100_000;
const rows = JSON.stringify(
  Array.from({ length: count }, (_, id) => ({ id, name: `Row ${(id * 7919) % count}`, note: null })),
);
const query = (text: string, sort: { key: string; descending: boolean } | null = null) => ({
  keys: ["id", "name"],
  text,
  sort,
  locale: "en",
});

/** How much of some blocks a page has to hold. */
const weightOf = (blocks: Block[]) => JSON.stringify(blocks).length;

describe("a giant output", () => {
  it("is small blocks, and rows that are asked for", () => {
    const giant = createGiantOutput(rows, true);
    const { blocks, totals, isCut } = giant.open({});
    expect([blocks.map((block) => block.type), totals, isCut]).toEqual([["table"], { "table:": count }, false]);
    expect(weightOf(blocks)).toBeLessThan(200_000);
    expect(giant.rows("table:", 50_000, 50_001)).toEqual([
      { place: 50_000, row: { id: 50_000, name: expect.any(String), note: null } },
    ]);
    expect(giant.order("table:", query("row 4242", { key: "id", descending: true }))).toBe(11);
    const [first] = giant.rows("table:", 0, 1);
    expect((first!.row as { name: string }).name).toMatch(/^Row 4242/);
    expect(giant.order("table:", query(""))).toBe(count);
  });

  it("is shown as each kind that fits it, and searched whatever is shown", () => {
    const giant = createGiantOutput(rows, true);
    const { kinds } = giant.open({});
    expect(kinds).toEqual(["blocks", "tree", "raw"]);
    expect(giant.as("tree")).toMatchObject({ blocks: [{ type: "json" }], isCut: true });
    const raw = giant.as("raw");
    expect([raw.blocks[0]!.type, raw.isCut, weightOf(raw.blocks) < 500_000]).toEqual(["text", true, true]);
    const { count: found, matches } = giant.find("ROW 99999");
    expect([found, matches.length]).toEqual([1, 1]);
    expect(rows.slice(matches[0]!.at)).toMatch(/^Row 99999"/);
    expect(giant.find('"id":')).toMatchObject({ count: 10_000, matches: { length: 100 } });
    expect(giant.find("(no such").count).toBe(0);
    expect(giant.as("blocks").totals).toEqual({ "table:": count });
    expect(giant.rows("table:", 5, 6)[0]!.place).toBe(5);
  });

  it("is saved whole, whatever is shown", () => {
    const giant = createGiantOutput(rows, true);
    giant.open({});
    giant.order("table:", query("nothing like this"));
    expect([...giant.pieces("table:", "csv")].join("").split("\r\n")).toHaveLength(count + 2);
    expect(JSON.parse([...giant.pieces("table:", "json")].join(""))).toHaveLength(count);
  });

  it("is saved as what its view names, where it shows nothing else", () => {
    const wide = Array.from({ length: 50_001 }, (_, id) => ({
      id,
      a: 1,
      b: 2,
      c: 3,
      d: 4,
      e: 5,
      f: 6,
      g: 7,
      secret: 8,
    }));
    const giant = createGiantOutput(JSON.stringify(wide), true);
    const block = { type: "table" as const, config: { columns: ["id"] } };
    const { blocks } = giant.open({ viewSpec: { blocks: [block], only: true } });
    const lines = [...giant.pieces(blocks[0]!.id, "csv")].join("").split("\r\n");
    expect([lines.slice(0, 2), lines.length]).toEqual([["\ufeffID", "0"], wide.length + 2]);
    expect(JSON.parse([...giant.pieces(blocks[0]!.id, "json")].join(""))[7]).toEqual({ id: 7 });
    const open = giant.open({ viewSpec: { blocks: [block] } }).blocks[0]!.id;
    expect([...giant.pieces(open, "csv")].join("").split("\r\n")[0]).toMatch(/secret$/i);
  });

  it("may be a table, or data, in a text of any length", () => {
    const csv = `id,city,people\n${Array.from({ length: count }, (_, id) => `${id},Rome,${id * 2}`).join("\n")}\n`;
    expect(createGiantOutput(csv, false).open({}).totals).toEqual({ "table:": count });
    expect(createGiantOutput(JSON.stringify(csv), true).open({}).totals).toEqual({ "table:": count });
    expect(createGiantOutput(rows, false).open({}).totals).toEqual({ "table:": count });
  });

  it("is drawn by its sections, and says what else it holds", () => {
    const text = `{"rows":${rows},"total":7,"secret":"${"x".repeat(300_000)}"}`;
    const outputSections = [{ key: "rows", label: "Rows", type: "table" as const }];
    const { blocks, totals, isCut } = createGiantOutput(text, true).open({ outputSections });
    expect(blocks.map((block) => block.type)).toEqual(["table", "rest"]);
    expect([totals["table:rows"], isCut, weightOf(blocks) < 500_000]).toEqual([count, true, true]);
  });

  it("may be 100,000 deep", () => {
    const { blocks, isCut } = createGiantOutput(`${"[".repeat(count)}${"]".repeat(count)}`, true).open({});
    expect([blocks.map((block) => block.type), isCut]).toEqual([["json"], true]);
    expect(() => structuredClone(blocks)).not.toThrow();
  });

  it("may be one long text", () => {
    const { blocks, isCut } = createGiantOutput("All work and no play. ".repeat(500_000), false).open({});
    expect([blocks[0]!.type, isCut, weightOf(blocks) < 300_000]).toEqual(["text", true, true]);
  });
});

describe("a cut value", () => {
  it("is the value itself where that is small, and never more than was asked for", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(30), (value, most) => {
        expect(cutValue(value, 10_000)).toEqual({ value, isCut: false });
        let entries = 0;
        JSON.stringify(cutValue(value, most).value, (_key, one: unknown) => (entries++, one));
        expect(entries).toBeLessThanOrEqual(most + 1);
      }),
    );
  });

  it("keeps the names that JavaScript has its own meaning for", () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object;
    expect(Object.keys(cutValue(value, 10).value as object)).toEqual(["__proto__", "constructor"]);
  });
});
