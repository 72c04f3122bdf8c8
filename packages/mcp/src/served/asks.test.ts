import { createRegistry, defineTool, needInput, ToolClientError, type ToolRegistration } from "@callboard/core";
import { createTransport, linkedAskClient } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type ClientOptions,
  type ElicitResult,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { serveMcp } from "./serveMcp.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["orders.delete"] };
const eve = { ...ada, userId: "eve" };
let store: Store;
let serving: Serving;
const deleted: string[] = [];

const tools: ToolRegistration[] = [
  defineTool({
    slug: "delete_order",
    name: "Delete an order",
    description: "Deletes an order.",
    category: "orders",
    icon: "trash",
    permissionPolicy: "always_ask",
    requiredPermission: "orders.delete",
    inputSchema: z.object({ number: z.string().meta({ title: "Number" }), note: z.string().default("none") }),
    outputSchema: z.object({ deleted: z.string() }),
    execute: ({ number }) => {
      deleted.push(number);
      return { deleted: number };
    },
  }),
  defineTool({
    slug: "forecast",
    name: "Forecast",
    description: "Tells the weather.",
    category: "weather",
    icon: "sun",
    inputSchema: z.object({ deep: z.boolean().default(false) }),
    outputSchema: z.object({ city: z.string() }),
    execute({ deep }, { answers }) {
      const answer = answers["place"];
      if (answer?.action === "accept") return { city: JSON.stringify(answer.content) };
      if (answer) return { city: "nowhere" };
      const city = { type: "object" as const, properties: { city: { type: "string" as const } }, required: ["city"] };
      const schema = deep ? { type: "object" as const, properties: { place: city }, required: ["place"] } : city;
      return needInput({ key: "place", message: "Which city?", schema });
    },
  }),
] as ToolRegistration[];

beforeAll(async () => {
  store = await createStore();
  const registry = createRegistry();
  for (const tool of tools) registry.register(tool);
  const modules = [serveMcp({ patienceMs: 150 })];
  const host = createHost({ registry, store, actor: { ada, eve }, modules });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await serving.close();
  await store.close();
});
beforeEach(() => void deleted.splice(0));

type Answer = (message: string) => ElicitResult | Promise<ElicitResult>;
interface Connected extends ClientOptions {
  token?: string;
  /** What its person answers; without it, it can ask nobody. */
  answer?: Answer;
}

