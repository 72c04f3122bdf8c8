import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import { chatTurn } from "./testing/fixtures/chatTurn.ts";
import { logOf } from "./testing/fixtures/logOf.ts";
import { randomHistory } from "./testing/fixtures/randomHistory.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

const folded = (...events: (readonly SessionEvent[])[]): Timeline => {
  const timeline = createTimeline();
  for (const some of events) timeline.apply(some);
  return timeline;
};
const treeOf = (timeline: Timeline) => {
  const { agents, messages, notices } = timeline.snapshot();
  return { agents, messages, notices };
};
const texts = (timeline: Timeline, id: string) => {
  const node = timeline.getNode(id);
  return node?.kind === "call" ? [node.inputText, node.outputText] : node && "text" in node ? node.text : undefined;
};
/** Two logs mixed, each in its own order, as the dice say. */
const mixed = (one: readonly SessionEvent[], other: readonly SessionEvent[], dice: Iterator<number>) => {
  const waiting = [[...one], [...other]];
  const events: SessionEvent[] = [];
  while (waiting[0]!.length + waiting[1]!.length > 0) {
    const side = waiting[(dice.next().value ?? 0) % 2]!;
    events.push(...side.splice(0, (dice.next().value ?? 0) % 9));
  }
  return events;
};
/** The same events with texts in pieces of another size. */
const recut = (bodies: readonly NewEvent[], size: number): NewEvent[] =>
  bodies.flatMap((body): NewEvent[] => {
    if (!("delta" in body) || body.delta.length <= size) return [body];
    const pieces = body.delta.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    return pieces.map((delta) => ({ ...body, delta }));
  });

