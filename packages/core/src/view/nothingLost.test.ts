import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Column } from "./block.ts";
import { readPath } from "./outputPath.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";
import type { BlockSpec } from "./viewSpec.ts";

/** Everything that a reader can see or unfold in some blocks, without the raw view. */
function wordsOf(blocks: readonly Block[]): string {
  const cells = (rows: readonly unknown[], columns: readonly Column[]) =>
    JSON.stringify([columns.map((one) => one.label), rows.map((row) => columns.map((one) => readPath(row, one.key)))]);
  return blocks.flatMap((block) => [block.label ?? "", ofOne(block)]).join("\n");
  function ofOne(block: Block): string {
    switch (block.type) {
      case "summary":
        return JSON.stringify([...block.items, ...(block.more ?? [])].map((item) => [item.label, item.value]));
      case "table":
      case "chart":
      case "radar":
        return cells(block.rows, block.columns);
      case "ranking":
        return JSON.stringify(block.items);
      case "list":
        return JSON.stringify(block.items);
      case "text":
        return block.text;
      case "link":
        return `${block.link.href} ${block.title ?? ""}`;
      case "file": {
        const { source, name, mediaType, bytes } = block.file;
        const address =
          source.kind === "remote" ? source.link.href : source.kind === "upload" ? source.path : source.base64;
        return `${address} ${name ?? ""} ${mediaType ?? ""} ${bytes ?? ""}`;
      }
      case "error":
        return `${block.message} ${block.code ?? ""}`;
      case "rest":
        return wordsOf(block.blocks);
      case "custom":
        return wordsOf(block.fallback);
      case "json":
        return JSON.stringify(block.value);
      default:
        return "";
    }
  }
}

/** A value with each of its texts and numbers made unique, and the list of them. */
function marked(value: unknown): { value: unknown; leaves: string[] } {
  const leaves: string[] = [];
  const mark = (one: unknown, key: string): unknown => {
    if (Array.isArray(one)) return one.map((part) => mark(part, key));
    if (typeof one === "object" && one !== null) {
      return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, mark(part, name)]));
    }
    if (key === "type" || (typeof one === "string" ? !one.includes("#") : typeof one !== "number")) return one;
    const leaf = typeof one === "number" ? 1_000_000 + leaves.length : `leaf${leaves.length}`;
    leaves.push(String(leaf));
    return typeof leaf === "number" ? leaf : String(one).replace("#", leaf);
  };
  return { value: mark(value, ""), leaves };
}

