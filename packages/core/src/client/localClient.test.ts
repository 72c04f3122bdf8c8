import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { SessionEvent } from "../events/event.ts";
import { createMemoryLog } from "../events/sessionLog.ts";
import { defineTool, type ToolDefinition } from "../tool/definition.ts";
import { createRegistry } from "../tool/registry.ts";
import { createLocalClient, type LocalClientOptions } from "./localClient.ts";
import type { ConnectionState } from "./toolClient.ts";

const double = defineTool({
  slug: "double",
  name: "Double",
  description: "Doubles a number.",
  category: "analysis",
  icon: "calculator",
  inputSchema: z.object({ value: z.number() }),
  outputSchema: z.object({ result: z.number() }),
  execute: ({ value }) => ({ result: value * 2 }),
  aliases: ["twice"],
});
const wait: ToolDefinition = { ...double, slug: "wait", aliases: [], execute: () => new Promise(() => {}) };
const hidden: ToolDefinition = { ...double, slug: "hidden", aliases: [], requiredPermission: "x" };

const setUp = (options?: LocalClientOptions) => {
  const registry = createRegistry();
  for (const tool of [double, wait, hidden]) registry.register(tool);
  return createLocalClient(registry, options);
};
/** Reads a session until an event of this type has come. */
const until = async (client: ReturnType<typeof setUp>, sessionId: string, type: string, after = 0) => {
  const stop = new AbortController();
  const seen: SessionEvent[] = [];
  for await (const events of client.events(sessionId, { after, signal: stop.signal })) {
    seen.push(...events);
    if (seen.some((event) => event.type === type)) stop.abort();
  }
  return seen;
};

describe("createLocalClient", () => {
  test("lists and describes what the person may use", async () => {
    const client = setUp();
    expect((await client.tools()).map(({ slug }) => slug)).toEqual(["double", "wait"]);
    expect(await client.tool("twice")).toMatchObject({ slug: "double", inputSchema: { type: "object" } });
    for (const slug of ["hidden", "nothing"]) {
      await expect(client.tool(slug)).rejects.toMatchObject({ code: "not_found", status: 404 });
      await expect(client.calls(slug)).rejects.toMatchObject({ code: "not_found", status: 404 });
    }
    const allowed = setUp({ context: { permissions: ["x"] } });
    expect(await allowed.tools()).toHaveLength(3);
  });

  test("finds what a model would, and says what each score is made of", async () => {
    const client = setUp();
    const { tools, search_mode } = await client.searchTools({ query: "double a number" });
    expect(search_mode).toBe("lexical_bm25f");
    expect(tools.map(({ tool_id }) => tool_id)).toEqual(["double", "wait"]);
    expect(tools[0]!.shares).toHaveProperty("full_text");
  });

  test("runs a tool: a session to watch from the start, then a line of its history", async () => {
    const client = setUp({ context: { userId: "ada" } });
    const run = await client.run("twice", { value: 21 });
    expect(run.runId).toBe(run.callId);
    const events = await until(client, run.sessionId, "tool.completed");
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(events[3]).toMatchObject({ callId: run.callId, output: { result: 42 } });
    const again = await client.run("double", { value: 1 });
    await until(client, again.sessionId, "tool.completed");
    expect(await client.calls("double")).toMatchObject([
      { callId: again.callId },
      {
        callId: run.callId,
        sessionId: run.sessionId,
        tool: "double",
        status: "completed",
        source: "web",
        userId: "ada",
        input: { value: 21 },
        error: null,
      },
    ]);
    expect(await client.calls("wait")).toEqual([]);
  });

  test("several runs may share a session, and a watcher goes on from where it was", async () => {
    const log = createMemoryLog();
    const client = setUp({ log });
    await client.run("double", { value: 1 }, { sessionId: "s1" });
    await until(client, "s1", "tool.completed");
    await client.run("double", { value: 2 }, { sessionId: "s1" });
    const later = await until(client, "s1", "tool.completed", 4);
    expect(later.map(({ seq }) => seq)).toEqual([5, 6, 7, 8]);
    expect(await log.read("s1")).toHaveLength(8);
  });

  test("refuses as a host would, and logs nothing", async () => {
    const log = createMemoryLog();
    const client = setUp({ log });
    await expect(client.run("hidden", {}, { sessionId: "s1" })).rejects.toMatchObject({
      code: "not_found",
      status: 404,
    });
    await expect(client.run("double", { value: "x" }, { sessionId: "s1" })).rejects.toMatchObject({
      name: "ToolClientError",
      code: "invalid_input",
      status: 422,
      path: "/value",
      issues: [{ path: "/value" }],
    });
    expect(await log.read("s1")).toEqual([]);
    expect(await client.calls("double")).toEqual([]);
  });

  test("a log that cannot be written is the host's failure", async () => {
    const log = { ...createMemoryLog(), append: () => Promise.reject(new Error("quota exceeded")) };
    await expect(setUp({ log }).run("double", { value: 1 })).rejects.toMatchObject({
      code: "log_unavailable",
      status: 500,
    });
  });

  test("cancels what runs, and says so of what does not", async () => {
    const client = setUp();
    const { sessionId, callId } = await client.run("wait", { value: 1 });
    expect(await client.calls("wait")).toMatchObject([{ callId, status: "running", endedAt: null }]);
    await client.cancel({ callId });
    const events = await until(client, sessionId, "tool.cancelled");
    expect(events.at(-1)).toMatchObject({ type: "tool.cancelled" });
    expect(await client.calls("wait")).toMatchObject([{ callId, status: "cancelled" }]);
    await expect(client.cancel({ callId })).rejects.toMatchObject({ code: "already_ended", status: 409 });
    await expect(client.cancel({ callId: "nothing" })).rejects.toMatchObject({ code: "not_found", status: 404 });
    await expect(client.cancel({ agentId: "a1" })).rejects.toMatchObject({ code: "not_found", status: 404 });
  });

  test("the signal of run() is the request's: it ends no call that has begun", async () => {
    const client = setUp();
    const stop = new AbortController();
    const { callId } = await client.run("wait", { value: 1 }, { signal: stop.signal });
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await client.calls("wait")).toMatchObject([{ status: "running" }]);
    await client.cancel({ callId });
  });

  test("events end when the watcher goes, and say how the way to them does", async () => {
    const client = setUp();
    const states: ConnectionState[] = [];
    const stop = new AbortController();
    const onState = (state: ConnectionState) => void states.push(state);
    const next = client.events("s1", { signal: stop.signal, onState })[Symbol.asyncIterator]().next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
    expect(states).toEqual(["live", "closed"]);
  });
});
