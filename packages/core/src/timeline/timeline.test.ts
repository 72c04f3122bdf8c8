import { describe, expect, test, vi } from "vitest";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import type { CallView } from "./node.ts";
import { chatTurn } from "./testing/fixtures/chatTurn.ts";
import { logOf } from "./testing/fixtures/logOf.ts";
import { createTimeline } from "./timeline.ts";

const started: NewEvent[] = [
  { type: "agent.started", agentId: "a1" },
  { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
];

/** A timeline whose readers are told by hand, and a way to say more in its session. */
const start = (bodies: readonly NewEvent[] = started) => {
  const scheduled: (() => void)[] = [];
  const timeline = createTimeline({ schedule: (run) => scheduled.push(run) });
  let seq = 0;
  const say = (...more: NewEvent[]) => {
    timeline.apply(logOf(more).map((event) => ({ ...event, seq: event.seq + seq })));
    seq += more.length;
  };
  say(...bodies);
  return { timeline, say, scheduled, runScheduled: () => scheduled.splice(0).forEach((run) => run()) };
};

const piece = (delta: string): NewEvent => ({ type: "tool.input_appended", callId: "c1", delta });
const text = (delta: string, itemId: string): NewEvent => ({
  type: "agent.text_appended",
  agentId: "a1",
  delta,
  itemId,
});
const input = (view: unknown) => (view as CallView).input as Record<string, unknown>;

describe("views", () => {
  test("are the same object until their node changed", () => {
    const { timeline, say } = start([...started, text("Hello", "t1")]);
    const [a1, c1, t1] = ["a1", "c1", "t1"].map((id) => timeline.getNode(id));
    say(piece('{"a":'));
    expect(timeline.getNode("c1")).not.toBe(c1);
    expect(timeline.getNode("a1")).toBe(a1);
    expect(timeline.getNode("t1")).toBe(t1);
    say(text(" you", "t1"));
    expect(timeline.getNode("t1")).toMatchObject({ kind: "text", agentId: "a1", text: "Hello you" });
    expect(t1).toMatchObject({ text: "Hello" });
    expect(timeline.getNode("a1")).toBe(a1);
  });

  test("a sub-agent changes its call once, by being there", () => {
    const { timeline, say } = start();
    say({ type: "agent.started", agentId: "a2", parentCallId: "c1" });
    const c1 = timeline.getNode("c1");
    expect(c1).toMatchObject({ agents: ["a2"] });
    say({ type: "agent.text_appended", agentId: "a2", delta: "x" }, { type: "agent.completed", agentId: "a2" });
    expect(timeline.getNode("c1")).toBe(c1);
  });

  test("an agent that changed keeps the list of its items while that is the same", () => {
    const { timeline, say } = start();
    const before = timeline.getNode("a1");
    say({ type: "agent.completed", agentId: "a1" });
    const after = timeline.getNode("a1");
    expect(after).not.toBe(before);
    expect(after).toHaveProperty("items", (before as { items: unknown }).items);
    expect((after as { items: unknown }).items).toBe((before as { items: unknown }).items);
  });

  test("unchanged parts of arguments that stream keep their identity", () => {
    const { timeline, say } = start();
    say(piece('{"done":{"x":[1,2]},"open":{"y":"ab'));
    const first = timeline.getNode("c1") as CallView;
    expect(first).toMatchObject({ input: { done: { x: [1, 2] }, open: { y: "ab" } }, inputPath: ["open", "y"] });
    say(piece('cd"'));
    const second = timeline.getNode("c1");
    expect(input(second)).toEqual({ done: { x: [1, 2] }, open: { y: "abcd" } });
    expect(input(second).done).toBe(input(first).done);
    expect(input(second).open).not.toBe(input(first).open);
    expect(first.input).toEqual({ done: { x: [1, 2] }, open: { y: "ab" } });
    expect(first.inputText).toBe('{"done":{"x":[1,2]},"open":{"y":"ab');
  });

  test("show nothing of the records they are made from", () => {
    const { timeline } = start(chatTurn);
    expect(Object.keys(timeline.getNode("a1")!).sort()).toEqual(
      [
        ["description", "endedAt", "error", "id", "items", "kind", "messageId", "name", "parentCallId"],
        ["reason", "result", "startedAt", "status", "usage", "wait"],
      ].flat(),
    );
    expect(Object.keys(timeline.getNode("c1")!).sort()).toEqual(
      [
        [
          "agentId",
          "agents",
          "approval",
          "durationMs",
          "endedAt",
          "error",
          "given",
          "id",
          "input",
          "inputPath",
          "inputText",
        ],
        [
          "kind",
          "messageId",
          "output",
          "outputRef",
          "outputText",
          "progress",
          "questions",
          "reason",
          "source",
          "startedAt",
        ],
        ["status", "summary", "title", "tool", "turn", "userId", "wait", "wording"],
      ].flat(),
    );
  });

  test("the root is the same until an agent, a message, a gap or a notice comes or goes", () => {
    const { timeline, say } = start();
    const root = timeline.getRoot();
    say(text("Hello", "t1"));
    expect(timeline.getRoot()).toBe(root);
    say({ type: "message.added", messageId: "m1", role: "user", text: "Hi" });
    const withMessage = timeline.getRoot();
    expect(withMessage.messages).toEqual([{ id: "m1", role: "user", text: "Hi" }]);
    expect(root.messages).toEqual([]);
    timeline.apply({ ...logOf(started)[0]!, seq: 9 });
    const withGap = timeline.getRoot();
    expect(withGap.gaps).toEqual([{ sessionId: "s1", from: 5, to: 8 }]);
    expect(timeline.getRoot()).toBe(withGap);
    timeline.apply({} as SessionEvent);
    expect(timeline.getRoot().notices).toHaveLength(1);
  });
});

describe("subscribers", () => {
  test("are told once for all that was applied since the last time", () => {
    const { timeline, say, scheduled, runScheduled } = start();
    const all = vi.fn();
    const call = vi.fn();
    const agent = vi.fn();
    timeline.subscribe(all);
    timeline.subscribeNode("c1", call);
    timeline.subscribeNode("a1", agent);
    say(piece("{"), piece("}"));
    say(piece(" "));
    expect([scheduled.length, all.mock.calls.length]).toEqual([1, 0]);
    runScheduled();
    expect([all, call, agent].map((listener) => listener.mock.calls.length)).toEqual([1, 1, 0]);
    timeline.flush();
    runScheduled();
    expect(all).toHaveBeenCalledTimes(1);
    say({ type: "agent.completed", agentId: "a1" });
    timeline.flush();
    expect([all, call, agent].map((listener) => listener.mock.calls.length)).toEqual([2, 1, 1]);
    runScheduled();
    expect(all).toHaveBeenCalledTimes(2);
  });

  test("of a node that is still to come are told when it comes, and when it goes", () => {
    const { timeline, say } = start([]);
    const seen: unknown[] = [];
    timeline.subscribeNode("c1", () => seen.push(timeline.getNode("c1")?.kind));
    say(started[0]!);
    timeline.flush();
    say(started[1]!);
    timeline.flush();
    say({ type: "agent.retracted", agentId: "a1", afterItemId: null });
    timeline.flush();
    expect(seen).toEqual(["call", undefined]);
  });

  test("of an agent that waited for its call are told when it is shown", () => {
    const { timeline, say } = start([{ type: "agent.started", agentId: "a2", parentCallId: "c9" }]);
    const listener = vi.fn();
    timeline.subscribeNode("a2", listener);
    say({ type: "tool.requested", callId: "c9", tool: "echo" });
    timeline.flush();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(timeline.getNode("a2")).toBeDefined();
  });

  test("are not told of what is no news, nor of what was before them", () => {
    const { timeline, scheduled } = start();
    const listener = vi.fn();
    timeline.subscribe(listener);
    timeline.subscribeNode("c1", listener);
    timeline.apply(logOf(started));
    timeline.apply([]);
    timeline.flush();
    expect([scheduled.length, listener.mock.calls.length]).toEqual([0, 0]);
  });

  test("are told of an end that no event brought", () => {
    const { timeline } = start();
    const listener = vi.fn();
    timeline.subscribeNode("c1", listener);
    timeline.end();
    timeline.flush();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("may go at any time, each for itself", () => {
    const { timeline, say } = start();
    const [first, second] = [vi.fn(), vi.fn()];
    const stopFirst = timeline.subscribeNode("c1", first);
    timeline.subscribeNode("c1", second);
    stopFirst();
    stopFirst();
    say(piece("{"));
    timeline.flush();
    expect([first, second].map((listener) => listener.mock.calls.length)).toEqual([0, 1]);
    const all = vi.fn();
    timeline.subscribe(all)();
    say(piece("}"));
    timeline.flush();
    expect(all).not.toHaveBeenCalled();
  });

  test("may apply more while they are told, and hear of it next time", () => {
    const { timeline, say, runScheduled } = start();
    let told = 0;
    timeline.subscribeNode("c1", () => {
      if (++told === 1) say(piece("{"));
    });
    say(piece(" "));
    runScheduled();
    expect(told).toBe(1);
    runScheduled();
    expect(told).toBe(2);
  });

  test("one that throws takes no other down, and its error is not lost", () => {
    const { timeline, say } = start();
    const after = vi.fn();
    timeline.subscribeNode("c1", () => {
      throw new Error("card broke");
    });
    timeline.subscribeNode("c1", after);
    timeline.subscribe(after);
    say(piece("{"));
    expect(() => timeline.flush()).toThrow("card broke");
    expect(after).toHaveBeenCalledTimes(2);
  });
});

describe("the usual schedule", () => {
  test("is a frame where there are frames, and a timer where they have stopped", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const frames: (() => void)[] = [];
    const cancel = vi.fn();
    vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
    vi.stubGlobal("cancelAnimationFrame", cancel);
    try {
      const timeline = createTimeline();
      const listener = vi.fn();
      timeline.subscribe(listener);
      const [first, second, third] = logOf([...started, piece("{")]);
      timeline.apply(first!);
      frames[0]!();
      expect(listener).toHaveBeenCalledTimes(1);
      expect(vi.getTimerCount()).toBe(0);
      timeline.apply(second!);
      vi.advanceTimersByTime(99);
      expect(listener).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(1);
      expect(listener).toHaveBeenCalledTimes(2);
      expect(cancel).toHaveBeenCalledWith(2);
      vi.stubGlobal("requestAnimationFrame", undefined);
      timeline.apply(third!);
      vi.advanceTimersByTime(100);
      expect(listener).toHaveBeenCalledTimes(3);
    } finally {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    }
  });
});
