import { describe, expect, test } from "vitest";
import { CALL_ENDS, isFinal, type CallStatus } from "../events/callLife.ts";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import type { AgentSnapshot, CallSnapshot, Snapshot } from "./snapshot.ts";
import { chatTurn } from "./testing/fixtures/chatTurn.ts";
import { logOf } from "./testing/fixtures/logOf.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

const folded = (bodies: readonly NewEvent[]): Timeline => {
  const timeline = createTimeline();
  timeline.apply(logOf(bodies));
  return timeline;
};
const snapshotAfter = (bodies: readonly NewEvent[]): Snapshot => folded(bodies).snapshot();
/** Adds events behind a timeline's last. */
const more = (timeline: Timeline, bodies: readonly NewEvent[]) => {
  const { lastSeq } = timeline.snapshot();
  timeline.apply(logOf(bodies).map((event) => ({ ...event, seq: event.seq + lastSeq })));
};
const callIn = (agent: AgentSnapshot | undefined, id: string): CallSnapshot => {
  const item = agent?.items.find((one) => one.id === id);
  if (item?.kind !== "call") throw new Error(`no call ${id}`);
  return item;
};
const call = (timeline: Timeline, id = "c1") => {
  const node = timeline.getNode(id);
  if (node?.kind !== "call") throw new Error(`no call ${id}`);
  return node;
};
const agent = (timeline: Timeline, id = "a1") => {
  const node = timeline.getNode(id);
  if (node?.kind !== "agent") throw new Error(`no agent ${id}`);
  return node;
};
const codes = (timeline: Timeline) => timeline.snapshot().notices.map((notice) => notice.code);

describe("a person's run", () => {
  const run: NewEvent[] = [
    { type: "tool.requested", callId: "c1", tool: "roi", title: "ROI", source: "web", userId: "ada" },
    { type: "tool.input_ready", callId: "c1", input: { investment: "10" } },
    {
      type: "tool.started",
      callId: "c1",
      tool: "roi",
      input: { investment: 10 },
      summary: "10 invested",
      wording: { template: "{amount} invested", values: { amount: 10 } },
      source: "web",
      userId: "ada",
    },
    {
      type: "tool.progressed",
      callId: "c1",
      progress: 1,
      total: 2,
      message: "half",
      wording: { template: "half", values: {} },
    },
    { type: "tool.output_appended", callId: "c1", delta: "so " },
    { type: "tool.output_appended", callId: "c1", delta: "far" },
    { type: "tool.output_replaced", callId: "c1", output: { partial: true } },
    { type: "tool.completed", callId: "c1", output: { roi: 3 }, durationMs: 9 },
  ];

  test("stands under the implicit agent `you`, which runs while a call of its own does", () => {
    expect(snapshotAfter(run.slice(0, 1)).agents[0]).toMatchObject({ id: "you", status: "running", startedAt: 1000 });
    expect(snapshotAfter(run)).toEqual({
      agents: [
        {
          id: "you",
          name: null,
          status: "completed",
          messageId: null,
          startedAt: 1000,
          endedAt: null,
          usage: null,
          error: null,
          reason: null,
          result: undefined,
          items: [
            {
              kind: "call",
              id: "c1",
              tool: "roi",
              turn: null,
              title: "ROI",
              summary: "10 invested",
              wording: { template: "{amount} invested", values: { amount: 10 } },
              status: "completed",
              source: "web",
              input: { investment: 10 },
              output: { roi: 3 },
              outputText: "so far",
              progress: { progress: 1, total: 2, message: "half", wording: { template: "half", values: {} } },
              error: null,
              reason: null,
              approval: null,
              startedAt: 3000,
              endedAt: 8000,
              durationMs: 9,
              agents: [],
            },
          ],
        },
      ],
      messages: [],
      lastSeq: 8,
      gaps: [],
      notices: [],
    });
  });

  test("takes one step an event", () => {
    const states = run.map((_, index) => {
      const { status, input, output, outputText } = call(folded(run.slice(0, index + 1)));
      return [status, input, output, outputText];
    });
    expect(states).toEqual([
      ["requested", undefined, undefined, ""],
      ["ready", { investment: "10" }, undefined, ""],
      ["running", { investment: 10 }, undefined, ""],
      ["running", { investment: 10 }, undefined, ""],
      ["running", { investment: 10 }, undefined, "so "],
      ["running", { investment: 10 }, undefined, "so far"],
      ["running", { investment: 10 }, { partial: true }, "so far"],
      ["completed", { investment: 10 }, { roi: 3 }, "so far"],
    ]);
  });

  test("a wire that has no `requested` is understood from `started` alone", () => {
    const { agents, notices } = snapshotAfter(run.slice(2));
    expect(agents[0]?.items).toMatchObject([{ id: "c1", tool: "roi", status: "completed", source: "web" }]);
    expect(notices).toEqual([]);
    expect(call(folded(run.slice(2))).userId).toBe("ada");
  });

  test("offers are a list of what can be said, or none, and a notice says what they were", () => {
    const asked = (offers: unknown) =>
      folded([
        ...run.slice(0, 2),
        { type: "tool.needs_approval", callId: "c1", approvalId: "a1", input: {}, offers } as NewEvent,
      ]);
    const offers = [
      { id: "ever", words: "Always" },
      { id: "rule", rule: "roi(*)", reach: "project" },
    ];
    expect(call(asked(offers)).approval).toMatchObject({ state: "pending", offers });
    expect(call(asked(null)).approval?.offers).toBeUndefined();
    for (const wrong of ["all", { id: "a", words: "A" }, [null], [...offers, { id: "x" }], [{ id: 1, words: "A" }]]) {
      const timeline = asked(wrong);
      expect(call(timeline).approval).toMatchObject({ state: "pending" });
      expect(call(timeline).approval?.offers).toBeUndefined();
      expect(timeline.snapshot().notices).toMatchObject([{ code: "invalid_event" }]);
    }
  });

  test("a large output is a reference with its preview", () => {
    const outputRef = { id: "o1", bytes: 300_000, mediaType: "application/json", preview: "[1, 2" };
    const timeline = folded([...run.slice(0, 7), { type: "tool.completed", callId: "c1", outputRef }]);
    expect(call(timeline)).toMatchObject({ output: undefined, outputRef });
    expect(timeline.snapshot().agents[0]?.items[0]).toMatchObject({ outputRef });
  });
});

