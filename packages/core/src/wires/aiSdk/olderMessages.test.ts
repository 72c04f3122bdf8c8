import { describe, expect, test } from "vitest";
import { createTimeline } from "../../timeline/timeline.ts";
import { fromAiSdk } from "./fromAiSdk.ts";

const told = (saved: readonly unknown[], live: readonly object[] = []) => {
  const adapter = fromAiSdk({ sessionId: "s", now: () => 1 });
  const timeline = createTimeline();
  timeline.apply(adapter.replay(saved as never));
  for (const chunk of live) timeline.apply(adapter.push(chunk as never));
  const again = adapter.replay(saved as never);
  const items = timeline.snapshot().agents.flatMap((agent) => agent.items);
  return { timeline, again, items, notices: timeline.snapshot().notices };
};

const invocation = (fields: object) => ({
  type: "tool-invocation",
  toolInvocation: { toolCallId: "c1", toolName: "search", args: { query: "tea" }, ...fields },
});

describe("a chat of the AI SDK 4", () => {
  test("has its texts, thoughts and calls", () => {
    const { items, notices, again, timeline } = told([
      { id: "u", role: "user", content: "Hi", experimental_attachments: [{ url: "data:," }] },
      {
        id: "a",
        role: "assistant",
        content: "Tea it is.",
        parts: [
          { type: "step-start" },
          { type: "reasoning", reasoning: "Which?", details: [{ type: "text", text: "Which?", signature: "x" }] },
          invocation({ state: "result", result: { found: 2 }, step: 0 }),
          { type: "source", source: { sourceType: "url", id: "1", url: "https://example.com" } },
          { type: "text", text: "Tea it is." },
        ],
      },
      { id: "d", role: "data", content: "", data: { any: 1 } },
    ]);
    expect(timeline.snapshot().messages).toEqual([{ id: "u", role: "user", text: "Hi" }]);
    expect(items).toMatchObject([
      { kind: "reasoning", text: "Which?" },
      { kind: "call", id: "c1", tool: "search", status: "completed", input: { query: "tea" }, output: { found: 2 } },
      { kind: "text", text: "Tea it is." },
    ]);
    expect([notices, again]).toEqual([[], []]);
  });

  test("keeps a call as far as it had come", () => {
    const state = (fields: object) =>
      told([{ id: "a", role: "assistant", content: "", parts: [invocation(fields)] }]).items[0];
    expect(state({ state: "partial-call" })).toMatchObject({ status: "requested", inputText: '{"query":"tea' });
    expect(state({ state: "call" })).toMatchObject({ status: "ready", input: { query: "tea" } });
    expect(state({ state: "result", result: null })).toMatchObject({ status: "completed", output: null });
    expect(state({ state: "result", result: "No such city", isError: true })).toMatchObject({
      status: "failed",
      error: { message: "No such city" },
    });
  });

  test("from before it had parts has what its fields say", () => {
    const { items, notices } = told([
      {
        id: "a",
        role: "assistant",
        content: "Done.",
        reasoning: "Easy.",
        toolInvocations: [{ state: "result", toolCallId: "c1", toolName: "search", args: {}, result: 1 }],
      },
    ]);
    expect(items).toMatchObject([
      { kind: "reasoning", text: "Easy." },
      { kind: "call", id: "c1", output: 1 },
      { kind: "text", text: "Done." },
    ]);
    expect(notices).toEqual([]);
  });

  test("goes on live in today's words", () => {
    const { items } = told(
      [{ id: "a", role: "assistant", content: "", parts: [invocation({ state: "call" })] }],
      [
        { type: "start", messageId: "a" },
        { type: "tool-output-available", toolCallId: "c1", output: 3 },
        { type: "finish" },
      ],
    );
    expect(items[0]).toMatchObject({ id: "c1", status: "completed", output: 3 });
  });
});

