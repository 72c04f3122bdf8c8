import { request as askHttp } from "node:http";
import { createRegistry, defineTool, type ToolRegistration } from "@callboard/core";
import {
  createHost,
  createStore,
  DEFAULT_TENANT_ID,
  HostRefusal,
  serve,
  type Serving,
  type Store,
} from "@callboard/server";
import { Client, StreamableHTTPClientTransport, type ClientOptions } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { serveMcp } from "./serveMcp.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["reports.read"] };
const OTHER_ID = "00000000-0000-4000-8000-0000000000aa";
const eve = { userId: "eve", tenantId: OTHER_ID, tenantSlug: "other", permissions: [] };
const stopped = vi.fn();
const problems: string[] = [];
let store: Store;
let serving: Serving;

const tools: ToolRegistration[] = [
  defineTool({
    slug: "add",
    name: "Add two numbers",
    description: "Adds two numbers.",
    category: "math",
    icon: "calculator",
    inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
    outputSchema: z.object({ sum: z.number() }),
    execute: ({ a, b }) => ({ sum: a + b }),
  }),
  defineTool({
    slug: "words",
    name: "Words",
    description: "Splits a text into words.",
    category: "text",
    icon: "no-such-icon",
    inputSchema: z.object({ text: z.string() }),
    outputSchema: z.array(z.string()),
    execute: ({ text }) => text.split(" "),
  }),
  defineTool({
    slug: "fail",
    name: "Fail",
    description: "Fails.",
    category: "text",
    icon: "bug",
    inputSchema: z.object({}),
    outputSchema: z.string(),
    execute: () => {
      throw new HostRefusal("disk_full", "The disk is full.");
    },
  }),
  defineTool({
    slug: "slow",
    name: "Slow",
    description: "Waits until it is stopped.",
    category: "text",
    icon: "hourglass",
    inputSchema: z.object({}),
    outputSchema: z.string(),
    async execute(_input, { signal }, { onProgress }) {
      onProgress(1, 4, "A quarter");
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      stopped();
      return "stopped";
    },
  }),
  defineTool({
    slug: "report",
    name: "Report",
    description: "Reads a report.",
    category: "text",
    icon: "file",
    requiredPermission: "reports.read",
    permissionPolicy: "always_ask",
    inputSchema: z.object({}),
    outputSchema: z.string(),
    execute: () => "the report",
  }),
  defineTool({
    slug: "for-people",
    name: "For people",
    description: "No model has it.",
    category: "text",
    icon: "user",
    asTool: false,
    inputSchema: z.object({}),
    outputSchema: z.string(),
    execute: () => "",
  }),
] as ToolRegistration[];

beforeAll(async () => {
  store = await createStore();
  const registry = createRegistry();
  for (const tool of tools) registry.register(tool);
  const host = createHost({
    registry,
    store,
    actor: { ada, eve },
    onProblem: (message) => void problems.push(message),
    modules: [serveMcp({ pageSize: 2, instructions: "Count with these." })],
  });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await serving.close();
  await store.close();
});

const eras = { "2026-07-28": "auto", "2025-11-25": "legacy" } as const;
type Era = keyof typeof eras;