describe("a chat turn with an approval inside a sub-agent", () => {
  const upTo = (type: NewEvent["type"], nth = 1) => {
    let seen = 0;
    return chatTurn.slice(0, chatTurn.findIndex((event) => event.type === type && ++seen === nth) + 1);
  };
  const at = (bodies: readonly NewEvent[]) => {
    const { agents } = snapshotAfter(bodies);
    const c1 = agents[0]?.items.some((item) => item.id === "c1") ? callIn(agents[0], "c1") : undefined;
    const a2 = c1?.agents[0];
    return { a1: agents[0], c1, a2, c2: a2?.items.some((item) => item.id === "c2") ? callIn(a2, "c2") : undefined };
  };

  test("its message comes first, then the agent that answers it", () => {
    const { messages, agents } = snapshotAfter(chatTurn.slice(0, 1));
    expect([messages, agents]).toEqual([
      [{ id: "m1", role: "user", text: "What does the contract say? Note it." }],
      [],
    ]);
    expect(at(upTo("agent.started")).a1).toMatchObject({ status: "running", messageId: "m1", items: [] });
  });

  test("arguments can be read while they stream", () => {
    expect(at(upTo("tool.input_appended")).c1).toMatchObject({
      status: "requested",
      input: {},
      inputText: '{"document":',
    });
    expect(at(upTo("tool.input_appended", 2)).c1?.input).toEqual({ document: "contract.pdf" });
    const ready = at(upTo("tool.input_ready")).c1;
    expect(ready).toMatchObject({ status: "ready", input: { document: "contract.pdf" } });
    expect(ready).not.toHaveProperty("inputText");
  });

  test("an answer of the model is whole while its calls have still to run", () => {
    expect(at(upTo("agent.step_completed"))).toMatchObject({
      a1: { status: "running", usage: { inputTokens: 100, outputTokens: 20 } },
      c1: { status: "ready" },
    });
  });

  test("killed while it waits: the log says who waits for what", () => {
    expect(at(upTo("tool.needs_approval"))).toMatchObject({
      a1: { status: "running" },
      c1: { status: "running" },
      a2: { name: "Analyst", status: "running" },
      c2: {
        status: "awaiting-approval",
        approval: { id: "ap1", state: "pending", askedInput: { text: "Ends in May" }, reason: "Notes are public." },
      },
    });
  });

  test("the approved input is what runs, and what was asked is kept beside it", () => {
    expect(at(upTo("tool.approved")).c2).toMatchObject({ status: "ready", approval: { state: "approved", by: "ada" } });
    expect(at(upTo("tool.started", 2)).c2).toMatchObject({
      status: "running",
      input: { text: "Ends on 31 May" },
      approval: { askedInput: { text: "Ends in May" }, input: { text: "Ends on 31 May" } },
    });
  });

  test("ends as a tree in which everything is whole", () => {
    const { a1, c1, a2, c2 } = at(chatTurn);
    expect(c2).toMatchObject({ status: "completed", output: { id: 7 }, durationMs: 12 });
    expect(a2).toMatchObject({
      status: "completed",
      result: "It ends on 31 May.",
      usage: { inputTokens: 110, outputTokens: 11 },
      items: [{ id: "c2" }, { kind: "text", id: "t2", text: "Noted." }],
    });
    expect(c1).toMatchObject({ status: "completed", output: "It ends on 31 May.", agents: [{ id: "a2" }] });
    expect(a1).toMatchObject({
      status: "completed",
      usage: { inputTokens: 220, outputTokens: 29 },
      items: [
        { id: "t1", text: "I will read it." },
        { id: "c1" },
        { kind: "text", id: "t3", text: "It ends on 31 May." },
      ],
    });
    expect(snapshotAfter(chatTurn)).toMatchObject({ lastSeq: chatTurn.length, gaps: [], notices: [] });
  });

  test("what hangs under the message is the turn's own items", () => {
    expect(folded(chatTurn).itemsOf("m1")).toEqual([
      { kind: "text", id: "t1" },
      { kind: "call", id: "c1" },
      { kind: "text", id: "t3" },
    ]);
  });
});

