import { describe, expect, test } from "vitest";
import { createTimeline } from "../../timeline/timeline.ts";
import { fromAgUi } from "./fromAgUi.ts";
import {
  called,
  callOf,
  done,
  interrupted,
  outline,
  result,
  run,
  said,
  sub,
  subDone,
  tell,
} from "./testing/agUiScript.ts";

const answer = [
  run(),
  ...said("m1", "Let me see"),
  ...called("c1", "search", { q: "tea" }, { parentMessageId: "m1" }),
  sub("s1", { parentToolCallId: "c1" }),
  ...said("m2", "inside", { subagentRunId: "s1" }),
  subDone("s1"),
  result("c1", "found"),
  ...said("m3", "Here it is"),
];

describe("a run that is told once more", () => {
  test("is seen once, with one card and without a notice", () => {
    const once = tell([...answer, done()]);
    const twice = tell([...answer, done(), ...answer, done()]);
    expect(outline(twice.timeline)).toEqual(outline(once.timeline));
    expect(twice.timeline.snapshot().notices).toEqual([]);
    expect(twice.timeline.getNode("c1#2")).toBeUndefined();
    // Its tokens count once, too.
    const usage = { usage: [{ inputTokens: 2 }] };
    const counted = tell([...answer, done("r1", usage), ...answer, done("r1", usage)]);
    expect(counted.timeline.snapshot().agents[0]!.usage).toEqual({ inputTokens: 2 });
  });

  test("is seen once though turns came after it, and those are theirs", () => {
    const next = [run("r2"), ...said("m9", "More"), done("r2")];
    const { timeline, tell: more } = tell([...answer, done(), ...next]);
    const before = outline(timeline);
    more([...answer, done(), ...next]);
    expect(outline(timeline)).toEqual(before);
    more([run("r3"), ...said("m10", "Again"), done("r3")]);
    expect(outline(timeline)).toEqual([...before, { name: null, status: "completed", items: [{ text: "Again" }] }]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("as one piece a text, as servers keep it, is the same", () => {
    const whole = (messageId: string, delta: string) => ({ type: "TEXT_MESSAGE_CHUNK", messageId, delta });
    const { timeline, tell: more } = tell([...answer, done()]);
    const before = outline(timeline);
    more([
      run(),
      whole("m1", "Let me see"),
      {
        type: "TOOL_CALL_CHUNK",
        toolCallId: "c1",
        toolCallName: "search",
        parentMessageId: "m1",
        delta: '{"q":"tea"}',
      },
      result("c1", "found"),
      whole("m3", "Here it is"),
      done(),
    ]);
    expect(outline(timeline)).toEqual(before);
  });

  test("adds what the chat lacks, wherever its connection was cut", () => {
    const clean = outline(tell([...answer, done()]).timeline);
    for (let cut = 1; cut <= answer.length; cut++) {
      for (const ends of [true, false]) {
        const { timeline, adapter, tell: more } = tell(answer.slice(0, cut));
        if (ends) timeline.apply(adapter.end());
        more([...answer, done()]);
        expect({ cut, ends, tree: outline(timeline) }).toEqual({ cut, ends, tree: clean });
        expect(timeline.snapshot().notices).toEqual([]);
      }
    }
  });

  test("asks no second time what was answered", () => {
    const asks = [
      run(),
      ...called("c1", "publish", { title: "Draft" }),
      interrupted(
        { id: "i", reason: "tool_call", toolCallId: "c1" },
        { id: "j", reason: "input_required", message: "?" },
      ),
    ];
    const answers = [
      { interruptId: "i", status: "resolved", payload: { approved: true } },
      { interruptId: "j", status: "resolved", payload: "Yes" },
    ];
    const rest = [{ ...run("r2"), input: { resume: answers } }, result("c1", "done"), done("r2")];
    const { timeline, tell: more } = tell([...asks, ...rest]);
    const before = outline(timeline);
    more([...asks, ...rest]);
    expect(outline(timeline)).toEqual(before);
    // While they wait, they wait once.
    const waiting = tell([...asks, ...asks]);
    expect(callOf(waiting.timeline, "c1").status).toBe("awaiting-approval");
    expect(outline(waiting.timeline)).toHaveLength(1);
    waiting.tell(rest);
    expect(outline(waiting.timeline)).toEqual(before);
  });

  test("is no other run whose producer gives one id to all of them", () => {
    const [adapter, timeline] = [fromAgUi(), createTimeline()];
    tell([run(), ...said("m1", "One"), done(), run(), ...said("m2", "Two"), done()], adapter, timeline);
    expect(outline(timeline)).toMatchObject([{ items: [{ text: "One" }] }, { items: [{ text: "Two" }] }]);
    const asked = (id: string) => ({ ...run(), input: { messages: [{ id, role: "user", content: id }] } });
    const numbered = tell([
      asked("u1"),
      ...called("call_0", "search", {}),
      result("call_0", 1),
      done(),
      asked("u2"),
      ...called("call_0", "search", {}),
      result("call_0", 2),
      done(),
    ]);
    expect(outline(numbered.timeline)).toMatchObject([{ items: [{ output: 1 }] }, { items: [{ output: 2 }] }]);
  });
});

describe("a snapshot that gives ids anew", () => {
  const streamed = [run(), { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" }];
  const shown = (events: readonly object[]) => outline(tell(events).timeline);

  test("the streamed one to the message of the call: the text is there once, and the call", () => {
    const messages = [
      {
        id: "m2",
        role: "assistant",
        toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { id: "x1", role: "tool", toolCallId: "c1", content: "ok" },
      { id: "new-1", role: "assistant", content: "Here it is" },
    ];
    const live = [run(), ...called("c1", "f", {}), result("c1", "ok"), ...said("m2", "Here it is")];
    const tree = shown([...live, { type: "MESSAGES_SNAPSHOT", messages }, done()]);
    expect(tree).toEqual(shown([...live, done()]));
    // The call of a message that was renamed is not lost where it comes with the snapshot only.
    const late = shown([run(), ...said("m2", "Here it is"), { type: "MESSAGES_SNAPSHOT", messages }, done()]);
    expect(late).toMatchObject([{ items: [{ text: "Here it is" }, { call: "f", output: "ok" }] }]);
  });

  test("to two texts, each the other's", () => {
    const live = [run(), ...said("m1", "One"), ...said("m2", "Two")];
    const messages = [
      { id: "m2", role: "assistant", content: "One" },
      { id: "m1", role: "assistant", content: "Two" },
    ];
    expect(shown([...live, { type: "MESSAGES_SNAPSHOT", messages }, done()])).toEqual(shown([...live, done()]));
  });

  test("to a text that still grows, which goes on", () => {
    const tree = shown([
      ...streamed,
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let" },
      { type: "MESSAGES_SNAPSHOT", messages: [{ id: "new", role: "assistant", content: "Let me" }] },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " see" },
      done(),
    ]);
    expect(tree).toMatchObject([{ items: [{ text: "Let me see" }] }]);
  });

  test("to a thought, and to a turn that is over", () => {
    const thought = [
      run(),
      { type: "REASONING_MESSAGE_CHUNK", messageId: "t1", delta: "Hm" },
      ...said("m1", "One"),
      done(),
    ];
    const next = [
      { ...run("r2"), input: { messages: [{ id: "u2", role: "user", content: "Go on" }] } },
      ...said("m9", "Two"),
    ];
    const messages = [
      { id: "new-t", role: "reasoning", content: "Hm" },
      { id: "t1", role: "assistant", content: "One" },
      { id: "u2", role: "user", content: "Go on" },
      { id: "m1", role: "assistant", content: "Two" },
    ];
    const tree = shown([...thought, ...next, { type: "MESSAGES_SNAPSHOT", messages }, done("r2")]);
    expect(tree).toEqual(shown([...thought, ...next, done("r2")]));
  });
});
