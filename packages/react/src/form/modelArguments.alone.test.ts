import { compileForm, createFormStore, type FormStore } from "@callboard/core/form";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelArguments } from "./modelArguments.ts";

const model = compileForm({ type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } });

let store: FormStore;
let given: ModelArguments;
beforeEach(async () => {
  // A page that has not fetched the code that fills in arguments.
  vi.resetModules();
  const { createModelArguments } = await import("./modelArguments.ts");
  store = createFormStore(model, {
    createValidator: () => ({ validate: () => [] }),
    prepare: () => given.settled(),
  });
  given = createModelArguments(store);
});
afterEach(() => store.dispose());

describe("a model's arguments that come before the code that fills them in", () => {
  it("wait for it, the last of them", async () => {
    given.apply({ city: "Lyo" }, { partial: true });
    given.apply({ city: "Lyon", days: 3 });
    expect(given.changes()).toEqual([]);
    expect(store.getOutput()).toEqual({});
    await given.settled();
    expect(store.getOutput()).toEqual({ city: "Lyon", days: 3 });
    expect(store.getField("/city").by).toBe("model");
    expect(given.settled()).toBeUndefined();
  });

  it("leave what a human typed meanwhile", async () => {
    given.apply({ city: "Lyon", days: 3 });
    store.setValue("/city", "Nantes");
    await given.settled();
    expect(store.getOutput()).toEqual({ city: "Nantes", days: 3 });
    expect(given.changes()).toEqual([{ path: "/city", asked: "Lyon", value: "Nantes", by: "human" }]);
  });

  it("are part of a submit", async () => {
    given.apply({ city: "Lyon" });
    const submitted = vi.fn();
    expect(await store.submit(submitted)).toBe(true);
    expect(submitted).toHaveBeenCalledWith({ city: "Lyon" });
  });

  it.each(["reset", "undo"] as const)("are dropped by %s", async (act) => {
    store.setValue("/days", 2);
    given.apply({ city: "Lyon" });
    store[act]();
    await given.settled();
    expect(store.getOutput()).toEqual({});
  });
});

it("fills in at once from then on", async () => {
  given.apply({ city: "Ly" }, { partial: true });
  await given.settled();
  given.apply({ city: "Lyon" });
  expect(store.getOutput()).toEqual({ city: "Lyon" });
});