test("messages that were kept as the model got them are read, each result on its call", () => {
  const { items, notices, again } = told([
    { role: "user", content: [{ type: "text", text: "Hi" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool-call", toolCallId: "c1", toolName: "search", args: { query: "tea" } },
        { type: "tool-call", toolCallId: "c2", toolName: "search", input: { query: "milk" } },
        { type: "tool-call", toolCallId: "c3", toolName: "publish", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c2", toolName: "search", output: { type: "error-text", value: "None." } },
        { type: "tool-result", toolCallId: "c1", toolName: "search", result: [1] },
        { type: "tool-result", toolCallId: "c3", toolName: "publish", output: { type: "execution-denied" } },
      ],
    },
    { role: "assistant", content: "Here." },
  ]);
  expect(items).toMatchObject([
    { kind: "text", text: "I look." },
    { id: "c1", status: "completed", input: { query: "tea" }, output: [1] },
    { id: "c2", status: "failed", error: { message: "None." } },
    { id: "c3", status: "denied" },
    { kind: "text", text: "Here." },
  ]);
  expect([notices, again]).toEqual([[], []]);
});

test("calls in OpenAI's words, as the AI SDK 3 kept them, are read", () => {
  const { items, notices } = told([
    {
      id: "a",
      role: "assistant",
      content: "",
      tool_calls: [{ id: "c1", type: "function", function: { name: "search", arguments: '{"query":"tea"}' } }],
    },
    { id: "t", role: "tool", tool_call_id: "c1", content: "2 found" },
    { id: "f", role: "assistant", content: "", function_call: { name: "search", arguments: "{}" } },
  ]);
  expect(items).toMatchObject([{ id: "c1", tool: "search", status: "completed", output: "2 found" }]);
  // A call without an id: another one could be meant.
  expect(notices).toHaveLength(1);
});

describe("what cannot be read is a notice, once", () => {
  const good = { id: "z", role: "assistant", parts: [{ type: "text", text: "Still here." }] };
  test.each<[string, unknown]>([
    ["no message", null],
    ["a text", "hello"],
    ["no role", { id: "a", parts: [] }],
    ["parts that are no list", { id: "a", role: "assistant", parts: { 0: "x" } }],
    ["a part without a type", { id: "a", role: "assistant", parts: [{}] }],
    ["an empty part", { id: "a", role: "assistant", parts: [null] }],
    ["a text that is none", { id: "a", role: "assistant", parts: [{ type: "text", text: 5 }] }],
    ["a call without an id", { id: "a", role: "assistant", parts: [{ type: "tool-search", input: {} }] }],
    ["an invocation without a call", { id: "a", role: "assistant", parts: [{ type: "tool-invocation" }] }],
    ["a kind of part from elsewhere", { id: "a", role: "assistant", parts: [{ type: "hologram" }] }],
    ["a person's broken part", { id: "a", role: "user", parts: [{ type: "text" }] }],
    ["a result of no call", { role: "tool", content: [{ type: "tool-result", toolCallId: "c9", toolName: "x" }] }],
  ])("%s", (_name, saved) => {
    const { items, notices, again } = told([saved, good]);
    expect(items).toMatchObject([{ kind: "text", text: "Still here." }]);
    expect(notices).toMatchObject([{ code: "unknown_type" }]);
    expect(again).toEqual([]);
  });

  test("and the parts beside it are shown", () => {
    const { items } = told([
      {
        id: "a",
        role: "assistant",
        parts: [{ type: "text", text: "Before." }, { type: "tool-invocation" }, { type: "text", text: "After." }],
      },
    ]);
    expect(items).toMatchObject([{ text: "Before." }, { text: "After." }]);
  });

  test("and says what it was", () => {
    const { notices } = told([{ id: "a", role: "assistant", parts: [{ type: "hologram" }] }]);
    expect(notices[0]!.message).toBe('"ai-sdk.part" is unknown: {"type":"hologram"}');
  });
});

test("a message without an id is the same one when it is told again", () => {
  const adapter = fromAiSdk({ sessionId: "s" });
  const timeline = createTimeline();
  const say = (text: string) => ({ role: "assistant", parts: [{ type: "text", text }] });
  timeline.apply(adapter.replay([say("One")] as never));
  timeline.apply(adapter.replay([say("One"), say("Two")] as never));
  expect(timeline.snapshot().agents.map(({ items }) => items)).toMatchObject([[{ text: "One" }], [{ text: "Two" }]]);
});

test("a call can be found by the id of its part", () => {
  const { timeline } = told([{ id: "a", role: "assistant", content: "", parts: [invocation({ state: "call" })] }]);
  expect(timeline.getNode("c1")).toMatchObject({ kind: "call", tool: "search" });
});
