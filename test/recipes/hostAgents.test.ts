import { createRegistry } from "@callboard/core";
import { chatClient, createTransport } from "@callboard/core/client";
import { createScriptedModel } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithAgents } from "./hostAgents.ts";

test("a module brings an agent that a message names", { timeout: 120_000 }, async () => {
  const store = await memoryStore();
  const model = createScriptedModel({ turns: [{ steps: [["Hola."]] }] });
  const host = hostWithAgents({ registry: createRegistry(), store, model });
  const chat = chatClient(
    createTransport({ baseUrl: "http://localhost", fetch: (url, init) => host.fetch(new Request(String(url), init)) }),
  );
  expect((await chat.agents()).map(({ slug }) => slug)).toEqual(["default", "translator"]);
  const { sessionId } = await chat.send("Hello.", { agent: "translator" });
  const events = await store.log("00000000-0000-0000-0000-000000000000").read(sessionId);
  expect(events.find(({ type }) => type === "agent.started")).toMatchObject({ name: "Translator" });
  await host.close();
  await store.close();
});
