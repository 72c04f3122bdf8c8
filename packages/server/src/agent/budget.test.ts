import { createRegistry, delegate, type NewEvent, type SessionEvent } from "@callboard/core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHost, type Host } from "../host.ts";
import type { BudgetOptions } from "../agents/agentDefinition.ts";
import type { HostToolRun } from "../hostOptions.ts";
import { createScriptedModel, type ScriptedTurn } from "../model/scriptedModel.ts";
import type { Store } from "../store.ts";
import { chatClient, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";
import { nextDeadline, nextMoves } from "./nextMoves.ts";

const registry = createRegistry();
const tool = { name: "Tool", description: "Tries.", category: "test", icon: "wrench", inputSchema: { type: "object" } };
registry.register({ ...tool, slug: "look", outputSchema: {}, execute: () => "seen" });
registry.register({ ...tool, slug: "hang", outputSchema: {}, execute: () => new Promise(() => {}) });
const task = { name: "Digger", instructions: "Dig.", tools: ["dig", "look"], input: { dig: true } };
registry.register({ ...tool, slug: "dig", outputSchema: {}, execute: () => delegate(task) });

let store: Store;
let host: Host | undefined;
let chat: ChatClient;
let runs: HostToolRun[] = [];
beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterEach(() => host?.close());
afterAll(() => store.close());

/** What a chat's first turn wrote, under a budget. */
async function turn(script: readonly ScriptedTurn[], budget?: BudgetOptions): Promise<SessionEvent[]> {
  runs = [];
  const model = createScriptedModel({ turns: script });
  const onToolRun = (run: HostToolRun) => void runs.push(run);
  host = createHost({ registry, store, model, onToolRun, ...(budget && { budget }) });
  chat = chatClient(host, store);
  await host.ready;
  const { sessionId } = await chat.say("Go.");
  return chat.quiet(sessionId);
}

const calls = (count: number, input: (index: number) => object): ScriptedTurn => ({
  message: "Go.",
  steps: [...Array.from({ length: count }, (_, index) => [{ call: "look", input: input(index) }]), ["Done."]],
});
const said = (events: SessionEvent[]) =>
  events.flatMap((event) => (event.type === "message.added" && event.role === "system" ? [event.text] : []));
const failures = (events: SessionEvent[]) =>
  events.flatMap((event) => (event.type === "tool.failed" || event.type === "agent.failed" ? [event.error.code] : []));

test("the session says when few calls are left and when none is; each run is told of once", async () => {
  const events = await turn([calls(6, (index) => ({ index }))], { calls: 5, warnAt: 2 });
  expect(said(events)).toEqual([
    "The agent has 2 of its 5 tool calls left in this turn.",
    "The agent has used all 5 tool calls of this turn and has to answer now.",
  ]);
  const root = events.find(({ type }) => type === "agent.started") as { agentId: string };
  const { agentId } = root;
  expect(events.flatMap((event) => (event.type === "message.added" && event.wording ? [event.wording] : []))).toEqual([
    { template: "calls_left", values: { agentId, count: 2, limit: 5 } },
    { template: "calls_used", values: { agentId, limit: 5 } },
  ]);
  expect(failures(events)).toEqual(["budget_exhausted"]);
  const refusal = events.find(({ type }) => type === "tool.failed");
  expect(refusal).toMatchObject({
    error: {
      message: "The budget of 5 calls is used up; this one did not run.",
      wording: { template: "The budget of {limit} calls is used up; this one did not run.", values: { limit: 5 } },
    },
  });
  expect(runs).toHaveLength(5);
  const { sessionId } = events[0]!;
  const run = { event: "tool_run", slug: "look", source: "agent", success: true, sessionId };
  expect(runs[0]).toMatchObject(run);
  expect(new Set(runs.map(({ runId }) => runId)).size).toBe(5);
});

test("a person's run is told of too, by whatever it ended; a refused one is none", async () => {
  await turn([{ message: "Go.", steps: [["Done."]] }]);
  await chat.post("/api/tools/look/run", { input: {} }, undefined, { prefer: "wait" });
  await chat.post("/api/tools/look/run", { input: 1 }, undefined, { prefer: "wait" });
  const { body } = await chat.post("/api/tools/hang/run", { input: {} });
  await chat.post(`/api/calls/${String(body["callId"])}/cancel`, {});
  expect(runs.map(({ slug, success, source }) => [slug, success, source])).toEqual([
    ["look", true, "web"],
    ["hang", false, "web"],
  ]);
});

test("the same call again and again is named as a loop, and stops where the host says so", async () => {
  const loop = calls(6, () => ({ same: true }));
  const named = 'The agent has called "look" 4 times with the same arguments: this looks like a loop.';
  const free = await turn([loop]);
  expect(said(free)).toEqual([named]);
  expect(failures(free)).toEqual([]);
  await host!.close();
  const held = await turn([loop], { repeats: 3 });
  expect(said(held)).toEqual([named]);
  expect(failures(held)).toEqual(["repeated_call", "repeated_call", "repeated_call"]);
  expect(runs).toHaveLength(3);
});

test("sub-agents stand no deeper below each other than they may, and share the turn's calls", async () => {
  const dig = { steps: [[{ call: "dig", input: {} }], ["Deep enough."]] };
  const events = await turn([dig], { depth: 2 });
  expect(events.filter(({ type }) => type === "agent.started")).toHaveLength(3);
  const refused = events.find(
    (event): event is Extract<SessionEvent, { type: "tool.failed" }> => event.type === "tool.failed",
  );
  expect(refused?.error).toMatchObject({ code: "too_deep", message: expect.stringContaining("2 below each other") });
  expect(events.at(-1)?.type).toBe("agent.completed");
  await host!.close();
  const few = await turn([dig], { calls: 2 });
  expect(failures(few)).toEqual(["budget_exhausted"]);
});

test("a turn ends when its time is over, with what it ran", async () => {
  const events = await turn([{ message: "Go.", steps: [[{ call: "hang", input: {} }]] }], { time: 300 });
  expect(failures(events)).toEqual(["time_exhausted"]);
  expect(events.map(({ type }) => type).slice(-2)).toEqual(["tool.cancelled", "agent.failed"]);
});

describe("the time of a turn", () => {
  const at = (at: number, event: NewEvent): SessionEvent =>
    ({ ...event, v: 1, seq: at, sessionId: "s", at }) as SessionEvent;
  const begun = [
    at(1, { type: "agent.started", agentId: "a", messageId: "m", meta: { turn: { userId: null } } }),
    at(10, { type: "tool.requested", callId: "c", tool: "look", agentId: "a" }),
    at(10, { type: "tool.input_ready", callId: "c", input: {} }),
    at(10, { type: "agent.step_completed", agentId: "a", step: 1 }),
    at(20, { type: "tool.needs_approval", callId: "c", approvalId: "p", input: {} }),
  ];
  const LIMITS = { limit: 20, warnAt: 4, time: 100 };
  const isOver = (events: SessionEvent[], now: number) =>
    nextMoves(conversationOf(events), now, LIMITS).some(({ key }) => key.startsWith("late"));

  test("stands still while it only waits for a person", () => {
    expect(isOver(begun.slice(0, 4), 100)).toBe(false);
    expect(isOver(begun.slice(0, 4), 101)).toBe(true);
    expect(isOver(begun, 100_000)).toBe(false);
    expect(nextDeadline(conversationOf(begun), LIMITS)).toBeNull();
    const answered = [...begun, at(1020, { type: "tool.approved", callId: "c", approvalId: "p" })];
    expect(isOver(answered, 1100)).toBe(false);
    expect(nextDeadline(conversationOf(answered), LIMITS)).toBe(1101);
    expect(isOver(answered, 1101)).toBe(true);
  });

  test("begins anew where the turn goes on", () => {
    const gone = [...begun.slice(0, 4), at(500, { type: "agent.interrupted", agentId: "a" })];
    const again = [...gone, at(900, { type: "agent.retracted", agentId: "a", afterItemId: "c" })];
    expect(isOver(again, 950)).toBe(false);
    expect(isOver(again, 1000)).toBe(true);
  });
});
