import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "../model/compile.ts";
import { draftKey, getDraft, restoreDraft } from "../draft/formDraft.ts";
import { createFormStore } from "./formStore.ts";
import { applyJsonText } from "./jsonText.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";

interface Part {
  schema: JsonSchema;
  /** Undefined is not there. */
  value: unknown;
  /** Where something is typed, and what. */
  typed: { path: Pointer; value: unknown }[];
}

const leaf = (schema: JsonSchema, typed: unknown, ...empties: unknown[]): fc.Arbitrary<Part> =>
  fc
    .constantFrom(undefined, typed, ...empties)
    .map((value) => ({ schema, value, typed: [{ path: "", value: typed }] }));
const names = fc.constantFrom("a", "b", "c/d", "__proto__", "constructor");

/** Forms whose fields may be empty in every way that JSON has, with values in which some are. */
const { group } = fc.letrec<{ group: Part; part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    leaf({ type: "string" }, "x", ""),
    leaf({ type: ["string", "null"] }, "x", "", null),
    leaf({ type: "number" }, 7),
    leaf({ anyOf: [{ type: "integer" }, { type: "null" }] }, 7, null),
    leaf({ enum: ["x", null] }, "x", null),
    tie("group"),
  ),
  group: fc
    .tuple(
      fc.uniqueArray(fc.record({ name: names, part: tie("part"), required: fc.boolean() }), {
        selector: ({ name }) => name,
        maxLength: 4,
      }),
      fc.boolean(),
    )
    .map(([fields, isThere]) => ({
      schema: {
        type: "object",
        properties: Object.fromEntries(fields.map(({ name, part }) => [name, part.schema])),
        required: fields.filter(({ required }) => required).map(({ name }) => name),
      },
      value: isThere
        ? Object.fromEntries(
            fields.filter(({ part }) => part.value !== undefined).map(({ name, part }) => [name, part.value]),
          )
        : undefined,
      typed: fields.flatMap(({ name, part }) =>
        part.typed.map(({ path, value }) => ({ path: childPointer("", name) + path, value })),
      ),
    })),
}));

const start = ({ schema, value }: Part) => createFormStore(compileForm(schema), { createValidator, value });
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

describe("an emptied field", () => {
  it("is as empty as it was: not there, null, an empty text, a group without fields", () => {
    fc.assert(
      fc.property(group, fc.constantFrom("", undefined), (part, nothing) => {
        const store = start(part);
        const before = JSON.stringify(store.getOutput());
        const emptied = part.typed.filter(({ path }) => isEmpty(store.getValue(path)));
        for (const { path, value } of emptied) store.setValue(path, value);
        for (const { path, value } of emptied) expect(store.getValue(path)).toBe(value);
        for (const { path } of emptied.toReversed()) store.setValue(path, nothing);
        expect(JSON.stringify(store.getOutput())).toBe(before);
        store.dispose();
      }),
    );
  });

  it("leaves what else was said as JSON as it stands", () => {
    fc.assert(
      fc.property(group, (part) => {
        fc.pre(createValidator(part.schema).validate(part.value).length === 0);
        const store = start({ ...part, value: undefined });
        applyJsonText(store, JSON.stringify(part.value));
        expect(JSON.parse(JSON.stringify(store.getOutput()))).toEqual(part.value);
        const [first] = part.typed;
        if (first && isEmpty(store.getValue(first.path))) {
          store.setValue(first.path, first.value);
          store.setValue(first.path, "");
          expect(JSON.parse(JSON.stringify(store.getOutput()))).toEqual(part.value);
        }
        store.dispose();
      }),
    );
  });

  it("is so after a draft was restored, and after an undo", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: ["number", "null"] } },
    };
    const part = { schema, value: { a: "", b: null }, typed: [] };
    const store = start(part);
    store.setValue("/a", "x");
    store.setValue("/b", 1);
    const key = draftKey("tool", "user", schema);
    const restored = start(part);
    expect(restoreDraft(restored, JSON.parse(JSON.stringify(getDraft(store, key, 0))), key)).toBe(true);
    for (const one of [store, restored]) {
      expect(one.getOutput()).toEqual({ a: "x", b: 1 });
      one.setValue("/a", "");
      one.setValue("/b", undefined);
      expect(one.getOutput()).toEqual({ a: "", b: null });
    }
    store.undo();
    store.setValue("/b", undefined);
    expect(store.getOutput()).toEqual({ a: "", b: null });
  });
});
