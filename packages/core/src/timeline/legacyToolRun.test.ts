import { describe, expect, test } from "vitest";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import { toLegacyToolRun } from "./legacyToolRun.ts";
import { chatTurn } from "./testing/fixtures/chatTurn.ts";
import { logOf } from "./testing/fixtures/logOf.ts";

const started: NewEvent = {
  type: "tool.started",
  callId: "c1",
  tool: "roi-calculator",
  input: { investment: 10 },
  source: "web",
  userId: "ada",
};
const runOf = (...bodies: NewEvent[]) => toLegacyToolRun(logOf([started, ...bodies]));

describe("toLegacyToolRun", () => {
  test("makes one run of twelve fields from a pair of started and completed", () => {
    const run = runOf({ type: "tool.completed", callId: "c1", output: { roi: 3 }, durationMs: 40 });
    expect(run).toEqual({
      id: "c1",
      tenant_id: "00000000-0000-0000-0000-000000000000",
      tool_slug: "roi-calculator",
      user_id: "ada",
      input: { investment: 10 },
      output: { roi: 3 },
      status: "success",
      error: null,
      duration_ms: 40,
      source: "web",
      chat_id: null,
      session_id: "s1",
    });
    expect(Object.keys(run!)).toHaveLength(12);
  });

  test("takes the pair out of the middle of any log, in any order", () => {
    const [, , first, , second] = logOf([
      started,
      started,
      started,
      started,
      { type: "tool.completed", callId: "c1", output: { roi: 3 } },
    ]) as [SessionEvent, SessionEvent, SessionEvent, SessionEvent, SessionEvent];
    for (const events of [
      [first, second],
      [second, first],
    ]) {
      expect(toLegacyToolRun(events)).toMatchObject({ status: "success", output: { roi: 3 }, duration_ms: 2000 });
    }
  });

  test("an agent's call belongs to its chat, also where the agent is not among the events", () => {
    const byAgent = logOf([{ ...started, agentId: "a1", source: undefined } as NewEvent], "chat-1");
    expect(toLegacyToolRun(byAgent)).toMatchObject({ source: "agent", chat_id: "chat-1", session_id: "chat-1" });
    expect(toLegacyToolRun(byAgent, { tenantId: "t1", chatId: "other" })).toMatchObject({
      tenant_id: "t1",
      chat_id: "other",
    });
    expect(toLegacyToolRun(byAgent, { chatId: null })?.chat_id).toBeNull();
  });

  test("names one call of many", () => {
    const log = logOf(chatTurn);
    expect(toLegacyToolRun(log)).toMatchObject({ id: "c1", tool_slug: "analyze_document", status: "success" });
    expect(toLegacyToolRun(log, { callId: "c2" })).toMatchObject({ id: "c2", output: { id: 7 }, duration_ms: 12 });
    expect(toLegacyToolRun(log, { callId: "c9" })).toBeNull();
    expect(toLegacyToolRun([])).toBeNull();
  });

  test.each<[string, NewEvent[], string]>([
    [
      "failed",
      [{ type: "tool.failed", callId: "c1", error: { code: "x", message: "No such planter." } }],
      "No such planter.",
    ],
    ["cancelled", [{ type: "tool.cancelled", callId: "c1", reason: "enough" }], "The call was cancelled: enough"],
    ["cancelled, no reason", [{ type: "tool.cancelled", callId: "c1" }], "The call was cancelled."],
    [
      "interrupted",
      [{ type: "tool.interrupted", callId: "c1" }],
      "The call was interrupted, and how far it came is not known.",
    ],
    [
      "denied",
      [{ type: "tool.denied", callId: "c1", approvalId: "p1", reason: "too dear" }],
      "The call was denied: too dear",
    ],
    ["expired", [{ type: "tool.approval_expired", callId: "c1", approvalId: "p1" }], "Nobody answered in time."],
    [
      "waiting",
      [{ type: "tool.needs_approval", callId: "c1", approvalId: "p1", input: 1 }],
      "The call waits for approval.",
    ],
    ["running", [], "The call is still running."],
  ])("%s is an error that says so", (_, bodies, error) => {
    expect(runOf(...bodies)).toMatchObject({ status: "error", error, output: null });
  });

  test("what is no object comes as a value, a large output as its reference", () => {
    const run = toLegacyToolRun(
      logOf([{ ...started, input: "text" } as NewEvent, { type: "tool.completed", callId: "c1", output: [1, 2] }]),
    );
    expect(run).toMatchObject({ input: { value: "text" }, output: { value: [1, 2] } });
    const outputRef = { id: "o1", bytes: 300_000, mediaType: "application/json", preview: "[1" };
    expect(runOf({ type: "tool.completed", callId: "c1", outputRef })?.output).toEqual({ outputRef });
    expect(runOf({ type: "tool.completed", callId: "c1", output: null })?.output).toBeNull();
  });
});
