import { createTimeline, type NewEvent, type SessionEvent } from "@callboard/core";
import { createReplay } from "@callboard/core/timeline";
import { expect, it, vi } from "vitest";
import { personOf, turnsOf } from "./turnsOf.ts";

const said = (id: string): NewEvent[] => [
  { type: "message.added", messageId: `m${id}`, role: "user", text: id },
  { type: "agent.started", agentId: `a${id}`, messageId: `m${id}` },
];
const ran = (callId: string): NewEvent[] => [
  { type: "tool.requested", callId, tool: "double", source: "web" },
  { type: "tool.input_ready", callId, input: {} },
  { type: "tool.started", callId, tool: "double", input: {} },
];

/** The keys of the turns of events that came a second after one another. */
const turns = (...events: NewEvent[][]) => {
  const timeline = createTimeline();
  timeline.apply(
    events
      .flatMap((some, index) => some.map((event) => ({ ...event, at: 1000 * index })))
      .map((event, index) => ({ v: 1, seq: index + 1, sessionId: "s", ...event }) as SessionEvent),
  );
  return turnsOf(timeline, timeline.getRoot(), personOf(timeline)).map(({ key }) => key);
};

it("puts the person's own calls where they were made, between messages and beside a running turn", () => {
  expect(turns(ran("c1"), said("1"), ran("c2"), ran("c3"), said("2"), ran("c4"))).toEqual([
    "c1",
    "m1",
    "c2",
    "c3",
    "m2",
    "c4",
  ]);
});

it("has a message that nobody answers yet, and an agent that answers none, as turns", () => {
  const lone: NewEvent[] = [{ type: "message.added", messageId: "m9", role: "user", text: "?" }];
  expect(turns(ran("c1"), lone)).toEqual(["c1", "m9"]);
  expect(turns(said("1"), [{ type: "agent.started", agentId: "a7" }], ran("c1"))).toEqual(["m1", "a7", "c1"]);
});

it("leaves what is said of a turn to the turn, and keeps it where the turn is not there", () => {
  const notice = (id: string, agentId: string): NewEvent => ({
    type: "message.added",
    messageId: id,
    role: "system",
    text: "Few calls are left.",
    wording: { template: "calls_left", values: { agentId, count: 4, limit: 20 } },
  });
  expect(turns(said("1"), [notice("n1", "a1"), notice("n2", "gone")])).toEqual(["m1", "n2"]);
});

it("reads each agent once, wherever in its log a replay stands", () => {
  const log = [said("1"), said("2"), said("3")]
    .flat()
    .map((event, index) => ({ v: 1, seq: index + 1, sessionId: "s", at: index, ...event }) as SessionEvent);
  const replay = createReplay(log);
  const read = vi.spyOn(replay, "getNode");
  const keysAt = (seq: number) => {
    replay.seek(seq);
    return turnsOf(replay, replay.getRoot(), null).map(({ key, agents }) => `${key} ${agents.join()}`);
  };
  expect(keysAt(6)).toEqual(["m1 a1", "m2 a2", "m3 a3"]);
  read.mockClear();
  expect(keysAt(2)).toEqual(["m1 a1"]);
  expect(keysAt(3)).toEqual(["m1 a1", "m2 "]);
  expect(keysAt(6)).toEqual(["m1 a1", "m2 a2", "m3 a3"]);
  expect(read).not.toHaveBeenCalled();
});
