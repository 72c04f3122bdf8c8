import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import { createPartialJson } from "../../json/partialJson.ts";
import { compileForm } from "../model/compile.ts";
import { applyArguments } from "./prefill.ts";
import { argumentChanges } from "./argumentChanges.ts";
import { removeEntry, renameEntry } from "./mapEntries.ts";
import { createFormStore } from "./formStore.ts";

const stores: { dispose(): void }[] = [];
const formOf = (schema: JsonSchema, value?: unknown) => {
  const store = createFormStore(compileForm(schema), { createValidator, value });
  stores.push(store);
  return store;
};
afterEach(() => {
  stores.splice(0).forEach((store) => store.dispose());
  vi.useRealTimers();
});

const branch = (kind: string, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, name: { type: "string" }, ...properties },
});
const schema: JsonSchema = {
  type: "object",
  required: ["to"],
  properties: {
    to: { type: "string", minLength: 3 },
    note: { type: "string" },
    level: { enum: ["low", "lower", "high"] },
    rows: {
      type: "array",
      items: { type: "object", properties: { a: { type: "string" }, n: { type: "integer" } }, required: ["a"] },
    },
    shape: { oneOf: [branch("circle", { r: { type: "number" } }), branch("square", { side: { type: "number" } })] },
    env: { type: "object", additionalProperties: { type: "string" } },
    any: {},
  },
};

/** Streams a text character by character; `at` is called after each, with how many have come. */
const stream = (
  store: ReturnType<typeof formOf>,
  value: unknown,
  at: (index: number, text: string) => void = () => {},
) => {
  const text = JSON.stringify(value);
  const json = createPartialJson();
  [...text].forEach((char, index) => {
    json.push(char);
    if (json.value !== undefined) applyArguments(store, json.value, { partial: true });
    at(index + 1, text);
  });
  applyArguments(store, json.value, { partial: false });
};

const asked = {
  level: "lower",
  shape: { kind: "square", name: "box", side: 4 },
  to: "Ada",
  rows: [{ a: "one", n: 1 }, { a: "two" }, { a: "three" }],
  env: { HOME: "/root" },
  any: { deep: [1, { x: null }] },
};

