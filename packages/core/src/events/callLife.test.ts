import { describe, expect, test } from "vitest";
import {
  AGENT_ENDS,
  CALL_ENDS,
  isFinal,
  nextAgentStatus,
  nextCallState,
  waitsForTurn,
  type AgentStatus,
  type CallState,
  type CallStatus,
} from "./callLife.ts";
import type { EventBody } from "./event.ts";

type CallEvent = Extract<EventBody, { type: `tool.${string}` }>;

const callId = "c1";
const error = { code: "x", message: "y" };
const answer = { callId, approvalId: "p1" };
const events: { [Type in CallEvent["type"]]: Extract<CallEvent, { type: Type }> } = {
  "tool.requested": { type: "tool.requested", callId, tool: "echo" },
  "tool.input_appended": { type: "tool.input_appended", callId, delta: "{" },
  "tool.input_ready": { type: "tool.input_ready", callId, input: 1 },
  "tool.needs_approval": { type: "tool.needs_approval", callId, approvalId: "p2", input: 1 },
  "tool.approved": { type: "tool.approved", ...answer },
  "tool.denied": { type: "tool.denied", ...answer },
  "tool.approval_expired": { type: "tool.approval_expired", ...answer },
  "tool.needs_input": { type: "tool.needs_input", callId, askId: "q2", message: "Which?" },
  "tool.input_given": { type: "tool.input_given", callId, askId: "q1", action: "accept", content: { which: 1 } },
  "tool.input_expired": { type: "tool.input_expired", callId, askId: "q1" },
  "tool.needs_turn": { type: "tool.needs_turn", callId, turnId: "t1", limits: { concurrency: 1 } },
  "tool.turn_given": { type: "tool.turn_given", callId, turnId: "t0" },
  "tool.handed_over": { type: "tool.handed_over", callId, state: { job: 1 } },
  "tool.started": { type: "tool.started", callId, tool: "echo", input: 1 },
  "tool.progressed": { type: "tool.progressed", callId, progress: 1 },
  "tool.output_appended": { type: "tool.output_appended", callId, delta: "x" },
  "tool.output_replaced": { type: "tool.output_replaced", callId, output: 1 },
  "tool.completed": { type: "tool.completed", callId, output: 1 },
  "tool.failed": { type: "tool.failed", callId, error },
  "tool.cancelled": { type: "tool.cancelled", callId },
  "tool.interrupted": { type: "tool.interrupted", callId },
};

/** The status after each event of a call that waits for the approval p1; null where the event does not apply. */
const after: { [Type in CallEvent["type"]]: Record<Open, CallStatus | null> } = {
  "tool.requested": same(),
  "tool.input_appended": { ...none(), requested: "requested" },
  "tool.input_ready": { ...none(), requested: "ready", ready: "ready" },
  "tool.needs_approval": every("awaiting-approval"),
  "tool.approved": { ...every("ready"), running: "running" },
  "tool.denied": every("denied"),
  "tool.approval_expired": every("expired"),
  "tool.needs_input": every("awaiting-input"),
  "tool.input_given": none(),
  "tool.input_expired": none(),
  "tool.handed_over": every("ready"),
  "tool.needs_turn": { ...none(), ready: "ready" },
  "tool.turn_given": none(),
  "tool.started": every("running"),
  "tool.progressed": same(),
  "tool.output_appended": same(),
  "tool.output_replaced": same(),
  "tool.completed": every("completed"),
  "tool.failed": every("failed"),
  "tool.cancelled": every("cancelled"),
  "tool.interrupted": every("interrupted"),
};

type Open = "requested" | "ready" | "awaiting-approval" | "running";
const open: Open[] = ["requested", "ready", "awaiting-approval", "running"];
const final = Object.values(CALL_ENDS);

function every(status: CallStatus | null): Record<Open, CallStatus | null> {
  return { requested: status, ready: status, "awaiting-approval": status, running: status };
}
function none() {
  return every(null);
}
function same(): Record<Open, CallStatus> {
  return { requested: "requested", ready: "ready", "awaiting-approval": "awaiting-approval", running: "running" };
}

const asking = (status: CallStatus): CallState => ({
  status,
  approval: { id: "p1", state: "pending" },
  asked: ["p1"],
  questions: [],
  turn: null,
});
const unasked = (status: CallStatus): CallState => ({ status, approval: null, asked: [], questions: [], turn: null });

