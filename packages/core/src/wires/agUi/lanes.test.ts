import { describe, expect, test } from "vitest";
import { run, done, said, result, sub, subDone, outline, callOf, tell } from "./testing/agUiScript.ts";

describe("shorthand", () => {
  test("chunks without an id go on with the open message or call", () => {
    const { timeline } = tell([
      run(),
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
      { type: "TEXT_MESSAGE_CHUNK", delta: "lo" },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: '{"a"' },
      { type: "TOOL_CALL_CHUNK", delta: ":1}" },
      { type: "REASONING_MESSAGE_CHUNK", messageId: "m2", delta: "Hm" },
      { type: "REASONING_MESSAGE_CHUNK", delta: "m" },
      result("c1", "ok"),
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([
      { items: [{ text: "Hello" }, { call: "f", status: "completed", input: { a: 1 } }, { reasoning: "Hmm" }] },
    ]);
  });

  test("what stands beside leaves a chunked call open; another message, an explicit event and a snapshot close it", () => {
    const chunk = { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: "{}" };
    for (const beside of ["RAW", "SUBAGENT_STARTED", "ACTIVITY_SNAPSHOT", "REASONING_ENCRYPTED_VALUE"]) {
      const { timeline } = tell([
        run(),
        chunk,
        { type: beside, subagentRunId: "s9", messageId: "a", activityType: "x", content: {} },
      ]);
      expect(callOf(timeline, "c1").status).toBe("requested");
    }
    for (const closing of [
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c2", toolCallName: "g" },
      { type: "CUSTOM", name: "x" },
      { type: "STEP_STARTED", stepName: "x" },
      { type: "MESSAGES_SNAPSHOT", messages: [] },
    ]) {
      expect(callOf(tell([run(), chunk, closing]).timeline, "c1").status).toBe("ready");
    }
  });

  test("an event in full goes on with what chunks began, and one without an id with what is open", () => {
    const { timeline } = tell([
      run(),
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: '{"a"' },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: ":1}" },
      { type: "TEXT_MESSAGE_START" },
      { type: "TEXT_MESSAGE_CONTENT", delta: "one" },
      { type: "TEXT_MESSAGE_END" },
      { type: "TEXT_MESSAGE_START" },
      { type: "TEXT_MESSAGE_CONTENT", delta: "two" },
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([
      { items: [{ call: "f", input: { a: 1 } }, { text: "one" }, { text: "two" }] },
    ]);
  });

  test("two sub-agents write chunks at once, each in its own lane", () => {
    const chunk = (subagentRunId: string, delta: string, more = {}) => ({
      type: "TEXT_MESSAGE_CHUNK",
      subagentRunId,
      delta,
      ...more,
    });
    const { timeline } = tell([
      run(),
      sub("s1"),
      sub("s2"),
      chunk("s1", "a", { messageId: "m1" }),
      chunk("s2", "x", { messageId: "m2" }),
      chunk("s1", "b"),
      chunk("s2", "y"),
      subDone("s1"),
      chunk("s2", "z"),
      subDone("s2"),
      done(),
    ]);
    expect(JSON.stringify(outline(timeline))).toContain('"text":"ab"');
    expect(JSON.stringify(outline(timeline))).toContain('"text":"xyz"');
  });

  test("a chunk that continues nothing still says its text", () => {
    const { timeline } = tell([
      run(),
      { type: "TEXT_MESSAGE_CHUNK", delta: "a" },
      { type: "TEXT_MESSAGE_CHUNK", delta: "b" },
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([{ items: [{ text: "ab" }] }]);
  });

  test("THINKING events of older producers are reasoning", () => {
    const thought = (text: string) => [
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: text },
      { type: "THINKING_TEXT_MESSAGE_END" },
    ];
    const { timeline } = tell([
      run(),
      { type: "THINKING_START", title: "x" },
      ...thought("one"),
      ...thought("two"),
      { type: "THINKING_END" },
      ...said("m1", "ok"),
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([{ items: [{ reasoning: "one" }, { reasoning: "two" }, { text: "ok" }] }]);
    expect(timeline.snapshot().notices).toEqual([]);
  });
});