describe("arguments that stream in", () => {
  it("fill each field as it arrives, and end as if they had come at once", () => {
    const store = formOf(schema);
    const seen = new Set<unknown>();
    const branches: number[] = [];
    stream(store, asked, () => {
      seen.add(store.getValue("/rows/1/a"));
      const { branch: index } = store.getGroup("/shape");
      if (branches.at(-1) !== index) branches.push(index);
      // An option's beginning is no option, nor is one that another begins with the one that is meant.
      expect([undefined, "low", "lower"]).toContain(store.getValue("/level"));
    });
    expect(store.getOutput()).toEqual(asked);
    expect([...seen]).toEqual([undefined, "", "t", "tw", "two"]);
    expect(argumentChanges(store)).toEqual([]);
    // The branch is chosen once what tells it apart is whole, and never taken back.
    expect(branches).toEqual([-1, 1]);
    expect(store.getField("/rows/1/a").by).toBe("model");
    expect(store.getField("/shape/side").by).toBe("model");
  });

  it("leave what a human typed meanwhile, and fill in around it", () => {
    const store = formOf(schema);
    stream(store, asked, (index, text) => {
      if (index === text.indexOf('"two"') + 3) {
        store.setValue("/rows/0/a", "mine");
        store.setValue("/note", "also mine");
      }
      if (index === text.indexOf('"three"') + 3) store.remove("/rows", 1);
    });
    expect(store.getOutput()).toEqual({
      ...asked,
      note: "also mine",
      rows: [{ a: "mine", n: 1 }, { a: "three" }],
    });
    expect(argumentChanges(store)).toEqual([
      { path: "/rows/0/a", asked: "one", value: "mine", by: "human" },
      { path: "/rows/1", asked: { a: "two" }, value: undefined, by: "human" },
      { path: "/note", asked: undefined, value: "also mine", by: "human" },
    ]);
  });

  it("say where a human wants something else, wherever the row is by now", () => {
    const store = formOf(schema);
    store.setValue("/to", "mine");
    store.setValue("/note", "nobody asked");
    const told: string[] = [];
    expect(store.getField("/to").overruled).toBe(false);
    store.subscribe("/to", () => told.push("/to"));
    stream(store, { to: "Ada", rows: [{ a: "one" }, { a: "two" }] });
    expect(told).not.toEqual([]);
    store.setValue("/rows/1/a", "my two");
    store.move("/rows", 1, 0);
    const overruled = ["/to", "/note", "/rows/0/a", "/rows/1/a"].filter((path) => store.getField(path).overruled);
    expect(overruled).toEqual(["/to", "/rows/0/a"]);
  });

  it("keep to their row when a human moves it", () => {
    const store = formOf(schema);
    stream(store, { rows: [{ a: "one" }, { a: "two" }] }, (index, text) => {
      if (index === text.indexOf('"two"') + 2) store.move("/rows", 1, 0);
    });
    expect(store.getValue("/rows")).toEqual([{ a: "two" }, { a: "one" }]);
    expect(argumentChanges(store)).toEqual([
      { path: "/rows", asked: [{ a: "one" }, { a: "two" }], value: [{ a: "two" }, { a: "one" }], by: "human" },
    ]);
  });

  it("do not change the kind that a human chose, nor bring back an entry that a human took away", () => {
    const store = formOf(schema, { shape: { kind: "circle" } });
    store.setBranch("/shape", 1);
    stream(store, { shape: { kind: "circle", r: 2 }, env: { A: "1", B: "22" } }, (index, text) => {
      if (index === text.indexOf('"22"') + 2) {
        removeEntry(store, "/env", "B");
        renameEntry(store, "/env", "A", "C");
      }
    });
    expect(store.getOutput()).toMatchObject({ shape: { kind: "square" }, env: { C: "1" } });
    expect(store.getValue("/env")).toEqual({ C: "1" });
    const same = formOf(schema, { shape: { kind: "circle" } });
    same.setBranch("/shape", 1);
    same.setValue("/shape/name", "mine");
    stream(same, { shape: { kind: "square", side: 2, name: "theirs" } });
    expect(same.getValue("/shape")).toEqual({ kind: "square", side: 2, name: "mine" });
  });

  it("leave a structure that a human put there whole", () => {
    const store = formOf(schema);
    store.setValue("/rows", [{ a: "mine" }]);
    store.setValue("/any", { mine: true });
    store.setValue("/to", "");
    store.setValue("/to", "x");
    store.setValue("/to", "");
    stream(store, asked);
    expect(store.getOutput()).toMatchObject({ rows: [{ a: "mine" }], any: { mine: true } });
    expect(store.getValue("/to")).toBeUndefined();
  });

  it("are checked at their end: what the model filled in says what is wrong, what it left out waits", () => {
    const store = formOf({ ...schema, required: ["to", "note"] });
    stream(store, { to: "A" }, () => expect(store.getField("/to").issue).toBeUndefined());
    expect(store.getField("/to").issue?.code).toBe("minLength");
    expect(store.getField("/note").issue).toBeUndefined();
  });

  it("are checked after a pause where nobody said that they are whole", () => {
    vi.useFakeTimers();
    const store = formOf(schema);
    applyArguments(store, { to: "A", level: "lo" });
    expect(store.getField("/to").issue).toBeUndefined();
    expect(store.getValue("/level")).toBeUndefined();
    vi.advanceTimersByTime(500);
    expect(store.getField("/to").issue?.code).toBe("minLength");
    expect(store.getValue("/level")).toBe("lo");
    expect(store.getField("/level").issue?.code).toBe("enum");
  });

  it("are one step of undo, and can be asked for again", () => {
    const store = formOf(schema, { to: "before" });
    stream(store, asked);
    expect(store.undo()).toBe("");
    expect(store.getOutput()).toEqual({ to: "before" });
    expect(store.getStatus().canUndo).toBe(false);
    applyArguments(store, asked);
    expect(store.getOutput()).toMatchObject({ to: "Ada", rows: asked.rows });
  });

  it("are not looked at again where they did not change", () => {
    const store = formOf(schema);
    const touched: PropertyKey[] = [];
    const watched = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, key) => (touched.push(key), Reflect.get(target, key) as unknown),
        ownKeys: (target) => (touched.push("keys"), Reflect.ownKeys(target)),
      });
    const rows = Array.from({ length: 50 }, (_, index) => watched({ a: `row ${index}` }));
    const list = watched([...rows]);
    applyArguments(store, { rows: list, to: "A" }, { partial: true });
    expect(touched).not.toEqual([]);
    touched.length = 0;
    applyArguments(store, { rows: list, to: "Ad" }, { partial: true });
    expect(touched).toEqual([]);
    applyArguments(store, { rows, to: "Ad" }, { partial: true });
    touched.length = 0;
    applyArguments(store, { rows: [...rows, { a: "new" }], to: "Ad" }, { partial: true });
    expect(touched).toEqual([]);
    expect(store.getValue("/rows/50/a")).toBe("new");
  });

  it("tell only the fields they change", () => {
    const store = formOf(schema, { rows: [{ a: "x" }], note: "n" });
    applyArguments(store, { to: "A" }, { partial: true });
    const note = store.getField("/note");
    const row = store.getField("/rows/0/a");
    const told: string[] = [];
    for (const path of ["/to", "/note", "/rows/0/a"]) store.subscribe(path, () => told.push(path));
    applyArguments(store, { to: "Ad" }, { partial: true });
    expect(told).toEqual(["/to"]);
    expect(store.getField("/note")).toBe(note);
    expect(store.getField("/rows/0/a")).toBe(row);
  });
});