describe("the states of a call", () => {
  const asked: NewEvent[] = [
    { type: "tool.requested", callId: "c1", tool: "echo" },
    { type: "tool.input_ready", callId: "c1", input: 1 },
    { type: "tool.needs_approval", callId: "c1", approvalId: "p1", input: 1 },
  ];
  const started: NewEvent[] = [{ type: "tool.started", callId: "c1", tool: "echo", input: 1 }];
  const answer = { callId: "c1", approvalId: "p1" };
  const ways: Record<CallStatus, NewEvent[]> = {
    requested: asked.slice(0, 1),
    ready: asked.slice(0, 2),
    "awaiting-approval": asked,
    "awaiting-input": [...started, { type: "tool.needs_input", callId: "c1", askId: "q1", message: "Which?" }],
    running: started,
    denied: [...asked, { type: "tool.denied", ...answer, reason: "No" }],
    expired: [...asked, { type: "tool.approval_expired", ...answer }],
    completed: [...started, { type: "tool.completed", callId: "c1", output: 2 }],
    failed: [...started, { type: "tool.failed", callId: "c1", error: { code: "x", message: "y" } }],
    cancelled: [...started, { type: "tool.cancelled", callId: "c1", reason: "Enough" }],
    interrupted: [...started, { type: "tool.interrupted", callId: "c1", reason: "The process died" }],
  };
  const everything: NewEvent[] = [
    ...asked.slice(1),
    { type: "tool.approved", ...answer },
    ...started,
    { type: "tool.input_appended", callId: "c1", delta: "[" },
    { type: "tool.progressed", callId: "c1", progress: 1 },
    { type: "tool.output_appended", callId: "c1", delta: "late" },
    { type: "tool.output_replaced", callId: "c1", output: "late" },
    ...Object.keys(CALL_ENDS).map(
      (type) => ({ type, ...answer, output: "late", error: { code: "l", message: "late" }, durationMs: 1 }) as NewEvent,
    ),
  ];

  test.each(Object.entries(ways))("%s", (status, bodies) => {
    const timeline = folded(bodies);
    expect(call(timeline).status).toBe(status);
    expect(codes(timeline)).toEqual([]);
    const before = JSON.stringify(timeline.snapshot().agents);
    more(timeline, everything);
    const isFinalState = isFinal(status as CallStatus);
    expect(JSON.stringify(timeline.snapshot().agents) === before).toBe(isFinalState);
  });

  test("a final state says why", () => {
    expect(call(folded(ways.denied))).toMatchObject({ reason: "No", approval: { state: "denied" } });
    expect(call(folded(ways.expired)).approval?.state).toBe("expired");
    expect(call(folded(ways.failed)).error).toEqual({ code: "x", message: "y" });
    expect(call(folded(ways.cancelled)).reason).toBe("Enough");
    expect(call(folded(ways.interrupted)).reason).toBe("The process died");
  });

  test("an answer to another approval, or a second one, changes nothing", () => {
    const other = { callId: "c1", approvalId: "p0" };
    for (const type of ["tool.approved", "tool.denied", "tool.approval_expired"] as const) {
      expect(call(folded([...asked, { type, ...other }]))).toMatchObject({
        status: "awaiting-approval",
        approval: { id: "p1", state: "pending" },
      });
      expect(call(folded([...asked, { type: "tool.approved", ...answer }, { type, ...answer }]))).toMatchObject({
        status: "ready",
        approval: { state: "approved" },
      });
    }
  });

  test("an approval may be asked anew, and only the new one can be answered", () => {
    const again: NewEvent[] = [
      ...asked,
      { type: "tool.needs_approval", callId: "c1", approvalId: "p2", input: 2, expiresAt: 9 },
    ];
    expect(call(folded(again)).approval).toMatchObject({ id: "p2", state: "pending", askedInput: 2, expiresAt: 9 });
    expect(call(folded([...again, { type: "tool.denied", ...answer }])).status).toBe("awaiting-approval");
  });

  test("late pieces of arguments cannot change an input that is whole", () => {
    for (const status of ["ready", "awaiting-approval", "running"] as const) {
      const timeline = folded([...ways[status], { type: "tool.input_appended", callId: "c1", delta: '{"evil":1}' }]);
      expect(call(timeline)).toMatchObject({ status, input: 1, inputText: null });
    }
    expect(call(folded([...started, { type: "tool.input_ready", callId: "c1", input: "evil" }])).input).toBe(1);
  });

  test("arguments that still stream are replaced by the input that is asked about", () => {
    const timeline = folded([
      ...asked.slice(0, 1),
      { type: "tool.input_appended", callId: "c1", delta: "[1" },
      { type: "tool.needs_approval", callId: "c1", approvalId: "p1", input: [1, 2] },
    ]);
    expect(call(timeline)).toMatchObject({ input: [1, 2], inputText: null });
  });
});

