import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "../model/compile.ts";
import type { FormStore } from "./formState.ts";
import { addEntry, renameEntry } from "./mapEntries.ts";
import { createFormStore } from "./formStore.ts";
import { resolveNode, type FormNode } from "../model/model.ts";
import { childPointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";

const names = fc.constantFrom("a", "b", "c d", "e/f", "g~h", "__proto__", "constructor", "0", "ä");

/** Schemas of the kinds that tools are made of, each with values that fit it. */
const { schema: pairs } = fc.letrec<{ schema: { schema: JsonSchema; value: unknown } }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.string().map((value) => ({ schema: { type: "string", minLength: 0 }, value })),
    fc.integer().map((value) => ({ schema: { type: "integer" }, value })),
    fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
    fc
      .option(fc.string({ minLength: 1 }))
      .map((value) => ({ schema: { anyOf: [{ type: "string" }, { type: "null" }] }, value })),
    fc.constantFrom("x", 1, true).map((value) => ({ schema: { enum: ["x", 1, true] }, value })),
    fc.jsonValue().map((value) => ({ schema: {}, value })),
    fc
      .dictionary(names, fc.integer())
      .map((value) => ({ schema: { type: "object", additionalProperties: { type: "integer" } }, value })),
    fc.array(tie("schema"), { maxLength: 3 }).map((parts) => ({
      schema: { type: "array", items: parts[0]?.schema ?? { type: "number" } },
      value: parts.length > 0 ? [parts[0]!.value, parts[0]!.value] : [],
    })),
    fc.uniqueArray(fc.tuple(names, tie("schema")), { selector: ([name]) => name, maxLength: 4 }).map((entries) => ({
      schema: {
        type: "object",
        required: entries.map(([name]) => name),
        properties: Object.fromEntries(entries.map(([name, part]) => [name, part.schema])),
      },
      value: Object.fromEntries(entries.map(([name, part]) => [name, part.value])),
    })),
    fc.tuple(tie("schema"), tie("schema"), fc.boolean()).map(([left, right, first]) => {
      const branch = (kind: string, part: { schema: JsonSchema }) => ({
        type: "object",
        required: ["kind", "v"],
        properties: { kind: { const: kind }, v: part.schema },
      });
      return {
        schema: { oneOf: [branch("l", left), branch("r", right)] },
        value: first ? { kind: "l", v: left.value } : { kind: "r", v: right.value },
      };
    }),
  ),
}));

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** The same JSON: null is there, and what is not there is not null. */
const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b));

/** Fills a form as a person does: field by field, choosing branches and adding rows. */
function fill(store: FormStore, node: FormNode, path: string, value: unknown): void {
  const own = resolveNode(node);
  if (value === null && node.nullable) return store.setValue(path, undefined);
  if (own.kind === "const") return;
  if (own.kind === "leaf" || own.kind === "json") return store.setValue(path, value);
  if (own.kind === "union") {
    const index = own.branches.findIndex(({ node: branch }) => {
      const inner = resolveNode(branch);
      const kind = inner.kind === "object" ? inner.fields.get("kind") : undefined;
      return kind?.kind === "const" && isRecord(value) && kind.value === value["kind"];
    });
    store.setBranch(path, index);
    return fill(store, own.branches[index]!.node, path, value);
  }
  if (own.kind === "array") {
    while (store.getGroup(path).rows.length > 0) store.remove(path, 0);
    (value as unknown[]).forEach((element, index) => {
      store.insert(path);
      fill(store, own.item!, childPointer(path, index), element);
    });
    return;
  }
  for (const [key, part] of Object.entries(value as object)) {
    if (own.kind === "map") {
      addEntry(store, path);
      renameEntry(store, path, "", key);
      fill(store, own.item, childPointer(path, key), part);
    } else fill(store, own.fields.get(key)!, childPointer(path, key), part);
  }
}

it("reads back exactly what was filled in, and finds it valid", () => {
  fc.assert(
    fc.property(pairs, ({ schema, value }) => {
      const whole = { type: "object", required: ["root"], properties: { root: schema } };
      const store = createFormStore(compileForm(whole), { createValidator });
      fill(
        store,
        (resolveNode(store.model.root) as { fields: ReadonlyMap<string, FormNode> }).fields.get("root")!,
        "/root",
        value,
      );
      const output = store.getOutput();
      if (!isSameJson(output, { root: value })) expect(output).toEqual({ root: value });
      expect(store.check()).toEqual([]);
      expect(createValidator(whole).validate(output)).toEqual([]);
      store.dispose();
    }),
    { numRuns: 400 },
  );
});

it("starts from a saved value without changing it", () => {
  fc.assert(
    fc.property(pairs, ({ schema, value }) => {
      const store = createFormStore(compileForm({ type: "object", required: ["root"], properties: { root: schema } }), {
        createValidator,
        value: { root: value },
      });
      expect(isSameJson(store.getOutput(), { root: value })).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const keywords = fc.constantFrom(
  "type",
  "properties",
  "items",
  "prefixItems",
  "anyOf",
  "oneOf",
  "allOf",
  "$ref",
  "enum",
  "const",
  "required",
  "additionalProperties",
  "if",
  "then",
  "not",
  "default",
  "title",
  "dependentSchemas",
  "format",
  "minItems",
  "nullable",
);

it("compiles and starts whatever calls itself a schema", () => {
  const nonsense = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.constantFrom("string", "object", "array", "#", "#/properties/a", "nowhere"),
      fc.array(tie("schema"), { maxLength: 3 }),
      fc.dictionary(keywords, tie("schema"), { maxKeys: 4 }),
      fc.dictionary(names, tie("schema"), { maxKeys: 3 }),
    ),
  })).schema;
  fc.assert(
    fc.property(nonsense, fc.jsonValue(), (schema, value) => {
      const store = createFormStore(compileForm(schema as JsonSchema), { createValidator, value });
      store.setValue("/a", 1);
      store.insert("/b");
      store.getGroup("/a");
      store.check();
      store.dispose();
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});
