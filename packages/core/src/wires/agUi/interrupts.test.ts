import { describe, expect, test } from "vitest";
import { fromAgUi } from "./fromAgUi.ts";
import {
  run,
  done,
  said,
  called,
  result,
  sub,
  subDone,
  interrupted,
  outline,
  callOf,
  tell,
} from "./testing/agUiScript.ts";

test("a resume after a reload goes on in the turn that the saved messages tell of", () => {
  const call = { id: "c1", type: "function", function: { name: "publish", arguments: '{"text":"hello"}' } };
  const saved = [
    { id: "u1", role: "user", content: "Publish" },
    { id: "m1", role: "assistant", content: "", toolCalls: [call] },
  ];
  const { timeline, adapter, tell: more } = tell([]);
  timeline.apply(adapter.replay(saved as never));
  const resume = [{ interruptId: "i1", status: "resolved", payload: { approved: true } }];
  more([{ ...run("r2"), input: { messages: [], resume } }, result("c1", "done"), ...said("m2", "There."), done("r2")]);
  expect(outline(timeline)).toMatchObject([
    { status: "completed", items: [{ call: "publish", status: "completed", output: "done" }, { text: "There." }] },
  ]);
  expect(timeline.snapshot().agents).toHaveLength(1);
});

describe("interrupts", () => {
  const editable = {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      editedArgs: { type: "object", properties: { to: { type: "string" } } },
    },
  };
  const waiting = [
    run(),
    ...called("c1", "send", { to: "a" }),
    interrupted({
      id: "i1",
      reason: "tool_call",
      toolCallId: "c1",
      message: "Send it?",
      responseSchema: editable,
      expiresAt: "2030-01-01T00:00:00Z",
    }),
  ];

  test("an interrupt is an ask on its call, and the agent waits", () => {
    const { timeline, adapter } = tell(waiting);
    const asked = {
      status: "awaiting-approval",
      input: { to: "a" },
      approval: {
        id: "i1",
        state: "pending",
        askedInput: { to: "a" },
        inputSchema: { type: "object", properties: { to: { type: "string" } } },
        reason: "Send it?",
        expiresAt: Date.parse("2030-01-01T00:00:00Z"),
      },
    };
    expect(callOf(timeline, "c1")).toMatchObject(asked);
    expect(outline(timeline)).toMatchObject([{ status: "running" }]);
    timeline.apply(adapter.end());
    expect(callOf(timeline, "c1")).toMatchObject(asked);
  });

  test.each([
    [undefined, { status: "completed", approval: { state: "approved" }, output: "sent" }],
    [
      { status: "resolved", payload: { approved: true } },
      { status: "completed", approval: { state: "approved" } },
    ],
    [
      { status: "resolved", payload: { approved: true, editedArgs: { to: "b" } } },
      {
        status: "completed",
        input: { to: "b" },
        approval: { state: "approved", input: { to: "b" }, askedInput: { to: "a" } },
      },
    ],
    [
      { status: "resolved", payload: { approved: false, reason: "No" } },
      { status: "denied", reason: "No" },
    ],
    [{ status: "cancelled" }, { status: "cancelled" }],
  ])("a run resumed with %j goes on with the same agent, and its result is for the old call", (entry, expected) => {
    const input = entry && { input: { messages: [], resume: [{ interruptId: "i1", ...entry }] } };
    const { timeline } = tell([
      ...waiting,
      { ...run("r2"), ...input },
      result("c1", "sent"),
      ...said("m2", "Done"),
      done("r2"),
    ]);
    expect(callOf(timeline, "c1")).toMatchObject(expected);
    expect(outline(timeline)).toHaveLength(1);
    expect(outline(timeline)).toMatchObject([{ status: "completed", items: [{ call: "send" }, { text: "Done" }] }]);
  });

  test("an ask cancelled after its time has expired", () => {
    const { timeline } = tell(waiting, fromAgUi({ now: () => Date.parse("2031-01-01") }));
    const resumed = tell(
      [...waiting, { ...run("r2"), input: { resume: [{ interruptId: "i1", status: "cancelled" }] } }, done("r2")],
      fromAgUi({ now: () => Date.parse("2031-01-01") }),
    );
    expect(callOf(timeline, "c1").status).toBe("awaiting-approval");
    expect(callOf(resumed.timeline, "c1").status).toBe("expired");
  });

  test("a resume that the agent refuses leaves the asks as they were", () => {
    const { timeline, tell: more } = tell([
      ...waiting,
      { ...run("r2"), input: { resume: [{ interruptId: "i1", status: "resolved", payload: { approved: true } }] } },
      { type: "RUN_ERROR", message: "Stale" },
    ]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "awaiting-approval", approval: { state: "pending" } });
    expect(outline(timeline)).toMatchObject([{ status: "failed" }]);
    more([run("r3"), result("c1", "sent"), done("r3")]);
    expect(callOf(timeline, "c1").status).toBe("completed");
    expect(outline(timeline)).toMatchObject([{ status: "completed" }]);
  });

  test("a question that is about no call stands on its agent as a call of its own", () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const { timeline, tell: more } = tell([
      run(),
      ...said("m1", "Well"),
      interrupted(
        { id: "i1", reason: "input_required", message: "Which city?", responseSchema: schema },
        { id: "i2", reason: "confirmation" },
      ),
    ]);
    expect(callOf(timeline, "interrupt:i1")).toMatchObject({
      tool: "input_required",
      title: "Which city?",
      status: "awaiting-input",
      questions: [{ id: "i1", state: "pending", message: "Which city?", schema }],
    });
    more([
      {
        ...run("r2"),
        input: {
          resume: [
            { interruptId: "i1", status: "resolved", payload: { city: "Rome" } },
            { interruptId: "i2", status: "resolved", payload: false },
          ],
        },
      },
      ...said("m2", "Rome!"),
      done("r2"),
    ]);
    expect(callOf(timeline, "interrupt:i1")).toMatchObject({
      status: "completed",
      output: { city: "Rome" },
      questions: [{ state: "accepted", content: { city: "Rome" } }],
    });
    expect(callOf(timeline, "interrupt:i2").status).toBe("denied");
    expect(outline(timeline)).toMatchObject([{ status: "completed" }]);
  });

  test("questions about a call are asked on it, several at once, and it goes on with the answers", () => {
    const schema = { type: "object", properties: { size: { type: "string" } } };
    const ask = { reason: "input_required", toolCallId: "c1" };
    const asked = [
      run(),
      ...called("c1", "order", {}),
      interrupted(
        { ...ask, id: "i1", message: "Which size?", responseSchema: schema },
        {
          ...ask,
          id: "i2",
          message: "Sign in",
          responseSchema: { type: "object" },
          metadata: { url: "https://a.example" },
        },
        { ...ask, id: "i3", message: "Sign in", responseSchema: { type: "object" }, metadata: { url: "javascript:1" } },
      ),
    ];
    const { timeline, adapter, tell: more } = tell(asked);
    timeline.apply(adapter.end());
    expect(callOf(timeline, "c1")).toMatchObject({
      status: "awaiting-input",
      questions: [{ id: "i1", message: "Which size?", schema }, { id: "i2", url: "https://a.example" }, { id: "i3" }],
    });
    expect(JSON.stringify(timeline.snapshot())).not.toContain("javascript:");
    const answers = [
      { interruptId: "i1", status: "resolved", payload: { size: "M" } },
      { interruptId: "i2", status: "cancelled" },
      { interruptId: "i3", status: "resolved", payload: {} },
    ];
    more([{ ...run("r2"), input: { messages: [], resume: answers } }, result("c1", "ordered"), done("r2")]);
    expect(callOf(timeline, "c1")).toMatchObject({
      status: "completed",
      output: "ordered",
      questions: [{ state: "accepted", content: { size: "M" } }, { state: "cancelled" }, { state: "accepted" }],
    });
  });

  test("a question whose answer nobody saw is settled by the result of its call", () => {
    const ask = {
      id: "i1",
      reason: "input_required",
      toolCallId: "c1",
      message: "Which?",
      responseSchema: { type: "string" },
    };
    const { timeline } = tell([
      run(),
      ...called("c1", "order", {}),
      interrupted(ask),
      run("r2"),
      result("c1", "ok"),
      done("r2"),
    ]);
    expect(callOf(timeline, "c1")).toMatchObject({ status: "completed", questions: [{ state: "accepted" }] });
  });

  test("a suspended sub-agent waits with its ask, at any depth, and goes on under the same id", () => {
    const {
      timeline,
      adapter,
      tell: more,
    } = tell([
      run(),
      ...called("c1", "delegate", {}),
      sub("s1", { parentToolCallId: "c1" }),
      ...called("c2", "send", { to: "a" }, { subagentRunId: "s1" }),
      subDone("s1", { outcome: { type: "suspended", interruptIds: ["i1"] } }),
      interrupted({ id: "i1", reason: "tool_call", toolCallId: "c2", subagentRunId: "s1" }),
    ]);
    timeline.apply(adapter.end());
    const tree = (status: string) => [{ items: [{ call: "delegate", status, agents: [{ name: "s1", status }] }] }];
    expect(outline(timeline)).toMatchObject(tree("running"));
    more([
      run("r2"),
      sub("s1", { parentToolCallId: "c1" }),
      result("c2", "sent", { subagentRunId: "s1" }),
      ...said("m1", "sent it", { subagentRunId: "s1" }),
      subDone("s1"),
      result("c1", "ok"),
      done("r2"),
    ]);
    expect(outline(timeline)).toMatchObject([
      {
        status: "completed",
        items: [
          {
            status: "completed",
            agents: [{ status: "completed", items: [{ status: "completed" }, { text: "sent it" }] }],
          },
        ],
      },
    ]);
  });

  test("a question of a sub-agent's about no call stands on that sub-agent", () => {
    const { timeline } = tell([
      run(),
      sub("s1"),
      subDone("s1", { outcome: { type: "suspended" } }),
      interrupted({ id: "i1", reason: "app:pick", subagentRunId: "s1" }),
    ]);
    expect(outline(timeline)).toMatchObject([
      { items: [{ agents: [{ items: [{ call: "app:pick", status: "awaiting-approval" }] }] }] },
    ]);
  });

  test("two interrupts of one call are two asks", () => {
    const { timeline } = tell([
      run(),
      ...called("c1", "f", {}),
      interrupted(
        { id: "i1", reason: "tool_call", toolCallId: "c1" },
        { id: "i2", reason: "tool_call", toolCallId: "c1" },
      ),
    ]);
    expect([callOf(timeline, "c1"), callOf(timeline, "interrupt:i2")]).toMatchObject([
      { approval: { id: "i1" } },
      { approval: { id: "i2" } },
    ]);
  });

  test("a run resumed that never says what became of a call lets nothing wait for ever", () => {
    const { timeline } = tell([...waiting, run("r2"), ...said("m2", "ok"), done("r2")]);
    expect(callOf(timeline, "c1").status).toBe("interrupted");
  });

  test("what the agent calls off takes the asks with it, at any depth; what fails leaves them", () => {
    const asked = [
      run(),
      ...called("c1", "delegate", {}),
      sub("s1", { parentToolCallId: "c1" }),
      ...called("c2", "send", {}, { subagentRunId: "s1" }),
      subDone("s1", { outcome: { type: "suspended" } }),
      interrupted({ id: "i1", reason: "tool_call", toolCallId: "c2", subagentRunId: "s1" }),
      run("r2"),
    ];
    const tree = (status: string, below: string) => [
      { items: [{ status, agents: [{ status, items: [{ call: "send", status: below }] }] }] },
    ];
    const off = tell([...asked, done("r2", { outcome: { type: "cancelled" } })]);
    expect(outline(off.timeline)).toMatchObject(tree("cancelled", "cancelled"));
    const failed = tell([...asked, { type: "RUN_ERROR", message: "Boom" }]);
    expect(outline(failed.timeline)).toMatchObject(tree("running", "awaiting-approval"));
    const stopped = tell([...asked, { type: "RUN_ERROR", message: "Stopped", code: "abort" }]);
    expect(outline(stopped.timeline)).toMatchObject(tree("running", "awaiting-approval"));
  });
});