const key = fc.constantFrom(
  ...["a", "b", "a.b", "rows", "columns", "error", "message", "code", "summary", "total", "truncated", "name", "label"],
  ...["value", "score", "reason", "result", "data", "content", "x y", "0", ""],
);
const text = fc.constantFrom(
  "#",
  "# and words",
  "1. #\n2. two",
  "Error: #",
  "Name: #\nOther: yes",
  "a,b,c\n1,#,3",
  "# | x",
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    fc.array(fc.record({ name: text, score: fc.integer(), reason: text, x: tie("value") }, { requiredKeys: [] })),
    fc.record(
      {
        columns: fc.array(fc.oneof(text, fc.record({ name: text, type: text }), key), { maxLength: 3 }),
        rows: fc.oneof(
          fc.array(fc.array(fc.integer(), { maxLength: 4 }), { maxLength: 3 }),
          fc.array(fc.dictionary(key, fc.integer()), { maxLength: 3 }),
        ),
        error: fc.oneof(text, fc.dictionary(key, tie("value"))),
        summary: tie("value"),
        truncated: fc.boolean(),
        total: fc.integer(),
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(key, fc.dictionary(key, fc.integer(), { minKeys: 1, maxKeys: 3 }), { minKeys: 2, maxKeys: 4 }),
    fc.record(
      {
        url: fc.constantFrom("https://example.com/#.pdf", "/api/uploads/upload_1/#.png", "words #"),
        name: text,
        filename: fc.constant("#.zip"),
        mimeType: fc.constantFrom("application/pdf", "video/mp4", "#"),
        size: fc.integer({ min: 0 }),
        error: text,
        note: text,
      },
      { requiredKeys: ["url"] },
    ),
    fc.array(fc.record({ label: text, value: tie("value"), more: text }, { requiredKeys: ["label", "value"] })),
  ),
})).value;
const envelope = fc.oneof(
  json,
  fc.record(
    {
      content: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant("text"), text }),
          fc.record({ type: fc.constant("resource"), resource: fc.record({ uri: text, text, note: text }) }),
          fc.record(
            {
              type: fc.constant("resource_link"),
              uri: fc.constant("https://example.com/#.pdf"),
              name: text,
              title: text,
              mimeType: fc.constantFrom("application/pdf", "text/html", "words #"),
              size: fc.integer({ min: 0 }),
            },
            { requiredKeys: ["type", "uri"] },
          ),
          fc.record({
            type: fc.constant("resource_link"),
            uri: fc.constant("https://example.com/#"),
            name: text,
            description: text,
          }),
        ),
        { maxLength: 3 },
      ),
      structuredContent: fc.dictionary(key, json, { maxKeys: 3 }),
      isError: fc.boolean(),
    },
    { requiredKeys: ["content"] },
  ),
);
const spec = fc.record(
  {
    type: fc.constantFrom("summary", "table", "chart", "radar", "ranking", "list", "text", "json", "custom"),
    key: fc.oneof(key, fc.constant("")),
    config: fc.record(
      {
        fields: fc.array(key),
        columns: fc.array(key),
        series: fc.array(key),
        x: key,
        variant: fc.constantFrom("line", "bar", "pie", "scatter"),
        label: key,
        score: key,
        reason: key,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["type"] },
);

function expectAllOf(output: unknown, blocks: Block[], leaves: string[]) {
  // A name of a column is a label: written "Leaf 0".
  const words = wordsOf(blocks).replace(/\bLeaf ?(?=\d)/g, "leaf");
  const lost = leaves.filter((leaf) => !words.includes(leaf));
  expect(lost, JSON.stringify({ output, types: blocks.map((block) => block.type) })).toEqual([]);
}

describe("nothing of an output is lost from view", () => {
  it("in generic blocks, whatever the value", () => {
    fc.assert(
      fc.property(envelope, (shape) => {
        const { value: output, leaves } = marked(shape);
        expectAllOf(output, toolOutputToBlocks({ output }), leaves);
        const asText = JSON.stringify(output);
        expectAllOf(asText, toolOutputToBlocks({ output: asText }), leaves);
      }),
      { numRuns: 1_500 },
    );
  });

  it("in declared sections, whatever they ask for", () => {
    fc.assert(
      fc.property(envelope, fc.array(spec, { minLength: 1, maxLength: 3 }), (shape, blocks) => {
        const { value: output, leaves } = marked(shape);
        const drawn = toolOutputToBlocks({ output, viewSpec: { blocks: blocks as BlockSpec[] } });
        expectAllOf(output, drawn, leaves);
      }),
      { numRuns: 2_500 },
    );
  });

  it("beside rows: the error, the summary and the count", () => {
    const output = {
      columns: ["city"],
      rows: [["Rome"]],
      truncated: true,
      total: 500,
      error: { message: "Quota exceeded", code: 429, retryAfter: "60 s" },
      summary: { note: "first page" },
    };
    const blocks = toolOutputToBlocks({ output });
    expect(blocks.map((block) => block.type)).toEqual(["error", "summary", "table", "summary", "summary"]);
    expect(blocks[0]).toMatchObject({ message: "Quota exceeded", code: "429", advice: "wait" });
    const asked = toolOutputToBlocks({ output, outputSections: [{ key: "rows", label: "Cities", type: "table" }] });
    expect(asked.map((block) => block.type)).toEqual(["error", "table", "rest"]);
    expect(asked[2]).toMatchObject({ keys: ["error", "columns", "truncated", "total", "summary"] });
  });

  it("beside structured content: words of its own, but not its own JSON again", () => {
    const structuredContent = { result: [{ a: 1 }, { a: 2 }] };
    const types = (texts: string[]) =>
      toolOutputToBlocks({
        output: { content: texts.map((one) => ({ type: "text", text: one })), structuredContent },
      }).map((block) => block.type);
    expect(types([JSON.stringify(structuredContent, null, 2)])).toEqual(["table"]);
    expect(types(['[{"a":1},{"a":2}]'])).toEqual(["table"]);
    expect(types(['{"a":1}', '{"a": 2}'])).toEqual(["table"]);
    expect(types(["Two rows, the first is new"])).toEqual(["text", "table"]);
  });
});
