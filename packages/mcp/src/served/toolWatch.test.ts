import { defineTool, type ToolRegistration } from "@callboard/core";
import { createMemoryVisibility } from "@callboard/core/access";
import { createTransport, mcpKeysClient } from "@callboard/core/client";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ERAS, startServedHost, type Era, type ServedHost } from "../testing/fixtures/servedClient.ts";

vi.setConfig({ testTimeout: 60_000 });

const ACME_ID = "00000000-0000-4000-8000-0000000000ac";
const OTHER_ID = "00000000-0000-4000-8000-0000000000ab";
const ada = { userId: "ada", tenantId: ACME_ID, tenantSlug: "acme", permissions: [] };
const eve = { userId: "eve", tenantId: OTHER_ID, tenantSlug: "other", permissions: [] };
const tool = (slug: string) =>
  defineTool({
    slug,
    name: slug,
    description: `Does ${slug}.`,
    category: "orders",
    icon: "box",
    inputSchema: z.object({}),
    outputSchema: z.string(),
    execute: () => slug,
  }) as ToolRegistration;
const visibility = createMemoryVisibility();
let host: ServedHost;

beforeAll(async () => {
  host = await startServedHost([tool("find"), tool("count")], { actor: { ada, eve }, visibility });
}, 60_000);
afterAll(() => host.close());

const soon = { timeout: 20_000, interval: 50 };

/** A client that reads the tools again each time that it hears of others. */
async function listen(era: Era, token: string): Promise<{ client: Client; heard: string[][] }> {
  const heard: string[][] = [];
  const onChanged = (error: Error | null, tools: { name: string }[] | null) =>
    void heard.push(error ? [error.message] : (tools ?? []).map(({ name }) => name).toSorted());
  const client = await host.connect(token, era, { listChanged: { tools: { onChanged, debounceMs: 0 } } });
  await client.listTools();
  return { client, heard };
}

afterEach(() => {
  host.registry.remove("fresh");
  visibility.setEnabled(ACME_ID, "count", null);
});

describe.each(ERAS)("a client that listens (%s)", (era) => {
  it("hears of a tool that is switched off and on again, and nobody of another tenant does", async () => {
    const { client, heard } = await listen(era, "ada");
    const other = await listen(era, "eve");
    visibility.setEnabled(ACME_ID, "count", false);
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(["find"]), soon);
    visibility.setEnabled(ACME_ID, "count", null);
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(["count", "find"]), soon);
    visibility.setEnabled(OTHER_ID, "find", false);
    await vi.waitFor(() => expect(other.heard.at(-1)).toEqual(["count"]), soon);
    visibility.setEnabled(OTHER_ID, "find", null);
    await vi.waitFor(() => expect(other.heard.at(-1)).toEqual(["count", "find"]), soon);
    expect(heard).toHaveLength(2);
    await client.close();
    await other.client.close();
  });

  it("hears of a tool that is new, and of one that has changed", async () => {
    const { client, heard } = await listen(era, "ada");
    host.registry.register(tool("fresh"));
    await vi.waitFor(() => expect(heard).toEqual([["count", "find", "fresh"]]), soon);
    host.registry.remove("fresh");
    host.registry.register({ ...tool("fresh"), description: "Does something else." } as ToolRegistration);
    await vi.waitFor(() => expect(heard).toHaveLength(2), soon);
    host.registry.remove("fresh");
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(["count", "find"]), soon);
    await client.close();
  });

  it("hears nothing more by a key that is revoked", async () => {
    const keys = mcpKeysClient(createTransport({ baseUrl: host.serving.url, token: () => "ada" }));
    const { id, secret } = await keys.create({ name: "Laptop" });
    const { client, heard } = await listen(era, secret);
    await keys.revoke(id);
    const witness = await listen(era, "ada");
    visibility.setEnabled(ACME_ID, "count", false);
    await vi.waitFor(() => expect(witness.heard).toHaveLength(1), soon);
    expect(heard.filter((names) => names.includes("find"))).toEqual([]);
    visibility.setEnabled(ACME_ID, "count", null);
    await client.close();
    await witness.client.close();
  });
});

it("tells the client that began the host over its streams", async () => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const handle = await host.mcp.overStdio({ actor: ada, transport: there });
  const heard = vi.fn();
  const onChanged = () => heard();
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" }, listChanged: { tools: { onChanged, autoRefresh: false, debounceMs: 0 } } },
  );
  await client.connect(here);
  visibility.setEnabled(ACME_ID, "count", false);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), soon);
  await client.close();
  await handle.close();
});

it("has nothing to report of all this", () => {
  expect(host.problems).toEqual([]);
});
