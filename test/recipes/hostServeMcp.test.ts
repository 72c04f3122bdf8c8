import { createRegistry, defineTool, type ToolRegistration } from "@callboard/core";
import { serve } from "@callboard/server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostOverMcp } from "./hostServeMcp.ts";

test(
  "a host has its tools in a client of the older library, with what it says of them",
  { timeout: 60_000 },
  async () => {
    const store = await memoryStore();
    const registry = createRegistry();
    registry.register(
      defineTool({
        slug: "find_order",
        name: "Find an order",
        description: "Finds an order by its number.",
        category: "orders",
        icon: "search",
        inputSchema: z.object({ number: z.string() }),
        outputSchema: z.object({ status: z.string() }),
        execute: ({ number }) => ({ status: number === "A-1" ? "shipped" : "unknown" }),
      }) as ToolRegistration,
    );
    const host = hostOverMcp({ registry, store });
    const serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
    const client = new Client({ name: "test", version: "1.0.0" });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`)));
      expect(client.getServerVersion()).toMatchObject({ title: "Acme tools" });
      expect(client.getInstructions()).toContain("find_order");
      const { tools } = await client.listTools();
      expect(tools.map(({ title }) => title)).toContain("Find an order");
      const found = await client.callTool({ name: "find_order", arguments: { number: "A-1" } });
      expect(found.structuredContent).toEqual({ status: "shipped" });
    } finally {
      await client.close();
      await serving.close();
      await store.close();
    }
  },
);
