import { describe, expect, test } from "vitest";
import { createTimeline } from "../../timeline/timeline.ts";
import { fromAgUi } from "./fromAgUi.ts";
import { run, done, said, called, result, sub, subDone, outline, callOf, tell } from "./testing/agUiScript.ts";

describe("snapshots", () => {
  const call = (id: string, name: string, args = "{}") => ({
    id,
    type: "function",
    function: { name, arguments: args },
  });
  const live = [
    run(),
    ...said("m1", "Let me see"),
    ...called("c1", "search", { q: "tea" }, { parentMessageId: "m1" }),
    sub("s1", { parentToolCallId: "c1" }),
    ...said("m2", "inside", { subagentRunId: "s1" }),
    subDone("s1"),
    result("c1", "Error: boom"),
    ...called("c2", "write", {}, { parentMessageId: "m4" }),
    result("c2", "ok"),
    ...said("m3", "Sorry"),
  ];
  const messages = [
    { id: "u1", role: "user", content: "Hi" },
    { id: "m1", role: "assistant", content: "Let me see", toolCalls: [call("c1", "search", '{"q":"tea"}')] },
    { id: "x1", role: "tool", toolCallId: "c1", content: "Error: boom", error: "boom" },
    { id: "m2", role: "assistant", content: "inside", subagentRunId: "s1" },
    { id: "m4", role: "assistant", toolCalls: [call("c2", "write")] },
    { id: "x2", role: "tool", toolCallId: "c2", content: "ok" },
    { id: "m3", role: "assistant", content: "Sorry" },
  ];
  const snapshot = { type: "MESSAGES_SNAPSHOT", messages };

  test("an error known only there makes the call a failed one, and leaves all else as it was", () => {
    const clean = outline(tell([...live, done()]).timeline) as { items: object[] }[];
    const { timeline } = tell([...live, snapshot, done()]);
    const items = clean[0]!.items.slice();
    items[1] = { ...items[1], status: "failed", error: "boom" };
    expect(outline(timeline)).toEqual([{ ...clean[0], items }]);
    expect(timeline.snapshot().messages).toEqual([{ id: "u1", role: "user", text: "Hi" }]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("the correction keeps every time", () => {
    let time = 0;
    const { timeline, adapter } = tell(live, fromAgUi({ now: () => ++time }));
    const [before, text] = [callOf(timeline, "c2"), timeline.getNode("text:m3")];
    timeline.apply(adapter.push(snapshot));
    const { startedAt, endedAt, durationMs } = before;
    expect(callOf(timeline, "c2")).toMatchObject({ startedAt, endedAt, durationMs });
    expect(timeline.getNode("text:m3")).toMatchObject({ startedAt: (text as { startedAt: number }).startedAt });
  });

  test("the correction counts nothing twice", () => {
    const usage = [{ inputTokens: 2 }];
    const asked = done("r1", {
      usage,
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirmation" }] },
    });
    const { timeline } = tell([...live, asked, run("r2"), snapshot]);
    expect(callOf(timeline, "c1").status).toBe("failed");
    expect(timeline.snapshot().agents[0]!.usage).toEqual({ inputTokens: 2 });
  });

  test("an error that nothing said before, and in a later run's history, fails the call as well", () => {
    const early = live.filter((event) => !(event.type === "TOOL_CALL_RESULT"));
    const { timeline } = tell([...early, snapshot, done()]);
    expect(callOf(timeline, "c1")).toMatchObject({
      status: "failed",
      error: { code: "tool_error", message: "boom" },
      output: "Error: boom",
    });
    expect(callOf(timeline, "c2")).toMatchObject({ status: "completed", output: "ok" });
    const later = tell([...early, done(), { ...run("r2"), input: { messages } }, done("r2")]);
    expect(callOf(later.timeline, "c1").status).toBe("failed");
  });

  test("what is known is not doubled, also under the ids that a server gives it anew", () => {
    const { timeline, tell: more } = tell([...live, done()]);
    const before = outline(timeline);
    const ok = messages.map(({ error: _error, ...message }) => message);
    more([
      run("r2"),
      { type: "MESSAGES_SNAPSHOT", messages: ok },
      { type: "MESSAGES_SNAPSHOT", messages: ok.map((message, index) => ({ ...message, id: `new-${index}` })) },
    ]);
    expect(outline(timeline)).toEqual(before);
  });

  test("what is missing is added: the rest of a text, a call, a whole turn", () => {
    const { timeline } = tell([
      run(),
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let" },
      { type: "MESSAGES_SNAPSHOT", messages: [messages[1], messages[2], messages[4], messages[5]] },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "!" },
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([
      {
        items: [
          { text: "Let me see!" },
          { call: "search", input: { q: "tea" }, status: "failed" },
          { call: "write", status: "completed" },
        ],
      },
    ]);
    const connected = tell([
      run(),
      { type: "MESSAGES_SNAPSHOT", messages: [...messages, { id: "u2", role: "user", content: "More" }] },
      ...said("m9", "Sure"),
      done(),
    ]);
    expect(outline(connected.timeline)).toMatchObject([{ items: [{}, {}, {}, {}] }, { items: [{ text: "Sure" }] }]);
    expect(connected.timeline.snapshot().agents.map(({ messageId }) => messageId)).toEqual(["u1", "u2"]);
  });

  test("what waits for its sub-agent is not said twice", () => {
    const inside = { id: "m2", role: "assistant", content: "inside", subagentRunId: "s1" };
    const { timeline } = tell([
      run(),
      ...said("m2", "in", { subagentRunId: "s1" }),
      { type: "MESSAGES_SNAPSHOT", messages: [inside] },
      sub("s1"),
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([{ items: [{ agents: [{ name: "s1", items: [{ text: "inside" }] }] }] }]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("a message that is refused takes nothing of its snapshot with it", () => {
    const odd = { id: "m1", role: "assistant", content: "Let me see", subagentRunId: "s9" };
    const { timeline } = tell([
      run(),
      ...said("m1", "Let"),
      { type: "MESSAGES_SNAPSHOT", messages: [odd, messages[6]] },
    ]);
    expect(timeline.getNode("text:m3")).toMatchObject({ text: "Sorry" });
    expect(timeline.snapshot().notices).toHaveLength(1);
  });

  test("saved messages are the same tree as the live stream", () => {
    const [adapter, timeline] = [fromAgUi(), createTimeline()];
    timeline.apply(adapter.replay(messages));
    const [root] = tell([
      { ...run(), input: { messages: [messages[0]] } },
      ...live,
      snapshot,
      done(),
    ]).timeline.snapshot().agents;
    expect(withoutTimes(timeline.snapshot().agents)).toEqual(withoutTimes([root]));
    expect(adapter.replay(messages)).toEqual([]);
  });

  test("turns of before that are missing take nothing from the one that is known", () => {
    const { timeline, adapter } = tell([
      { ...run(), input: { messages: [{ id: "u2", role: "user", content: "More" }] } },
      ...said("m9", "Su"),
      done(),
    ]);
    const more = { id: "m9", role: "assistant", content: "Sure" };
    timeline.apply(adapter.replay([...messages, { id: "u2", role: "user", content: "More" }, more] as never));
    expect(timeline.getNode("text:m9")).toMatchObject({ text: "Sure" });
    expect(timeline.snapshot().agents.map(({ messageId }) => messageId)).toEqual(["u2", "u1"]);
  });

  test("a result that was saved after the next question is its call's, and the answer the question's", () => {
    const [adapter, timeline] = [fromAgUi(), createTimeline()];
    const [asked, late] = [{ id: "u2", role: "user", content: "More" }, messages[2]!];
    const saved = [...messages.slice(0, 2), asked, late, { id: "m9", role: "assistant", content: "Sure" }];
    timeline.apply(adapter.replay(saved as never));
    expect(outline(timeline)).toMatchObject([{ items: [{}, { status: "failed" }] }, { items: [{ text: "Sure" }] }]);
    expect(adapter.replay(saved as never)).toEqual([]);
  });

  test("a saved chat goes on live: same turn for a resume, a new one for a new message", () => {
    const [adapter, timeline] = [fromAgUi(), createTimeline()];
    timeline.apply(adapter.replay(messages.slice(0, 2)));
    expect(callOf(timeline, "c1").status).toBe("ready");
    const input = { messages: [...messages.slice(0, 2), { id: "u2", role: "user", content: "Next" }] };
    tell([{ ...run("r2"), input }, ...said("m9", "Hello"), done("r2")], adapter, timeline);
    expect(timeline.snapshot().agents.map(({ id, messageId }) => [id, messageId])).toEqual([
      ["turn:m1", "u1"],
      ["turn:m9", "u2"],
    ]);
  });

  test("sub-agents of saved messages stand under their calls where it is clear whose they are", () => {
    const tagged = (id: string, subagentRunId: string, more = {}) => ({
      id,
      role: "assistant",
      content: id,
      subagentRunId,
      ...more,
    });
    const saved = (calls: string[], ...rest: object[]) => [
      { id: "m1", role: "assistant", toolCalls: calls.map((id) => call(id, id)) },
      ...rest,
    ];
    const starters = (list: object[]) => {
      const [adapter, timeline] = [fromAgUi(), createTimeline()];
      timeline.apply(adapter.replay(list as never));
      return (id: string) => timeline.getNode(`agent:${id}`) as unknown as { parentCallId: string };
    };
    const parallel = starters(
      saved(["c1", "c2"], tagged("a", "s1", { toolCalls: [call("d1", "deep")] }), tagged("b", "s2"), tagged("c", "s3")),
    );
    expect(["s1", "s2", "s3"].map((id) => parallel(id).parentCallId)).toEqual(["c1", "c2", "d1"]);
    expect(starters(saved(["c1", "c2"], tagged("a", "s1")))("s1").parentCallId).toBe("call:agent:s1");
    const later = saved(["c1"], { id: "u2", role: "user", content: "More" }, tagged("a", "s1"));
    expect(starters(later)("s1").parentCallId).toBe("call:agent:s1");
  });
});

/** Agents as they are, but for what a saved chat does not hold: times, and sub-agents' names. */
function withoutTimes(agents: unknown): unknown {
  const gone = new Set(["startedAt", "endedAt", "durationMs", "name", "usage"]);
  return JSON.parse(JSON.stringify(agents, (key, value: unknown) => (gone.has(key) ? undefined : value))) as unknown;
}
