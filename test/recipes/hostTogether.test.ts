import { createRegistry } from "@callboard/core";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { ask } from "../setup/ask.ts";
import { togetherHost } from "./hostTogether.ts";
import lunchVote from "./togetherTool.ts";

test("the guide's tool is voted on in the guide's host", async () => {
  const registry = createRegistry();
  registry.register(lunchVote);
  const store = await memoryStore();
  const host = togetherHost(registry, store);
  try {
    const launched = await ask<{ session: { id: string; share_token: string } }>(
      host,
      "POST",
      "/api/tools/lunch-vote/sessions",
      { body: { share: { role: "submit" } } },
    );
    const { id, share_token: token } = launched.body.session;
    for (const place of ["Pizza", "Salad", "Pizza"])
      await ask(host, "POST", `/api/tool-sessions/${id}/submissions`, { token, body: { input: { place } } });
    const { body } = await ask<{ aggregate: unknown }>(host, "GET", `/api/tool-sessions/${id}`, { token });
    expect(body.aggregate).toEqual([
      { place: "Pizza", votes: 2 },
      { place: "Salad", votes: 1 },
    ]);
  } finally {
    await host.close();
    await store.close();
  }
});
