import { defineTool, needInput, type ToolRegistration } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { startServedHost, type ServedHost } from "../testing/fixtures/servedClient.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const bob = { ...ada, userId: "bob" };
const shape = {
  category: "mining",
  icon: "pickaxe",
  inputSchema: z.object({}),
  outputSchema: z.object({ said: z.string() }),
};
const tools = [
  defineTool({
    ...shape,
    slug: "dig",
    name: "Dig",
    description: "Digs until it is stopped.",
    async execute(_input, { signal }, { onStatus }) {
      onStatus("Digging");
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      return { said: "stopped" };
    },
  }),
  defineTool({
    ...shape,
    slug: "survey",
    name: "Survey",
    description: "Asks where.",
    execute: (_input, { answers }) =>
      answers["where"]
        ? { said: JSON.stringify(answers["where"]) }
        : needInput({ key: "where", message: "Where?", schema: z.object({ place: z.string() }) }),
  }),
] as ToolRegistration[];

let host: ServedHost;
beforeAll(async () => {
  host = await startServedHost(tools, { actor: { ada, bob } });
}, 60_000);
afterAll(() => host.close());

/** A client of the official library's first line, which speaks 2025-11-25 and its tasks. */
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: "miner", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    action: "accept",
    content: { place: `Answer to ${params.message}` },
  }));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${host.serving.url}/mcp`), { requestInit });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  await client.listTools();
  return client;
}
const begin = async (client: Client, name: string) => {
  const stream = client.experimental.tasks.callToolStream({ name, arguments: {} }, CallToolResultSchema, {
    task: { ttl: 60_000 },
  });
  for await (const message of stream) {
    if (message.type === "taskCreated") return message.task;
    throw new Error(JSON.stringify(message));
  }
  throw new Error("The stream ended without a task.");
};

it("a client of 2025-11-25 has a call as a task, whose id is the call's, and its result when it is answered", async () => {
  const client = await connect("ada");
  const types: string[] = [];
  const stream = client.experimental.tasks.callToolStream({ name: "survey", arguments: {} }, CallToolResultSchema, {
    task: { ttl: 60_000 },
  });
  let taskId = "";
  for await (const message of stream) {
    types.push(message.type);
    if (message.type === "taskCreated") ({ taskId } = message.task);
    if (message.type === "error") throw message.error;
    if (message.type !== "result") continue;
    expect(message.result.structuredContent).toEqual({
      said: JSON.stringify({ action: "accept", content: { place: "Answer to Where?" } }),
    });
    expect(message.result._meta).toMatchObject({ "io.modelcontextprotocol/related-task": { taskId } });
  }
  expect([types[0], types.at(-1)]).toEqual(["taskCreated", "result"]);
  expect(await host.store.sessions.findCall(DEFAULT_TENANT_ID, taskId)).toMatchObject({ status: "completed" });
  await client.close();
});

it("is listed, looked at and cancelled by its own client alone", async () => {
  const client = await connect("ada");
  const { tasks } = client.experimental;
  const { taskId } = await begin(client, "dig");
  await vi.waitFor(async () =>
    expect(await tasks.getTask(taskId)).toMatchObject({ status: "working", statusMessage: "Digging" }),
  );
  expect((await tasks.listTasks()).tasks[0]).toMatchObject({ taskId, status: "working" });
  const other = await connect("bob");
  expect((await other.experimental.tasks.listTasks()).tasks).toEqual([]);
  await expect(other.experimental.tasks.getTask(taskId)).rejects.toThrow("no such task");
  await expect(other.experimental.tasks.cancelTask(taskId)).rejects.toThrow("no such task");
  await tasks.cancelTask(taskId);
  await vi.waitFor(async () => expect(await tasks.getTask(taskId)).toMatchObject({ status: "cancelled" }), {
    timeout: 20_000,
  });
  await expect(tasks.cancelTask(taskId)).rejects.toThrow("nothing to cancel");
  await expect(tasks.getTaskResult(taskId, CallToolResultSchema)).rejects.toThrow("cancelled");
  await client.close();
  await other.close();
});

it("lists page by page, the newest first", async () => {
  const client = await connect("bob");
  const begun: string[] = [];
  for (let count = 0; count < 22; count++) begun.unshift((await begin(client, "dig")).taskId);
  const first = await client.experimental.tasks.listTasks();
  const second = await client.experimental.tasks.listTasks(first.nextCursor);
  expect([...first.tasks, ...second.tasks].map(({ taskId }) => taskId)).toEqual(begun);
  expect([first.tasks.length, second.nextCursor]).toEqual([20, undefined]);
  for (const taskId of begun) await client.experimental.tasks.cancelTask(taskId);
  await client.close();
});

it("has nothing to report of all this", () => {
  expect(host.problems).toEqual([]);
});