describe("agents", () => {
  const one: NewEvent[] = [{ type: "agent.started", agentId: "a1" }];
  test.each([
    [
      "agent.completed",
      "completed",
      { result: 5, usage: { inputTokens: 9 } },
      { result: 5, usage: { inputTokens: 9 } },
    ],
    ["agent.failed", "failed", { error: { code: "x", message: "y" } }, { error: { code: "x", message: "y" } }],
    ["agent.cancelled", "cancelled", { reason: "Enough" }, { reason: "Enough" }],
    ["agent.interrupted", "interrupted", { reason: "Gone" }, { reason: "Gone" }],
  ])("%s ends one, once", (type, status, fields, shown) => {
    const timeline = folded([...one, { type, agentId: "a1", ...fields } as NewEvent]);
    expect(agent(timeline)).toMatchObject({ status, endedAt: 2000, ...shown });
    const before = timeline.snapshot().agents;
    for (const other of ["agent.completed", "agent.failed", "agent.cancelled", "agent.interrupted"]) {
      more(timeline, [{ type: other, agentId: "a1", result: "late", reason: "late" } as NewEvent]);
    }
    expect(timeline.snapshot().agents).toEqual(before);
  });

  test("a failure without a reason still is one", () => {
    const bare = [
      { type: "agent.failed", agentId: "a1" },
      { type: "tool.failed", callId: "c1", error: "boom" },
    ] as unknown as NewEvent[];
    const timeline = folded([...one, { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" }, ...bare]);
    expect(agent(timeline).error).toEqual({ code: "unknown", message: "It failed without saying why." });
    expect(call(timeline)).toMatchObject({ status: "failed", error: { code: "unknown" } });
    // Both have the same error, which no reader may change.
    expect(Object.isFrozen(agent(timeline).error)).toBe(true);
    expect(codes(timeline)).toEqual(["invalid_event"]);
  });

  test("text goes on in the last item of its kind, or in the item that it names", () => {
    const text = (delta: string, rest: object = {}): NewEvent => ({
      type: "agent.text_appended",
      agentId: "a1",
      delta,
      ...rest,
    });
    const timeline = folded([
      ...one,
      text("Hm", { kind: "reasoning" }),
      text("m", { kind: "reasoning" }),
      text("Hello"),
      text(" you"),
      text("New", { itemId: "x" }),
      { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
      text("er", { itemId: "x" }),
      text("After"),
    ]);
    expect(timeline.snapshot().agents[0]?.items).toMatchObject([
      { kind: "reasoning", id: "a1:1", text: "Hmm" },
      { kind: "text", id: "a1:2", text: "Hello you" },
      { kind: "text", id: "x", text: "Newer" },
      { kind: "call", id: "c1" },
      { kind: "text", id: "a1:5", text: "After" },
    ]);
  });

  test("an id that the wire took already is not taken for a text without one", () => {
    const timeline = folded([
      ...one,
      { type: "tool.requested", callId: "a1:2", tool: "echo", agentId: "a1" },
      { type: "agent.text_appended", agentId: "a1", delta: "Hello" },
    ]);
    expect(agent(timeline).items).toEqual([
      { kind: "call", id: "a1:2" },
      { kind: "text", id: "a1:3" },
    ]);
  });

  test("a message that is named late takes in what its agent holds already", () => {
    const timeline = folded([
      { type: "agent.text_appended", agentId: "a1", delta: "Hello", itemId: "t1" },
      { type: "agent.started", agentId: "a1", messageId: "m1" },
      { type: "agent.text_appended", agentId: "a1", delta: "you", itemId: "t2" },
      { type: "agent.text_appended", agentId: "a1", delta: "else", itemId: "t3", messageId: "m2" },
    ]);
    expect(timeline.itemsOf("m1").map((item) => item.id)).toEqual(["t1", "t2"]);
    expect(timeline.itemsOf("m2").map((item) => item.id)).toEqual(["t3"]);
    expect(timeline.itemsOf("none")).toEqual([]);
  });
});

describe("agent.retracted", () => {
  const retract = (afterItemId: string | null): NewEvent => ({ type: "agent.retracted", agentId: "a1", afterItemId });

  test("withdraws what came after an item, with all below it, and the agent runs again", () => {
    const timeline = folded([...chatTurn, retract("t1")]);
    expect(timeline.snapshot().agents).toMatchObject([
      { id: "a1", status: "running", endedAt: null, items: [{ id: "t1" }] },
    ]);
    expect(["c1", "a2", "c2", "t2", "t3"].map((id) => timeline.getNode(id))).toEqual(Array(5).fill(undefined));
    expect(timeline.itemsOf("m1").map((item) => item.id)).toEqual(["t1"]);
    expect(codes(timeline)).toEqual([]);
  });

  test("reopens an agent without its old ending", () => {
    for (const end of ["agent.completed", "agent.failed", "agent.interrupted"] as const) {
      const fields = { agentId: "a1", result: 1, error: { code: "x", message: "y" }, reason: "z" };
      const timeline = folded([
        { type: "agent.started", agentId: "a1" },
        { type: "agent.text_appended", agentId: "a1", delta: "half", itemId: "t1" },
        { type: end, ...fields } as NewEvent,
        retract(null),
        { type: "agent.text_appended", agentId: "a1", delta: "whole", itemId: "t1" },
      ]);
      expect(agent(timeline)).toMatchObject({ status: "running", endedAt: null, error: null, reason: null });
      expect(agent(timeline).result).toBeUndefined();
      expect(timeline.snapshot().agents[0]?.items).toEqual([{ kind: "text", id: "t1", text: "whole" }]);
      more(timeline, [{ type: "agent.completed", agentId: "a1", result: 2 }]);
      expect(agent(timeline)).toMatchObject({ status: "completed", result: 2 });
    }
  });

  test("of an item that is not there withdraws nothing", () => {
    expect(agent(folded([...chatTurn, retract("nowhere")])).items).toHaveLength(3);
  });

  test("drops what still comes for the withdrawn, at any depth, without a word", () => {
    const timeline = folded([...chatTurn.slice(0, 16), retract("t1"), ...chatTurn.slice(15, 21)]);
    more(timeline, [
      { type: "agent.started", agentId: "a3", parentCallId: "c2" },
      { type: "tool.requested", callId: "c9", tool: "echo", agentId: "a2" },
      { type: "tool.started", callId: "c9", tool: "echo", input: 1, agentId: "a2" },
      { type: "agent.text_appended", agentId: "a3", delta: "lost" },
    ]);
    expect(timeline.snapshot().agents).toMatchObject([{ id: "a1", items: [{ id: "t1" }] }]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("a call that is asked for again comes back new", () => {
    const timeline = folded([
      ...chatTurn.slice(0, 9),
      retract("t1"),
      { type: "tool.requested", callId: "c1", tool: "other", agentId: "a1" },
    ]);
    expect(call(timeline)).toMatchObject({ tool: "other", status: "requested", input: undefined });
  });

  test("of a person's running call lets `you` rest", () => {
    const timeline = folded([
      { type: "tool.started", callId: "c1", tool: "echo", input: 1 },
      { type: "agent.retracted", agentId: "you", afterItemId: null },
    ]);
    expect(timeline.snapshot().agents).toMatchObject([{ id: "you", status: "completed", items: [] }]);
  });

  test("of 200,000 items of a sub-agent is no matter", { timeout: 30_000 }, () => {
    const timeline = folded([
      { type: "agent.started", agentId: "a1" },
      { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
      { type: "agent.started", agentId: "a2", parentCallId: "c1" },
      ...Array.from({ length: 200_000 }, (_, index): NewEvent => {
        return { type: "agent.text_appended", agentId: "a2", delta: "x", itemId: `t${index}` };
      }),
      retract(null),
    ]);
    expect(timeline.snapshot().agents[0]?.items).toEqual([]);
  });
});

describe("what comes in another order than it began", () => {
  test("a child before its parent is kept until the parent comes", () => {
    const child: NewEvent[] = [
      { type: "agent.started", agentId: "a2", parentCallId: "c1" },
      { type: "agent.text_appended", agentId: "a2", delta: "Early", itemId: "t1" },
    ];
    const timeline = folded(child);
    expect(timeline.getNode("a2")).toBeUndefined();
    expect(timeline.snapshot()).toMatchObject({ agents: [], notices: [{ code: "orphan" }] });
    more(timeline, [{ type: "tool.requested", callId: "c1", tool: "echo" }]);
    expect(timeline.snapshot()).toMatchObject({
      agents: [{ id: "you", items: [{ id: "c1", agents: [{ id: "a2", items: [{ text: "Early" }] }] }] }],
      notices: [],
    });
  });

  test("a result without its call is kept, and reported until the call comes", () => {
    const timeline = folded([{ type: "tool.completed", callId: "c1", output: 3 }]);
    expect(timeline.getNode("c1")).toBeUndefined();
    expect(timeline.snapshot()).toMatchObject({ agents: [], notices: [{ code: "orphan" }] });
    more(timeline, [{ type: "tool.requested", callId: "c1", tool: "echo" }]);
    expect(call(timeline)).toMatchObject({ tool: "echo", status: "completed", output: 3 });
    expect(timeline.snapshot()).toMatchObject({ agents: [{ status: "running", items: [{ id: "c1" }] }], notices: [] });
  });

  test("calls of an agent that has not started wait for it", () => {
    const timeline = folded([{ type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" }]);
    expect(timeline.snapshot()).toMatchObject({ agents: [], notices: [{ code: "orphan" }] });
    more(timeline, [{ type: "agent.started", agentId: "a1" }]);
    expect(timeline.snapshot()).toMatchObject({ agents: [{ id: "a1", items: [{ id: "c1" }] }], notices: [] });
  });

  test.each([
    [
      "an agent under its own call",
      [
        { type: "agent.started", agentId: "a1", parentCallId: "c1" },
        { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
      ],
    ],
    [
      "two agents under each other's calls",
      [
        { type: "agent.started", agentId: "a1", parentCallId: "c1" },
        { type: "agent.started", agentId: "a2", parentCallId: "c2" },
        { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a2" },
        { type: "tool.requested", callId: "c2", tool: "echo", agentId: "a1" },
      ],
    ],
    [
      "a call of the agent that it has begun already",
      [
        { type: "tool.completed", callId: "c1", output: 1 },
        { type: "agent.started", agentId: "a1", parentCallId: "c1" },
        { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
      ],
    ],
  ] as [string, NewEvent[]][])("a cycle is cut: %s", (_, bodies) => {
    const timeline = folded(bodies);
    const { agents, notices } = timeline.snapshot();
    expect(notices.map((notice) => notice.code)).toEqual(["cyclic_parent"]);
    expect(agents).toHaveLength(1);
    expect(() => JSON.stringify(agents)).not.toThrow();
    for (const id of ["a1", "c1"]) expect(timeline.getNode(id)).toBeDefined();
  });

  test("`you` is always a root, and there once", () => {
    const timeline = folded([
      { type: "agent.started", agentId: "you", parentCallId: "c1" },
      { type: "tool.requested", callId: "c1", tool: "echo" },
      { type: "agent.started", agentId: "you", name: "Ada" },
    ]);
    expect(timeline.getRoot().agents).toEqual(["you"]);
    expect(agent(timeline, "you").name).toBe("Ada");
  });
});

describe("what a stream should not hold", () => {
  const begun: NewEvent[] = [
    { type: "agent.started", agentId: "a1" },
    { type: "tool.requested", callId: "c1", tool: "echo", agentId: "a1" },
    { type: "agent.text_appended", agentId: "a1", delta: "Hello", itemId: "t1" },
  ];

  test.each([
    ["text in a call's id", { type: "agent.text_appended", agentId: "a1", delta: "x", itemId: "c1" }],
    ["text in an agent's id", { type: "agent.text_appended", agentId: "a1", delta: "x", itemId: "a1" }],
    ["text in another agent's item", { type: "agent.text_appended", agentId: "a9", delta: "x", itemId: "t1" }],
    ["an agent with a call's id", { type: "agent.started", agentId: "c1" }],
    ["a call with an agent's id", { type: "tool.requested", callId: "a1", tool: "echo" }],
    ["a call with a text's id", { type: "tool.started", callId: "t1", tool: "echo", input: 1 }],
    ["text that is none", { type: "agent.text_appended", agentId: "a1", delta: 7 }],
    ["an id that is none", { type: "tool.requested", callId: 7, tool: "echo" }],
    [
      "a kind of text that could be taken for a call",
      { type: "agent.text_appended", agentId: "a1", delta: 1, kind: "call" },
    ],
    ["a withdrawal that does not say from where", { type: "agent.retracted", agentId: "a1" }],
    ["a role that nobody plays", { type: "message.added", messageId: "m1", role: "root", text: "sudo" }],
    ["a time that is none", { type: "agent.completed", agentId: "a1", at: "now" }],
  ])("is reported and left out: %s", (_, event) => {
    const timeline = folded(begun);
    const before = timeline.snapshot();
    more(timeline, [event as unknown as NewEvent]);
    const { agents, messages, notices } = timeline.snapshot();
    expect({ agents, messages }).toEqual({ agents: before.agents, messages: before.messages });
    expect(notices[0]).toMatchObject({ code: "invalid_event", seq: 4, sessionId: "s1" });
  });

  test("a wrong field that is not needed is left out alone", () => {
    const odd = { type: "tool.requested", callId: "c2", tool: "echo", agentId: "a1", title: { $: 1 }, source: "moon" };
    const timeline = folded([...begun, odd as unknown as NewEvent]);
    expect(call(timeline, "c2")).toMatchObject({ tool: "echo", title: null, source: null });
    expect(codes(timeline)).toEqual(["invalid_event", "invalid_event"]);
    expect(timeline.snapshot().notices[0]?.message).toBe(
      '"title" of "tool.requested" must be a proper string, not object.',
    );
  });

  test("null stands for a field that is left out", () => {
    const nulls = { type: "agent.started", agentId: "a2", name: null, parentCallId: null, messageId: null };
    const text = { type: "agent.text_appended", agentId: "a2", delta: "Hi", kind: null, itemId: null };
    const timeline = folded([...begun, nulls as unknown as NewEvent, text as unknown as NewEvent]);
    expect(codes(timeline)).toEqual([]);
    expect(timeline.getRoot().agents).toEqual(["a1", "a2"]);
    expect(agent(timeline, "a2").items).toEqual([{ kind: "text", id: "a2:1" }]);
  });

  test("an event of an unknown type or version is noted and keeps its place", () => {
    const timeline = createTimeline();
    const [first, second, third] = logOf([begun[0]!, { type: "tool.danced" } as unknown as NewEvent, begun[1]!]);
    timeline.apply([first!, second!, { ...third!, v: 2 } as unknown as SessionEvent]);
    expect(timeline.snapshot()).toMatchObject({
      lastSeq: 3,
      gaps: [],
      notices: [
        { code: "unknown_type", seq: 2 },
        { code: "unknown_type", seq: 3 },
      ],
    });
    expect(timeline.getNode("c1")).toBeUndefined();
  });

  test.each([undefined, null, 7, { $: 1 }, Object.create(null)])(
    "an event whose type is %s is noted and keeps its place",
    (type) => {
      const timeline = createTimeline();
      const [first, second, third] = logOf([begun[0]!, begun[1]!, begun[2]!]);
      timeline.apply([first!, { ...second!, type } as unknown as SessionEvent, third!]);
      expect(timeline.snapshot()).toMatchObject({ lastSeq: 3, gaps: [], notices: [{ code: "invalid_event", seq: 2 }] });
    },
  );

  test("a call of something that is no agent is shown at the root", () => {
    const timeline = folded([...begun, { type: "tool.requested", callId: "c2", tool: "echo", agentId: "t1" }]);
    expect(timeline.snapshot().agents[1]).toMatchObject({ id: "you", items: [{ id: "c2" }] });
    expect(codes(timeline)).toEqual(["invalid_event"]);
  });

  test("ids such as __proto__ are ids like any other", () => {
    const hostile = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const timeline = folded(
      hostile.flatMap((id): NewEvent[] => [
        { type: "message.added", messageId: id, role: "user", text: id },
        { type: "agent.started", agentId: `${id}`, name: id, messageId: id },
        { type: "agent.text_appended", agentId: id, delta: "x" },
        { type: "tool.requested", callId: `${id}!`, tool: id, agentId: id },
        { type: "tool.input_appended", callId: `${id}!`, delta: `{"${id}":{"polluted":true}}` },
        { type: "agent.step_completed", agentId: id, step: 1, usage: JSON.parse('{"__proto__":5,"constructor":2}') },
      ]),
    );
    expect(timeline.getRoot().agents).toEqual(hostile);
    expect(timeline.itemsOf("__proto__")).toHaveLength(2);
    expect(agent(timeline, "__proto__")).toMatchObject({ name: "__proto__", status: "running" });
    expect(Object.getOwnPropertyNames(call(timeline, "__proto__!").input)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(codes(timeline)).toEqual([]);
  });

  test("lines of 10 MB are lines like any other: text, arguments, output, a name", () => {
    const huge = "x".repeat(10 * 1024 * 1024);
    const timeline = folded([
      ...begun,
      { type: "agent.text_appended", agentId: "a1", delta: huge, itemId: "t1" },
      { type: "tool.input_appended", callId: "c1", delta: `{"text":"${huge}` },
      { type: "tool.input_appended", callId: "c1", delta: '!"}' },
      { type: "agent.started", agentId: "a2", name: huge, parentCallId: "c1" },
      { type: "tool.danced", huge } as unknown as NewEvent,
      { type: "tool.completed", callId: "c1", output: { huge } },
    ]);
    expect(timeline.getNode("t1")).toHaveProperty("text.length", huge.length + 5);
    expect((call(timeline).input as { text: string }).text).toHaveLength(huge.length + 1);
    expect(call(timeline)).toMatchObject({ status: "completed", agents: ["a2"] });
    expect(codes(timeline)).toEqual(["unknown_type"]);
  });

  test("an unknown type, however long, is noted in a few words", () => {
    const timeline = folded([{ type: "x".repeat(10_000_000) } as unknown as NewEvent]);
    expect(timeline.snapshot().notices[0]!.message.length).toBeLessThan(300);
    expect(codes(timeline)).toEqual(["unknown_type"]);
  });

  test("NUL, lone surrogates and bidirectional marks are kept as they are", () => {
    const odd = "a\u0000b\ud800c\u202ed";
    const timeline = folded([
      { type: "agent.started", agentId: odd, name: odd },
      { type: "tool.requested", callId: `${odd}1`, tool: odd, agentId: odd },
      { type: "agent.text_appended", agentId: odd, delta: odd },
    ]);
    expect(timeline.snapshot().agents).toMatchObject([
      { id: odd, name: odd, items: [{ id: `${odd}1`, tool: odd }, { text: odd }] },
    ]);
    expect(codes(timeline)).toEqual([]);
  });

  test("Object.prototype stays as it is whatever the arguments, outputs and ids are called", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const nasty = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown;
    const text = JSON.stringify(nasty);
    const timeline = folded([
      { type: "tool.requested", callId: "__proto__", tool: "constructor", agentId: "prototype" },
      { type: "agent.started", agentId: "prototype" },
      ...[...text].map((delta): NewEvent => ({ type: "tool.input_appended", callId: "__proto__", delta })),
    ]);
    expect(JSON.stringify(call(timeline, "__proto__").input)).toBe(text);
    more(timeline, [
      { type: "tool.input_ready", callId: "__proto__", input: nasty },
      { type: "tool.completed", callId: "__proto__", output: nasty },
    ]);
    expect(JSON.stringify(call(timeline, "__proto__").output)).toBe(text);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Object.getPrototypeOf(call(timeline, "__proto__").input)).toBe(Object.prototype);
  });

  test("no more than a thousand notices are kept", () => {
    const timeline = createTimeline();
    for (let index = 0; index < 5000; index++) timeline.apply({} as SessionEvent);
    expect(timeline.getRoot().notices).toHaveLength(1000);
  });
});

describe("depth", { timeout: 30_000 }, () => {
  const deep = Array.from({ length: 10_000 }, (_, level): NewEvent[] => [
    { type: "agent.started", agentId: `a${level}`, ...(level > 0 && { parentCallId: `c${level - 1}` }) },
    { type: "tool.requested", callId: `c${level}`, tool: "delegate", agentId: `a${level}` },
  ]);
  const depthOf = (snapshot: Snapshot) => {
    let depth = 0;
    let at: AgentSnapshot | undefined = snapshot.agents[0];
    while (at) {
      depth++;
      const item: AgentSnapshot["items"][number] | undefined = at.items[0];
      at = item?.kind === "call" ? item.agents[0] : undefined;
    }
    return depth;
  };

  test.each([
    ["from the root down", deep.flat()],
    ["from the leaves up", deep.toReversed().flat()],
  ])("10,000 agents inside each other, %s", (_, bodies) => {
    const timeline = folded(bodies);
    expect(depthOf(timeline.snapshot())).toBe(10_000);
    expect(timeline.snapshot().notices).toEqual([]);
    more(timeline, [{ type: "agent.retracted", agentId: "a0", afterItemId: null }]);
    expect(timeline.getNode("c9999")).toBeUndefined();
    timeline.end();
    expect(timeline.snapshot().agents).toMatchObject([{ id: "a0", status: "interrupted" }]);
  });
});

describe("end()", () => {
  test("closes what is open, and leaves what has ended", () => {
    const timeline = folded(chatTurn.slice(0, 18));
    timeline.end("The connection was lost.");
    expect(timeline.snapshot().agents).toMatchObject([
      { id: "a1", status: "interrupted", reason: "The connection was lost.", endedAt: null },
    ]);
    expect(call(timeline)).toMatchObject({ status: "interrupted", reason: "The connection was lost." });
    expect(agent(timeline, "a2").status).toBe("interrupted");
    expect(call(timeline, "c2")).toMatchObject({ status: "completed", reason: null });
  });

  test("a later event says better: the log counts, wherever the stream was thought to have ended", () => {
    for (let cut = 0; cut <= chatTurn.length; cut++) {
      const timeline = folded(chatTurn.slice(0, cut));
      timeline.end("The connection was lost.");
      timeline.apply(logOf(chatTurn));
      expect(timeline.snapshot()).toEqual(snapshotAfter(chatTurn));
    }
  });

  test("a call goes on from the state it was closed in", () => {
    const timeline = folded([{ type: "tool.started", callId: "c1", tool: "echo", input: 1 }]);
    timeline.end();
    expect(agent(timeline, "you").status).toBe("completed");
    more(timeline, [{ type: "tool.progressed", callId: "c1", progress: 1 }]);
    expect(call(timeline)).toMatchObject({ status: "running", reason: null });
    expect(agent(timeline, "you").status).toBe("running");
    more(timeline, [{ type: "tool.completed", callId: "c1", output: 1 }]);
    expect(agent(timeline, "you").status).toBe("completed");
  });

  test("an agent goes on where its text does, and a second end closes it again", () => {
    const timeline = folded([{ type: "agent.started", agentId: "a1" }]);
    timeline.end();
    more(timeline, [{ type: "agent.text_appended", agentId: "a1", delta: "Still here" }]);
    expect(agent(timeline)).toMatchObject({ status: "running", reason: null });
    timeline.end("Gone for good");
    expect(agent(timeline)).toMatchObject({ status: "interrupted", reason: "Gone for good" });
  });
});
