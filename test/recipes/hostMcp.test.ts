import { createRegistry } from "@callboard/core";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithServers } from "./hostMcp.ts";

test("a host has the tools of a server that npx starts, and starts beside one that is away", async () => {
  const store = await memoryStore();
  const problems: string[] = [];
  const host = hostWithServers(
    { registry: createRegistry(), store, onProblem: (message) => void problems.push(message) },
    "http://127.0.0.1:1/mcp",
    "key",
  );
  try {
    await host.ready;
    await expect
      .poll(async () => await (await host.fetch(new Request("http://localhost/api/tools"))).text(), { timeout: 30_000 })
      .toContain('"source":"everything"');
    expect(problems.join()).toContain('The MCP server "weather"');
    expect(problems.join()).not.toContain("key");
  } finally {
    await host.close();
    await store.close();
  }
});
