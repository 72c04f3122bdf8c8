import { createRegistry } from "@callboard/core";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import tipSplitter from "./definition.ts";
import { mcpServer } from "./mcpServer.ts";

test("an MCP client lists what its caller may use, runs it, and is told what went wrong", async () => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  registry.register({ ...tipSplitter, slug: "of-others", tenantSlugs: ["other"] });
  registry.register({ ...tipSplitter, slug: "as_list", outputSchema: undefined, execute: () => [1, 2] });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = mcpServer(registry, { userId: "ada", spaceId: null, requestId: "r1", tenantSlug: "acme" });
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);

  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["as_list", "tip-splitter"]);
  const run = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  expect(await run("tip-splitter", { bill: 60, people: 3 })).toMatchObject({
    structuredContent: { each: 22 },
    content: [{ text: '{"each":22}' }],
  });
  expect(await run("as_list", { bill: 60 })).toMatchObject({ content: [{ text: "[1,2]" }] });
  expect(await run("tip-splitter", { bill: -1 })).toMatchObject({ isError: true });
  expect(await run("of-others", { bill: 1 })).toMatchObject({ isError: true });
  await client.close();
});