async function connect(era: "auto" | "legacy", { token = "ada", answer, ...options }: Connected = {}): Promise<Client> {
  const client = new Client(
    { name: "desk", title: "Ada's desk", version: "1.0.0" },
    {
      ...(answer && { capabilities: { elicitation: { form: {} } } }),
      versionNegotiation: { mode: era },
      ...options,
    },
  );
  if (answer) client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`), { requestInit }));
  return client;
}
const textOf = ({ content }: CallToolResult) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
const lastCall = async (tool: string) =>
  (await store.sessions.callsOf(DEFAULT_TENANT_ID, tool, { before: undefined, limit: 1 }))?.[0];
const typesOf = async (sessionId = "") => (await store.log(DEFAULT_TENANT_ID).read(sessionId)).map(({ type }) => type);
const askAt = (text: string) => {
  const [, secret = ""] = /\/ask#(cba_[\w-]+)/.exec(text) ?? [];
  return linkedAskClient(createTransport({ baseUrl: serving.url, token: () => secret }));
};
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "ok",
    (error: unknown) => (error instanceof ToolClientError ? error.code : String(error)),
  );

describe.each(["auto", "legacy"] as const)("a client that can ask its person (%s)", (era) => {
  it("puts what will run before them, and the call runs once they say yes", async () => {
    const heard: string[] = [];
    const answer: Answer = (message) => (heard.push(message), { action: "accept", content: { decision: "approve" } });
    const client = await connect(era, { answer });
    const number = `A-${era}`;
    const result = await client.callTool({ name: "delete_order", arguments: { number } });
    expect(result.structuredContent).toEqual({ deleted: number });
    expect(heard).toEqual([expect.stringContaining(`Number: ${number}`)]);
    const call = await lastCall("delete_order");
    expect(await typesOf(call?.sessionId)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.needs_approval",
      "tool.approved",
      "tool.started",
      "tool.completed",
    ]);
    await client.close();
  });

  it.each<[string, ElicitResult]>([
    ["no", { action: "accept", content: { decision: "deny", reason: "Not that one." } }],
    ["nothing that is a yes", { action: "accept", content: { decision: "whatever" } }],
    ["that they will not say", { action: "decline" }],
  ])("does not run where they say %s", async (_what, said) => {
    const client = await connect(era, { answer: () => said });
    const result = await client.callTool({ name: "delete_order", arguments: { number: "B-1" } });
    expect(result.isError).toBe(true);
    if (said.content?.["reason"] !== undefined) expect(textOf(result)).toContain("Not that one.");
    expect(deleted).toEqual([]);
    expect(await lastCall("delete_order")).toMatchObject({ status: "denied" });
    await client.close();
  });

  it("is given a link where they put the question away, and the call still waits", async () => {
    const client = await connect(era, { answer: () => ({ action: "cancel" }) });
    const result = await client.callTool({ name: "delete_order", arguments: { number: `C-${era}` } });
    expect(textOf(result)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/ask#cba_/);
    expect(await lastCall("delete_order")).toMatchObject({ status: "awaiting-approval" });
    await client.close();
  });

  it("puts a question of a tool before them, and the tool goes on with the answer", async () => {
    const client = await connect(era, { answer: () => ({ action: "accept", content: { city: "Oslo" } }) });
    const result = await client.callTool({ name: "forecast", arguments: {} });
    expect(result.structuredContent).toEqual({ city: '{"city":"Oslo"}' });
    await client.close();
    const shy = await connect(era, { answer: () => ({ action: "decline" }) });
    const declined = await shy.callTool({ name: "forecast", arguments: {} });
    expect(declined.structuredContent).toEqual({ city: "nowhere" });
    await shy.close();
  });
});

describe("a client of an older revision whose person has the question before them", () => {
  const ask = async () => {
    const before = (await lastCall("delete_order"))?.callId;
    const client = await connect("legacy", { answer: () => new Promise(() => {}) });
    const stop = new AbortController();
    const params = { name: "delete_order", arguments: { number: `M-${Date.now()}` } };
    client.callTool(params, { signal: stop.signal }).catch(() => {});
    await vi.waitFor(async () => {
      const call = await lastCall("delete_order");
      expect(call?.callId).not.toBe(before);
      expect(call?.status).toBe("awaiting-approval");
    }, 20_000);
    // Its form is open by then.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { client, stop };
  };

  it("cancels the call where it cancels its request", async () => {
    const { client, stop } = await ask();
    stop.abort();
    await vi.waitFor(async () => expect(await lastCall("delete_order")).toMatchObject({ status: "cancelled" }), 20_000);
    await client.close();
  });

  it("leaves the call waiting where it is gone", async () => {
    const { client } = await ask();
    // It ends its session at the host.
    if (client.transport instanceof StreamableHTTPClientTransport) await client.transport.terminateSession();
    await client.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await lastCall("delete_order")).toMatchObject({ status: "awaiting-approval" });
  });
});

describe("a question that came back to the client", () => {
  const asking = () => connect("auto", { answer: () => ({ action: "cancel" }), inputRequired: { autoFulfill: false } });
  const yes = { action: "accept", content: { decision: "approve" } } as const;
  const ask = async (client: Client, number: string) => {
    const asked = await client.callTool({ name: "delete_order", arguments: { number } }, { allowInputRequired: true });
    if (!("inputRequests" in asked) || !asked.inputRequests) throw new Error("It asked nothing.");
    const [key = ""] = Object.keys(asked.inputRequests);
    return { key, requestState: asked.requestState };
  };

  it("is answered once, also where the answer is sent again, by another client of the same person", async () => {
    const client = await asking();
    const { key, requestState } = await ask(client, "D-1");
    await client.close();
    const other = await asking();
    const answer = (response: ElicitResult) => {
      const again = { inputResponses: { [key]: response }, requestState };
      const params = { name: "delete_order", arguments: { number: "D-1" }, ...again };
      return other.callTool(params, { allowInputRequired: true });
    };
    const done = { structuredContent: { deleted: "D-1" } };
    expect(await answer(yes)).toMatchObject(done);
    expect(await answer(yes)).toMatchObject(done);
    expect(await answer({ action: "decline" })).toMatchObject(done);
    expect(deleted).toEqual(["D-1"]);
    await other.close();
  });

  it("is nobody else's, and of no other call", async () => {
    const client = await asking();
    const { key, requestState } = await ask(client, "E-1");
    const send = (by: Client, number: string, state = requestState) => {
      const again = { inputResponses: { [key]: yes }, requestState: state };
      const params = { name: "delete_order", arguments: { number }, ...again };
      return by.callTool(params, { allowInputRequired: true });
    };
    const stranger = await connect("auto", { token: "eve" });
    await expect(send(stranger, "E-1")).rejects.toThrow("Invalid or expired requestState");
    await expect(send(client, "E-2")).rejects.toThrow("Invalid or expired requestState");
    await expect(send(client, "E-1", `${requestState}x`)).rejects.toThrow("Invalid or expired requestState");
    expect(deleted).toEqual([]);
    await stranger.close();
    await client.close();
  });
});

describe("a client that can ask nobody", () => {
  const wait = async (client: Client, name: string, input: Record<string, unknown>) =>
    textOf(await client.callTool({ name, arguments: input }));

  it("is given a link, by which somebody decides once; asked again, the call that waited has run, once", async () => {
    const client = await connect("auto");
    const progress: string[] = [];
    const given = await client.callTool(
      { name: "delete_order", arguments: { number: "F-1" } },
      { onprogress: ({ message }) => void progress.push(message ?? "") },
    );
    expect(given.isError).toBe(true);
    expect(progress).toEqual([expect.stringContaining("/ask#cba_")]);
    const ask = askAt(textOf(given));
    expect(await ask.read()).toMatchObject({
      kind: "approval",
      state: "open",
      client: "Ada's desk",
      userId: "ada",
      toolName: "Delete an order",
      tool: { slug: "delete_order", inputSchema: { type: "object" } },
      input: { number: "F-1", note: "none" },
      outcome: null,
    });
    expect(await ask.answer({ decision: "approve" })).toMatchObject({ state: "approved" });
    expect(await codeOf(ask.answer({ decision: "deny" }))).toBe("already_answered");
    const result = await client.callTool({ name: "delete_order", arguments: { number: "F-1" } });
    expect(result.structuredContent).toEqual({ deleted: "F-1" });
    expect(deleted).toEqual(["F-1"]);
    expect(await ask.read()).toMatchObject({ state: "approved", outcome: { status: "completed" } });
    const call = await lastCall("delete_order");
    const events = await store.log(DEFAULT_TENANT_ID).read(call?.sessionId ?? "");
    expect(events.find(({ type }) => type === "tool.approved")).toMatchObject({ by: "ada (by link)" });
    // Its result is fetched: asked for once more, it is another call.
    expect(await wait(client, "delete_order", { number: "F-1" })).toContain("/ask#cba_");
    expect(await lastCall("delete_order")).toMatchObject({ status: "awaiting-approval" });
    await client.close();
  });

  it("waits for one call, however often and in whatever order of its arguments it asks", async () => {
    const client = await connect("auto");
    const before = (await lastCall("delete_order"))?.callId;
    const first = await wait(client, "delete_order", { number: "G-1", note: "x" });
    const call = await lastCall("delete_order");
    expect(call?.callId).not.toBe(before);
    const second = await wait(client, "delete_order", { note: "x", number: "G-1" });
    expect((await lastCall("delete_order"))?.callId).toBe(call?.callId);
    // Each link decides the same ask.
    await askAt(second).answer({ decision: "deny", reason: "Twice is too often." });
    expect(await askAt(first).read()).toMatchObject({ state: "denied", outcome: { status: "failed" } });
    expect(await wait(client, "delete_order", { number: "G-1", note: "x" })).toBe("Twice is too often.");
    await client.close();
  });

  it("has its answer taken while several people have the page of its link open", async () => {
    const client = await connect("auto");
    const ask = askAt(await wait(client, "delete_order", { number: "M-1" }));
    const reads = await Promise.all(Array.from({ length: 90 }, () => codeOf(ask.read())));
    expect(new Set(reads)).toEqual(new Set(["ok"]));
    expect(await codeOf(ask.answer({ decision: "deny" }))).toBe("ok");
    await client.close();
  });

  it("gets another call where it cancelled the one that waited", async () => {
    const client = await connect("auto");
    await wait(client, "delete_order", { number: "L-1" });
    const cancelled = await lastCall("delete_order");
    const stop = new AbortController();
    const params = { name: "delete_order", arguments: { number: "L-1" } };
    const again = client.callTool(params, { signal: stop.signal, onprogress: () => stop.abort() });
    await expect(again).rejects.toThrow();
    await vi.waitFor(async () => {
      expect(await lastCall("delete_order")).toMatchObject({ callId: cancelled?.callId, status: "cancelled" });
    }, 20_000);
    expect(await wait(client, "delete_order", { number: "L-1" })).toContain("/ask#cba_");
    expect((await lastCall("delete_order"))?.callId).not.toBe(cancelled?.callId);
    await client.close();
  });

  it("has what its approver made of the input, where that fits the tool", async () => {
    const client = await connect("legacy");
    const ask = askAt(await wait(client, "delete_order", { number: "H-1" }));
    expect(await codeOf(ask.answer({ decision: "approve", input: { number: 7 } }))).toBe("invalid_input");
    await ask.answer({ decision: "approve", input: { number: "H-2" } });
    const result = await client.callTool({ name: "delete_order", arguments: { number: "H-1" } });
    expect(result.structuredContent).toEqual({ deleted: "H-2" });
    await client.close();
  });

  it("is given a link for a question that no client's form can hold, too", async () => {
    const client = await connect("auto", { answer: () => ({ action: "accept", content: {} }) });
    const ask = askAt(await wait(client, "forecast", { deep: true }));
    expect(await ask.read()).toMatchObject({ kind: "question", message: "Which city?", url: null });
    await ask.answer({ action: "accept", content: { place: { city: "Bergen" } } });
    const result = await client.callTool({ name: "forecast", arguments: { deep: true } });
    expect(result.structuredContent).toEqual({ city: '{"place":{"city":"Bergen"}}' });
    await client.close();
  });

  it("opens nothing with a link that is made up", async () => {
    expect(await codeOf(askAt(`/ask#cba_${"x".repeat(43)}`).read())).toBe("link_not_found");
    expect(await codeOf(askAt("").read())).toBe("link_not_found");
  });

  it("waits for nobody else's person", async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect("auto")));
    const waiting = clients.slice(0, 9).map((client, place) => wait(client, "delete_order", { number: `I-${place}` }));
    const client = clients[9];
    const at = performance.now();
    expect((await client?.listTools())?.tools).toHaveLength(2);
    expect(performance.now() - at).toBeLessThan(5_000);
    expect(await Promise.all(waiting)).toEqual(Array(9).fill(expect.stringContaining("/ask#cba_")));
    await Promise.all(clients.map((each) => each.close()));
  });
});
