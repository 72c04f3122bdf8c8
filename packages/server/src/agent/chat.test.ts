import { createRegistry, createTimeline, delegate, type SessionEvent } from "@callboard/core";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import type { LanguageModelV3Prompt, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createStore, type Store } from "../db/store.ts";
import { createHost, type Host } from "../host.ts";

type Answer = string | { tool: string; input: unknown }[];

const usage = {
  inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: undefined, reasoning: undefined },
};

/** A model that answers by a function of the prompt: text, or calls. */
function modelOf(answer: (prompt: LanguageModelV3Prompt) => Answer): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doStream: async ({ prompt }) => {
      const said = answer(prompt);
      const parts: LanguageModelV3StreamPart[] = [{ type: "stream-start", warnings: [] }];
      if (typeof said === "string") {
        parts.push({ type: "text-start", id: "0" });
        for (const word of said.split(/(?<= )/)) parts.push({ type: "text-delta", id: "0", delta: word });
        parts.push({ type: "text-end", id: "0" });
      } else {
        said.forEach(({ tool, input }, index) => {
          const id = `call-${index}`;
          const text = JSON.stringify(input);
          parts.push(
            { type: "tool-input-start", id, toolName: tool },
            { type: "tool-input-delta", id, delta: text.slice(0, 4) },
            { type: "tool-input-delta", id, delta: text.slice(4) },
            { type: "tool-input-end", id },
            { type: "tool-call", toolCallId: id, toolName: tool, input: text },
          );
        });
      }
      const unified = typeof said === "string" ? ("stop" as const) : ("tool-calls" as const);
      parts.push({ type: "finish", usage, finishReason: { unified, raw: undefined } });
      return { stream: simulateReadableStream({ chunks: parts, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}

/** The results that a prompt ends with, in words. */
const results = (prompt: LanguageModelV3Prompt): string[] =>
  prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) =>
          part.type === "tool-result" && part.output.type === "text" ? [part.output.value] : [],
        )
      : [],
  );

const published: string[] = [];

function toolsForTest() {
  const registry = createRegistry();
  const base = { category: "test", icon: "wrench" };
  registry.register({
    ...base,
    slug: "add",
    name: "Add",
    description: "Adds two numbers.",
    inputSchema: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    },
    execute: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
  });
  registry.register({
    ...base,
    slug: "publish",
    name: "Publish note",
    description: "Publishes.",
    permissionPolicy: "always_ask",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    execute({ text }: { text: string }) {
      published.push(text);
      return { published: true };
    },
  });
  registry.register({
    ...base,
    slug: "analyze",
    name: "Analyze",
    description: "Starts an analyst.",
    inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    execute: ({ path }: { path: string }) =>
      delegate({ name: "Analyst", instructions: "You are the analyst.", tools: ["publish"], input: { path } }),
  });
  return registry;
}

let store: Store;
let host: Host | undefined;

beforeAll(async () => {
  store = await createStore();
}, 60_000);
afterEach(async () => {
  published.length = 0;
  await host?.close();
  host = undefined;
});
afterAll(() => store.close());

async function open(answer: (prompt: LanguageModelV3Prompt) => Answer): Promise<Host> {
  host = createHost({ registry: toolsForTest(), store, model: modelOf(answer) });
  await host.ready;
  return host;
}

const post = (path: string, body: unknown) =>
  host!.fetch(
    new Request(`http://host${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

async function events(sessionId: string): Promise<SessionEvent[]> {
  const headers = { accept: "application/json" };
  return (await (
    await host!.fetch(new Request(`http://host/api/sessions/${sessionId}/events`, { headers }))
  ).json()) as never;
}

