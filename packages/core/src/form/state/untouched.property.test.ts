import fc from "fast-check";
import { expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "../model/compile.ts";
import { resolveNode } from "../model/model.ts";
import { createFormStore } from "./formStore.ts";

const storeOf = (schema: JsonSchema) => createFormStore(compileForm(schema), { createValidator });
const withProperty = (a: JsonSchema): JsonSchema => ({ type: "object", properties: { a }, required: ["a"] });

it.each<[string, JsonSchema, allowed: boolean]>([
  ["const", { type: "boolean", const: true }, true],
  ["const without a type", { const: true }, true],
  ["enum", { type: "boolean", enum: [true] }, true],
  ["a no", { const: false }, false],
  ["a union of one", { oneOf: [{ const: true, title: "I agree" }] }, true],
  ["a reference", { $ref: "#/$defs/yes" }, true],
])("asks for a consent, and sends none that nobody gave: %s", async (_name, agree, allowed) => {
  const store = storeOf({ ...withProperty({ title: "I agree", ...agree }), $defs: { yes: { const: true } } });
  const { root } = store.model;
  if (root.kind !== "object") throw new Error(root.kind);
  expect(resolveNode(root.fields.get("a")!)).toMatchObject({ kind: "leaf", type: "boolean" });
  const sent: unknown[] = [];
  expect(await store.submit((value) => void sent.push(value))).toBe(false);
  expect(sent).toEqual([]);
  expect(store.getField("/a").issue?.message).toMatch(/Must be yes|This field is required/);
  store.setValue("/a", allowed);
  expect(await store.submit((value) => void sent.push(value))).toBe(true);
  expect(sent).toEqual([{ a: allowed }]);
});

it("takes the answer that a union's branch is told by as chosen with the branch", () => {
  const branch = (ok: boolean, part: JsonSchema): JsonSchema => ({
    type: "object",
    properties: { ok: { const: ok }, agree: { const: true }, part },
    required: ["ok", "agree"],
  });
  const store = storeOf(withProperty({ oneOf: [branch(true, { type: "string" }), branch(false, { type: "number" })] }));
  expect(store.getValue()).toEqual({ a: { ok: true, agree: false } });
  store.setBranch("/a", 1);
  expect(store.getValue()).toEqual({ a: { ok: false, agree: false } });
});

it("sends untouched only what the schema names, and the no of a box that is seen not to be ticked", async () => {
  const named = fc.constantFrom<JsonSchema>(
    { type: "string", default: "x" },
    { type: "number", default: 0 },
    { enum: ["a", "b"], default: "b" },
    { const: "kind" },
  );
  const open = fc.constantFrom<JsonSchema>(
    { type: "string" },
    { type: "string", format: "date" },
    { type: "string", format: "color" },
    { type: "number", minimum: 1, maximum: 9 },
    { type: "integer", multipleOf: 5 },
    { enum: ["a", "b"] },
    { enum: [true, false] },
    { const: true },
    { const: false },
    { anyOf: [{ type: "string" }, { type: "number" }] },
  );
  const properties = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.tuple(fc.oneof(named, open), fc.boolean()), {
    maxKeys: 6,
  });
  await fc.assert(
    fc.asyncProperty(properties, async (given) => {
      const entries = Object.entries(given);
      const store = storeOf({
        type: "object",
        properties: Object.fromEntries(entries.map(([key, [schema]]) => [key, schema])),
        required: entries.filter(([, [, isRequired]]) => isRequired).map(([key]) => key),
      });
      let sent: unknown;
      await store.submit((value) => void (sent = value));
      for (const [key, value] of Object.entries((sent ?? {}) as object)) {
        const [schema] = given[key]!;
        expect([key, value]).toEqual([key, schema.default ?? schema.const]);
        expect(value).not.toBe(true);
      }
    }),
  );
});
