import { delegate, type SessionEvent } from "@callboard/core";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { createHost } from "../host.ts";
import { createScriptedModel, type ScriptedStep, type ScriptedTurn } from "../model/scriptedModel.ts";
import { toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { chatClient, endsOf, isGapFree, openIn, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";

const LONG = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const COLLEAGUE = {
  userId: "carl",
  tenantId: "00000000-0000-0000-0000-000000000000",
  tenantSlug: "default",
  permissions: [],
};

let store: Store;
let client: ChatClient;
/** Ends the handlers that do not listen. */
let release: (() => void)[] = [];
/** How long the model waits before each piece of an answer. */
let pace: number | null = null;

beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterEach(async () => {
  for (const end of release) end();
  release = [];
  pace = null;
  await client.close();
});
afterAll(() => store.close());

/** A model that can be slowed down. */
function pacedModel(turns: ScriptedTurn[]): LanguageModelV3 {
  const quick = createScriptedModel({ turns });
  return {
    ...quick,
    doStream: (options) => (pace === null ? quick : createScriptedModel({ turns, pace })).doStream(options),
  };
}

const calls = (name: string, input = {}) => [{ call: name, input }];
const root = (...steps: ScriptedStep[]): ScriptedTurn => ({ steps });
const analyst = (...steps: ScriptedStep[]): ScriptedTurn => ({ message: {}, steps });

async function open(turns: ScriptedTurn[], model = pacedModel(turns)): Promise<ChatClient> {
  const registry = toolsForTest();
  const base = { category: "test", icon: "wrench", inputSchema: { type: "object" } };
  registry.register({
    ...base,
    slug: "deaf",
    name: "Deaf",
    description: "Does not listen to being stopped.",
    execute: (_input: unknown, _context, callbacks) =>
      new Promise((resolve) => {
        callbacks.onOutput("begun");
        release.push(() => {
          callbacks.onOutput("too late");
          resolve("too late");
        });
      }),
  });
  registry.register({
    ...base,
    slug: "delegates",
    name: "Delegates",
    description: "Starts an analyst who may do anything.",
    execute: () =>
      delegate({ name: "Analyst", instructions: "You are the analyst.", tools: ["deaf", "publish", "add"], input: {} }),
  });
  registry.register({
    ...base,
    slug: "foreign",
    name: "Foreign",
    description: "Runs an agent by itself.",
    execute: (_input: unknown, { callId }, callbacks) =>
      new Promise((resolve) => {
        callbacks.onSubAgentStart({ agentId: `foreign ${callId}`.replace(" ", ":") });
        callbacks.onSubAgentToolCall(`foreign:${callId}`, { callId: `inner:${callId}`, tool: "x", input: {} });
        release.push(() => resolve("too late"));
      }),
  });
  const host = createHost({
    registry,
    store,
    model,
    actor: { "other-token": OTHER, "colleague-token": COLLEAGUE },
    onProblem: (message) => expect(message).toBe("no problem"),
  });
  await host.ready;
  return (client = chatClient(host, store));
}

const has =
  (type: string, count = 1) =>
  (events: SessionEvent[]) =>
    events.filter((event) => event.type === type).length >= count;
const subOf = (events: SessionEvent[]) =>
  events.find((event) => event.type === "agent.started" && event.parentCallId !== undefined) as { agentId: string };

/** Nothing is open, numbers have no gap, each thing ended once, and nothing comes after that. */
async function expectStill(sessionId: string): Promise<SessionEvent[]> {
  const events = await client.quiet(sessionId);
  expect(openIn(events)).toEqual([]);
  expect(isGapFree(events)).toBe(true);
  const last = events.at(-1)!.type;
  expect(last).toMatch(/^agent\.(completed|failed|cancelled)$/);
  for (const end of release) end();
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(await client.log(sessionId)).toEqual(events);
  return events;
}

describe("stopping a turn", () => {
  test("while its text streams: nothing is written after", async () => {
    const { say, until, post } = await open([root([LONG])]);
    pace = 5;
    const { sessionId, agentId } = await say("Tell me a lot.");
    await until(sessionId, has("agent.text_appended", 3));
    const answer = await post(`/api/agents/${agentId}/cancel`);
    expect([answer.status, answer.body]).toEqual([202, { agentId, status: "cancelled" }]);
    const events = await expectStill(sessionId);
    expect(events.at(-1)).toMatchObject({ type: "agent.cancelled", agentId, by: "demo" });
  });

  test("while a tool runs whose handler does not listen", async () => {
    const { say, until, post } = await open([root([...calls("deaf"), ...calls("deaf")])]);
    const { sessionId, agentId } = await say("Do it.");
    await until(sessionId, has("tool.output_appended", 2));
    expect((await post(`/api/agents/${agentId}/cancel`)).status).toBe(202);
    const events = await expectStill(sessionId);
    expect(endsOf(events)).toEqual(["tool.cancelled", "tool.cancelled", "agent.cancelled"]);
  });

  test.each([
    ["its text streams", "agent.text_appended", [LONG], ["agent.cancelled", "tool.cancelled", "agent.cancelled"]],
    [
      "its tool runs",
      "tool.output_appended",
      calls("deaf"),
      ["tool.cancelled", "agent.cancelled", "tool.cancelled", "agent.cancelled"],
    ],
    [
      "its approval waits",
      "tool.needs_approval",
      calls("publish", { text: "x" }),
      ["tool.cancelled", "agent.cancelled", "tool.cancelled", "agent.cancelled"],
    ],
  ])("with a sub-agent, while %s: the innermost ends first", async (_name, sign, step, ends) => {
    const { say, until, post } = await open([analyst(step), root(calls("delegates"))]);
    pace = 5;
    const { sessionId, agentId } = await say("Look.");
    await until(sessionId, has(sign));
    expect((await post(`/api/agents/${agentId}/cancel`)).status).toBe(202);
    expect(endsOf(await expectStill(sessionId))).toEqual(ends);
  });

  test("a sub-agent alone: its call says so, and the turn goes on", async () => {
    const { say, until, post } = await open([analyst(calls("deaf")), root(calls("delegates"), [{ result: 0 }])]);
    const { sessionId } = await say("Look.");
    const { agentId } = subOf(await until(sessionId, has("tool.output_appended")));
    expect((await post(`/api/agents/${agentId}/cancel`)).status).toBe(202);
    const events = await expectStill(sessionId);
    expect(endsOf(events)).toEqual(["tool.cancelled", "agent.cancelled", "tool.cancelled", "agent.completed"]);
    expect(events.at(-1)).toMatchObject({ result: "The call was cancelled: Its agent was stopped." });
  });

  test("an agent that a handler runs by itself: its call is stopped", async () => {
    const { say, until, post } = await open([root(calls("foreign"), [{ result: 0 }])]);
    const { sessionId } = await say("Look.");
    const { agentId } = subOf(await until(sessionId, (events) => subOf(events)));
    expect((await post(`/api/agents/${agentId}/cancel`)).status).toBe(202);
    expect(endsOf(await expectStill(sessionId)).slice(-3)).toEqual([
      "agent.cancelled",
      "tool.cancelled",
      "agent.completed",
    ]);
  });

  test("a call that waits for approval is cancelled alone: the turn goes on at once, and takes the next message", async () => {
    const { say, post, ask } = await open([root(calls("publish", { text: "x" }), [{ result: -1 }])]);
    const { sessionId, agentId } = await say("Publish.");
    const { callId } = await ask(sessionId);
    expect((await post(`/api/calls/${callId}/cancel`)).status).toBe(202);
    const ended = (events: SessionEvent[]) => events.some((event) => event.type === "agent.completed");
    const events = await client.until(sessionId, ended);
    expect(endsOf(events)).toEqual(["tool.cancelled", "agent.completed"]);
    expect(events.at(-1)).toMatchObject({ agentId, result: "The call was cancelled." });
    expect((await post("/api/chat", { sessionId, message: "Again." })).status).toBe(202);
    await post(`/api/calls/${(await ask(sessionId)).callId}/cancel`);
    await expectStill(sessionId);
  });

  test("one call of it: the turn goes on without", async () => {
    const { say, until, post } = await open([root(calls("deaf"), [{ result: 0 }])]);
    const { sessionId } = await say("Do it.");
    const events = await until(sessionId, has("tool.output_appended"));
    const { callId } = events.find(({ type }) => type === "tool.started") as unknown as { callId: string };
    expect((await post(`/api/calls/${callId}/cancel`)).status).toBe(202);
    expect((await post(`/api/calls/${callId}/cancel`)).status).toBe(409);
    expect((await expectStill(sessionId)).at(-1)).toMatchObject({
      result: "The call was cancelled.",
    });
  });

  test("409 when it has ended, once for many at a time; 404 for a foreign one as for none", async () => {
    const { say, quiet, until, post } = await open([root(calls("deaf"), ["Yes."])]);
    const { sessionId, agentId } = await say("Do it.");
    await until(sessionId, has("tool.output_appended"));
    const foreign = await post(`/api/agents/${agentId}/cancel`, undefined, "other-token");
    const missing = randomUUID();
    const none = await post(`/api/agents/${missing}/cancel`, undefined, "other-token");
    expect([foreign.status, JSON.stringify(foreign.body).replaceAll(agentId, missing)]).toEqual([
      404,
      JSON.stringify(none.body),
    ]);
    for (const id of ["a%00b", "%2e%2e", "x".repeat(300)])
      expect((await post(`/api/agents/${id}/cancel`)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(`/api/agents/${agentId}/cancel`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 49 }, () => 409)]);
    expect(endsOf(await quiet(sessionId))).toEqual(["tool.cancelled", "agent.cancelled"]);
    const { body } = await post(`/api/agents/${agentId}/cancel`);
    expect(body.error).toMatchObject({ code: "already_ended", message: expect.stringContaining("ended") });
  });
});

describe("continuing a turn", () => {
  const rootText = (events: SessionEvent[], agentId: string) => {
    const agent = conversationOf(events).agents.get(agentId)!;
    return agent.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  };

  test("after a stop: what was half-written is withdrawn, and the answer comes whole", async () => {
    const { say, until, post, quiet } = await open([root(calls("add", { a: 1, b: 2 }), [LONG])]);
    pace = 4;
    const { sessionId, agentId } = await say("Tell me a lot.");
    await until(sessionId, has("agent.text_appended", 3));
    await post(`/api/agents/${agentId}/cancel`);
    await quiet(sessionId);
    pace = null;
    const answer = await post(`/api/agents/${agentId}/resume`);
    expect([answer.status, answer.body]).toEqual([202, { agentId, status: "running" }]);
    const events = await expectStill(sessionId);
    const call = events.find(({ type }) => type === "tool.started") as unknown as { callId: string };
    expect(events.find(({ type }) => type === "agent.retracted")).toMatchObject({ agentId, afterItemId: call.callId });
    expect(rootText(events, agentId)).toEqual([LONG]);
    expect(events.filter(({ type }) => type === "tool.started")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "agent.completed", result: LONG });
  });

  test("in the moment of a stop: the stopped answer writes nothing into the new one", async () => {
    const { say, until, post } = await open([root([LONG])]);
    pace = 1;
    for (let round = 0; round < 4; round++) {
      const { sessionId, agentId } = await say("Tell me a lot.");
      await until(sessionId, has("agent.text_appended", 2));
      for (let stops = 0; stops < 3; stops++) {
        await Promise.all([post(`/api/agents/${agentId}/cancel`), post(`/api/agents/${agentId}/resume`)]);
      }
      await post(`/api/agents/${agentId}/resume`);
      const events = await client.quiet(sessionId);
      expect(openIn(events)).toEqual([]);
      expect(rootText(events, agentId)).toEqual([LONG]);
      expect(events.at(-1)).toMatchObject({ type: "agent.completed", result: LONG });
    }
  });

  test("after a failure, which it can meet again", async () => {
    let broken = 2;
    const { say, quiet, post } = await open([], {
      ...createScriptedModel({ turns: [] }),
      doStream: (options) => {
        const step = broken-- > 0 ? [{ error: "The model is away." }] : ["Here I am."];
        return createScriptedModel({ turns: [root(step)] }).doStream(options);
      },
    });
    const { sessionId, agentId } = await say("Hello?");
    expect((await quiet(sessionId)).at(-1)).toMatchObject({ type: "agent.failed" });
    expect((await post(`/api/agents/${agentId}/resume`)).status).toBe(202);
    expect((await quiet(sessionId)).at(-1)).toMatchObject({ type: "agent.failed" });
    expect((await post(`/api/agents/${agentId}/resume`)).status).toBe(202);
    const events = await expectStill(sessionId);
    expect(events.at(-1)).toMatchObject({ type: "agent.completed", result: "Here I am." });
    expect((await post(`/api/agents/${agentId}/resume`)).status).toBe(409);
  });

  test("after the process ended in the middle of a sub-agent's answer", async () => {
    const turns = [analyst([LONG]), root(calls("delegates"), [{ result: 0 }])];
    const first = await open(turns);
    pace = 5;
    const { sessionId, agentId } = await first.say("Look.");
    const sub = subOf(await first.until(sessionId, has("agent.text_appended", 3)));
    await first.close();
    const stopped = await first.log(sessionId);
    expect(endsOf(stopped)).toEqual(["agent.interrupted"]);
    expect(stopped.at(-1)).toMatchObject({ agentId: sub.agentId, reason: expect.stringContaining("shut down") });

    const { post, quiet } = await open(turns);
    expect(await quiet(sessionId)).toEqual(stopped);
    const said = await post("/api/chat", { sessionId, message: "And now?" });
    expect([said.status, said.body.error.code]).toEqual([409, "turn_running"]);
    pace = null;
    expect((await post(`/api/agents/${agentId}/resume`)).status).toBe(202);
    const events = await expectStill(sessionId);
    expect(rootText(events, sub.agentId)).toEqual([LONG]);
    expect(events.at(-1)).toMatchObject({ type: "agent.completed", agentId, result: LONG });
  });

  test("once for many at a time, not while another message is answered, and by its own person only", async () => {
    const { say, until, post, quiet } = await open([{ message: "And again", steps: [calls("deaf")] }, root([LONG])]);
    pace = 5;
    const { sessionId, agentId } = await say("Tell me a lot.");
    await until(sessionId, has("agent.text_appended"));
    expect((await post(`/api/agents/${agentId}/resume`)).status).toBe(409);
    await post(`/api/agents/${agentId}/cancel`);
    await quiet(sessionId);
    expect((await post(`/api/agents/${agentId}/resume`, undefined, "colleague-token")).status).toBe(403);
    const foreign = await post(`/api/agents/${agentId}/resume`, undefined, "other-token");
    const none = await post(`/api/agents/${randomUUID()}/resume`, undefined, "other-token");
    expect([foreign.status, none.status, foreign.body.error.code]).toEqual([404, 404, none.body.error.code]);

    const second = await say("And again", sessionId);
    await until(sessionId, has("tool.output_appended"));
    const busy = await post(`/api/agents/${agentId}/resume`);
    expect([busy.status, busy.body.error.code]).toEqual([409, "turn_running"]);
    await post(`/api/agents/${second.agentId}/cancel`);
    pace = null;
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(`/api/agents/${agentId}/resume`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 29 }, () => 409)]);
    expect((await expectStill(sessionId)).at(-1)).toMatchObject({ type: "agent.completed", agentId });
  });

  test("a sub-agent whose call has ended is not continued", async () => {
    const { say, until, post } = await open([analyst(calls("deaf")), root(calls("delegates"), [{ result: 0 }])]);
    const { sessionId } = await say("Look.");
    const { agentId } = subOf(await until(sessionId, has("tool.output_appended")));
    await post(`/api/agents/${agentId}/cancel`);
    await expectStill(sessionId);
    expect((await post(`/api/agents/${agentId}/resume`)).status).toBe(409);
  });
});
