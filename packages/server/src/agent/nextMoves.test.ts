import type { NewEvent, SessionEvent } from "@callboard/core";
import { isFinal, isWaiting } from "@callboard/core/host";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conversationOf, simulateLog } from "../testing/fixtures/simulatedLog.ts";
import { foldConversation, type Conversation, type LoopAgent } from "../conversation/conversation.ts";
import { isRunByHost, unfinishedItems } from "../conversation/conversationQueries.ts";
import { cancellationEvents, nextDeadline, nextMoves, recoveryEvents, resumeEvents } from "./nextMoves.ts";

const BUDGET = { limit: 20, warnAt: 4 };

const choices = fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 400, size: "max" });

const append = (conversation: Conversation, events: readonly NewEvent[]) => {
  for (const event of events) {
    const seq = conversation.lastSeq + 1;
    foldConversation(conversation, { ...event, v: 1, seq, at: seq, sessionId: "s" } as SessionEvent);
  }
};

/** A prefix of a log: what a process finds that was started at that moment. */
const prefixes = choices.chain((list) => {
  const { events } = simulateLog(list);
  return fc.nat(events.length).map((length) => events.slice(0, length));
});

/** All agents and calls at or below an agent. */
function below(agent: LoopAgent): { agents: LoopAgent[]; calls: LoopAgent["calls"] } {
  const subs = agent.calls.flatMap((call) => call.agents.map(below));
  return {
    agents: [agent, ...subs.flatMap(({ agents }) => agents)],
    calls: [...agent.calls, ...subs.flatMap(({ calls }) => calls)],
  };
}

/**
 * Whether somebody, or some process, can bring a running agent on: by a move, an answer to an approval, or by
 * continuing.
 */
function canGoOn(conversation: Conversation, agent: LoopAgent): boolean {
  const { agents, calls } = below(agent);
  const moves = nextMoves(conversation, 0, BUDGET);
  const ids = new Set([...agents.map(({ agentId }) => agentId), ...calls.map(({ callId }) => callId)]);
  const moved = moves.some((move) =>
    move.kind === "write"
      ? move.events.some((event) =>
          ids.has("callId" in event ? event.callId : "agentId" in event ? event.agentId! : ""),
        )
      : ids.has(move.kind === "step" ? move.agent.agentId : (move.agent?.agentId ?? move.call.callId)),
  );
  return (
    moved ||
    calls.some(({ status }) => isWaiting(status)) ||
    agents.some((each) => each.status === "interrupted" && resumeEvents(conversation, each.agentId).length > 0)
  );
}