const arguments_ = fc.record(
  {
    to: fc.string(),
    note: fc.string(),
    level: fc.constantFrom("low", "lower", "high"),
    rows: fc.array(fc.record({ a: fc.string(), n: fc.integer() }, { requiredKeys: ["a"] }), { maxLength: 4 }),
    shape: fc.oneof(
      fc.record({ kind: fc.constant("circle"), r: fc.integer() }),
      fc.record({ name: fc.string(), side: fc.integer(), kind: fc.constant("square") }),
    ),
    env: fc.dictionary(fc.constantFrom("a", "b", "__proto__", "e/f"), fc.string()),
    any: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);

it("whatever is streamed ends as if it had come at once, and never over what a human set", () => {
  const paths = ["/to", "/note", "/level", "/rows/0/a", "/rows/1/n", "/shape/name", "/env/a", "/any"];
  fc.assert(
    fc.property(
      arguments_,
      fc.array(fc.tuple(fc.nat(120), fc.constantFrom(...paths), fc.string({ minLength: 1 })), { maxLength: 3 }),
      (value, typed) => {
        const plain = formOf(schema);
        stream(plain, value);
        const once = formOf(schema);
        applyArguments(once, JSON.parse(JSON.stringify(value)), { partial: false });
        expect(plain.getOutput()).toEqual(once.getOutput());
        expect(argumentChanges(plain)).toEqual([]);

        const store = formOf(schema);
        const mine = new Map<string, unknown>();
        stream(store, value, (index) => {
          for (const [when, path, text] of typed) {
            if (when !== index) continue;
            store.setValue(path, text);
            mine.set(path, text);
          }
          for (const [path, text] of mine) expect(store.getValue(path)).toBe(text);
        });
        for (const [path, text] of mine) expect(store.getValue(path)).toBe(text);
      },
    ),
  );
});
