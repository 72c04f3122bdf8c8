import { createRegistry, defineTool, type ToolRegistration } from "@callboard/core";
import { serveMcp } from "@callboard/mcp";
import { createPlatform } from "@callboard/platform";
import { createHost, DEFAULT_TENANT_ID, serve } from "@callboard/server";
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostOverMcp } from "./hostServeMcp.ts";
import { nameProject } from "./tools.ts";

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

test("a tool asks the model of its client", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const registry = createRegistry();
  registry.register(nameProject as ToolRegistration);
  const serving = await serve(hostOverMcp({ registry, store }), { port: 0, hostname: "127.0.0.1" });
  const client = new NewClient(
    { name: "test", version: "1.0.0" },
    { capabilities: { sampling: {} }, versionNegotiation: { mode: "auto" } },
  );
  client.setRequestHandler("sampling/createMessage", ({ params }) => ({
    role: "assistant",
    model: "small",
    content: { type: "text", text: JSON.stringify(params.messages).includes("moss") ? "Evergreen" : "?" },
  }));
  try {
    await client.connect(new NewTransport(new URL(`${serving.url}/mcp`)));
    const named = await client.callTool({ name: "name-project", arguments: { about: "moss" } });
    expect(named.structuredContent).toEqual({ name: "Evergreen" });
  } finally {
    await client.close();
    await serving.close();
    await store.close();
  }
});

test("a tool written in a page reaches the clients that are connected", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const permissions = ["create", "read", "update"].map((act) => `tools.tenant.${act}`);
  const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions };
  const registry = createRegistry();
  registry.register(nameProject as ToolRegistration);
  const host = createHost({ registry, store, actor: { ada }, modules: [createPlatform(), serveMcp()] });
  const serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  let names: string[] = [];
  const onChanged = (_error: Error | null, tools: { name: string }[] | null) => {
    names = (tools ?? []).map(({ name }) => name);
  };
  const client = new NewClient(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" }, listChanged: { tools: { onChanged } } },
  );
  const asAda = { authorization: "Bearer ada" };
  const ask = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${serving.url}${path}`, {
      method,
      headers: { "content-type": "application/json", ...asAda, ...headers },
      body: JSON.stringify(body),
    });
  try {
    await client.connect(new NewTransport(new URL(`${serving.url}/mcp`), { requestInit: { headers: asAda } }));
    const made = await ask("POST", "/api/tools", {
      slug: "haiku",
      name: "Haiku",
      description: "Names a haiku.",
      category: "words",
      icon: "feather",
      inputSchema: { type: "object", properties: { about: { type: "string" } }, required: ["about"] },
      executionSpec: {
        kind: "composition",
        steps: [{ id: "name", tool: "name-project", input: { about: { $from: "input", path: "/about" } } }],
      },
    });
    expect(made.status).toBe(201);
    await vi.waitFor(() => expect(names).toContain("haiku"), { timeout: 20_000, interval: 50 });
    const off = await ask(
      "PATCH",
      "/api/tools/haiku",
      { enabled: false },
      { "if-match": made.headers.get("etag") ?? "" },
    );
    expect(off.status).toBe(200);
    await vi.waitFor(() => expect(names).not.toContain("haiku"), { timeout: 20_000, interval: 50 });
  } finally {
    await client.close();
    await serving.close();
    await store.close();
  }
});
