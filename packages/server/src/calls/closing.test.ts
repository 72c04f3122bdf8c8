import type { NewEvent, SessionEvent } from "@callboard/core";
import { expect, test } from "vitest";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";
import { closeCalls } from "./closing.ts";

const started = (callId: string, agentId?: string): NewEvent => ({
  type: "tool.started",
  callId,
  tool: "t",
  input: {},
  agentId,
});
const log = (events: NewEvent[]) =>
  conversationOf(
    events.map((event, index) => ({ ...event, v: 1, seq: index + 1, at: 1, sessionId: "s" }) as SessionEvent),
  );

/** What is closed, in order. */
const closed = (events: NewEvent[], callIds: string[]) =>
  closeCalls(log(events), callIds, "interrupted", { reason: "Killed." }).map((event) =>
    "callId" in event
      ? `${event.type} ${event.callId}`
      : "agentId" in event
        ? `${event.type} ${event.agentId}`
        : event.type,
  );

test("closes what is open below a call before the call, at any depth", () => {
  const events: NewEvent[] = [
    started("outer"),
    { type: "agent.started", agentId: "a", parentCallId: "outer" },
    started("inner", "a"),
    { type: "agent.started", agentId: "b", parentCallId: "inner" },
    started("innermost", "b"),
  ];
  expect(closed(events, ["outer"])).toEqual([
    "tool.interrupted innermost",
    "agent.interrupted b",
    "tool.interrupted inner",
    "agent.interrupted a",
    "tool.interrupted outer",
  ]);
});

test("closes what an agent left open that has ended", () => {
  const events: NewEvent[] = [
    started("outer"),
    { type: "agent.started", agentId: "a", parentCallId: "outer" },
    started("inner", "a"),
    { type: "agent.completed", agentId: "a" },
  ];
  expect(closed(events, ["outer"])).toEqual(["tool.interrupted inner", "tool.interrupted outer"]);
});

test("closes each once, in whichever order they are named, and nothing that has ended or is not there", () => {
  const events: NewEvent[] = [
    started("outer"),
    { type: "agent.started", agentId: "a", parentCallId: "outer" },
    started("inner", "a"),
    started("over"),
    { type: "tool.completed", callId: "over", output: 1 },
  ];
  const all = ["tool.interrupted inner", "agent.interrupted a", "tool.interrupted outer"];
  expect(closed(events, ["outer", "inner", "over", "nothing"])).toEqual(all);
  expect(closed(events, ["inner", "outer", "inner"])).toEqual(all);
});
