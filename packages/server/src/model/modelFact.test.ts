import { createRegistry, needsModel } from "@callboard/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHost, type Host } from "../host.ts";
import type { HostModule } from "../kernel/module.ts";
import type { Store } from "../store.ts";
import { ask } from "../../../../test/setup/ask.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { createScriptedModel } from "./scriptedModel.ts";

const registry = createRegistry();
registry.register({
  slug: "review",
  name: "Review",
  description: "Has an agent review a text.",
  category: "test",
  icon: "pen",
  inputSchema: { type: "object" },
  outputSchema: {},
  available: needsModel(),
  execute: () => "reviewed",
});

let store: Store;
const hosts: Host[] = [];
beforeAll(async () => void (store = await memoryStore()), 60_000);
afterAll(async () => {
  for (const host of hosts) await host.close();
  await store.close();
});

const told = (model: boolean): HostModule => ({ name: "told", open: () => ({ facts: async () => ({ model }) }) });
const model = createScriptedModel({ turns: [] });

it.each([
  ["without a model", {}, "model"],
  ["with one", { model }, undefined],
  ["whose module says that its model only plays examples", { model, modules: [told(false)] }, "model"],
])("a host %s says so of the tools that need one, and runs them accordingly", async (_how, options, needs) => {
  const host = createHost({ registry, store, onProblem: () => {}, ...options });
  hosts.push(host);
  const { body: tools } = await ask<{ needs?: string }[]>(host, "GET", "/api/tools");
  expect(tools[0]?.needs).toBe(needs);
  const run = await ask(host, "POST", "/api/tools/review/run", { body: { input: {} }, headers: { prefer: "wait" } });
  expect(run.status).toBe(needs === undefined ? 200 : 403);
});