describe("two sessions that tell of one chat", () => {
  test("make one tree, however they are mixed, and nothing in it doubles", () => {
    fc.assert(
      fc.property(randomHistory, fc.infiniteStream(fc.nat(0xffff)), (history, dice) => {
        const [tap, host] = [logOf(history, "tap"), logOf(history, "host")];
        expect(treeOf(folded(mixed(tap, host, dice)))).toEqual(treeOf(folded(tap)));
      }),
    );
  });

  test("make the whole tree where one of them stops anywhere and the other goes on", () => {
    fc.assert(
      fc.property(
        randomHistory,
        fc.nat(),
        fc.infiniteStream(fc.nat(0xffff)),
        fc.boolean(),
        (history, cut, dice, first) => {
          const [tap, host] = [logOf(history, "tap"), logOf(history, "host")];
          const short = tap.slice(0, cut % tap.length);
          const events = first ? [...short, ...host] : mixed(short, host, dice);
          expect(treeOf(folded(events))).toEqual(treeOf(folded(host)));
        },
      ),
    );
  });

  test("may cut their texts each in its own way", () => {
    const dice = fc.infiniteStream(fc.nat(0xffff));
    fc.assert(
      fc.property(randomHistory, dice, fc.integer({ min: 1, max: 7 }), (history, dice, size) => {
        const timeless = (log: SessionEvent[]) => log.map((event) => ({ ...event, at: 0 }));
        const [tap, host] = [timeless(logOf(history, "tap")), timeless(logOf(recut(history, size), "host"))];
        expect(treeOf(folded(mixed(tap, host, dice)))).toEqual(treeOf(folded(tap)));
      }),
    );
  });

  test("whoever is ahead leads, and who comes late goes on where the other fell silent", () => {
    const say = (delta: string): NewEvent => ({ type: "agent.text_appended", agentId: "a1", delta, itemId: "t1" });
    const pieces = [say("One, "), say("two, "), say("three.")];
    const start: NewEvent = { type: "agent.started", agentId: "a1" };
    const [tap, host] = [logOf([start, ...pieces], "tap"), logOf([start, say("One, two"), say(", three.")], "host")];
    const timeline = folded(tap.slice(0, 2));
    expect(texts(timeline, "t1")).toBe("One, ");
    timeline.apply(host.slice(0, 2));
    expect(texts(timeline, "t1")).toBe("One, two");
    timeline.apply(tap.slice(0, 3));
    expect(texts(timeline, "t1")).toBe("One, two, ");
    timeline.apply(host);
    expect(texts(timeline, "t1")).toBe("One, two, three.");
    timeline.apply(tap);
    expect(texts(timeline, "t1")).toBe("One, two, three.");
  });

  test("each may bring what the other does not know: a call's arguments the one, its sub-agent the other", () => {
    const request: NewEvent[] = [
      { type: "agent.started", agentId: "a1" },
      { type: "tool.requested", callId: "c1", tool: "research", agentId: "a1" },
    ];
    const tap = logOf([...request, { type: "tool.input_appended", callId: "c1", delta: '{"q":"x"}' }], "tap");
    const host = logOf(
      [
        ...request,
        { type: "tool.started", callId: "c1", tool: "research", input: { q: "x" }, agentId: "a1" },
        { type: "agent.started", agentId: "a2", parentCallId: "c1" },
        { type: "agent.text_appended", agentId: "a2", delta: "Looking" },
      ],
      "host",
    );
    for (const order of [
      [tap, host],
      [host, tap],
    ]) {
      expect(treeOf(folded(...order))).toMatchObject({
        agents: [
          { items: [{ id: "c1", status: "running", input: { q: "x" }, agents: [{ items: [{ text: "Looking" }] }] }] },
        ],
        notices: [],
      });
    }
  });

  test("neither takes back what the other has said already: progress, previews, approvals, tokens", () => {
    const story: NewEvent[] = [
      { type: "agent.started", agentId: "a1" },
      { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
      { type: "tool.input_ready", callId: "c1", input: 1 },
      { type: "agent.step_completed", agentId: "a1", step: 1, usage: { inputTokens: 10 } },
      { type: "tool.needs_approval", callId: "c1", approvalId: "p1", input: 1 },
      { type: "tool.needs_approval", callId: "c1", approvalId: "p2", input: 2 },
      { type: "tool.approved", callId: "c1", approvalId: "p2" },
      { type: "tool.started", callId: "c1", tool: "echo", input: 2, agentId: "a1" },
      { type: "tool.progressed", callId: "c1", progress: 1 },
      { type: "tool.progressed", callId: "c1", progress: 2 },
      { type: "tool.output_replaced", callId: "c1", output: "a" },
      { type: "tool.output_replaced", callId: "c1", output: "ab" },
    ];
    const timeline = folded(logOf(story, "tap"));
    const before = treeOf(timeline);
    for (const event of logOf(story, "host")) {
      timeline.apply(event);
      expect(treeOf(timeline)).toEqual(before);
    }
  });

  test("what one has withdrawn, the other does not bring back", () => {
    const story: NewEvent[] = [
      ...chatTurn.slice(0, 8),
      { type: "agent.retracted", agentId: "a1", afterItemId: null },
      { type: "agent.text_appended", agentId: "a1", delta: "Again.", itemId: "t9" },
    ];
    const timeline = folded(logOf(story, "tap"));
    const before = treeOf(timeline);
    for (const event of logOf(story, "host")) {
      timeline.apply(event);
      expect(treeOf(timeline)).toEqual(before);
    }
    timeline.apply({
      ...logOf([{ type: "agent.text_appended", agentId: "a1", delta: " And more.", itemId: "t9" }], "host")[0]!,
      seq: story.length + 1,
    });
    expect(texts(timeline, "t9")).toBe("Again. And more.");
  });

  test("a second answer goes on where the first one ended: nothing of it is taken for what was told already", () => {
    const first: NewEvent[] = [
      { type: "agent.started", agentId: "a1" },
      { type: "agent.text_appended", agentId: "a1", delta: "Hm.", itemId: "t0" },
      { type: "agent.retracted", agentId: "a1", afterItemId: null },
      { type: "agent.text_appended", agentId: "a1", delta: "I will ask.", itemId: "t1" },
      { type: "tool.requested", callId: "c1", tool: "publish", agentId: "a1" },
      { type: "tool.input_ready", callId: "c1", input: 1 },
      { type: "tool.output_appended", callId: "c1", delta: "prepared, " },
      { type: "tool.needs_approval", callId: "c1", approvalId: "p1", input: 1 },
    ];
    const second: NewEvent[] = [
      { type: "agent.started", agentId: "a1" },
      { type: "tool.requested", callId: "c1", tool: "", agentId: "a1" },
      { type: "tool.started", callId: "c1", tool: "", input: 1, agentId: "a1" },
      { type: "tool.output_appended", callId: "c1", delta: "done" },
      { type: "tool.completed", callId: "c1", output: 2 },
      { type: "agent.text_appended", agentId: "a1", delta: "It is published.", itemId: "t2" },
      { type: "agent.completed", agentId: "a1", result: 3 },
    ];
    expect(treeOf(folded(logOf(first, "answer-1"), logOf(second, "answer-2")))).toMatchObject({
      agents: [
        {
          status: "completed",
          result: 3,
          items: [
            { id: "t1", text: "I will ask." },
            { id: "c1", tool: "publish", status: "completed", outputText: "prepared, done", output: 2 },
            { id: "t2", text: "It is published." },
          ],
        },
      ],
      notices: [],
    });
  });

  test.each([1, 2])(
    "an agent that was taken up again is not ended by who tells of its first end, told %i times",
    (times) => {
      const story: NewEvent[] = [
        { type: "agent.started", agentId: "a1" },
        { type: "agent.text_appended", agentId: "a1", delta: "half", itemId: "t1" },
        ...Array.from({ length: times }, (): NewEvent => ({
          type: "agent.interrupted",
          agentId: "a1",
          reason: "killed",
        })),
        { type: "agent.retracted", agentId: "a1", afterItemId: null },
        { type: "agent.text_appended", agentId: "a1", delta: "whole", itemId: "t1" },
      ];
      const timeline = folded(logOf(story, "tap"));
      const before = treeOf(timeline);
      for (const event of logOf(story, "host")) {
        timeline.apply(event);
        expect(treeOf(timeline)).toEqual(before);
      }
      const ended = logOf([...story, { type: "agent.completed", agentId: "a1", result: 1 }], "host");
      timeline.apply(ended);
      expect(timeline.getNode("a1")).toMatchObject({ status: "completed", result: 1 });
    },
  );
});
