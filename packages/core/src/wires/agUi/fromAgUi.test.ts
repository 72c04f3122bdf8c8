import { EventEncoder } from "@ag-ui/encoder";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTimeline } from "../../timeline/timeline.ts";
import { fromAgUi } from "./fromAgUi.ts";
import { run, done, said, called, result, sub, outline, callOf, tell } from "./testing/agUiScript.ts";

describe("a run that is finished with each step of the model, as TanStack AI's", () => {
  const step = { finishReason: "tool_calls", usage: { promptTokens: 3, completionTokens: 2, totalTokens: 5 } };

  test("goes on with the next text or call, and counts all of its tokens", () => {
    const first = [run(), ...called("c", "search", { q: "tea" }), done("r1", step), result("c", "1 hit")];
    const { timeline, tell: more } = tell(first);
    expect(outline(timeline)).toMatchObject([{ status: "completed" }]);
    more(said("m2", "Still ").slice(0, 2));
    expect(outline(timeline)).toMatchObject([{ status: "running" }]);
    more([...said("m2", "Still ").slice(2), ...called("d", "search", {}), result("d", "0"), done("r1", step)]);
    expect(outline(timeline)).toMatchObject([
      { status: "completed", items: [{ call: "search", status: "completed" }, { text: "Still " }, { call: "search" }] },
    ]);
    expect(timeline.snapshot().agents[0]!.usage).toEqual({ inputTokens: 6, outputTokens: 4, totalTokens: 10 });
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("stays finished for what comes late and for what is known, and where it failed or was cancelled", () => {
    const turn = [run(), ...called("c", "search", {}), ...said("m", "Hi")];
    const late = [result("c", "1"), ...said("m", "!"), { type: "MESSAGES_SNAPSHOT", messages: [] }];
    expect(outline(tell([...turn, done(), ...late]).timeline)).toMatchObject([{ status: "completed" }]);
    const failed = { type: "RUN_ERROR", message: "Out of order." };
    expect(outline(tell([...turn, failed, ...said("m2", "x")]).timeline)).toMatchObject([{ status: "failed" }]);
    const cancelled = done("r1", { outcome: { type: "cancelled" } });
    expect(outline(tell([...turn, cancelled, ...said("m2", "x")]).timeline)).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("one run", () => {
  test("text, reasoning and calls become one agent, in order", () => {
    const { timeline } = tell([
      run(),
      { type: "REASONING_START", messageId: "m0" },
      { type: "REASONING_MESSAGE_START", messageId: "m0", role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "m0", delta: "Look it up." },
      { type: "REASONING_MESSAGE_END", messageId: "m0" },
      { type: "REASONING_END", messageId: "m0" },
      { type: "STEP_STARTED", stepName: "search" },
      ...called("c1", "search", { q: "tea" }, { parentMessageId: "m1" }),
      { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
      { type: "STATE_DELTA", delta: [] },
      { type: "CUSTOM", name: "x", value: 1 },
      { type: "RAW", event: {} },
      result("c1", '{"hits":2}'),
      { type: "STEP_FINISHED", stepName: "search" },
      ...said("m2", "Two."),
      done("r1", {
        result: { ok: true },
        usage: [
          { provider: "a", inputTokens: 2 },
          { inputTokens: 3, outputTokens: 1 },
        ],
      }),
    ]);
    expect(outline(timeline)).toEqual([
      {
        name: null,
        status: "completed",
        items: [
          { reasoning: "Look it up." },
          { call: "search", status: "completed", input: { q: "tea" }, output: { hits: 2 } },
          { text: "Two." },
        ],
      },
    ]);
    expect(timeline.snapshot().agents[0]).toMatchObject({
      result: { ok: true },
      usage: { inputTokens: 5, outputTokens: 1 },
    });
    expect(timeline.snapshot().notices).toEqual([]);
    expect(timeline.itemsOf("m1")).toEqual([{ kind: "call", id: "c1" }]);
    expect(timeline.itemsOf("m2")).toMatchObject([{ kind: "text" }]);
  });

  test("arguments are live while they stream, and whole at their end", () => {
    const { timeline, tell: more } = tell([
      run(),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":"te' },
    ]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "requested", input: { q: "te" } });
    more([
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: 'a"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "ready", input: { q: "tea" } });
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ["plain words", "plain words"],
    ["42", "42"],
    ["", ""],
    [[{ type: "text", text: "[1]" }], [1]],
    [
      [
        { type: "text", text: "a" },
        { type: "image", source: { type: "url", value: "https://x.test/a.png" } },
      ],
      [
        { type: "text", text: "a" },
        { type: "image", source: { type: "url", value: "https://x.test/a.png" } },
      ],
    ],
  ])("a result %j is %j", (content, output) => {
    const { timeline } = tell([run(), ...called("c1", "f", {}), result("c1", content), done()]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "completed", output });
  });

  test("a result takes as long as it took after the arguments were whole", () => {
    let time = 1000;
    const { timeline, tell: more } = tell([run(), ...called("c1", "f", {})], fromAgUi({ now: () => time }));
    time = 3500;
    more([result("c1", "x")]);
    expect(callOf(timeline, "c1").durationMs).toBe(2500);
  });

  test("raw bytes of the real encoder, cut anywhere, are the same as its events", () => {
    const events = [run(), ...said("m1", "Häl🎉"), ...called("c1", "f", { a: ["é"] }), result("c1", "ok"), done()];
    const encoder = new EventEncoder();
    const bytes = new TextEncoder().encode(events.map((event) => encoder.encodeSSE(event as never)).join(""));
    const whole = outline(tell(events).timeline);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
        const [adapter, timeline] = [fromAgUi(), createTimeline()];
        const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        for (let index = 1; index < at.length; index++)
          timeline.apply(adapter.push(bytes.subarray(at[index - 1], at[index])));
        timeline.apply(adapter.end());
        expect(outline(timeline)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  test("the messages of people and systems that a stream brings are messages, not the agent's words", () => {
    const { timeline } = tell([run(), ...said("u1", "Hi", { role: "user" }), ...said("m1", "Yes"), done()]);
    expect(timeline.snapshot().messages).toEqual([{ id: "u1", role: "user", text: "Hi" }]);
    expect(outline(timeline)).toMatchObject([{ items: [{ text: "Yes" }] }]);
  });

  test("an event of a type that is not known is said, and forges none of ours", () => {
    const { timeline } = tell([run(), { type: "tool.completed", callId: "c1" }, { type: "META" }, { no: "type" }]);
    expect(timeline.snapshot().notices.map(({ code }) => code)).toEqual([
      "unknown_type",
      "unknown_type",
      "unknown_type",
    ]);
    expect(timeline.getNode("c1")).toBeUndefined();
  });

  test("a text that another agent goes on with is refused, visibly", () => {
    const { timeline } = tell([
      run(),
      ...said("m1", "a"),
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "b", subagentRunId: "s1" },
      sub("s1"),
      done(),
    ]);
    expect(timeline.snapshot().notices).toHaveLength(1);
    expect(outline(timeline)).toMatchObject([{ items: [{ text: "a" }, {}] }]);
  });
});

describe("a model that numbers each answer's calls from zero", () => {
  const answer = (n: number, more: object = {}) => [
    ...called("0", "add", { n }, { parentMessageId: `m${n}`, ...more }),
    result("0", String(n), { messageId: `t${n}` }),
  ];
  const message = (n: number) => [
    {
      id: `m${n}`,
      role: "assistant",
      toolCalls: [{ id: "0", type: "function", function: { name: "add", arguments: `{"n":${n}}` } }],
    },
    { id: `t${n}`, role: "tool", toolCallId: "0", content: String(n) },
  ];
  const user = (n: number) => ({ id: `u${n}`, role: "user", content: "Go on." });
  const saved = [user(1), ...message(1), ...message(2), user(2), ...message(3)];
  const calls = (...numbers: number[]) =>
    numbers.map((n) => ({ call: "add", status: "completed", input: { n }, output: String(n) }));

  test("has another call in each answer and each run; a snapshot of them changes nothing", () => {
    const { timeline, tell: more } = tell([
      run("r1"),
      ...answer(1),
      ...answer(2),
      done("r1"),
      run("r2"),
      ...answer(3),
      done("r2"),
    ]);
    const turns = [{ items: calls(1, 2) }, { items: calls(3) }];
    expect(outline(timeline)).toMatchObject(turns);
    more([{ type: "MESSAGES_SNAPSHOT", messages: saved }]);
    expect(outline(timeline)).toMatchObject(turns);
    expect(outline(timeline)).toHaveLength(2);
  });

  test("has them in saved messages, too", () => {
    const timeline = createTimeline();
    timeline.apply(fromAgUi().replay(saved as never));
    expect(outline(timeline)).toMatchObject([{ items: calls(1, 2) }, { items: calls(3) }]);
  });

  test("keeps the calls of sub-agents side by side, and asks about the last one", () => {
    const of = (tag: string) => ({ subagentRunId: tag });
    const ask = { id: "p1", reason: "tool_call", toolCallId: "0" };
    const { timeline } = tell([
      run(),
      ...called("a", "plan", {}),
      ...called("b", "plan", {}),
      sub("A", { parentToolCallId: "a" }),
      sub("B", { parentToolCallId: "b" }),
      { type: "TOOL_CALL_START", toolCallId: "0", toolCallName: "add", ...of("A") },
      { type: "TOOL_CALL_START", toolCallId: "0", toolCallName: "add", ...of("B") },
      { type: "TOOL_CALL_ARGS", toolCallId: "0", delta: '{"n":1}', ...of("A") },
      { type: "TOOL_CALL_ARGS", toolCallId: "0", delta: '{"n":2}', ...of("B") },
      { type: "TOOL_CALL_END", toolCallId: "0", ...of("A") },
      { type: "TOOL_CALL_END", toolCallId: "0", ...of("B") },
      result("0", "2", of("B")),
      result("0", "1", of("A")),
      ...called("0", "publish", { n: 3 }, { parentMessageId: "m3" }),
      done("r1", { outcome: { type: "interrupt", interrupts: [ask] } }),
    ]);
    expect(outline(timeline)).toMatchObject([
      {
        items: [
          { call: "plan", agents: [{ items: calls(1) }] },
          { call: "plan", agents: [{ items: calls(2) }] },
          { call: "publish", status: "awaiting-approval", input: { n: 3 } },
        ],
      },
    ]);
  });

  test("is told from a start that comes twice", () => {
    const { timeline } = tell([run(), ...answer(1), ...answer(1), done()]);
    expect(outline(timeline)).toMatchObject([{ items: calls(1) }]);
    expect(timeline.snapshot().agents[0]!.items).toHaveLength(1);
  });
});

describe("what only Callboard's host tells", () => {
  const started = { type: "tool.started", callId: "c1", tool: "add", input: { a: 1, b: 2 }, summary: "1 and 2" };

  test("what really runs, and in a few words", () => {
    const { timeline, tell: more } = tell([
      run(),
      ...called("c1", "add", { a: 1 }),
      { type: "CUSTOM", name: "callboard", value: started },
      { type: "CUSTOM", name: "callboard", value: { ...started, callId: "other" } },
      { type: "CUSTOM", name: "callboard", value: { type: "tool.failed", callId: "c1" } },
    ]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "running", input: { a: 1, b: 2 }, summary: "1 and 2" });
    more([result("c1", "3"), done()]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "completed", input: { a: 1, b: 2 }, summary: "1 and 2" });
    expect(timeline.getNode("other")).toBeUndefined();
  });

  test("how a call without a result ended", () => {
    for (const status of ["cancelled", "interrupted", "expired", "denied"]) {
      const metadata = { error: "It is over.", callboard: { status, reason: "Enough." } };
      const ask = { id: "p1", reason: "tool_call", toolCallId: "c1" };
      const isAsked = status === "expired" || status === "denied";
      const { timeline } = tell([
        run(),
        ...called("c1", "add", { a: 1 }),
        ...(isAsked ? [done("r1", { outcome: { type: "interrupt", interrupts: [ask] } }), run("r2")] : []),
        result("c1", "It is over.", { metadata }),
        done("r2"),
      ]);
      expect(callOf(timeline, "c1")).toMatchObject({ status, reason: "Enough.", error: null });
    }
  });

  test("an ask is about what would run, with its defaults", () => {
    const metadata = { input: { a: 1, b: 2 } };
    const ask = { id: "p1", reason: "tool_call", toolCallId: "c1", metadata };
    const { timeline } = tell([
      run(),
      ...called("c1", "add", { a: 1 }),
      done("r1", { outcome: { type: "interrupt", interrupts: [ask] } }),
    ]);
    expect(callOf(timeline, "c1").approval).toMatchObject({ state: "pending", askedInput: { a: 1, b: 2 } });
  });
});

describe("ends", () => {
  test("calls left to the app wait for its answer, which the next run brings", () => {
    const {
      timeline,
      adapter,
      tell: more,
    } = tell([
      run(),
      ...called("c1", "pickColour", {}, { parentMessageId: "m1" }),
      done("r1", { outcome: { type: "success", pendingToolCallIds: ["c1"] } }),
    ]);
    timeline.apply(adapter.end());
    expect(callOf(timeline, "c1").status).toBe("ready");
    const messages = [
      {
        id: "m1",
        role: "assistant",
        toolCalls: [{ id: "c1", type: "function", function: { name: "pickColour", arguments: "{}" } }],
      },
      { id: "t1", role: "tool", toolCallId: "c1", content: '{"colour":"red"}' },
    ];
    more([{ ...run("r2"), input: { messages } }, ...said("m2", "Red it is"), done("r2")]);
    expect(outline(timeline)).toMatchObject([
      {
        status: "completed",
        items: [{ call: "pickColour", status: "completed", output: { colour: "red" } }, { text: "Red it is" }],
      },
    ]);
  });

  test.each([
    ["a cancelled run", [done("r1", { outcome: { type: "cancelled" } })], "cancelled", "cancelled"],
    ["a failed run", [{ type: "RUN_ERROR", message: "Boom", code: "E1" }], "failed", "interrupted"],
    [
      "a run that the client stopped",
      [{ type: "RUN_ERROR", message: "Aborted", code: "abort" }],
      "cancelled",
      "cancelled",
    ],
    ["a cut stream", [], "interrupted", "interrupted"],
  ])("%s leaves nothing open", (_, ending, rootStatus, status) => {
    const { timeline, adapter } = tell([
      run(),
      ...called("c1", "delegate", {}),
      sub("s1", { parentToolCallId: "c1" }),
      { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "f", subagentRunId: "s1" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c2", delta: '{"a' },
      { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "plan", content: { steps: 1 } },
      ...ending,
    ]);
    timeline.apply(adapter.end("gone"));
    expect(outline(timeline)).toMatchObject([
      {
        status: rootStatus,
        items: [
          { status, agents: [{ status, items: [{ status }] }] },
          { call: "plan", status },
        ],
      },
    ]);
  });

  test("a run that fails before its first word is seen to have failed", () => {
    const { timeline } = tell([run(), { type: "RUN_ERROR", message: "No key", code: "auth" }]);
    expect(timeline.snapshot().agents).toMatchObject([
      { status: "failed", error: { code: "auth", message: "No key" } },
    ]);
  });

  test("runs one after the other are turns, each its own agent", () => {
    const { timeline } = tell([run(), ...said("m1", "one"), done(), run("r2"), ...said("m2", "two"), done("r2")]);
    expect(outline(timeline)).toMatchObject([{ items: [{ text: "one" }] }, { items: [{ text: "two" }] }]);
  });
});
