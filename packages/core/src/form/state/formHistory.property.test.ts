import fc from "fast-check";
import { expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { applyJsonText } from "./jsonText.ts";
import { compileForm } from "../model/compile.ts";
import type { FormStore } from "./formState.ts";
import { applyArguments } from "./prefill.ts";
import { argumentChanges } from "./argumentChanges.ts";
import { addEntry, removeEntry, renameEntry } from "./mapEntries.ts";
import { createFormStore } from "./formStore.ts";

const branch = (kind: string, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, name: { type: "string" }, ...properties },
});
const schema: JsonSchema = {
  type: "object",
  required: ["name", "shape"],
  properties: {
    name: { type: "string" },
    age: { type: "integer", default: 3 },
    on: { type: "boolean" },
    size: { enum: ["small", "large"] },
    group: { type: "object", properties: { a: { type: "string" }, b: { type: "number" } } },
    rows: {
      type: "array",
      items: {
        type: "object",
        properties: { a: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      },
    },
    shape: { oneOf: [branch("circle", { r: { type: "number" } }), branch("square", { side: { type: "number" } })] },
    env: { type: "object", additionalProperties: { type: "string" } },
    mixed: { type: ["string", "number"] },
    any: {},
  },
};

const leaves = ["/name", "/age", "/group/a", "/group/b", "/rows/0/a", "/rows/1/a", "/rows/0/tags/0", "/shape/name"];
const keyed = [...leaves, "/shape/r", "/shape/side", "/env/x", "/env/y", "/mixed", "/any"];
const paths = ["", "/size", "/on", "/group", "/rows", "/rows/0", "/rows/1", "/rows/0/tags", "/shape", "/env", ...keyed];
const at = fc.nat(3);
const list = fc.constantFrom("/rows", "/rows/0/tags", "/rows/1/tags");
const key = fc.constantFrom("x", "y", "z", "");
const json = fc.jsonValue({ maxDepth: 2 });
const asked = fc.record(
  {
    name: fc.string(),
    size: fc.constantFrom("sm", "small", "large"),
    group: fc.record({ a: fc.string() }, { requiredKeys: [] }),
    rows: fc.array(fc.record({ a: fc.string(), tags: fc.array(fc.string(), { maxLength: 2 }) }, { requiredKeys: [] }), {
      maxLength: 3,
    }),
    shape: fc.oneof(
      fc.record({ kind: fc.constantFrom("ci", "circle"), r: fc.integer() }),
      fc.record({ kind: fc.constant("square"), name: fc.string() }),
    ),
    env: fc.dictionary(fc.constantFrom("x", "y"), fc.string(), { maxKeys: 2 }),
    any: json,
  },
  { requiredKeys: [] },
);

type Edit = (store: FormStore) => void;
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...keyed), fc.oneof(fc.string(), fc.constant(""), fc.integer(), fc.constant(undefined))).map(
    ([path, value]): Edit =>
      (store) =>
        store.setValue(path, value),
  ),
  fc.tuple(fc.constantFrom(...leaves), fc.string()).map(
    ([path, text]): Edit =>
      (store) =>
        store.setValue(path, undefined, "human", { text, problem: { path: "", code: "number", message: "no" } }),
  ),
  fc.tuple(fc.constantFrom("/on", "/size"), fc.constantFrom(true, false, "small", undefined)).map(
    ([path, value]): Edit =>
      (store) =>
        store.setValue(path, value),
  ),
  fc.tuple(fc.constantFrom("/group", "/rows", "/any", "/env"), json).map(
    ([path, value]): Edit =>
      (store) =>
        store.setValue(path, value),
  ),
  fc.tuple(list, at).map(
    ([path, index]): Edit =>
      (store) =>
        store.insert(path, index),
  ),
  fc.tuple(list, at).map(
    ([path, index]): Edit =>
      (store) =>
        store.remove(path, index),
  ),
  fc.tuple(list, at, at).map(
    ([path, from, to]): Edit =>
      (store) =>
        store.move(path, from, to),
  ),
  fc.tuple(list, at).map(([path, index]): Edit => (store) => {
    if (index < store.getGroup(path).rows.length) store.duplicate(path, index);
  }),
  fc.integer({ min: -1, max: 1 }).map(
    (index): Edit =>
      (store) =>
        store.setBranch("/shape", index),
  ),
  fc.tuple(key, key).map(
    ([from, to]): Edit =>
      (store) =>
        renameEntry(store, "/env", from, to),
  ),
  key.map(
    (name): Edit =>
      (store) =>
        addEntry(store, "/env", name),
  ),
  key.map(
    (name): Edit =>
      (store) =>
        removeEntry(store, "/env", name),
  ),
  asked.map(
    (value): Edit =>
      (store) =>
        applyArguments(store, value),
  ),
  fc
    .oneof(
      asked.map((value) => JSON.stringify(value)),
      fc.string(),
    )
    .map(
      (text): Edit =>
        (store) =>
          applyJsonText(store, text),
    ),
  fc.constant<Edit>((store) => store.reset()),
  fc.constantFrom(...paths).map(
    (path): Edit =>
      (store) =>
        store.touch(path),
  ),
);

