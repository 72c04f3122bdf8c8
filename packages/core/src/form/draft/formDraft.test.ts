import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import { compileForm } from "../model/compile.ts";
import { createDraftKeeper } from "./draftKeeper.ts";
import { draftKey, getDraft, restoreDraft, type DraftStorage } from "./formDraft.ts";
import { applyArguments } from "../state/prefill.ts";
import { addEntry } from "../state/mapEntries.ts";
import { createFormStore } from "../state/formStore.ts";
import { applyJsonText, toJsonText } from "../state/jsonText.ts";
import { withoutSecrets } from "../model/secrets.ts";

const stores: { dispose(): void }[] = [];
const formOf = (schema: JsonSchema, value?: unknown) => {
  const store = createFormStore(compileForm(schema), { createValidator, value });
  stores.push(store);
  return store;
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stores.splice(0).forEach((store) => store.dispose());
  vi.useRealTimers();
});

const shape: JsonSchema = {
  oneOf: [
    { type: "object", required: ["kind"], properties: { kind: { const: "circle" }, r: { type: "number" } } },
    { type: "object", required: ["kind"], properties: { kind: { const: "square" }, side: { type: "number" } } },
  ],
};
const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: "integer", default: 30 },
    n: { type: "number" },
    range: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false },
    rows: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
    shape,
    env: { type: "object", additionalProperties: { type: "string" } },
  },
};
const half = { text: "1e", problem: { path: "", code: "number", message: "no number" } };
const overJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("a draft", () => {
  it("brings everything back: values, half a number, another branch's draft, who set what, what was cleared", () => {
    const store = formOf(schema);
    store.setValue("/name", "Ada");
    store.setValue("/age", "");
    store.setValue("/n", undefined, "human", half);
    store.setValue("/range/1", 5);
    store.insert("/rows");
    store.setValue("/rows/0/a", "row");
    store.setBranch("/shape", 0);
    store.setValue("/shape/r", 2);
    store.setBranch("/shape", 1);
    store.setValue("/shape/side", 4);
    addEntry(store, "/env", "__proto__");
    store.setValue("/env/__proto__", "own");
    applyArguments(store, { name: "Theirs" });

    const next = formOf(schema);
    expect(restoreDraft(next, overJson(getDraft(store, "key", 7)), "key")).toBe(true);
    expect(next.getOutput()).toEqual(store.getOutput());
    expect(JSON.stringify(next.getValue("/env"))).toBe('{"__proto__":"own"}');
    for (const path of ["/name", "/age", "/n", "/rows/0/a", "/shape/side", "/env/__proto__"]) {
      const { value, text, by } = store.getField(path);
      expect(next.getField(path)).toMatchObject({ value, text, by });
    }
    expect(next.getValue("/range")).toEqual([undefined, 5]);
    next.setBranch("/shape", 0);
    expect(next.getValue("/shape")).toEqual({ kind: "circle", r: 2 });
    expect(next.getStatus()).toMatchObject({ dirty: true });
    next.reset();
    expect(next.getOutput()).toEqual({ age: 30 });
    next.undo();
    expect(next.getOutput()).toMatchObject({ name: "Ada", rows: [{ a: "row" }] });
  });

  it("holds JSON that is none yet", () => {
    const store = formOf(schema);
    applyJsonText(store, '{"name": ');
    const next = formOf(schema);
    restoreDraft(next, overJson(getDraft(store, "key", 7)), "key");
    expect(toJsonText(next).text).toBe('{"name": ');
  });

  it("is not taken for what it is not", () => {
    const draft = overJson(getDraft(formOf(schema, { name: "x" }), "key", 7));
    const store = formOf(schema);
    for (const other of [null, 1, "x", [], {}, { ...draft, v: 2 }, { ...draft, key: "another" }]) {
      expect(restoreDraft(store, other, "key")).toBe(false);
    }
    const nonsense = { below: [["name", 3], 4, ["n"]], branch: { index: "x" }, by: "root", text: 5 };
    expect(restoreDraft(store, { ...draft, marks: nonsense, json: [] }, "key")).toBe(true);
    expect(store.getOutput()).toEqual({ name: "x", age: 30 });
  });

  it("is one tool's, one user's and one schema's", () => {
    const keys = [
      draftKey("a", "u", schema),
      draftKey("b", "u", schema),
      draftKey("a", "v", schema),
      draftKey("a:u", "", schema),
      draftKey("a", "u", { ...schema, required: ["name"] }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    const { properties, type } = schema;
    expect(draftKey("a", "u", { properties, type } as JsonSchema)).toBe(keys[0]);
  });
});

describe("secrets", () => {
  const secret = "hunter2hunter2";
  const secrets: JsonSchema = {
    type: "object",
    properties: {
      user: { type: "string" },
      password: { type: "string", format: "password" },
      token: { type: "string", writeOnly: true },
      pin: { type: "integer", "x-secret": true },
      maybe: { anyOf: [{ type: "string", format: "password" }, { type: "null" }] },
      vault: { type: "object", "x-secret": true, properties: { a: { type: "string" } } },
      headers: { type: "object", additionalProperties: { type: "string", writeOnly: true } },
      list: { type: "array", items: { type: "object", properties: { key: { type: "string", format: "password" } } } },
      auth: {
        oneOf: [
          { type: "object", required: ["kind"], properties: { kind: { const: "none" } } },
          {
            type: "object",
            required: ["kind"],
            properties: { kind: { const: "basic" }, pass: { type: "string", format: "password" } },
          },
        ],
      },
      free: { type: "object", patternProperties: { "^s": { type: "string", writeOnly: true } }, not: { const: 1 } },
    },
  };
  const paths = ["/password", "/token", "/maybe", "/vault/a", "/list/0/key", "/auth/pass"];

  it("are in no draft: not as values, half-typed texts, other branches or JSON", () => {
    const store = formOf(secrets, { list: [{}], headers: { a: secret }, free: { s: secret } });
    store.setBranch("/auth", 1);
    for (const path of paths) store.setValue(path, secret);
    store.setValue("/pin", undefined, "human", { text: secret, problem: half.problem });
    expect(JSON.stringify(store.getContent().value)).toContain(secret);
    store.setValue("/user", "ada");
    store.setBranch("/auth", 0);
    const first = getDraft(store, "key", 1);
    expect(JSON.stringify(first)).not.toContain(secret);
    expect(first.value).toMatchObject({ user: "ada" });
    applyJsonText(store, `{"password":"${secret}"`);
    expect(JSON.stringify(getDraft(store, "key", 1))).not.toContain(secret);
  });

  it("are not taken from a draft either, in case it was kept when they were none", () => {
    const open = formOf({ type: "object", properties: { password: { type: "string" } } });
    open.setValue("/password", secret);
    const store = formOf({ type: "object", properties: { password: { type: "string", format: "password" } } });
    restoreDraft(store, overJson(getDraft(open, "key", 1)), "key");
    expect(store.getOutput()).toEqual({});
  });

  it("leave what is none as it is", () => {
    const { model } = formOf(schema);
    const value = { name: "x", rows: [{ a: "1" }] };
    expect(withoutSecrets(model.root, value)).toBe(value);
  });
});

describe("a draft that is kept", () => {
  const storageOf = () => {
    const kept = new Map<string, unknown>();
    const storage: DraftStorage = {
      get: (key) => kept.get(key),
      set: (key, draft) => void kept.set(key, overJson(draft)),
      remove: (key) => void kept.delete(key),
    };
    return { kept, storage };
  };

  it("is written while somebody types, without waiting for a pause, and at once when asked", () => {
    const { kept, storage } = storageOf();
    const store = formOf(schema);
    const keeper = createDraftKeeper(store, { storage, key: "k", pause: 400 });
    for (let index = 0; index < 5; index++) {
      store.setValue("/name", "x".repeat(index + 1));
      vi.advanceTimersByTime(90);
    }
    expect(kept.get("k")).toMatchObject({ value: { name: "xxxxx" } });
    store.setValue("/name", "y");
    keeper.save();
    expect(kept.get("k")).toMatchObject({ value: { name: "y" } });
    keeper.stop();
    store.setValue("/name", "z");
    vi.advanceTimersByTime(1_000);
    expect(kept.get("k")).toMatchObject({ value: { name: "y" } });
  });

  it("loses nothing wherever the page dies after a save", async () => {
    const { kept, storage } = storageOf();
    const text = "typed";
    for (let length = 1; length <= text.length; length++) {
      const store = formOf(schema);
      const keeper = createDraftKeeper(store, { storage, key: "k" });
      await keeper.restore();
      expect(store.getValue("/name") ?? "").toBe(text.slice(0, length - 1));
      store.setValue("/name", text.slice(0, length));
      keeper.save();
    }
    expect(kept.get("k")).toMatchObject({ value: { name: text } });
  });

  it("goes when it is submitted, discarded, or typed back by undo", async () => {
    const { kept, storage } = storageOf();
    const store = formOf(schema);
    const keeper = createDraftKeeper(store, { storage, key: "k" });
    const type = () => {
      store.setValue("/name", "x");
      keeper.save();
      expect(kept.size).toBe(1);
    };
    type();
    await store.submit(() => undefined);
    expect(kept.size).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(kept.size).toBe(0);
    store.setValue("/name", "");
    type();
    keeper.discard();
    expect(kept.size).toBe(0);
    expect(store.getOutput()).toEqual({ age: 30 });
  });

  it("comes back with its time, but not over what was typed meanwhile", async () => {
    const { kept, storage } = storageOf();
    vi.setSystemTime(5_000);
    const first = formOf(schema);
    first.setValue("/name", "old");
    kept.set("k", overJson(getDraft(first, "k", Date.now())));
    const store = formOf(schema);
    expect(await createDraftKeeper(store, { storage, key: "k" }).restore()).toBe(5_000);
    expect(store.getValue("/name")).toBe("old");
    const late = formOf(schema);
    late.setValue("/name", "new");
    expect(await createDraftKeeper(late, { storage, key: "k" }).restore()).toBeUndefined();
    expect(late.getValue("/name")).toBe("new");
  });

  it("does not break the form where storage refuses", async () => {
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const errors: unknown[] = [];
    const store = formOf(schema);
    const keeper = createDraftKeeper(store, {
      storage: { get: refuse, set: refuse, remove: () => Promise.reject(new Error("gone")) },
      key: "k",
      onError: (error) => errors.push(error),
    });
    expect(await keeper.restore()).toBeUndefined();
    store.setValue("/name", "x");
    keeper.save();
    expect(await store.submit(() => undefined)).toBe(true);
    await Promise.resolve();
    expect(errors).toHaveLength(3);
  });
});
