import { Command } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallView } from "../../timeline/node.ts";
import { createTimeline, type Timeline } from "../../timeline/timeline.ts";
import { fromLangGraph, toResumeValue } from "./fromLangGraph.ts";
import { HumanMessage, researchGraph } from "./testing/fixtures/researchGraph.ts";

type Chunk = object | string;

const folded = (chunks: readonly Chunk[], end: false | { reason?: string } = {}): Timeline => {
  const timeline = createTimeline();
  const adapter = fromLangGraph();
  for (const chunk of chunks) timeline.apply(adapter.push(chunk));
  if (end) timeline.apply(adapter.end(end.reason));
  return timeline;
};
const call = (timeline: Timeline, id: string) => timeline.getNode(id) as CallView;

const respond = {
  method: "input.respond",
  params: { interrupt_id: "", namespace: [], response: { decisions: [{ type: "approve" }] } },
};

type Mode = "messages" | "updates" | "values" | "tools" | "custom";

/** What a real graph streams until it is interrupted, and after it was resumed. */
async function recorded(how: "protocol" | Mode[], subgraphs = true): Promise<[Chunk[], Chunk[]]> {
  const graph = researchGraph();
  const config = { configurable: { thread_id: "1" } };
  const parts: Chunk[][] = [];
  for (const input of [
    { messages: [new HumanMessage({ id: "h1", content: "Go on." })] },
    new Command({ resume: { decisions: [{ type: "approve" }] } }),
  ]) {
    const chunks: Chunk[] = [];
    const stream =
      how === "protocol"
        ? await graph.streamEvents(input as never, { ...config, version: "v3" })
        : await graph.stream(input as never, { ...config, streamMode: how, subgraphs });
    for await (const chunk of stream as AsyncIterable<object>) chunks.push(chunk);
    parts.push(chunks);
  }
  return parts as [Chunk[], Chunk[]];
}

/** As it goes over a wire: instances become plain. */
const wired = (chunks: Chunk[]) => chunks.map((chunk) => JSON.parse(JSON.stringify(chunk)) as object);

const whole = [
  {
    status: "completed",
    items: [
      { kind: "text", text: "Hi there" },
      { id: "c1", tool: "add", status: "completed", input: { a: 1, b: 2 }, output: "3" },
      {
        id: "c2",
        tool: "fail",
        status: "failed",
        error: { message: expect.stringContaining("The disk is full.") as string },
      },
      {
        id: "c3",
        tool: "research",
        status: "completed",
        input: { q: "z" },
        agents: [
          {
            status: "completed",
            items: [
              { kind: "text", text: "Sub text" },
              { id: "ic1", tool: "add", status: "completed", input: { a: 5, b: 6 }, output: "11" },
              { kind: "text", text: "11 it is" },
            ],
          },
        ],
      },
      {
        id: "c4",
        tool: "publish",
        status: "completed",
        input: { text: "y" },
        approval: { state: "approved", askedInput: { text: "y" } },
      },
      { kind: "text", text: "Done." },
    ],
  },
];

const ways: [string, "protocol" | Mode[]][] = [
  ["the streaming protocol", "protocol"],
  ["messages, updates and tools", ["messages", "updates", "tools"]],
  ["messages, values, tools and custom", ["messages", "values", "tools", "custom"]],
];

