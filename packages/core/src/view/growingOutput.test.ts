import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGrowingBlocks, isTextOf } from "./growingOutput.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

/** The types of blocks after each piece of a text, without repetitions. */
function kindsWhileGrowing(text: string, step: number): string[] {
  const read = createGrowingBlocks();
  const kinds: string[] = [];
  for (let end = step; end < text.length + step; end += step) {
    const kind = read({ text: text.slice(0, end) })
      .map((block) => (block.type === "text" ? block.form : block.type))
      .join(" ");
    if (kinds.at(-1) !== kind) kinds.push(kind);
  }
  return kinds;
}

describe("a growing output", () => {
  it("is its value so far, where it is JSON", () => {
    const read = createGrowingBlocks();
    expect(read({ text: '{"price": 12, "ci' })).toMatchObject([
      { type: "summary", items: [{ key: "price", value: 12 }] },
    ]);
    expect(read({ text: '{"price": 12, "city": "Ro' })).toMatchObject([{ items: [{ value: 12 }, { value: "Ro" }] }]);
  });

  it("asks for no section that is not there yet", () => {
    const read = createGrowingBlocks();
    const outputSections = [
      { key: "a", label: "A", type: "summary" as const },
      { key: "b", label: "B", type: "table" as const },
    ];
    expect(read({ text: '{"a": {"n": 1}', outputSections }).map((block) => block.label)).toEqual(["A"]);
  });

  it("is a table of its whole lines, once they are certain, and stays one", () => {
    const csv = `id,city,people\n${Array.from({ length: 9 }, (_, id) => `${id},Rome,${id * 7}`).join("\n")}\n`;
    expect(kindsWhileGrowing(csv, 5)).toEqual(["plain", "table"]);
    const [table] = createGrowingBlocks()({ text: `${csv}10,Bon` });
    expect(table).toMatchObject({ type: "table", rows: expect.objectContaining({ length: 9 }) });
  });

  it("does not flicker between kinds of text", () => {
    expect(kindsWhileGrowing("Name: a\nState: b\nand then words\nTime: 12\n", 3)).toEqual(["plain"]);
    expect(kindsWhileGrowing("# T\n\nWords and more\n\n- one\n- two\n", 3)).toEqual(["markdown"]);
  });

  it("keeps the end of a long text", () => {
    const [block] = createGrowingBlocks()({ text: `${"word ".repeat(9_000)}\nlast line` });
    expect(block).toMatchObject({ type: "text", text: "…\nlast line" });
    expect(JSON.stringify(createGrowingBlocks()({ text: "x".repeat(5_000_000) })).length).toBeLessThan(100_000);
  });

  it("begins anew with another text", () => {
    const read = createGrowingBlocks();
    read({ text: '{"a": 1' });
    expect(read({ text: "words" })).toMatchObject([{ type: "text", text: "words" }]);
  });

  it("never throws, whatever comes in whatever pieces, and ends at the blocks of the whole where it is JSON", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 1, max: 9 }), (text, step) => {
        const read = createGrowingBlocks();
        for (let end = 0; end < text.length; end += step) read({ text: text.slice(0, end) });
        const last = read({ text });
        if (!/^\s*[[{]/.test(text)) return;
        const whole = toolOutputToBlocks({ output: text }).filter((block) => block.type !== "empty");
        if (last[0]?.type !== "text" && whole[0]?.type !== "text") expect(last).toEqual(whole);
      }),
    );
  });
});

describe("an output that only says what was streamed", () => {
  it.each([
    [undefined, "text", true],
    ["text\n", "text", true],
    ["other", "text", false],
    [{ a: [1] }, '{"a":\n[1]}', true],
    [{ a: 2 }, '{"a":1}', false],
    [
      {
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      "a\nb",
      true,
    ],
    [{ content: [{ type: "text", text: "a" }], structuredContent: { n: 1 } }, "a", false],
    [7, "7", true],
  ])("%j after %j: %s", (output, text, is) => expect(isTextOf(output, text)).toBe(is));

  it("is compared at any depth", () => {
    const text = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect(() => isTextOf(JSON.parse(text), text)).not.toThrow();
  });
});
