import { describe, expect, it } from "vitest";
import { compileForm } from "./compile.ts";
import { createLightFormStore } from "./formStore.ts";
import { createPrefill, type CreatePrefill } from "./prefill.ts";

const model = compileForm({ type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } });
const options = { createValidator: () => ({ validate: () => [] }) };

function start() {
  let arrive: (create: CreatePrefill) => void = () => {};
  let asked = 0;
  const fetch = () => {
    asked++;
    return new Promise<CreatePrefill>((resolve) => (arrive = resolve));
  };
  const store = createLightFormStore(model, options, { fetch });
  return { store, arrive: () => arrive(createPrefill), asked: () => asked };
}

describe("a form that fetches what takes arguments", () => {
  it("fetches it once, when arguments come, and takes the latest", async () => {
    const { store, arrive, asked } = start();
    expect(asked()).toBe(0);
    store.applyArguments({ city: "Lyo" }, { partial: true });
    store.applyArguments({ city: "Lyon", days: 3 });
    expect(store.changes()).toEqual([]);
    arrive();
    await store.prepareArguments();
    expect(asked()).toBe(1);
    expect(store.getOutput()).toEqual({ city: "Lyon", days: 3 });
    expect(store.getField("/city").by).toBe("model");
    store.dispose();
  });

  it("keeps what a human typed meanwhile", async () => {
    const { store, arrive } = start();
    store.applyArguments({ city: "Lyon", days: 3 });
    store.setValue("/city", "Nantes");
    arrive();
    await store.prepareArguments();
    expect(store.getOutput()).toEqual({ city: "Nantes", days: 3 });
    expect(store.changes()).toEqual([{ path: "/city", asked: "Lyon", value: "Nantes", by: "human" }]);
    store.dispose();
  });

  it("submits no less than what came", async () => {
    const { store, arrive } = start();
    store.applyArguments({ city: "Lyon" });
    let submitted: unknown;
    const done = store.submit((value) => void (submitted = value));
    arrive();
    expect(await done).toBe(true);
    expect(submitted).toEqual({ city: "Lyon" });
    store.dispose();
  });

  it("forgets arguments that came before a reset", async () => {
    const { store, arrive } = start();
    store.applyArguments({ city: "Lyon" });
    store.reset();
    arrive();
    await store.prepareArguments();
    expect(store.getOutput()).toEqual({});
    store.dispose();
  });
});
