import { afterEach, describe, expect, it, vi } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import { compileForm } from "../model/compile.ts";
import type { FormStoreOptions } from "./formState.ts";
import { applyArguments } from "./prefill.ts";
import { argumentChanges } from "./argumentChanges.ts";
import { renameEntry } from "./mapEntries.ts";
import { createFormStore } from "./formStore.ts";
import type { FormSpec } from "../model/formSpec.ts";

const stores: { dispose(): void }[] = [];
const formOf = (schema: JsonSchema, options?: Partial<FormStoreOptions>, spec?: FormSpec) => {
  const store = createFormStore(compileForm(schema, spec), { createValidator, ...options });
  stores.push(store);
  return store;
};
afterEach(() => stores.splice(0).forEach((store) => store.dispose()));

const person: JsonSchema = {
  type: "object",
  required: ["name", "address", "agree"],
  properties: {
    name: { type: "string", minLength: 2 },
    note: { type: "string" },
    age: { type: "integer", minimum: 0, default: 30 },
    agree: { type: "boolean" },
    address: { type: "object", required: ["city"], properties: { city: { type: "string" }, zip: { type: "string" } } },
    extra: { type: "object", properties: { kind: { const: "k" }, deep: { type: "string" } }, required: ["kind"] },
    tags: { type: "array", items: { type: "string" } },
    rows: { type: "array", items: { type: "object", properties: { a: { type: "string" }, b: { type: "number" } } } },
  },
};

describe("the value", () => {
  it("starts from defaults and what must be there, and leaves untouched options out", () => {
    expect(formOf(person).getOutput()).toEqual({ age: 30, agree: false, address: {} });
    expect(formOf(person, { value: { age: 4, name: "Ada" } }).getOutput()).toEqual({
      age: 4,
      name: "Ada",
      agree: false,
      address: {},
    });
  });

  it("leaves a cleared optional text out, and a group that was only there for it", () => {
    const store = formOf(person);
    store.setValue("/note", "x");
    store.setValue("/extra/deep", "y");
    expect(store.getOutput()).toMatchObject({ note: "x", extra: { kind: "k", deep: "y" } });
    store.setValue("/note", "");
    store.setValue("/extra/deep", "");
    expect(store.getOutput()).toEqual({ age: 30, agree: false, address: {} });
  });

  it("means null where a required field may be null, and keeps the empty text of a list", () => {
    const store = formOf({
      type: "object",
      required: ["a"],
      properties: {
        a: { type: ["string", "null"] },
        b: { type: ["string", "null"] },
        c: { type: "array", items: { type: "string" } },
      },
    });
    expect(store.getOutput()).toEqual({ a: null });
    store.setValue("/a", "x");
    store.setValue("/a", "");
    store.insert("/c");
    expect(store.getOutput()).toEqual({ a: null, c: [""] });
  });

  it("never writes into what it was given or has given away", () => {
    const given = Object.freeze({ name: "Ada", address: Object.freeze({ city: "London" }) });
    const store = formOf(person, { value: given });
    const before = store.getOutput();
    const copy = structuredClone(before);
    store.setValue("/address/city", "Paris");
    store.setValue("/address/zip", "75000");
    expect(before).toEqual(copy);
    expect(given.address.city).toBe("London");
    expect(store.getOutput()).toMatchObject({ address: { city: "Paris", zip: "75000" } });
  });

  it("takes names of the prototype as plain data", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"prototype":{"type":"string"}}}}}',
    ) as JsonSchema;
    const store = formOf(schema);
    store.setValue("/__proto__", "x");
    store.setValue("/constructor/prototype", "y");
    expect(JSON.stringify(store.getOutput())).toBe('{"__proto__":"x","constructor":{"prototype":"y"}}');
    expect({}).not.toHaveProperty("prototype");
    expect(store.getValue("/toString")).toBeUndefined();
  });
});

