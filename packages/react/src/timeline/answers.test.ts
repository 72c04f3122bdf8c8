import { createTimeline, type NewEvent, type Timeline } from "@callboard/core";
import { createReplay } from "@callboard/core/timeline";
import { expect, it, vi } from "vitest";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { answersOf } from "./answers.ts";

const answersTo = (timeline: Timeline, messageId: string) => answersOf(timeline).agentsOf(messageId);

const started = (agentId: string, messageId?: string): NewEvent => ({
  type: "agent.started",
  agentId,
  ...(messageId !== undefined && { messageId }),
});

it("tells which root agents answer a message, in order", () => {
  const timeline = createTimeline();
  timeline.apply(asLog([started("a", "m1"), started("b", "m2"), started("c"), started("d", "m1")]));
  expect([answersTo(timeline, "m1"), answersTo(timeline, "m2"), answersTo(timeline, "m3")]).toEqual([
    ["a", "d"],
    ["b"],
    [],
  ]);
});

it("hears of what an agent answers after the agent is there", () => {
  const timeline = createTimeline();
  const events = asLog([started("a"), started("a", "m1")]);
  timeline.apply(events[0]!);
  const { agents } = timeline.getRoot();
  expect(answersTo(timeline, "m1")).toEqual([]);
  timeline.apply(events[1]!);
  expect(timeline.getRoot().agents).toBe(agents);
  expect(answersTo(timeline, "m1")).toEqual(["a"]);
});

it("looks at no agent again, wherever a replay stands and however many rows ask", () => {
  const replay = createReplay(asLog(Array.from({ length: 50 }, (_, at) => started(`a${at}`, `m${at}`))));
  expect(answersTo(replay, "m49")).toEqual(["a49"]);
  const read = vi.spyOn(replay, "getNode");
  for (const place of [20, 7, 50]) {
    replay.seek(place);
    for (let at = 0; at < 50; at++) expect(answersTo(replay, `m${at}`)).toEqual(at < place ? [`a${at}`] : []);
  }
  expect(read).not.toHaveBeenCalled();
});