describe("nextCallState", () => {
  const cases = Object.values(events).flatMap((event) => open.map((status) => [status, event.type, event] as const));

  test.each(cases)("%s, then %s", (status, type, event) => {
    expect(nextCallState(asking(status), event)?.status ?? null).toBe(after[type][status]);
    expect(nextCallState(unasked(status), event)?.status ?? null).toBe(after[type][status]);
  });

  test.each(final)("%s is the end, whatever comes", (status) => {
    expect(isFinal(status)).toBe(true);
    for (const event of Object.values(events)) expect(nextCallState(asking(status), event)).toBeNull();
  });

  test("a state that no ending event leaves is not the end", () => {
    for (const status of open) expect(isFinal(status)).toBe(false);
    expect(isFinal("awaiting-payment" as CallStatus)).toBe(false);
  });

  test("an approval is asked for once: not again after its answer, nor after a newer one", () => {
    const ask = (approvalId: string) => ({ ...events["tool.needs_approval"], approvalId });
    const first = nextCallState(unasked("ready"), ask("p1"))!;
    expect(first).toEqual(asking("awaiting-approval"));
    expect(nextCallState(first, ask("p1"))).toBeNull();
    const second = nextCallState(first, ask("p2"))!;
    expect(second).toEqual({
      status: "awaiting-approval",
      approval: { id: "p2", state: "pending" },
      asked: ["p1", "p2"],
      questions: [],
      turn: null,
    });
    expect(nextCallState(second, ask("p1"))).toBeNull();
    const approved = nextCallState(second, { ...events["tool.approved"], approvalId: "p2" })!;
    expect(nextCallState(approved, ask("p2"))).toBeNull();
  });

  test.each([
    ["tool.approved", "approved"],
    ["tool.denied", "denied"],
    ["tool.approval_expired", "expired"],
  ] as const)("%s answers the approval that is asked, once", (type, state) => {
    const call = asking("awaiting-approval");
    expect(nextCallState(call, { ...events[type], approvalId: "p0" })).toBeNull();
    const answered = nextCallState(call, events[type])!;
    expect(answered.approval).toEqual({ id: "p1", state });
    expect(nextCallState({ ...answered, status: "ready" }, events[type])).toBeNull();
    expect(nextCallState({ ...answered, status: "ready" }, events["tool.denied"])).toBeNull();
  });

  test("a turn is waited for and given once, and over with the end or the next ask of its call", () => {
    const waiting = nextCallState(unasked("ready"), events["tool.needs_turn"])!;
    expect(waiting).toMatchObject({ status: "ready", turn: { id: "t1", limits: { concurrency: 1 }, isGiven: false } });
    expect(waitsForTurn(waiting)).toBe(true);
    expect(nextCallState(waiting, events["tool.needs_turn"])).toBeNull();
    expect(nextCallState(waiting, events["tool.turn_given"])).toBeNull();
    const given = nextCallState(waiting, { ...events["tool.turn_given"], turnId: "t1" })!;
    expect(waitsForTurn(given)).toBe(false);
    expect(nextCallState(given, { ...events["tool.turn_given"], turnId: "t1" })).toBeNull();
    const running = nextCallState(given, events["tool.started"])!;
    expect(running.turn).toEqual(given.turn);
    expect(nextCallState(running, events["tool.handed_over"])!.turn).toEqual(given.turn);
    for (const type of ["tool.needs_input", "tool.completed", "tool.cancelled"] as const) {
      expect(nextCallState(running, events[type])!.turn).toBeNull();
    }
    expect(nextCallState(waiting, events["tool.needs_approval"])!.turn).toBeNull();
  });

  test("an answer whose asking was lost counts once", () => {
    const approved = nextCallState(unasked("requested"), events["tool.approved"])!;
    expect(approved).toEqual({
      status: "ready",
      approval: { id: "p1", state: "approved" },
      asked: ["p1"],
      questions: [],
      turn: null,
    });
    expect(nextCallState(approved, events["tool.denied"])).toBeNull();
    expect(nextCallState(approved, { ...events["tool.needs_approval"], approvalId: "p1" })).toBeNull();
  });

  describe("questions", () => {
    const ask = (askId: string) => ({ ...events["tool.needs_input"], askId });
    const give = (askId: string) => ({ ...events["tool.input_given"], askId });
    const after = (...told: CallEvent[]) => {
      let call: CallState = unasked("running");
      for (const event of told) call = nextCallState(call, event) ?? call;
      return call;
    };

    test("a call with several goes on when each has its answer", () => {
      expect(after(ask("q1"), ask("q2"))).toMatchObject({ status: "awaiting-input", questions: ["q1", "q2"] });
      expect(after(ask("q1"), ask("q2"), give("q2"))).toMatchObject({ status: "awaiting-input", questions: ["q1"] });
      expect(after(ask("q1"), ask("q2"), give("q2"), give("q1"))).toMatchObject({ status: "ready", questions: [] });
    });

    test("each is asked once and answered once", () => {
      const answered = after(ask("q1"), give("q1"));
      expect(nextCallState(answered, ask("q1"))).toBeNull();
      expect(nextCallState(answered, give("q1"))).toBeNull();
      expect(nextCallState(answered, { ...events["tool.input_expired"] })).toBeNull();
      expect(nextCallState(unasked("running"), give("q1"))).toBeNull();
    });

    test("one that nobody answers in time ends the call", () => {
      expect(after(ask("q1"), ask("q2"), events["tool.input_expired"])).toMatchObject({
        status: "expired",
        questions: [],
      });
    });

    test("a call that goes on without the answers waits for none", () => {
      expect(after(ask("q1"), events["tool.started"])).toMatchObject({ status: "running", questions: [] });
      expect(nextCallState(after(ask("q1"), events["tool.started"]), give("q1"))).toBeNull();
    });
  });
});

describe("nextAgentStatus", () => {
  const statuses: AgentStatus[] = ["running", ...Object.values(AGENT_ENDS)];
  const agentId = "a1";

  test.each(statuses)("%s: ends once, and runs again after a retraction", (status) => {
    const isRunning = status === "running";
    expect(nextAgentStatus(status, { type: "agent.retracted", agentId, afterItemId: null })).toBe("running");
    for (const end of ["completed", "cancelled", "interrupted"] as const) {
      expect(nextAgentStatus(status, { type: `agent.${end}`, agentId })).toBe(isRunning ? end : null);
    }
    expect(nextAgentStatus(status, { type: "agent.failed", agentId, error })).toBe(isRunning ? "failed" : null);
  });
});
