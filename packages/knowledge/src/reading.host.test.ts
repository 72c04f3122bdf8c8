import { createRegistry } from "@callboard/core";
import type { KnowledgeOverview } from "@callboard/core/client";
import { createHost, createStore } from "@callboard/server";
import { expect, it } from "vitest";
import { ask } from "../../../test/setup/ask.ts";
import { createKnowledge, type DocumentSource } from "./index.ts";

it("documents are said to be read until the last source of the tenant is", { timeout: 60_000 }, async () => {
  const store = await createStore();
  const lines: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const file = { path: "a.md", bytes: 3, modifiedAt: 1, read: () => Promise.resolve("# A") };
  const first: DocumentSource = { name: "first", list: () => Promise.resolve([file]) };
  const second: DocumentSource = { name: "second", list: () => held.then(() => [file]) };
  const host = createHost({
    registry: createRegistry(),
    store,
    modules: [createKnowledge({ sources: [{ source: first }, { source: second }], log: (line) => lines.push(line) })],
  });
  await host.ready;
  const reading = async () => (await ask<KnowledgeOverview>(host, "GET", "/api/knowledge")).body.reading;
  await expect.poll(() => lines.join("\n"), { timeout: 30_000 }).toContain("first is read");
  expect(await reading()).toEqual({ done: 0, total: 0 });
  release();
  await expect.poll(reading, { timeout: 30_000 }).toBeNull();
  await host.close();
  await store.close();
});