async function until(sessionId: string, type: string): Promise<SessionEvent[]> {
  for (let tries = 0; tries < 400; tries++) {
    const log = await events(sessionId);
    if (log.some((event) => event.type === type)) return log;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No ${type}: ${JSON.stringify(await events(sessionId), null, 1)}`);
}

async function say(message: string, sessionId?: string): Promise<{ sessionId: string; agentId: string }> {
  const response = await post("/api/chat", { message, sessionId });
  expect(response.status).toBe(202);
  return (await response.json()) as never;
}

const shape = (log: SessionEvent[]) =>
  log.map((event) => event.type).filter((type) => !type.endsWith("_appended")) as string[];

describe("a turn", () => {
  test("calls side by side, then answers; the log has every step in order", async () => {
    await open((prompt) => {
      const sums = results(prompt);
      if (sums.length > 0) return `The sums are ${sums.join(" and ")}.`;
      return [
        { tool: "add", input: { a: 1, b: 2 } },
        { tool: "add", input: { a: 3, b: 4 } },
      ];
    });
    const { sessionId } = await say("Add some numbers");
    const log = await until(sessionId, "agent.completed");
    expect(log.map((event) => event.seq)).toEqual(log.map((_, index) => index + 1));
    expect(shape(log).sort()).toEqual(
      [
        "message.added",
        "agent.started",
        ...["tool.requested", "tool.input_ready", "tool.started", "tool.completed"].flatMap((type) => [type, type]),
        "agent.step_completed",
        "agent.step_completed",
        "agent.completed",
      ].sort(),
    );
    const timeline = createTimeline();
    timeline.apply(log);
    const { agents, messages } = timeline.snapshot();
    expect(messages).toMatchObject([{ role: "user", text: "Add some numbers" }]);
    expect(agents).toMatchObject([{ status: "completed", result: 'The sums are {"sum":3} and {"sum":7}.' }]);
  });

  test("an approval inside a sub-agent: asked, approved, run once, and both agents answer", async () => {
    await open((prompt) => {
      const analyst = prompt[0]?.role === "system" && prompt[0].content.includes("analyst");
      const done = results(prompt);
      if (done.length > 0) return analyst ? "Published it." : `The analyst says: ${done[0]}`;
      return [analyst ? { tool: "publish", input: { text: "hello" } } : { tool: "analyze", input: { path: "a.md" } }];
    });
    const { sessionId } = await say("Analyze a.md and publish");
    const asked = await until(sessionId, "tool.needs_approval");
    const ask = asked.find((event) => event.type === "tool.needs_approval")!;
    expect(ask).toMatchObject({ input: { text: "hello" } });
    expect(published).toEqual([]);
    const { callId, approvalId } = ask as { callId: string; approvalId: string };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(`/api/calls/${callId}/approve`, { approvalId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
    for (let tries = 0; ; tries++) {
      const log = await events(sessionId);
      if (log.filter((event) => event.type === "agent.completed").length === 2) break;
      expect(tries, JSON.stringify(shape(log))).toBeLessThan(300);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(published).toEqual(["hello"]);
    expect(shape(await events(sessionId))).toEqual([
      "message.added",
      "agent.started",
      "tool.requested",
      "tool.input_ready",
      "agent.step_completed",
      "tool.started",
      "agent.started",
      "tool.requested",
      "tool.input_ready",
      "agent.step_completed",
      "tool.needs_approval",
      "tool.approved",
      "tool.started",
      "tool.completed",
      "agent.step_completed",
      "agent.completed",
      "tool.completed",
      "agent.step_completed",
      "agent.completed",
    ]);
  });

  test("a denial is told to the model, with its reason, and nothing runs", async () => {
    await open((prompt) => results(prompt)[0] ?? [{ tool: "publish", input: { text: "no" } }]);
    const { sessionId } = await say("Publish");
    const asked = await until(sessionId, "tool.needs_approval");
    const ask = asked.find((event) => event.type === "tool.needs_approval") as { callId: string; approvalId: string };
    const denied = await post(`/api/calls/${ask.callId}/deny`, { approvalId: ask.approvalId, reason: "Not today." });
    expect(denied.status).toBe(202);
    const log = await until(sessionId, "agent.completed");
    expect(log.at(-1)).toMatchObject({ result: expect.stringContaining("Denied by the user: Not today.") });
    expect((await post(`/api/calls/${ask.callId}/approve`, { approvalId: ask.approvalId })).status).toBe(409);
    expect(published).toEqual([]);
  });
});