describe("moves, for any prefix of any log", () => {
  test("are the same for the same log, however it was folded", () => {
    fc.assert(
      fc.property(prefixes, fc.nat(200), (events, now) => {
        const shown = (conversation: Conversation) =>
          nextMoves(conversation, now, BUDGET).map((move) =>
            move.kind === "write" ? [move.key, move.events] : move.key,
          );
        const once = conversationOf(events);
        expect(shown(conversationOf(JSON.parse(JSON.stringify(events)) as SessionEvent[]))).toEqual(shown(once));
        expect(shown(once)).toEqual(shown(once));
        const keys = nextMoves(once, now, BUDGET).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  test("never answer while an answer is half-written, and never begin a call twice", () => {
    fc.assert(
      fc.property(prefixes, (events) => {
        const conversation = conversationOf(events);
        for (const move of nextMoves(conversation, 0, BUDGET)) {
          if (move.kind === "step") expect(unfinishedItems(move.agent)).toEqual([]);
          if (move.kind === "begin" || move.kind === "run") {
            expect(move.call.status).toBe("ready");
            expect(events.some((event) => event.type === "tool.started" && event.callId === move.call.callId)).toBe(
              false,
            );
          }
          if (move.kind === "again") {
            const { callId, questions } = move.call;
            const rounds = (type: SessionEvent["type"]) =>
              events.findLast((event) => event.type === type && "callId" in event && event.callId === callId)!;
            expect([move.call.status, questions]).toEqual(["ready", []]);
            expect(rounds("tool.input_given").seq).toBeGreaterThan(rounds("tool.started").seq);
          }
          if (move.kind === "run") {
            const { callId, approval } = move.call;
            const asked = events.findLast((event) => event.type === "tool.needs_approval" && event.callId === callId);
            expect(asked).toMatchObject({ approvalId: approval!.id });
            expect(events.some((event) => event.type === "tool.approved" && event.approvalId === approval!.id)).toBe(
              true,
            );
          }
        }
      }),
    );
  });
});

describe("recovery", () => {
  test("leaves nothing at work that nobody can bring on, and does nothing more the second time", () => {
    fc.assert(
      fc.property(prefixes, (events) => {
        const conversation = conversationOf(events);
        append(conversation, recoveryEvents(conversation, "Killed."));
        expect(recoveryEvents(conversation, "Killed.")).toEqual([]);
        for (const agent of conversation.running) {
          if (isRunByHost(agent)) expect([agent.agentId, canGoOn(conversation, agent)]).toEqual([agent.agentId, true]);
        }
        for (const call of conversation.open) {
          if (call.status !== "running") continue;
          if (call.agentId === null) {
            // One that has asked goes on from the log alone, so nobody else would end it.
            expect(call.asking === null || call.agents.length > 0).toBe(true);
            continue;
          }
          expect(
            call.agents.length > 0 ||
              nextMoves(conversation, 0, BUDGET).some(({ key }) => key === `close ${call.callId}`),
          ).toBe(true);
        }
      }),
    );
  });

  test("leaves alone what somebody is at", () => {
    fc.assert(
      fc.property(choices, (list) => {
        const { conversation, writing, handling } = simulateLog(list);
        expect(recoveryEvents(conversation, "Broken.", (id) => writing.has(id) || handling.has(id))).toEqual([]);
      }),
    );
  });
});

describe("stopping", () => {
  test("any agent: what it ends is ended once, the innermost first, and nothing of it stays open", () => {
    fc.assert(
      fc.property(prefixes, fc.nat(), (events, which) => {
        const conversation = conversationOf(events);
        const agent = [...conversation.agents.values()][which % Math.max(1, conversation.agents.size)];
        if (!agent) return;
        const before = agent.status;
        const written = cancellationEvents(conversation, agent.agentId, { reason: "Stopped." });
        const ids = written.map((event) =>
          "callId" in event ? event.callId : "agentId" in event ? event.agentId : "",
        );
        expect(new Set(ids).size).toBe(ids.length);
        for (const event of written) {
          // Whatever has something open below it is ended after that.
          const open = "callId" in event ? conversation.calls.get(event.callId)!.agents : [];
          expect(open.filter((each) => each.status === "running")).toEqual([]);
          append(conversation, [event]);
        }
        if (before === "running") expect(written.length).toBeGreaterThan(0);
        if (written.length === 0) return;
        const { agents, calls } = below(agent);
        expect(agents.filter(({ status }) => status === "running")).toEqual([]);
        expect(calls.filter(({ status }) => !isFinal(status))).toEqual([]);
        expect(cancellationEvents(conversation, agent.agentId, { reason: "Again." })).toEqual([]);
      }),
    );
  });
});

describe("continuing", () => {
  test("withdraws what was half-written and no whole answer, once", () => {
    fc.assert(
      fc.property(prefixes, fc.nat(), (events, which) => {
        const conversation = conversationOf(events);
        const agent = [...conversation.agents.values()][which % Math.max(1, conversation.agents.size)];
        if (!agent) return;
        const whole = agent.items.slice(0, agent.steps.at(-1) ?? 0);
        const { status } = agent;
        const written = resumeEvents(conversation, agent.agentId);
        append(conversation, written);
        if (status === "completed") expect(written).toEqual([]);
        if (status !== "running" && written.length > 0) {
          expect(agent.items).toEqual(whole);
          expect(agent.status).toBe("running");
          expect(canGoOn(conversation, agent)).toBe(true);
        }
        expect(resumeEvents(conversation, agent.agentId)).toEqual([]);
      }),
    );
  });

  test("any session comes to its end when processes write, models answer and people deny", () => {
    fc.assert(
      fc.property(prefixes, (events) => {
        const conversation = conversationOf(events);
        append(conversation, recoveryEvents(conversation, "Killed."));
        for (let round = 0; ; round++) {
          expect(round).toBeLessThan(400);
          const [move] = nextMoves(conversation, Number.MAX_SAFE_INTEGER, BUDGET);
          if (move?.kind === "write") append(conversation, move.events);
          else if (move?.kind === "step") {
            const { agentId, steps } = move.agent;
            const itemId = `${agentId} ${round}`;
            append(conversation, [
              { type: "agent.text_appended", agentId, delta: "Done.", itemId },
              { type: "agent.step_completed", agentId, step: steps.length + 1 },
            ]);
          } else if (move) {
            const { callId, tool } = move.call;
            append(conversation, [
              { type: "tool.started", callId, tool, input: {} },
              { type: "tool.completed", callId, output: 1 },
            ]);
          } else {
            const ask = [...conversation.open].find(
              ({ approval, status }) => status === "awaiting-approval" && approval,
            );
            const stopped = [...conversation.agents.values()].find(
              (agent) => agent.status === "interrupted" && resumeEvents(conversation, agent.agentId).length > 0,
            );
            const question = [...conversation.open].find(({ status }) => status === "awaiting-input");
            if (ask) append(conversation, [{ type: "tool.denied", callId: ask.callId, approvalId: ask.approval!.id }]);
            else if (question) {
              const { callId, questions } = question;
              append(conversation, [{ type: "tool.input_given", callId, askId: questions[0]!, action: "decline" }]);
            } else if (!stopped) break;
            else append(conversation, resumeEvents(conversation, stopped.agentId));
          }
        }
        expect([...conversation.running].filter(isRunByHost)).toEqual([]);
        expect([...conversation.open].filter(({ agentId, agents }) => agentId !== null || agents.length > 0)).toEqual(
          [],
        );
        expect(nextDeadline(conversation, {})).toBeNull();
      }),
    );
  });
});

describe("a call that has handed its work over", () => {
  const begun: NewEvent[] = [
    { type: "tool.requested", callId: "c", tool: "export" },
    { type: "tool.input_ready", callId: "c", input: {} },
    { type: "tool.handed_over", callId: "c", state: { job: 1 }, meta: { caller: { source: "web" } } },
  ];
  const started: NewEvent = { type: "tool.started", callId: "c", tool: "export", input: {} };

  test("is gone on with, by a move of its own each time", () => {
    const conversation = conversationOf([]);
    append(conversation, begun);
    const [first] = nextMoves(conversation, 0, BUDGET);
    expect(first).toMatchObject({ kind: "again", call: { callId: "c" } });
    append(conversation, [started, ...begun.slice(-1)]);
    const [next] = nextMoves(conversation, 0, BUDGET);
    expect(next).toMatchObject({ kind: "again" });
    expect(next?.key).not.toBe(first?.key);
  });

  test("goes on where its process ends, until that has ended with it too often", () => {
    const conversation = conversationOf([]);
    append(conversation, [...begun, started]);
    for (let ends = 0; ends < 20; ends++) {
      const events = recoveryEvents(conversation, "It ended.");
      expect(events).toMatchObject([{ type: "tool.handed_over", callId: "c", state: { job: 1 } }]);
      append(conversation, [...events, started]);
    }
    expect(recoveryEvents(conversation, "It ended.")).toMatchObject([{ type: "tool.interrupted", callId: "c" }]);
    // Handed over once more by its handler, it counts anew.
    append(conversation, [...begun.slice(-1), started]);
    expect(recoveryEvents(conversation, "It ended.")).toMatchObject([{ type: "tool.handed_over" }]);
  });

  test("is interrupted where it has asked since, and its process ends with the answers", () => {
    const conversation = conversationOf([]);
    const asked: NewEvent = { type: "tool.needs_input", callId: "c", askId: "q", message: "Which?" };
    append(conversation, [
      ...begun,
      started,
      asked,
      { type: "tool.input_given", callId: "c", askId: "q", action: "accept" },
      started,
    ]);
    expect(recoveryEvents(conversation, "It ended.")).toMatchObject([{ type: "tool.interrupted" }]);
  });
});