async function withClient<Result>(
  era: Era,
  work: (client: Client) => Promise<Result>,
  { token = "ada", ...options }: ClientOptions & { token?: string } = {},
): Promise<Result> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: eras[era] }, ...options },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`), { requestInit }));
  try {
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    return await work(client);
  } finally {
    await client.close();
  }
}
const callsOf = async (tool: string) =>
  (await store.sessions.callsOf(DEFAULT_TENANT_ID, tool, { before: undefined, limit: 50 })) ?? [];

describe.each(Object.keys(eras) as Era[])("a client of %s", (era) => {
  it("lists the tools that its person may see, with all that a client draws and decides by", async () => {
    const listed = await withClient(era, (client) => client.listTools());
    expect(listed.tools.map(({ name }) => name)).toEqual(["add", "fail", "report", "slow", "words"]);
    const [add, , report, , words] = listed.tools;
    expect(add).toMatchObject({
      title: "Add two numbers",
      description: "Adds two numbers.",
      inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
      outputSchema: { type: "object", properties: { sum: { type: "number" } } },
      annotations: { destructiveHint: false },
      icons: [{ mimeType: "image/svg+xml", src: expect.stringMatching(/^data:image\/svg\+xml;base64,/) as string }],
    });
    expect(report?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(words?.icons).toBeUndefined();
    const others = await withClient(era, (client) => client.listTools(), { token: "eve" });
    expect(others.tools.map(({ name }) => name)).toEqual(["add", "fail", "slow", "words"]);
  });

  it("reads pages that none is left out of, and is told of a cursor that is none", async () => {
    await withClient(era, async (client) => {
      const names: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } });
        names.push(...page.tools.map(({ name }) => name));
        cursor = page.nextCursor;
        pages++;
      } while (cursor !== undefined);
      expect([pages, names]).toEqual([3, ["add", "fail", "report", "slow", "words"]]);
      await expect(client.listTools({ cursor: "nonsense" })).rejects.toThrow("This cursor is none");
    });
  });

  it("calls a tool, and is answered as its schema says and in words", async () => {
    await withClient(era, async (client) => {
      const added = await client.callTool({ name: "add", arguments: { a: 2 } });
      expect(added.structuredContent).toEqual({ sum: 3 });
      expect(added.isError).toBeFalsy();
      expect(added.content).toEqual([{ type: "text", text: expect.stringContaining("3") as string }]);
      const split = await client.callTool({ name: "words", arguments: { text: "a b" } });
      expect(split.structuredContent).toEqual({ result: ["a", "b"] });
    });
    const [call] = await callsOf("add");
    expect(call).toMatchObject({ status: "completed", source: "agent", userId: "ada", input: { a: 2, b: 1 } });
  });

  it("is told in words what failed, and what it named that is not there", async () => {
    await withClient(era, async (client) => {
      const failed = await client.callTool({ name: "fail", arguments: {} });
      expect(failed).toMatchObject({ isError: true, content: [{ text: "The disk is full." }] });
      const invalid = await client.callTool({ name: "add", arguments: { a: "two" } });
      expect(invalid).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("/a") as string }] });
      await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow('There is no tool "nothing"');
      await expect(client.callTool({ name: "for-people", arguments: {} })).rejects.toThrow("There is no tool");
    });
    await withClient(
      era,
      (client) => expect(client.callTool({ name: "report", arguments: {} })).rejects.toThrow("There is no tool"),
      { token: "eve" },
    );
  });

  it("hears of progress, and ends a call that it cancels", async () => {
    stopped.mockClear();
    await withClient(era, async (client) => {
      const abort = new AbortController();
      const heard = vi.fn(() => abort.abort("enough"));
      const call = client.callTool({ name: "slow", arguments: {} }, { signal: abort.signal, onprogress: heard });
      await expect(call).rejects.toThrow();
      expect(heard).toHaveBeenCalledWith({ progress: 1, total: 4, message: "A quarter" });
      await vi.waitFor(async () => expect((await callsOf("slow"))[0]).toMatchObject({ status: "cancelled" }), {
        timeout: 20_000,
        interval: 50,
      });
      await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce());
    });
  });

  it("is not let in with a credential that nobody has", async () => {
    await expect(withClient(era, (client) => client.listTools(), { token: "mallory" })).rejects.toThrow(
      /401|nauthorized|authorization/,
    );
  });
});

it("gives a session of an older revision to nobody else", async () => {
  await withClient("2025-11-25", async (client) => {
    const id = (client.transport as StreamableHTTPClientTransport).sessionId;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const ask = (token: string) =>
      fetch(`${serving.url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-session-id": id ?? "",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
    expect((await ask("ada")).status).toBe(200);
    expect((await ask("eve")).status).toBe(404);
  });
});

it("answers no page of somebody else, and no name that is not the host's", async () => {
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = askHttp(
        `${serving.url}/mcp`,
        { method: "POST", headers: { "content-type": "application/json", ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.once("error", reject);
      sent.end("{}");
    });
  expect(await ask({ host: "evil.example" })).toBe(403);
  expect(await ask({ origin: "https://evil.example" })).toBe(403);
  expect(await ask({ origin: serving.url })).toBe(400);
});

it("has nothing to report of all this", () => {
  expect(problems).toEqual([]);
});

it("refuses a page of no size", () => {
  expect(() => serveMcp({ pageSize: 0 })).toThrow("pageSize of serveMcp() is 0");
});
