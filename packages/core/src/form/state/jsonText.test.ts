import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { FormSpec } from "../model/formSpec.ts";
import { compileForm } from "../model/compile.ts";
import { createFormStore } from "./formStore.ts";
import { applyJsonText, toJsonText } from "./jsonText.ts";

const stores: { dispose(): void }[] = [];
const formOf = (schema: JsonSchema | undefined, value?: unknown, spec?: FormSpec) => {
  const store = createFormStore(compileForm(schema, spec), { createValidator, value });
  stores.push(store);
  return store;
};
afterEach(() => stores.splice(0).forEach((store) => store.dispose()));

const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    n: { type: "number" },
    rows: { type: "array", items: { type: "object", properties: { a: { type: "string" }, n: { type: "number" } } } },
    shape: {
      oneOf: [
        { type: "object", required: ["kind"], properties: { kind: { const: "circle" }, r: { type: "number" } } },
        { type: "object", required: ["kind"], properties: { kind: { const: "square" }, side: { type: "number" } } },
      ],
    },
  },
};

describe("a form as JSON", () => {
  it("is written out, and kept as typed while it says what the form holds", () => {
    const store = formOf(schema, { name: "Ada" });
    expect(toJsonText(store).text).toBe('{\n  "name": "Ada"\n}');
    applyJsonText(store, '{"name":"Ada Lovelace"}');
    expect(toJsonText(store)).toEqual({ text: '{"name":"Ada Lovelace"}', problem: undefined });
    expect(store.getField("/name")).toMatchObject({ value: "Ada Lovelace", by: "human" });
    store.setValue("/n", 1);
    expect(JSON.parse(toJsonText(store).text)).toEqual({ name: "Ada Lovelace", n: 1 });
  });

  it("that is none yet is kept beside the last value, stops a submit, and comes back with undo", async () => {
    const store = formOf(schema, { name: "Ada" });
    const broken = '{\n "name": "Ada",\n "n": oops\n}';
    applyJsonText(store, broken);
    expect(store.getOutput()).toEqual({ name: "Ada" });
    expect(toJsonText(store)).toMatchObject({ text: broken, problem: { code: "json", params: { line: 3 } } });
    const handler = vi.fn();
    expect(await store.submit(handler)).toBe(false);
    expect(store.getStatus().issues).toMatchObject([{ path: "", code: "json" }]);
    store.setValue("/name", "Grace");
    expect(JSON.parse(toJsonText(store).text)).toEqual({ name: "Grace" });
    expect(await store.submit(handler)).toBe(true);
    store.undo();
    expect(toJsonText(store).text).toBe(broken);
    store.undo();
    expect(toJsonText(store)).toEqual({ text: '{\n  "name": "Ada"\n}', problem: undefined });
  });

  it("changes only what it changes: rows, half-typed texts and other branches stay", () => {
    const store = formOf(schema, {
      name: "Ada",
      rows: [{ a: "0" }, { a: "1" }, { a: "2" }],
      shape: { kind: "circle", r: 1 },
    });
    const ids = store.getGroup("/rows").rows.map(({ id }) => id);
    const half = { text: "2,", problem: { path: "", code: "number", message: "no number" } };
    store.setValue("/rows/2/n", undefined, "human", half);
    store.setBranch("/shape", 1);
    store.setBranch("/shape", 0);
    applyJsonText(
      store,
      '{"name":"Grace","rows":[{"a":"0"},{"a":"new"},{"a":"1"},{"a":"2"}],"shape":{"kind":"circle","r":2}}',
    );
    expect(store.getGroup("/rows").rows.map(({ id }) => id)).toEqual([ids[0], expect.any(String), ids[1], ids[2]]);
    expect(store.getField("/rows/3/n")).toMatchObject({ text: "2," });
    expect(store.getField("/rows/0/a").by).toBe("default");
    expect(store.getField("/rows/1/a").by).toBe("human");
    applyJsonText(store, '{"name":"Grace","shape":{"kind":"square","side":3}}');
    expect(store.getOutput()).toEqual({ name: "Grace", shape: { kind: "square", side: 3 } });
    store.setBranch("/shape", 0);
    expect(store.getValue("/shape")).toEqual({ kind: "circle", r: 2 });
  });

  it("keeps what is hidden, and shows what an edit lets be seen only where the text has it", () => {
    const spec: FormSpec = {
      fields: [
        { key: "kind", type: "text" },
        { key: "more", type: "text", visibleWhen: { field: "kind", operator: "eq", value: "a" } },
      ],
    };
    const store = formOf(undefined, { kind: "z", more: "m" }, spec);
    expect(JSON.parse(toJsonText(store).text)).toEqual({ kind: "z" });
    applyJsonText(store, '{"kind":"y"}');
    store.setValue("/kind", "a");
    expect(store.getOutput()).toEqual({ kind: "a", more: "m" });
    applyJsonText(store, '{"kind":"b"}');
    applyJsonText(store, '{"kind":"a"}');
    expect(store.getOutput()).toEqual({ kind: "a" });
  });

  it("typed without a pause is one step", () => {
    const store = formOf(schema, {});
    for (const text of ["{", '{"n', '{"n":1', '{"n":1}']) applyJsonText(store, text);
    expect(store.getOutput()).toEqual({ n: 1 });
    store.undo();
    expect(store.getOutput()).toEqual({});
    expect(store.getStatus().canUndo).toBe(false);
  });
});

it("whatever is typed as JSON is what the form holds, names of the prototype and unknown ones too", () => {
  const any = fc.record(
    {
      name: fc.oneof(fc.string(), fc.constant(null), fc.integer()),
      n: fc.oneof(fc.integer(), fc.string()),
      rows: fc.oneof(fc.array(fc.record({ a: fc.string(), n: fc.integer() }, { requiredKeys: [] })), fc.jsonValue()),
      shape: fc.oneof(fc.record({ kind: fc.constantFrom("circle", "square"), r: fc.integer() }), fc.jsonValue()),
      unknown: fc.jsonValue(),
      ["__proto__"]: fc.jsonValue(),
      constructor: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(any, fc.jsonValue()), { minLength: 1, maxLength: 4 }), (values) => {
      const store = formOf(schema, { name: "x", rows: [{ a: "1" }, { a: "2" }] });
      for (const value of values) {
        const text = JSON.stringify(value);
        applyJsonText(store, text);
        expect(JSON.stringify(sorted(store.getOutput()))).toBe(JSON.stringify(sorted(JSON.parse(text))));
        expect(Object.keys(Object.prototype)).toEqual([]);
      }
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([key, part]) => [key, sorted(part)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