describe("a real graph", () => {
  test.each(ways)(
    "by %s: words, calls side by side, a graph in a tool, an interrupt that is answered",
    async (_name, how) => {
      const [before, after] = await recorded(how);
      for (const form of [(chunks: Chunk[]) => chunks, wired]) {
        const asked = folded(form(before), {});
        expect(call(asked, "c4")).toMatchObject({
          status: "awaiting-approval",
          approval: { reason: "Shall it be published?" },
        });
        expect(asked.snapshot().agents[0]!.status).toBe("running");
        const timeline = folded([...form(before), ...form(after)]);
        expect(timeline.snapshot().agents).toMatchObject(whole);
        expect(timeline.getRoot().notices).toEqual([]);
      }
    },
  );

  test("by updates alone: the same tree, but for what they do not say", async () => {
    const [before, after] = await recorded(["updates"]);
    const { agents } = folded([...wired(before), ...wired(after)]).snapshot();
    expect(agents).toHaveLength(1);
    expect(agents[0]).toMatchObject({ status: "completed" });
    expect(agents[0]!.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "text", text: "Hi there" }),
        expect.objectContaining({ id: "c1", status: "completed", input: { a: 1, b: 2 }, output: "3" }),
        expect.objectContaining({ id: "c2", status: "failed" }),
        expect.objectContaining({ id: "c4", status: "completed" }),
      ]),
    );
  });

  test("values bring what the person said, as a message that the run answers", async () => {
    const [before] = await recorded(["values", "messages"], false);
    const timeline = folded(wired(before));
    expect(timeline.snapshot().messages).toMatchObject([{ id: "h1", role: "user", text: "Go on." }]);
    expect(timeline.itemsOf("h1").length).toBeGreaterThan(1);
  });

  test("as a server's SSE, cut anywhere, whose end is said", async () => {
    const [before] = await recorded(["messages", "updates", "tools"]);
    const lines = (wired(before) as [string[], string, unknown][]).map(
      ([namespace, mode, data]) => `event: ${[mode, ...namespace].join("|")}\ndata: ${JSON.stringify(data)}\n\n`,
    );
    const text = `event: metadata\ndata: {"run_id":"r"}\n\n${lines.join("")}`;
    const asked = folded([...text]);
    expect(asked.snapshot().agents[0]!.items.slice(0, 4)).toMatchObject(whole[0]!.items.slice(0, 4));
    const said = 'event: messages\ndata: [{"type":"AIMessageChunk","id":"m","content":"Hi"},{}]\n\n';
    expect(folded([said]).snapshot().agents).toMatchObject([{ status: "interrupted", items: [{ text: "Hi" }] }]);
    expect(folded([`${said}event: end\ndata: null\n\n`, "event: end\ndata: {}\n\n"]).snapshot().agents).toMatchObject([
      { status: "completed" },
    ]);
    expect(
      folded([`${said}event: error\ndata: {"error":"E","message":"No such thread."}\n\n`]).snapshot().agents,
    ).toMatchObject([{ status: "failed", error: { message: "No such thread." } }]);
  });
});

const piece = (fields: object) => [[], "messages", [{ type: "AIMessageChunk", content: "", ...fields }, {}]];

const said = (method: string, namespace: string[], data: object) => ({
  type: "event",
  method,
  params: { namespace, timestamp: 0, data },
});
const block = (event: string, fields: object) => said("messages", ["model:1"], { event, ...fields });
const started = (id: string, more: object = {}) => block("message-start", { id, ...more });
const delta = (type: string, fields: object, index = 0) =>
  block("content-block-delta", { index, delta: { type, ...fields } });

