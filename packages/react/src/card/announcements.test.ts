import { createTimeline, type NewEvent } from "@callboard/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTranslate } from "../messages/createTranslate.ts";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { ask, begin, finish, nestedAsk, nestedAskApproved, turn } from "../testing/fixtures/chatEvents.ts";
import { isAsk, isProblem, nextNode } from "./rowKeys.ts";
import { announce, announcement } from "./useAnnouncer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Folds `before`, then follows; each list of `then` comes at once. Returns what was said, and when. */
function heard(before: NewEvent[], then: NewEvent[][], pause = 5000): string[] {
  const said: string[] = [];
  const timeline = createTimeline({ schedule: (run) => run() });
  const log = asLog([...before, ...then.flat()]);
  timeline.apply(log.splice(0, before.length));
  const t = createTranslate("en");
  const stop = announce(timeline, (news) => said.push(announcement(news, t)));
  for (const events of then) {
    timeline.apply(log.splice(0, events.length));
    vi.advanceTimersByTime(pause);
  }
  stop();
  return said;
}

const call = (id: string): NewEvent[] => [...begin("a1", id, "search_documents", {}), ...finish(id, {})];

test("what was there before is no news, and what streams is none", () => {
  const texts: NewEvent[] = [{ type: "agent.text_appended", agentId: "a1", delta: "Words" }];
  expect(heard([...turn(1, "x"), ...call("c1")], [texts, [...begin("a1", "c2", "search_documents", {})]])).toEqual([]);
});

test("says the end of a call once, and an ask at any depth", () => {
  const live = nestedAskApproved.slice(nestedAsk.length);
  expect(heard(nestedAsk.slice(0, -1), [nestedAsk.slice(-1), live])).toEqual([
    "Publish note: Needs approval",
    "4 calls are over",
  ]);
});

test("to begin reads what is open, and not the calls that are over", () => {
  const timeline = createTimeline();
  const over = Array.from({ length: 2000 }, (_, index) => call(`c${index}`)).flat();
  timeline.apply(asLog([...turn(1, "x"), ...over, ...begin("a1", "now", "search_documents", {})]));
  const read = vi.spyOn(timeline, "getNode");
  announce(timeline, () => {})();
  expect(read.mock.calls.length).toBeLessThan(20);
});

test("an agent that goes on in the background is heard, though its call was over before", () => {
  const background: NewEvent[] = [
    ...begin("a1", "c1", "delegate", {}),
    { type: "agent.started", agentId: "a2", parentCallId: "c1" },
    ...finish("c1", {}),
  ];
  const own = (id: string): NewEvent[] => [...begin("a2", id, "search_documents", {})];
  expect(
    heard([...turn(1, "x"), ...background], [own("c2"), finish("c2", {}), [...own("c3"), ...finish("c3", {})]]),
  ).toEqual(["Search documents: Done", "Search documents: Done"]);
});

test("says several changes in one sentence, and not more often than every two seconds", () => {
  const calls = Array.from({ length: 20 }, (_, index) => call(`c${index}`));
  const said = heard(turn(1, "x"), calls, 200);
  expect(said.length).toBeLessThanOrEqual(3);
  expect(said[0]).toBe("Search documents: Done. Search documents: Done");
  expect(said[1]).toMatch(/^\d+ calls are over$/);
});

test("an ask comes first and alone; one that was answered meanwhile is not said", () => {
  expect(heard(turn(1, "x"), [[...call("c1"), ...ask("a1", "p1", {})]])).toEqual(["Publish note: Needs approval"]);
  const answered: NewEvent[] = [
    ...ask("a1", "p1", {}),
    { type: "tool.denied", callId: "p1", approvalId: "approval-p1" },
  ];
  expect(heard(turn(1, "x"), [answered])).toEqual(["Publish note: Denied"]);
});

test("leads from ask to ask and from error to error in reading order, and from the last to the first", () => {
  const timeline = createTimeline();
  const failed: NewEvent[] = [
    ...begin("a2", "f1", "search_documents", {}),
    { type: "tool.failed", callId: "f1", error: { code: "x", message: "No." } },
  ];
  timeline.apply(asLog([...nestedAsk, ...failed, ...ask("a2", "p2", {})]));
  expect(nextNode(timeline, undefined, isAsk)).toBe("c6");
  expect(nextNode(timeline, "c6", isAsk)).toBe("p2");
  expect(nextNode(timeline, "p2", isAsk)).toBe("c6");
  expect(nextNode(timeline, "c6", isProblem)).toBe("f1");
  expect(nextNode(timeline, "f1", isProblem)).toBe("f1");
  expect(nextNode(createTimeline(), undefined, isAsk)).toBeUndefined();
});
