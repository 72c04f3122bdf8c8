import { HostRefusal } from "@callboard/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDraft } from "./readDraft.ts";

const draft = (more: object) => ({
  slug: "any",
  name: "Any",
  description: "Does anything.",
  category: "any",
  icon: "wrench",
  executionSpec: { kind: "prompt", mode: "direct", prompt_template: "Go." },
  ...more,
});

/** What is said of a tool that is refused; undefined of one that is taken. */
function refusalOf(more: object): string | undefined {
  try {
    readDraft(draft(more), { isNew: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof HostRefusal)) throw error;
    return error.message;
  }
}

/** A value as a request's body brings it, this deep. */
const nested = (depth: number, open: string, inside: string, close: string): unknown =>
  JSON.parse(open.repeat(depth) + inside + close.repeat(depth));
const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, {}]));

describe("a schema that nobody can fill in", () => {
  it.each([
    ["of 5,000 fields", { inputSchema: { type: "object", properties: manyFields(5_000) } }, "at most 500 fields"],
    [
      "of 5,000 listed fields",
      { fields: Array.from({ length: 5_000 }, (_, at) => ({ key: `f${at}`, type: "text" })) },
      "at most 500 fields",
    ],
    [
      "of a million characters",
      { inputSchema: { type: "object", title: "x".repeat(1e6) } },
      "at most 200000 characters",
    ],
    ["that is elsewhere", { inputSchema: { type: "object", $ref: "https://x.test/y" } }, "which is not in it"],
    [
      "that refers to nothing",
      { inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/no" } } } },
      "#/$defs/no",
    ],
  ])("is refused in words: one %s", (_name, more, words) => {
    expect(refusalOf(more)).toContain(words);
  });

  it.each([50, 1_000, 100_000])("is refused in words: one that nests %i deep", (depth) => {
    const deep = nested(depth, '{"type":"object","properties":{"a":', "{}", "}}");
    expect(refusalOf({ inputSchema: deep })).toMatch(/nests at most 40 deep/);
    expect(refusalOf({ inputSchema: { type: "object" }, outputSchema: deep })).toMatch(/nests at most 40 deep/);
  });

  it.each([1_000, 100_000])("is refused in words: any other part of a tool that nests %i deep", (depth) => {
    const field = nested(depth, '{"key":"a","type":"object","fields":[', "", "]}");
    expect(refusalOf({ fields: [field] })).toContain("deep");
    const input = nested(depth, "[", "", "]");
    const executionSpec = { kind: "composition", steps: [{ id: "a", tool: "b", input }] };
    expect(refusalOf({ inputSchema: { type: "object" }, executionSpec })).toContain("deep");
    expect(refusalOf({ inputSchema: { type: "object" }, outputSections: [input] })).toContain("deep");
    expect(refusalOf({ inputSchema: { type: "object" }, name: input })).toContain("deep");
    expect(refusalOf({ inputSchema: { type: "object" }, nothing: input })).toContain('A tool has no "nothing"');
  });
});

it("takes a schema that refers to itself, which a form opens as far as it is filled in", () => {
  const tree = { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } } };
  expect(refusalOf({ inputSchema: { ...tree, $defs: { tree } } })).toBeUndefined();
});

it("takes or refuses whatever a request says, and never breaks", () => {
  const parts = ["inputSchema", "outputSchema", "fields", "executionSpec", "outputSections", "name", "icon", "enabled"];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...parts), fc.jsonValue({ maxDepth: 6 })), (more) => {
      const said = refusalOf(more);
      expect(said === undefined || said.startsWith("The tool cannot be saved.")).toBe(true);
    }),
    { numRuns: 500 },
  );
});
