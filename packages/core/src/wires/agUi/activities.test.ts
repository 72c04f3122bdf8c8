import { describe, expect, test } from "vitest";
import { run, done, called, result, outline, callOf, tell } from "./testing/agUiScript.ts";

test("of the outputs that replace one another only the last is kept, to be written again", () => {
  const { adapter } = tell([]);
  const push = (event: object) => adapter.push(event as never);
  push({ type: "RUN_STARTED", threadId: "t", runId: "r" });
  push({ type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "x", content: { l: [] } });
  for (let value = 0; value < 50; value++) {
    push({ type: "ACTIVITY_DELTA", messageId: "a", activityType: "x", patch: [{ op: "add", path: "/l/-", value }] });
  }
  push({ type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "t" });
  push({ type: "TOOL_CALL_END", toolCallId: "c" });
  push({ type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "c", content: "no" });
  // A call that turns out to have failed has the turn written again.
  const again = push({
    type: "MESSAGES_SNAPSHOT",
    messages: [{ id: "m", role: "tool", toolCallId: "c", content: "no", error: "It failed." }],
  });
  const outputs = again.flatMap((event) =>
    event.type === "tool.output_replaced" && event.callId !== "c" ? [event.output] : [],
  );
  expect(again.map(({ type }) => type)).toContain("agent.retracted");
  expect(outputs).toEqual([{ l: Array.from({ length: 50 }, (_, value) => value) }]);
});

describe("activities", () => {
  const activity = (content: object, more: object = {}) => ({
    type: "ACTIVITY_SNAPSHOT",
    messageId: "a1",
    activityType: "plan",
    content,
    ...more,
  });
  const patched = (...patch: object[]) => ({ type: "ACTIVITY_DELTA", messageId: "a1", activityType: "plan", patch });

  test("one of its own is an item whose output is its content, patched as it goes", () => {
    const { timeline, tell: more } = tell([
      run(),
      activity({ steps: ["a"] }),
      patched({ op: "add", path: "/steps/-", value: "b" }),
    ]);
    expect(callOf(timeline, "activity:a1")).toMatchObject({
      tool: "plan",
      status: "running",
      output: { steps: ["a", "b"] },
    });
    expect(timeline.itemsOf("a1")).toEqual([{ kind: "call", id: "activity:a1" }]);
    more([activity({ steps: [] }, { replace: false }), done()]);
    expect(callOf(timeline, "activity:a1")).toMatchObject({ status: "completed", output: { steps: ["a", "b"] } });
    more([run("r2"), patched({ op: "replace", path: "/steps", value: ["c"] }), done("r2")]);
    expect(callOf(timeline, "activity:a1:2")).toMatchObject({ status: "completed", output: { steps: ["c"] } });
  });

  test("one that names a call is that call's progress and streamed output", () => {
    const { timeline, tell: more } = tell([
      run(),
      ...called("c1", "build", {}),
      activity({ toolCallId: "c1", progress: 1, total: 4, message: "Compiling", stdout: "one\n" }),
      patched({ op: "replace", path: "/stdout", value: "one\ntwo\n" }, { op: "replace", path: "/progress", value: 2 }),
    ]);
    expect(callOf(timeline, "c1")).toMatchObject({
      status: "running",
      outputText: "one\ntwo\n",
      progress: { progress: 2, total: 4, message: "Compiling" },
    });
    more([result("c1", "built"), done()]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "completed", output: "built" });
    expect(outline(timeline)).toMatchObject([{ items: [{ call: "build" }] }]);
  });

  test("a patch that does not fit changes nothing, visibly", () => {
    const { timeline } = tell([run(), activity({ a: 1 }), patched({ op: "remove", path: "/b" }), done()]);
    expect(callOf(timeline, "activity:a1").output).toEqual({ a: 1 });
    expect(timeline.snapshot().notices).toHaveLength(1);
  });
});