describe("listeners", () => {
  it("are called for their own path and what is above, not for their neighbours", () => {
    const store = formOf(person, { value: { rows: [{ a: "1" }, { a: "2" }] } });
    const calls: string[] = [];
    for (const path of ["", "/name", "/note", "/address", "/address/city", "/rows", "/rows/0/a", "/rows/1/a"]) {
      store.subscribe(path, () => calls.push(path));
    }
    store.setValue("/address/city", "Oslo");
    expect(calls.splice(0)).toEqual(["/address/city", "/address", ""]);
    const rows = store.getGroup("/rows");
    store.setValue("/rows/0/a", "x");
    expect(calls.splice(0)).toEqual(["/rows/0/a", "/rows", ""]);
    expect(store.getGroup("/rows")).toBe(rows);
    store.setValue("/rows", []);
    expect(calls.sort()).toEqual(["", "/rows", "/rows/0/a", "/rows/1/a"]);
  });

  it("are told of what stands by default in a group that comes with a field in it, and goes with it", () => {
    const width = { type: "number", default: 40 };
    const store = formOf({
      type: "object",
      properties: { popup: { type: "object", properties: { width, radius: { type: "number" } } } },
    });
    const seen: unknown[] = [];
    store.subscribe("/popup/width", () => seen.push(store.getField("/popup/width").value));
    expect(store.getField("/popup/width").value).toBeUndefined();
    store.setValue("/popup/radius", 5);
    expect(store.getOutput()).toEqual({ popup: { width: 40, radius: 5 } });
    store.setValue("/popup/radius", undefined);
    expect(store.getOutput()).toEqual({});
    expect(seen).toEqual([40, undefined]);
  });

  it("find a field's state unchanged until something in it changed", () => {
    const store = formOf(person);
    const name = store.getField("/name");
    store.setValue("/note", "x");
    expect(store.getField("/name")).toBe(name);
    store.setValue("/name", "Ada");
    expect(store.getField("/name")).not.toBe(name);
  });
});

describe("entries", () => {
  it("are what stands beside the fields of the kind in use", () => {
    const kind = (key: string): JsonSchema => ({ properties: { [key]: { type: "string" } }, required: [key] });
    const store = formOf(
      { type: "object", additionalProperties: true, anyOf: [kind("imports"), kind("contexts")] },
      { value: { imports: "a", other: "b" } },
    );
    expect(store.getGroup("").rows.map(({ key }) => key)).toEqual(["other"]);
  });
});

