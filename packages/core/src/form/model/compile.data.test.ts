import jsonSchemas from "virtual:shared-data/json-schemas/";
import suite from "virtual:shared-data/JSON-Schema-Test-Suite.draft2020-12.jsonl";
import tools from "virtual:shared-data/tool-schemas.jsonl";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import { compileForm } from "./compile.ts";
import { createFormStore } from "../state/formStore.ts";
import { resolveNode, type FormNode } from "./model.ts";

/**
 * How many nodes of each kind a form has, lazily compiled ones opened once; a recursive schema would be without end.
 */
function census(root: FormNode): Record<string, number> {
  const counts: Record<string, number> = {};
  let opening = 50;
  const visit = (node: FormNode, lazy: number): void => {
    const opened = node.kind === "lazy" ? lazy + 1 : lazy;
    if (opened > 1 || (node.kind === "lazy" && opening-- <= 0)) return;
    const own = resolveNode(node);
    counts[own.kind] = (counts[own.kind] ?? 0) + 1;
    if (own.kind === "object") for (const child of own.fields.values()) visit(child, opened);
    if (own.kind === "array")
      for (const child of [...own.prefix, ...(own.item ? [own.item] : [])]) visit(child, opened);
    if (own.kind === "map") visit(own.item, opened);
    if (own.kind === "union") for (const branch of own.branches) visit(branch.node, opened);
  };
  visit(root, 0);
  return counts;
}

const lines = (text: unknown): string[] => (typeof text === "string" ? text.split("\n").filter(Boolean) : []);

describe.skipIf(tools === null)("real schemas, needs ../shared/data", () => {
  const schemas: [string, JsonSchema][] = lines(tools).map((line) => {
    const { name, inputSchema } = JSON.parse(line) as { name: string; inputSchema: JsonSchema };
    return [name, inputSchema];
  });

  it("compiles every tool's input to fields, nearly all without the JSON editor", () => {
    const total: Record<string, number> = {};
    for (const [name, schema] of schemas) {
      const model = compileForm(schema);
      expect(model.root.kind, name).toMatch(/object|union|map/);
      const store = createFormStore(model, { createValidator });
      expect(() => store.check(), name).not.toThrow();
      store.dispose();
      for (const [kind, count] of Object.entries(census(model.root))) total[kind] = (total[kind] ?? 0) + count;
    }
    expect(schemas.length).toBeGreaterThan(600);
    expect(total["json"]! / total["leaf"]!).toBeLessThan(0.05);
  });

  it("compiles the example schemas and the public suite's, whatever they say", () => {
    const files = Object.values((jsonSchemas ?? {}) as unknown as Record<string, string>).map(
      (text) => JSON.parse(text) as { schema?: JsonSchema },
    );
    const odd = lines(suite).map((line) => (JSON.parse(line) as { schema: JsonSchema }).schema);
    const all = [...files.map((file) => file.schema ?? (file as JsonSchema)), ...odd];
    for (const schema of all) {
      const before = JSON.stringify(schema);
      const model = compileForm(schema);
      census(model.root);
      const store = createFormStore(model, { createValidator });
      store.check();
      store.dispose();
      expect(JSON.stringify(schema)).toBe(before);
    }
    expect(all.length).toBeGreaterThan(400);
  });
});