describe("what the graph says in its own way", () => {
  test("a delta with a block so far streams what is new of it, whichever model's", async () => {
    const [before] = await recorded("protocol");
    expect(JSON.stringify(before)).toContain("block-delta");
    const adapter = fromLangGraph();
    const events = before.flatMap((chunk) => adapter.push(chunk));
    const streamed = events.flatMap((event) =>
      event.type === "tool.input_appended" && event.callId === "c1" ? [event.delta] : [],
    );
    expect(streamed).toEqual(['{"a":1,', '"b":2}']);
  });

  test("the block so far may bring its call's id late, and another call's in the same place", () => {
    const soFar = (fields: object) => delta("block-delta", { fields: { type: "tool_call_chunk", ...fields } });
    const timeline = folded([
      started("m"),
      soFar({ args: '{"a":' }),
      soFar({ id: "c1", name: "add", args: '{"a":1}' }),
      soFar({ id: "c2", name: "add", args: '{"b"' }),
      soFar({ id: "c2", name: "add", args: '{"b":2}' }),
    ]);
    expect([call(timeline, "c1"), call(timeline, "c2")]).toMatchObject([{ input: { a: 1 } }, { input: { b: 2 } }]);
  });

  test("a text in the place of a thought is a text", () => {
    const timeline = folded([
      started("m"),
      block("content-block-start", { index: 0, content: { type: "reasoning", reasoning: "Hm." } }),
      delta("text-delta", { text: "Answ" }),
      delta("text-delta", { text: "er" }),
      block("content-block-finish", { index: 0, content: { type: "text", text: "Answer." } }),
    ]);
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([
      { kind: "reasoning", text: "Hm." },
      { kind: "text", text: "Answer." },
    ]);
  });

  test("an id that comes again in another answer or run is another call, and keeps its own result", () => {
    const ai = (id: string | undefined, n: number) => ({
      type: "ai",
      ...(id && { id }),
      content: "",
      tool_calls: [{ id: "0", name: "add", args: { n } }],
    });
    const toolMessage = (n: number) => ({ type: "tool", id: `t${n}`, tool_call_id: "0", content: String(n) });
    const values = (...messages: object[]) => [[], "values", { messages }];
    const tools = (event: string, more: object = {}) => [[], "tools", { event, toolCallId: "0", ...more }];
    const history = [ai("m1", 1), toolMessage(1)];
    const chunks = [
      values(ai("m1", 1)),
      tools("on_tool_start"),
      tools("on_tool_end", { output: 1 }),
      values(...history),
      values(...history, ai("m2", 2)),
      { event: "end", data: null },
      // The next run tells of both again before the last one has a result.
      values(...history, ai("m2", 2), toolMessage(2), ai("m3", 3)),
      tools("on_tool_start", { input: '{"n":3}' }),
      values(...history, ai("m2", 2), toolMessage(2), ai("m3", 3)),
      tools("on_tool_end", { output: 3 }),
      // A message without an id is none that is new.
      values(ai(undefined, 3)),
    ];
    const calls = folded(chunks)
      .snapshot()
      .agents.flatMap(({ items }) => items);
    expect(calls).toMatchObject([
      { input: { n: 1 }, status: "completed", output: 1 },
      { input: { n: 2 } },
      { input: { n: 3 }, status: "completed", output: 3 },
    ]);
  });

  test("what a tool or a person says in blocks is not the agent's", () => {
    const text = [
      block("content-block-start", { index: 0, content: { type: "text", text: "" } }),
      delta("text-delta", { text: "raw" }),
      block("message-finish", {}),
    ];
    const timeline = folded([
      started("t", { role: "tool", tool_call_id: "c" }),
      ...text,
      started("h", { role: "human" }),
      ...text,
      started("m", { role: "ai" }),
      delta("text-delta", { text: "Words" }),
    ]);
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([{ kind: "text", text: "Words" }]);
  });

  test("partial messages are whole as far as they go: nothing is said twice", () => {
    const partial = (content: string, event = "messages/partial", more = {}) => ({
      event,
      data: [{ type: "ai", id: "m", content, ...more }],
    });
    const calls = { tool_calls: [{ id: "c1", name: "add", args: { a: 1 } }] };
    const timeline = folded(
      [partial("He"), partial("Hello"), partial("Hello", "messages/complete", calls), { event: "end", data: null }],
      false,
    );
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([{ text: "Hello" }, { id: "c1", input: { a: 1 } }]);
  });

  test("a call whose id comes after its first piece loses none of it", () => {
    const chunk = (one: object) => piece({ id: "m", tool_call_chunks: [one] });
    const timeline = folded(
      [
        chunk({ index: 0, name: "add", args: '{"a":' }),
        chunk({ index: 0, id: "c1", args: "1" }),
        chunk({ index: 0, args: "}" }),
      ],
      false,
    );
    expect(call(timeline, "c1")).toMatchObject({ tool: "add", input: { a: 1 } });
  });

  test("decisions that are pushed are the person's own: edited and rejected", () => {
    const asked = (id: string, args: object) => [
      piece({ id: `m${id}`, tool_call_chunks: [{ index: 0, id, name: "publish", args: JSON.stringify(args) }] }),
    ];
    const value = {
      action_requests: [
        { name: "publish", args: { text: "a" } },
        { name: "publish", args: { text: "b" } },
      ],
      review_configs: [{ action_name: "publish", allowed_decisions: ["approve", "edit", "reject"] }],
    };
    const decisions = [
      { type: "edit", edited_action: { name: "publish", args: { text: "A" } } },
      { type: "reject", message: "Not now." },
    ];
    const chunks: Chunk[] = [
      ...asked("c1", { text: "a" }),
      ...asked("c2", { text: "b" }),
      [[], "updates", { __interrupt__: [{ id: "i", value }] }],
    ];
    const waiting = folded(chunks);
    expect([call(waiting, "c1"), call(waiting, "c2")]).toMatchObject([
      { status: "awaiting-approval", approval: { inputSchema: { type: "object" } } },
      { status: "awaiting-approval" },
    ]);
    const timeline = folded(
      [
        ...chunks,
        { method: "input.respond", params: { ...respond.params, interrupt_id: "i", response: { decisions } } },
      ],
      false,
    );
    expect(call(timeline, "c1").approval).toMatchObject({ state: "approved", input: { text: "A" } });
    expect(call(timeline, "c2")).toMatchObject({ status: "denied", reason: "Not now." });
  });

  test("an error as the result of a call that waits is a no", () => {
    const value = { action_requests: [{ name: "publish", args: { text: "a" } }] };
    const timeline = folded([
      piece({ id: "m", tool_call_chunks: [{ index: 0, id: "c1", name: "publish", args: '{"text":"a"}' }] }),
      [[], "updates", { __interrupt__: [{ id: "i", value }] }],
      [[], "messages", [{ type: "tool", tool_call_id: "c1", status: "error", content: "User rejected it." }, {}]],
    ]);
    expect(call(timeline, "c1")).toMatchObject({ status: "denied", reason: "User rejected it." });
  });

  const interrupted = (value: unknown) => [[], "updates", { __interrupt__: [{ id: "i", value }] }];
  const resumed = (response: unknown) => ({ method: "input.respond", params: { interrupt_id: "i", response } });

  test("an interrupt about no call is a question on a call of its own, and its answer is any value", () => {
    const timeline = folded([interrupted("Which city?")]);
    expect(call(timeline, "interrupt:i:0")).toMatchObject({
      status: "awaiting-input",
      questions: [{ id: "i:0", message: "Which city?", schema: { type: "string" }, state: "pending" }],
    });
    const answered = folded([interrupted("Which city?"), resumed("Oslo")]);
    expect(call(answered, "interrupt:i:0")).toMatchObject({
      status: "completed",
      output: "Oslo",
      questions: [{ state: "accepted", content: "Oslo" }],
    });
  });

  test("a question is asked with the form and beside what its value has", () => {
    const schema = { type: "object", properties: { city: { type: "string" } } };
    const timeline = folded([interrupted({ question: "Which city?", draft: "Oslo or Bergen", schema })]);
    expect(call(timeline, "interrupt:i:0")).toMatchObject({
      input: { draft: "Oslo or Bergen" },
      questions: [{ message: "Which city?", schema }],
    });
    const choice = folded([interrupted({ message: "Which?", options: ["a", { value: 2, label: "Two" }] })]);
    expect(call(choice, "interrupt:i:0").questions).toMatchObject([
      {
        schema: {
          oneOf: [
            { const: "a", title: "a" },
            { const: 2, title: "Two" },
          ],
        },
      },
    ]);
  });

  test("the one call that runs asks its own question, and runs on", () => {
    const tools = (event: string, more: object = {}) => [
      [],
      "tools",
      { event, toolCallId: "c1", name: "travel", input: "{}", ...more },
    ];
    const before = [tools("on_tool_start"), interrupted("Which city?")];
    expect(call(folded(before), "c1")).toMatchObject({ status: "awaiting-input", questions: [{ id: "i:0" }] });
    const after = [...before, resumed("Oslo"), tools("on_tool_start"), tools("on_tool_end", { output: "Booked" })];
    expect(call(folded(after), "c1")).toMatchObject({
      status: "completed",
      output: "Booked",
      questions: [{ state: "accepted", content: "Oslo" }],
    });
    const other = { event: "on_tool_start", toolCallId: "c2", name: "travel", input: "{}" };
    const both = folded([tools("on_tool_start"), [[], "tools", other], interrupted("Which city?")]);
    expect(call(both, "interrupt:i:0").status).toBe("awaiting-input");
  });

  const words = {
    decisions: {
      actionRequests: [
        { name: "publish", args: { text: "a" } },
        { name: "drop", args: {} },
      ],
      reviewConfigs: [{ actionName: "publish", allowedDecisions: ["approve", "edit"], argsSchema: { title: "T" } }],
    },
    python: {
      action_requests: [
        { name: "publish", args: { text: "a" } },
        { name: "drop", args: {} },
      ],
      review_configs: [{ action_name: "publish", allowed_decisions: ["approve", "edit"], args_schema: { title: "T" } }],
    },
    inbox: [
      { action_request: { action: "publish", args: { text: "a" } }, config: { allow_edit: true, allow_accept: true } },
      { action_request: { action: "drop", args: {} }, config: { allow_accept: true } },
    ],
  };
  test.each([
    [
      words.decisions,
      {
        decisions: [
          { type: "edit", editedAction: { name: "publish", args: { text: "b" } } },
          { type: "reject", message: "No." },
        ],
      },
    ],
    [
      words.python,
      {
        decisions: [
          { type: "edit", edited_action: { name: "publish", args: { text: "b" } } },
          { type: "reject", message: "No." },
        ],
      },
    ],
    [
      words.inbox,
      [
        { type: "edit", args: { action: "publish", args: { text: "b" } } },
        { type: "response", args: "No." },
      ],
    ],
  ])("decisions go back in the words of the interrupt: %j", (value, resume) => {
    const answers = [
      { decision: "approve", input: { text: "b" } },
      { decision: "deny", reason: "No." },
    ] as const;
    expect(toResumeValue(value, answers)).toEqual(resume);
    const timeline = folded([interrupted(value), resumed(resume)]);
    expect(call(timeline, "interrupt:i:0").approval).toMatchObject({ state: "approved", input: { text: "b" } });
    expect(call(timeline, "interrupt:i:0").approval?.inputSchema).toBeDefined();
    expect(call(timeline, "interrupt:i:1")).toMatchObject({ status: "denied", reason: "No." });
    expect(() => toResumeValue(value, answers.slice(0, 1))).toThrow("2 answers");
    expect(() => toResumeValue(value, [answers[1], answers[0]])).toThrow("no edited input");
  });

  test("an inbox that takes words only is a question", () => {
    const value = [
      {
        action_request: { action: "Question", args: {} },
        config: { allow_respond: true, allow_ignore: true },
        description: "Which city?",
      },
    ];
    const resume = toResumeValue(value, [{ action: "accept", content: "Oslo" }]);
    expect(resume).toEqual([{ type: "response", args: "Oslo" }]);
    expect(call(folded([interrupted(value), resumed(resume)]), "interrupt:i:0")).toMatchObject({
      status: "completed",
      questions: [{ message: "Which city?", state: "accepted", content: "Oslo" }],
    });
    const ignored = toResumeValue(value, [{ action: "decline" }]);
    expect(call(folded([interrupted(value), resumed(ignored)]), "interrupt:i:0").questions).toMatchObject([
      { state: "declined" },
    ]);
  });

  test("a graph's own question takes an answer only, and any JSON as its value", () => {
    expect(toResumeValue("Which city?", [{ action: "accept", content: { city: "Oslo" } }])).toEqual({ city: "Oslo" });
    expect(() => toResumeValue("Which city?", [{ action: "decline" }])).toThrow("by an answer only");
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const timeline = folded([interrupted(value)]);
        expect(timeline.getRoot().notices).toEqual([]);
      }),
    );
  });

  test("a graph that is a node is an agent below it, and fails with its words", () => {
    const event = (method: string, namespace: string[], data: object) => ({
      type: "event",
      method,
      params: { namespace, timestamp: 0, data },
    });
    const timeline = folded([
      event("lifecycle", [], { event: "running" }),
      event("messages", ["writer:1", "agent:2"], { event: "message-start", id: "m" }),
      event("messages", ["writer:1", "agent:2"], {
        event: "content-block-delta",
        index: 0,
        delta: { type: "text-delta", text: "Words" },
      }),
      event("lifecycle", ["writer:1"], { event: "failed", error: "Out of ink." }),
      event("lifecycle", [], { event: "failed", error: "Out of ink." }),
    ]);
    expect(timeline.snapshot().agents).toMatchObject([
      {
        status: "failed",
        error: { message: "Out of ink." },
        items: [{ tool: "writer", status: "failed", agents: [{ status: "failed", items: [{ text: "Words" }] }] }],
      },
    ]);
  });

  test("side by side, a cause tells which call an agent belongs to", () => {
    const event = (method: string, namespace: string[], data: object) => ({
      type: "event",
      method,
      params: { namespace, timestamp: 0, data },
    });
    const started = (id: string) =>
      event("tools", ["tools:1"], { event: "tool-started", tool_call_id: id, tool_name: "research", input: "{}" });
    const timeline = folded(
      [
        started("c1"),
        started("c2"),
        event("lifecycle", ["sub:a"], {
          event: "started",
          cause: { type: "toolCall", tool_call_id: "c1" },
          graph_name: "Ada",
        }),
        event("lifecycle", ["sub:b"], {
          event: "started",
          cause: { type: "toolCall", tool_call_id: "c2" },
          graph_name: "Bob",
        }),
        event("messages", ["sub:a", "agent:1"], {
          event: "content-block-delta",
          index: 0,
          delta: { type: "reasoning-delta", reasoning: "Hm." },
        }),
        event("tools", ["tools:1"], { event: "tool-output-delta", tool_call_id: "c2", delta: "half" }),
      ],
      false,
    );
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([
      { id: "c1", agents: [{ name: "Ada", items: [{ kind: "reasoning", text: "Hm." }] }] },
      { id: "c2", outputText: "half", agents: [{ name: "Bob" }] },
    ]);
  });

  test("what a cut leaves open is interrupted", async () => {
    const [before] = await recorded("protocol");
    for (let cut = 1; cut < before.length; cut += 3) {
      const timeline = folded(before.slice(0, cut), { reason: "The connection broke." });
      const open = JSON.stringify(timeline.snapshot().agents).match(/"status":"(running|requested|ready)"/g) ?? [];
      const waits = JSON.stringify(timeline.snapshot()).includes('"awaiting-approval"');
      expect([cut, waits ? [] : open]).toEqual([cut, []]);
    }
  });

  test("any JSON is taken without a throw", () => {
    const word = fc.constantFrom(
      "messages",
      "updates",
      "values",
      "tools",
      "lifecycle",
      "on_tool_start",
      "tool-error",
      "content-block-delta",
      "message-start",
      "AIMessageChunk",
      "tool",
      "c1",
      "__proto__",
      "__interrupt__",
      0,
      1,
    );
    const key = fc.constantFrom(
      "method",
      "params",
      "namespace",
      "data",
      "event",
      "index",
      "delta",
      "content",
      "type",
      "id",
      "name",
      "args",
      "tool_call_id",
      "toolCallId",
      "messages",
      "__interrupt__",
      "value",
      "action_requests",
      "actionRequests",
      "action_request",
      "config",
      "options",
      "tool_call_chunks",
      "tool_calls",
      "kwargs",
      "lc",
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        tie("object"),
      ),
      object: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), (chunks) => {
        const timeline = folded(chunks as object[], { reason: "cut" });
        expect(timeline.getRoot().notices.filter(({ code }) => code === "invalid_event")).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
