import { randomUUID } from "node:crypto";
import {
  createTimeline,
  type AgentStatus,
  type AgentView,
  type CallStatus,
  type NewEvent,
  type SessionEvent,
  type TextView,
} from "@callboard/core";
import { AGENT_ENDS, CALL_ENDS } from "@callboard/core/host";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppendRefused } from "../log/appendEvents.ts";
import { foldCall, type CallRow } from "../log/callProjection.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";

const agents = ["a1", "a2"];
const begins: NewEvent[] = agents.map((agentId) => ({ type: "agent.started", agentId }));

const callId = fc.constantFrom("c1", "c2", "c3");
const approvalId = fc.constantFrom("p1", "p2", "p3");
const agentId = fc.constantFrom(...agents);
const error = { code: "x", message: "y" };

/** Any event of a call, whether it follows from what was before or not. */
const callEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  fc.record({ type: fc.constant("tool.requested"), callId, tool: fc.constant("echo"), agentId }),
  fc.record({ type: fc.constant("tool.input_appended"), callId, delta: fc.constant("[1]") }),
  fc.record({ type: fc.constant("tool.input_ready"), callId, input: fc.nat() }),
  fc.record({ type: fc.constant("tool.needs_approval"), callId, approvalId, input: fc.nat() }),
  fc.record({ type: fc.constantFrom("tool.approved", "tool.denied", "tool.approval_expired"), callId, approvalId }),
  fc.record({ type: fc.constant("tool.started"), callId, tool: fc.constant("echo"), input: fc.nat(), agentId }),
  fc.record({ type: fc.constant("tool.progressed"), callId, progress: fc.nat() }),
  fc.record({ type: fc.constant("tool.output_replaced"), callId, output: fc.nat() }),
  fc.record({
    type: fc.constantFrom(...(Object.keys(CALL_ENDS) as (keyof typeof CALL_ENDS)[])),
    callId,
    approvalId,
    error: fc.constant(error),
  }),
) as fc.Arbitrary<NewEvent>;

const agentEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  fc.record({ type: fc.constant("agent.started"), agentId }),
  fc.record({ type: fc.constant("agent.retracted"), agentId, afterItemId: fc.constant("nothing") }),
  fc.record({
    type: fc.constantFrom(...(Object.keys(AGENT_ENDS) as (keyof typeof AGENT_ENDS)[])),
    agentId,
    error: fc.constant(error),
  }),
) as fc.Arbitrary<NewEvent>;

/** A log in which each call begins with its request or its start; after that any event may come at any time. */
const histories = fc
  .array(fc.oneof({ weight: 4, arbitrary: callEvent }, { weight: 1, arbitrary: agentEvent }), { maxLength: 40 })
  .map((events) => {
    const begun = new Set<string>();
    const follows = events.filter((event) => {
      if (!("callId" in event)) return true;
      if (event.type === "tool.requested" || event.type === "tool.started") begun.add(event.callId);
      return begun.has(event.callId);
    });
    return [...begins, ...follows];
  });

const logOf = (events: readonly NewEvent[]) =>
  events.map((event, index) => ({ ...event, seq: index + 1, at: index, sessionId: "s" }) as SessionEvent);

const timelineOf = (events: readonly SessionEvent[]) => {
  const timeline = createTimeline();
  timeline.apply(events);
  return timeline;
};

type Statuses = Record<string, CallStatus | AgentStatus>;

const inTimeline = (events: readonly SessionEvent[], ids: Iterable<string>): Statuses => {
  const timeline = timelineOf(events);
  return Object.fromEntries(
    [...ids].map((id) => {
      const node = timeline.getNode(id);
      return [id, (node as { status: CallStatus }).status];
    }),
  );
};

describe("the timeline, the conversation and the tables", () => {
  test("agree on the status of each call and agent, whatever the log", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const log = logOf(events);
        const conversation = conversationOf(log);
        const rows = new Map<string, CallRow>();
        for (const event of log) {
          if (!("callId" in event)) continue;
          const row = foldCall(rows.get(event.callId), event, { sessionId: "s", at: 0, workerId: null });
          if (row) rows.set(event.callId, row);
        }
        const calls = [...conversation.calls.values()];
        const statuses = Object.fromEntries(calls.map((call) => [call.callId, call.status]));
        expect(statuses).toEqual(inTimeline(log, Object.keys(statuses)));
        expect(Object.fromEntries([...rows].map(([id, { status }]) => [id, status]))).toEqual(statuses);
        for (const call of calls) {
          const shown = timelineOf(log).getNode(call.callId);
          const { approval, asked } = rows.get(call.callId)!;
          expect(call.approval && { id: call.approval.id, state: call.approval.state }).toEqual(approval);
          expect(call.asked).toEqual(asked);
          expect(shown).toMatchObject({ approval });
        }
        const byAgent = Object.fromEntries(
          [...conversation.agents.values()].map((agent) => [agent.agentId, agent.status]),
        );
        expect(byAgent).toEqual(inTimeline(log, agents));
      }),
    );
  });

  test("agree on the texts of an agent, in whatever order they are written and withdrawn", () => {
    const itemId = fc.constantFrom("t1", "t2", "t3");
    const kind = fc.constantFrom("text" as const, "reasoning" as const);
    const delta = fc.constantFrom("", "a", "b");
    const named = fc.record({
      type: fc.constant("agent.text_appended" as const),
      agentId: fc.constant("a1"),
      itemId,
      kind,
      delta,
    });
    const unnamed = named.map(({ itemId: _itemId, ...event }) => event);
    const withdrawn = fc
      .option(itemId)
      .map((afterItemId): NewEvent => ({ type: "agent.retracted", agentId: "a1", afterItemId }));
    const written = fc.array(fc.oneof({ weight: 6, arbitrary: named }, unnamed, withdrawn), { maxLength: 20 });
    fc.assert(
      fc.property(written, (events) => {
        const log = logOf([begins[0]!, ...events]);
        const texts = conversationOf(log).agents.get("a1")!.items as { kind: string; text: string }[];
        const timeline = timelineOf(log);
        const shown = (timeline.getNode("a1") as AgentView).items.map(({ id }) => timeline.getNode(id) as TextView);
        expect(texts.map(({ kind, text }) => [kind, text])).toEqual(shown.map(({ kind, text }) => [kind, text]));
      }),
    );
  });

  describe("kept in the database", () => {
    let store: Store;
    beforeAll(async () => (store = await memoryStore()), 60_000);
    afterAll(() => store.close());

    test("agree on them over any number of appends", { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (events) => {
          const sessionId = randomUUID();
          const log = store.log(DEFAULT_TENANT_ID, { creator: { userId: null } });
          for (const event of events) {
            await log.append(sessionId, [event]).catch((problem: unknown) => {
              // The log takes no second end of a call.
              expect(problem).toBeInstanceOf(AppendRefused);
            });
          }
          const committed = await log.read(sessionId);
          const rows = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
            tx.query<{ id: string; status: CallStatus | AgentStatus }>(
              `select call_id as id, status from callboard.calls where session_id = $1
               union all select agent_id, status from callboard.agents where session_id = $1`,
              [sessionId],
            ),
          );
          const statuses = Object.fromEntries(rows.map(({ id, status }) => [id, status]));
          expect(statuses).toEqual(inTimeline(committed, Object.keys(statuses)));
          expect(Object.keys(statuses).length).toBe(conversationOf(committed).calls.size + agents.length);
        }),
        { numRuns: 8, interruptAfterTimeLimit: undefined },
      );
    });
  });
});
