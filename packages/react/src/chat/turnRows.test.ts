import type { NewEvent } from "@callboard/core";
import { createReplay } from "@callboard/core/timeline";
import { expect, it, vi } from "vitest";
import { asLog, timelineOf } from "../testing/fixtures/callEvents.ts";
import { createTurnRows, personOf } from "./turnRows.ts";

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
  const timeline = timelineOf(events.flatMap((some, index) => some.map((event) => ({ ...event, at: 1000 * index }))));
  return createTurnRows(timeline)(timeline.getRoot(), personOf(timeline), true).map(({ id }) => id);
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
  const replay = createReplay(asLog([said("1"), said("2"), said("3")].flat()));
  const read = vi.spyOn(replay, "getNode");
  const rowsOf = createTurnRows(replay);
  const rowsAt = (seq: number) => {
    replay.seek(seq);
    return rowsOf(replay.getRoot(), null, false);
  };
  const all = rowsAt(6);
  expect(all.map(({ turn }) => `${turn.key} ${turn.agents.join()}`)).toEqual(["m1 a1", "m2 a2", "m3 a3"]);
  read.mockClear();
  expect(rowsAt(2)).toEqual([all[0]]);
  expect(rowsAt(3).map(({ turn }) => `${turn.key} ${turn.agents.join()}`)).toEqual(["m1 a1", "m2 "]);
  expect(rowsAt(6)).toEqual(all);
  expect(read).not.toHaveBeenCalled();
});

it("knows the last that an agent answers: no call of the person's own, and none while a message is sent", () => {
  const timeline = timelineOf([said("1"), said("2"), ran("c1")].flat());
  const rowsOf = createTurnRows(timeline);
  const lastOf = (hasLast: boolean) =>
    rowsOf(timeline.getRoot(), personOf(timeline), hasLast).flatMap(({ id, isLast }) => (isLast ? [id] : []));
  expect([lastOf(true), lastOf(false), lastOf(true)]).toEqual([["m2"], [], ["m2"]]);
});

it("keeps the row of a turn that is drawn the same", () => {
  const timeline = timelineOf([]);
  const log = asLog([said("1"), ran("c1"), said("2"), said("3")].flat());
  const rowsOf = createTurnRows(timeline);
  const rowsAfter = (count: number) => {
    timeline.apply(log.slice(0, count));
    return rowsOf(timeline.getRoot(), personOf(timeline), false);
  };
  const [before, after] = [rowsAfter(6), rowsAfter(9)];
  expect(before.map(({ id }) => id)).toEqual(["m1", "c1", "m2"]);
  expect(after.map((row, at) => row === before[at])).toEqual([true, true, false, false]);
});