describe("lists", () => {
  it("keep a row's identity, errors and drafts with the row", () => {
    const store = formOf(person, { value: { rows: [{ a: "0" }, { a: "1" }, { a: "2" }] } });
    const ids = store.getGroup("/rows").rows.map(({ id }) => id);
    store.setValue("/rows/2/b", undefined, "human", {
      text: "2,",
      problem: { path: "", code: "number", message: "no number" },
    });
    store.touch("/rows/2/b");
    store.move("/rows", 2, 0);
    expect(store.getGroup("/rows").rows.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
    expect(store.getField("/rows/0/b")).toMatchObject({ text: "2,", issue: { message: "no number" } });
    expect(store.getField("/rows/2/b")).toMatchObject({ text: undefined, issue: undefined });
    store.duplicate("/rows", 0);
    store.remove("/rows", 2);
    expect(store.getValue("/rows")).toEqual([{ a: "2" }, { a: "2" }, { a: "1" }]);
    expect(store.getGroup("/rows").rows[2]!.id).toBe(ids[1]);
  });

  it("start with the rows that they must have", () => {
    const store = formOf({
      type: "object",
      required: ["p"],
      properties: { p: { type: "array", minItems: 2, items: { type: "string" } } },
    });
    expect(store.getOutput()).toEqual({ p: ["", ""] });
  });
});

it("keeps each branch's draft when a union is switched", () => {
  const store = formOf({
    type: "object",
    required: ["shape"],
    properties: {
      shape: {
        oneOf: [
          {
            type: "object",
            required: ["kind"],
            properties: { kind: { const: "circle" }, r: { type: "number" }, color: { type: "string" } },
          },
          {
            type: "object",
            required: ["kind"],
            properties: { kind: { const: "square" }, side: { type: "number" }, color: { type: "string" } },
          },
        ],
      },
    },
  });
  expect(store.getOutput()).toEqual({ shape: { kind: "circle" } });
  store.setValue("/shape/r", 2);
  store.setValue("/shape/color", "red");
  store.setBranch("/shape", 1);
  expect(store.getOutput()).toEqual({ shape: { kind: "square", color: "red" } });
  store.setValue("/shape/side", 9);
  store.setBranch("/shape", 0);
  expect(store.getOutput()).toEqual({ shape: { kind: "circle", r: 2, color: "red" } });
  store.setBranch("/shape", 1);
  expect(store.getOutput()).toEqual({ shape: { kind: "square", side: 9, color: "red" } });
});

it("renames an entry of a map in its place", () => {
  const store = formOf(
    { type: "object", properties: { env: { type: "object", additionalProperties: { type: "string" } } } },
    { value: { env: { a: "1", b: "2" } } },
  );
  const [first] = store.getGroup("/env").rows;
  renameEntry(store, "/env", "a", "z");
  expect(Object.entries(store.getValue("/env") as object)).toEqual([
    ["z", "1"],
    ["b", "2"],
  ]);
  expect(store.getGroup("/env").rows[0]).toEqual({ id: first!.id, key: "z" });
  renameEntry(store, "/env", "z", "b");
  expect(store.getValue("/env")).toEqual({ z: "1", b: "2" });
});

describe("conditions", () => {
  const spec: FormSpec = {
    fields: [
      { key: "kind", type: "text" },
      { key: "more", type: "text", visibleWhen: { field: "kind", operator: "in", value: ["a", "b"] }, required: true },
      {
        key: "list",
        type: "array",
        item: {
          type: "object",
          fields: [
            { key: "on", type: "boolean" },
            {
              key: "why",
              type: "text",
              visibleWhen: {
                all: [
                  { field: "on", operator: "eq", value: true },
                  { not: { field: "kind", operator: "eq", value: "z" } },
                ],
              },
            },
          ],
        },
      },
    ],
  };
  it("take what is hidden out of what is submitted, and keep it for when it shows again", async () => {
    const store = createFormStore(compileForm(undefined, spec), {
      createValidator,
      value: {
        kind: "a",
        more: "m",
        list: [
          { on: true, why: "x" },
          { on: false, why: "y" },
        ],
      },
    });
    expect(store.getOutput()).toEqual({ kind: "a", more: "m", list: [{ on: true, why: "x" }, { on: false }] });
    store.setValue("/kind", "z");
    expect(store.getOutput()).toEqual({ kind: "z", list: [{ on: true }, { on: false }] });
    store.setValue("/kind", "b");
    expect(store.getOutput()).toMatchObject({ more: "m" });
    store.setValue("/more", "");
    expect(store.check().map(({ path, code }) => [path, code])).toEqual([["/more", "required"]]);
    store.setValue("/kind", "c");
    expect(store.check()).toEqual([]);
    store.dispose();
  });

  it.each([
    ["is missed where the schema requires it", ["stars"], false, ["required"]],
    ["is not where only the spec does", [], true, []],
  ])("a hidden field %s", (_what, required, asked, codes) => {
    const schema = { type: "object", properties: { hotel: { type: "boolean" }, stars: { type: "integer" } }, required };
    const visibleWhen = { field: "hotel", operator: "eq", value: true } as const;
    const stars = { key: "stars", visibleWhen, ...(asked && { required: true }) };
    const store = createFormStore(compileForm(schema, { fields: [{ key: "hotel" }, stars] }), { createValidator });
    expect(store.check().map(({ code }) => code)).toEqual(codes);
    store.setValue("/hotel", true);
    expect(store.check().map(({ path }) => path)).toEqual(["/stars"]);
    store.dispose();
  });
});

describe("errors", () => {
  it("wait for the blur, then follow each change", () => {
    const store = formOf(person);
    store.setValue("/name", "A");
    expect(store.getField("/name").issue).toBeUndefined();
    store.touch("/name");
    expect(store.getField("/name").issue?.message).toBe("Must be at least 2 characters");
    store.setValue("/name", "Ad");
    expect(store.getField("/name").issue).toBeUndefined();
    store.setValue("/name", "");
    expect(store.getField("/name").issue?.code).toBe("required");
  });

  it("of the whole document come after a pause", () => {
    vi.useFakeTimers();
    const store = formOf({
      type: "object",
      properties: { a: { type: "array", items: { type: "string" }, uniqueItems: true } },
    });
    store.insert("/a");
    store.insert("/a");
    expect(store.getGroup("/a").issue).toBeUndefined();
    vi.advanceTimersByTime(500);
    expect(store.getGroup("/a").issue?.message).toBe("Items must not repeat");
    vi.useRealTimers();
  });

  it("stop a submit, and what was typed but is no value stops it too", async () => {
    const store = formOf(person, { value: { name: "Ada", address: { city: "X" } } });
    const handler = vi.fn();
    store.setValue("/age", undefined, "human", {
      text: "4x",
      problem: { path: "", code: "number", message: "Not a number" },
    });
    expect(await store.submit(handler)).toBe(false);
    expect(store.getStatus().issues).toEqual([{ path: "/age", code: "number", message: "Not a number" }]);
    expect(store.getField("/age").text).toBe("4x");
    store.setValue("/age", 4);
    expect(await store.submit(handler)).toBe(true);
    expect(handler.mock.calls).toEqual([[{ name: "Ada", address: { city: "X" }, age: 4, agree: false }]]);
  });

  it("of the server land on their field and go with the next change there", async () => {
    const store = formOf(person, { value: { name: "Ada", address: { city: "X" } } });
    expect(await store.submit(() => Promise.resolve({ "/address/city": "Unknown city", "": "Try later" }))).toBe(false);
    expect(store.getField("/address/city").issue?.message).toBe("Unknown city");
    expect(store.getStatus()).toMatchObject({
      submitting: false,
      issues: [{ path: "", message: "Try later" }, { path: "/address/city" }],
    });
    store.setValue("/address/city", "Oslo");
    expect(store.getField("/address/city").issue).toBeUndefined();
    const refusal = Object.assign(new Error("refused"), { issues: [{ path: "/name", message: "Taken" }] });
    expect(await store.submit(() => Promise.reject(refusal))).toBe(false);
    expect(store.getField("/name").issue?.message).toBe("Taken");
    expect(store.getValue("/name")).toBe("Ada");
  });

  it("do not stop a form whose schema cannot be checked here", async () => {
    const store = formOf({ type: "object", properties: { a: { $ref: "https://example.com/x" } } }, { value: { a: 1 } });
    expect(store.check()).toEqual([]);
    expect(store.getStatus().unchecked).toContain("https://example.com/x");
    expect(await store.submit(() => undefined)).toBe(true);
  });
});

it("lists what is wrong again only where a key changes it", async () => {
  const keys = Array.from({ length: 20 }, (_, index) => `p${index}`);
  const model = compileForm({
    type: "object",
    required: keys,
    properties: Object.fromEntries(keys.map((key) => [key, { type: "string", minLength: 3 }])),
  });
  const { root } = model;
  if (root.kind !== "object") throw new Error(root.kind);
  const { fields } = root;
  let looked = 0;
  Object.defineProperty(root, "fields", { get: () => (looked++, fields) });
  const store = createFormStore(model, { createValidator });
  stores.push(store);
  expect(await store.submit(() => undefined)).toBe(false);
  expect(store.getStatus().issues.map(({ path }) => path)).toEqual(keys.map((key) => `/${key}`));
  const looksOf = (text: string): number => {
    looked = 0;
    store.setValue("/p7", text);
    return looked;
  };
  looksOf("a");
  expect(looksOf("ab")).toBeLessThan(keys.length);
  expect(store.getStatus().issues.length).toBe(20);
  expect(looksOf("abc")).toBeGreaterThanOrEqual(keys.length - 1);
  expect(store.getStatus().issues.length).toBe(19);
});

describe("a model's arguments", () => {
  it("fill what no human touched, and are told apart from it", () => {
    const store = formOf(person);
    store.setValue("/name", "Mine");
    applyArguments(store, { name: "Theirs", note: "hel" });
    applyArguments(store, { name: "Theirs", note: "hello", address: { city: "Rome" } });
    expect(store.getOutput()).toMatchObject({ name: "Mine", note: "hello", address: { city: "Rome" } });
    expect([store.getField("/name").by, store.getField("/note").by]).toEqual(["human", "model"]);
    expect(argumentChanges(store)).toEqual([{ path: "/name", asked: "Theirs", value: "Mine", by: "human" }]);
  });
});

it("goes back to the start", () => {
  const store = formOf(person);
  const start = structuredClone(store.getOutput());
  store.setValue("/name", "x");
  store.setValue("/address/city", "y");
  store.touch("/name");
  expect(store.getStatus().dirty).toBe(true);
  store.reset();
  expect(store.getOutput()).toEqual(start);
  expect(store.getStatus()).toMatchObject({ dirty: false, attempts: 0 });
  expect(store.getField("/name").issue).toBeUndefined();
});

describe("undo", () => {
  it("takes typing in one field as one step, until a pause, another field or leaving it", () => {
    vi.useFakeTimers();
    const store = formOf(person, { value: { name: "" } });
    const steps = () => {
      const values: unknown[] = [];
      while (store.undo() !== undefined) values.push(store.getValue("/name"));
      while (store.redo() !== undefined);
      return values;
    };
    for (const text of ["A", "Ad", "Ada"]) store.setValue("/name", text);
    expect(steps()).toEqual([""]);
    store.setValue("/name", "Ada ");
    vi.advanceTimersByTime(1_500);
    store.setValue("/name", "Ada L");
    expect(steps()).toEqual(["Ada ", "Ada", ""]);
    store.setValue("/name", "Ada Lo");
    store.touch("/name");
    store.setValue("/name", "Ada Lov");
    expect(steps()).toEqual(["Ada Lo", "Ada L", "Ada ", "Ada", ""]);
    vi.useRealTimers();
  });

  it("is kept for so many steps, and says where it leads", () => {
    const store = formOf(person, { historySteps: 3 });
    for (const name of ["a", "b", "c", "d", "e"]) {
      store.setValue("/name", name);
      store.touch("/name");
    }
    store.setValue("/address/city", "Oslo");
    expect([store.undo(), store.undo(), store.undo(), store.undo()]).toEqual([
      "/address/city",
      "/name",
      "/name",
      undefined,
    ]);
    expect(store.getValue("/name")).toBe("c");
    expect(store.getStatus()).toMatchObject({ canUndo: false, canRedo: true, dirty: true });
    store.setValue("/name", "x");
    expect(store.getStatus()).toMatchObject({ canUndo: true, canRedo: false });
  });

  it("brings back what a reset took, and errors show for what stands", () => {
    const store = formOf(person, { value: { name: "Ada" } });
    store.setValue("/name", "A");
    store.touch("/name");
    store.reset();
    expect(store.getField("/name")).toMatchObject({ value: "Ada", issue: undefined });
    store.undo();
    expect(store.getField("/name")).toMatchObject({ value: "A", issue: { code: "minLength" } });
    expect(store.getStatus().dirty).toBe(true);
  });

  it("after a submit goes back to what is not submitted, and the owner's own value is no step", async () => {
    const store = formOf(person, { value: { name: "Ada", address: { city: "X" } } });
    store.setValue("/name", "Grace");
    await store.submit(() => undefined);
    expect(store.getStatus().dirty).toBe(false);
    store.undo();
    expect(store.getStatus().dirty).toBe(true);
    store.redo();
    expect(store.getStatus().dirty).toBe(false);
    store.follow({ name: "GRACE" });
    store.undo();
    expect(store.getValue("/name")).toBe("Ada");
  });

  it("leaves the states of fields alone that it does not change", () => {
    const store = formOf(person, { value: { name: "Ada", rows: [{ a: "1" }] } });
    const told: string[] = [];
    for (const path of ["/name", "/note", "/rows/0/a"]) store.subscribe(path, () => told.push(path));
    const [name, row, rows] = [store.getField("/name"), store.getField("/rows/0/a"), store.getGroup("/rows")];
    store.setValue("/note", "x");
    store.undo();
    expect(told).toContain("/note");
    expect([store.getField("/name"), store.getField("/rows/0/a"), store.getGroup("/rows")]).toEqual([name, row, rows]);
    expect(store.getField("/name")).toBe(name);
    expect(store.getGroup("/rows")).toBe(rows);
  });
});

it("does not refuse to submit for half a number in a field that is hidden by now", async () => {
  const store = createFormStore(
    compileForm(undefined, {
      fields: [
        { key: "on", type: "boolean" },
        { key: "n", type: "number", visibleWhen: { field: "on", operator: "eq", value: true } },
      ],
    }),
    { createValidator, value: { on: true } },
  );
  stores.push(store);
  store.setValue("/n", undefined, "human", { text: "1e", problem: { path: "", code: "number", message: "no" } });
  expect(await store.submit(() => undefined)).toBe(false);
  store.setValue("/on", false);
  expect(await store.submit(() => undefined)).toBe(true);
});

it("keeps what is half typed in a branch, and its inner branches, when a union is switched", () => {
  const inner = (kind: string): JsonSchema => ({ type: "object", required: ["t"], properties: { t: { const: kind } } });
  const outer = (kind: string): JsonSchema => ({
    type: "object",
    required: ["k"],
    properties: { k: { const: kind }, n: { type: "number" }, sub: { oneOf: [inner("x"), inner("y")] } },
  });
  const store = formOf({ type: "object", required: ["u"], properties: { u: { oneOf: [outer("a"), outer("b")] } } });
  store.setValue("/u/n", undefined, "human", { text: "1e", problem: { path: "", code: "number", message: "no" } });
  store.setBranch("/u/sub", 1);
  store.setBranch("/u", 1);
  expect(store.getField("/u/n").text).toBeUndefined();
  expect(store.getGroup("/u/sub").branch).toBe(-1);
  store.setBranch("/u", 0);
  expect(store.getField("/u/n").text).toBe("1e");
  expect(store.getGroup("/u/sub").branch).toBe(1);
});

it.each([
  [{ type: "string" }, "x", ""],
  [{ type: "number" }, 1, null],
  [{ type: ["string", "null"] }, "x", null],
] as const)("an entry of %j whose value is cleared keeps its name", (entry, value, cleared) => {
  const beside = { type: "object", properties: { b: { type: "string" } } } as const;
  for (const schema of [
    { type: "object", additionalProperties: entry },
    { ...beside, additionalProperties: entry },
  ]) {
    const store = formOf(schema as unknown as JsonSchema, { value: { a: value } });
    store.setValue("/a", "", "human");
    expect(store.getOutput()).toEqual({ a: cleared });
  }
});
