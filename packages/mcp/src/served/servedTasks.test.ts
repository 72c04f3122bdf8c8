import { defineTool, needInput, ToolError, type ToolRegistration } from "@callboard/core";
import { createTransport, linkedAskClient, mcpKeysClient } from "@callboard/core/client";
import { createStore, DEFAULT_TENANT_ID, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { startServedHost, type ServedHost } from "../testing/fixtures/servedClient.ts";

vi.setConfig({ testTimeout: 60_000 });

const OTHER_ID = "00000000-0000-4000-8000-0000000000ad";
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const bob = { ...ada, userId: "bob" };
const eve = { ...ada, userId: "ada", tenantId: OTHER_ID, tenantSlug: "other" };
let release = () => {};
const shape = {
  category: "mining",
  icon: "pickaxe",
  inputSchema: z.object({}),
  outputSchema: z.object({ said: z.string() }),
  longRunning: true,
};
const tools = [
  defineTool({
    ...shape,
    slug: "dig",
    name: "Dig",
    description: "Digs until it is stopped or let go.",
    async execute(_input, { signal }, { onStatus }) {
      onStatus("Digging");
      await new Promise<void>((resolve) => {
        release = resolve;
        signal.addEventListener("abort", () => resolve());
      });
      return { said: "gold" };
    },
  }),
  defineTool({
    ...shape,
    slug: "survey",
    name: "Survey",
    description: "Asks two things.",
    execute: (_input, { answers }) =>
      answers["where"] && answers["deep"]
        ? { said: JSON.stringify([answers["where"], answers["deep"]]) }
        : needInput([
            { key: "where", message: "Where?", schema: z.object({ place: z.string() }) },
            { key: "deep", message: "How deep?", schema: z.object({ metres: z.number() }) },
          ]),
  }),
  defineTool({
    ...shape,
    slug: "blast",
    name: "Blast",
    description: "Always goes wrong.",
    inputSchema: z.object({ isLost: z.boolean() }),
    execute({ isLost }) {
      throw new ToolError("The mine fell in.", { isUnknown: isLost });
    },
  }),
  defineTool({
    ...shape,
    slug: "slow",
    name: "Slow",
    description: "Takes longer than one waits.",
    longRunning: false,
    execute: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return { said: "late" };
    },
  }),
] as ToolRegistration[];

const EXTENSIONS = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const FORMS = { ...EXTENSIONS, elicitation: { form: {} } };
interface Answered {
  status: number;
  result?: Record<string, unknown> & { taskId?: string; inputRequests?: Record<string, object> };
  error?: { code: number; data?: unknown };
}
interface Asked {
  token?: string;
  capabilities?: object;
}