/** All that a person can see of a form. */
const seen = (store: FormStore) => ({
  output: store.getOutput(),
  fields: paths.map((path) => {
    const { value, text, by } = store.getField(path);
    return { path, value, text, by };
  }),
  groups: paths.map((path) => {
    const { present, rows, branch: index } = store.getGroup(path);
    return { path, present, rows, branch: index };
  }),
  changes: argumentChanges(store),
});

const start = () =>
  createFormStore(compileForm(schema), { createValidator, value: { rows: [{ a: "0" }, { a: "1" }] } });

it("undo goes back to the start, and redo forward through every state to the end", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
      const store = start();
      const first = seen(store);
      for (const one of edits) one(store);
      const end = seen(store);
      const there = [end];
      while (store.undo() !== undefined) there.push(seen(store));
      expect(there.at(-1)).toEqual(first);
      expect(store.getStatus()).toMatchObject({ canUndo: false, dirty: false });
      for (const state of there.slice(0, -1).reverse()) {
        expect(store.redo()).toBeDefined();
        expect(seen(store)).toEqual(state);
      }
      expect(store.redo()).toBeUndefined();
      store.dispose();
    }),
  );
});

it("undo gives each state back as it was, however often somebody went to and fro", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 15 }), (edits) => {
      const store = start();
      const states = [seen(store)];
      for (const one of edits) {
        one(store);
        let steps = 0;
        while (store.undo() !== undefined) steps++;
        for (let index = 0; index < steps; index++) store.redo();
        const now = seen(store);
        if (steps === states.length) states.push(now);
        else {
          // An edit that changed nothing made no step, though a model may have asked for what stood there.
          expect({ ...now, changes: [] }).toEqual({ ...states[steps], changes: [] });
          states[steps] = now;
        }
        expect(states).toHaveLength(steps + 1);
      }
      for (const state of states.slice(0, -1).reverse()) {
        store.undo();
        expect(seen(store)).toEqual(state);
      }
      store.dispose();
    }),
  );
});

it("reading changes nothing, whatever is read, how often and in which order", () => {
  const order = fc.shuffledSubarray(paths, { minLength: paths.length });
  fc.assert(
    fc.property(fc.array(fc.tuple(edit, order), { maxLength: 15 }), (edits) => {
      const store = start();
      const unread = start();
      for (const [one, places] of edits) {
        one(store);
        one(unread);
        const before = structuredClone(store.getContent());
        for (const path of [...places, ...places]) {
          store.getGroup(path);
          store.getField(path);
        }
        store.getOutput();
        argumentChanges(store);
        expect(store.getContent()).toEqual(before);
      }
      expect(store.getContent()).toEqual(unread.getContent());
      expect(seen(store)).toEqual(seen(unread));
      store.dispose();
      unread.dispose();
    }),
  );
});
