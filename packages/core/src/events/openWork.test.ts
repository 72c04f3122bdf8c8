import { describe, expect, test } from "vitest";
import { createOpenWork } from "./openWork.ts";
import type { NewEvent } from "./event.ts";

const noted = (events: readonly NewEvent[], scope?: string) => {
  const work = createOpenWork(scope);
  for (const event of events) work.note(event);
  return work;
};
const ids = (events: readonly NewEvent[]) =>
  events.map((event) => `${event.type} ${"callId" in event ? event.callId : (event as { agentId: string }).agentId}`);

const nested: NewEvent[] = [
  { type: "agent.started", agentId: "a1", parentCallId: "c1" },
  { type: "tool.requested", callId: "c2", tool: "echo", agentId: "a1" },
  { type: "tool.started", callId: "c2", tool: "echo", input: 1 },
  { type: "agent.started", agentId: "a2", parentCallId: "c2" },
  { type: "tool.requested", callId: "c3", tool: "echo", agentId: "a2" },
  { type: "tool.requested", callId: "other", tool: "echo", agentId: "a0" },
];

describe("createOpenWork", () => {
  test("ends everything open below a call, the innermost first, once", () => {
    const work = noted(nested);
    expect(ids(work.endsBelow("c2", "cancelled", { reason: "Enough" }))).toEqual([
      "tool.cancelled c3",
      "agent.cancelled a2",
    ]);
    expect(work.endsBelow("c1", "interrupted")).toEqual([
      { type: "tool.interrupted", callId: "c2" },
      { type: "agent.interrupted", agentId: "a1" },
    ]);
    expect(work.endsBelow("c1", "interrupted")).toEqual([]);
  });

  test("leaves out what has ended", () => {
    const work = noted([
      ...nested,
      { type: "tool.completed", callId: "c3", output: 1 },
      { type: "agent.failed", agentId: "a2", error: { code: "x", message: "y" } },
      { type: "tool.progressed", callId: "c3", progress: 1 },
    ]);
    expect(ids(work.endsBelow("c1", "cancelled"))).toEqual(["tool.cancelled c2", "agent.cancelled a1"]);
  });

  test("knows whether a call below waits for an approval, by the rule of a call's life", () => {
    const ask: NewEvent = { type: "tool.needs_approval", callId: "c3", approvalId: "p1", input: 1 };
    const work = noted([...nested, ask]);
    expect([work.isAsking("c1"), work.isAsking("c2"), work.isAsking("c3")]).toEqual([true, true, false]);
    work.note({ type: "tool.approved", callId: "c3", approvalId: "p0" });
    expect(work.isAsking("c1")).toBe(true);
    work.note({ type: "tool.approved", callId: "c3", approvalId: "p1" });
    expect(work.isAsking("c1")).toBe(false);
  });

  test("in the scope of a run, what names no parent stands below its call, and the call itself is left out", () => {
    const work = noted(
      [
        { type: "tool.started", callId: "c1", tool: "echo", input: 1, agentId: "a0" },
        { type: "tool.started", callId: "c4", tool: "echo", input: 1 },
        { type: "agent.started", agentId: "a4" },
      ],
      "c1",
    );
    expect(ids(work.endsBelow("c1", "cancelled"))).toEqual(["agent.cancelled a4", "tool.cancelled c4"]);
  });
});