let store: Store;
let host: ServedHost;
const options = { actor: { ada, bob, eve }, mcp: { patienceMs: 200, taskAfterMs: 300 } };
beforeAll(async () => {
  store = await createStore();
  host = await startServedHost(tools, { ...options, store });
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

/** One request as it is on the wire: the library's client knows no tasks. */
async function ask(method: string, params: Record<string, unknown>, asked: Asked = {}): Promise<Answered> {
  const { token = "ada", capabilities = EXTENSIONS } = asked;
  const response = await fetch(`${host.serving.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": String(params["name"] ?? params["taskId"]),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "miner", version: "1.0.0" },
          "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
      },
    }),
  });
  const text = await response.text();
  const frames = text.startsWith("{") ? [text] : [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => data);
  const last = JSON.parse(frames.at(-1) ?? "{}") as Omit<Answered, "status">;
  return { ...last, status: response.status };
}
const call = (name: string, input: object = {}, asked?: Asked) => ask("tools/call", { name, arguments: input }, asked);
const begin = async (name: string, input?: object, asked?: Asked) => {
  const { result } = await call(name, input, asked);
  expect(result).toMatchObject({ resultType: "task", status: "working", taskId: expect.any(String) as string });
  return result?.taskId ?? "";
};
const get = async (taskId: string, asked?: Asked) => (await ask("tasks/get", { taskId }, asked)).result;
const settled = async (taskId: string, status: string, asked?: Asked) => {
  await vi.waitFor(async () => expect(await get(taskId, asked)).toMatchObject({ status }), {
    timeout: 20_000,
    interval: 50,
  });
  return get(taskId, asked);
};
const statusOf = async (taskId: string) => (await store.sessions.findCall(DEFAULT_TENANT_ID, taskId))?.status;

it("a tool that takes its time is a task at once, whose id is the call's, and ends with its result", async () => {
  const taskId = await begin("dig");
  expect(await statusOf(taskId)).toBe("running");
  await vi.waitFor(async () => expect(await get(taskId)).toMatchObject({ statusMessage: "Digging" }));
  expect(await get(taskId)).not.toHaveProperty("result");
  release();
  const task = await settled(taskId, "completed");
  expect(task).toMatchObject({ taskId, result: { structuredContent: { said: "gold" } } });
  expect(await ask("tasks/cancel", { taskId })).toMatchObject({ result: { resultType: "complete" } });
  expect(await statusOf(taskId)).toBe("completed");
});

it("any other is one once it has run for long, and none for a client that knows no tasks", async () => {
  const taskId = await begin("slow");
  expect(await settled(taskId, "completed")).toMatchObject({ result: { structuredContent: { said: "late" } } });
  const { result } = await call("slow", {}, { capabilities: {} });
  expect(result).toMatchObject({ resultType: "complete", structuredContent: { said: "late" } });
});

it("is cancelled with its call", async () => {
  const taskId = await begin("dig");
  await ask("tasks/cancel", { taskId });
  await settled(taskId, "cancelled");
  expect(await statusOf(taskId)).toBe("cancelled");
});

it("a tool that says no has completed with an error, and one of which nobody knows has failed", async () => {
  const refused = await begin("blast", { isLost: false });
  expect(await settled(refused, "completed")).toMatchObject({
    result: { isError: true, content: [{ text: "The mine fell in." }] },
  });
  const lost = await begin("blast", { isLost: true });
  const task = await settled(lost, "failed");
  expect(task).toMatchObject({ error: { code: -32603 } });
  expect(task).not.toHaveProperty("result");
});

it("asks in tasks/get, is answered piece by piece, and each answer counts once, over a restart of the host", async () => {
  const asked = { capabilities: FORMS };
  const taskId = await begin("survey", {}, asked);
  const open = Object.entries((await settled(taskId, "input_required", asked))?.inputRequests ?? {});
  expect(open.map(([, request]) => request)).toMatchObject([
    { method: "elicitation/create", params: { message: "Where?" } },
    { method: "elicitation/create", params: { message: "How deep?" } },
  ]);
  const [[where = ""] = [], [deep = ""] = []] = open;
  const answer = (id: string, content: object) =>
    ask("tasks/update", { taskId, inputResponses: { [id]: { action: "accept", content } } }, asked);
  expect(await answer(where, { place: "north" })).toMatchObject({ result: { resultType: "complete" } });
  expect(Object.keys((await get(taskId, asked))?.inputRequests ?? {})).toEqual([deep]);
  await host.close();
  host = await startServedHost(tools, { ...options, store });
  expect(Object.keys((await get(taskId, asked))?.inputRequests ?? {})).toEqual([deep]);
  await answer(where, { place: "south" });
  await answer(deep, { metres: 7 });
  const task = await settled(taskId, "completed", asked);
  expect(JSON.stringify(task?.["result"])).toContain("north");
  expect(JSON.stringify(task?.["result"])).not.toContain("south");
});

it("leads a client that can ask nobody to the same link at each look", async () => {
  const taskId = await begin("survey");
  const linkIn = async () => /\/ask#(cba_[\w-]+)/.exec(String((await get(taskId))?.["statusMessage"]))?.[1] ?? "";
  await vi.waitFor(async () => expect(await linkIn()).not.toBe(""), { timeout: 20_000 });
  const secret = await linkIn();
  expect(await linkIn()).toBe(secret);
  const link = linkedAskClient(createTransport({ baseUrl: host.serving.url, token: () => secret }));
  await link.answer({ action: "accept", content: { place: "by link" } });
  expect(await get(taskId)).toMatchObject({ status: "working" });
});

it("is nobody else's: not another person's, tenant's or key's", async () => {
  const taskId = await begin("dig");
  const keys = mcpKeysClient(createTransport({ baseUrl: host.serving.url, token: () => "ada" }));
  const { id, secret } = await keys.create({ name: "Laptop" });
  for (const token of ["bob", "eve", secret]) {
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      expect(await ask(method, { taskId, inputResponses: {} }, { token })).toMatchObject({ error: { code: -32602 } });
    }
  }
  expect(await statusOf(taskId)).toBe("running");
  const ofKey = await begin("dig", {}, { token: secret });
  expect(await get(ofKey)).toBeUndefined();
  await keys.revoke(id);
  await vi.waitFor(async () => expect(await statusOf(ofKey)).toBe("cancelled"), { timeout: 20_000 });
  await ask("tasks/cancel", { taskId });
});

it("is not told to a client that has not said that it knows tasks", async () => {
  const taskId = await begin("dig");
  const refused = await ask("tasks/get", { taskId }, { capabilities: {} });
  expect(refused).toMatchObject({ status: 400, error: { code: -32021, data: { requiredCapabilities: EXTENSIONS } } });
  await ask("tasks/cancel", { taskId });
});

it("has nothing to report of all this", () => {
  expect(host.problems).toEqual([]);
});
