import { Command } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallView } from "../timeline/node.ts";
import { createTimeline, type Timeline } from "../timeline/timeline.ts";
import { fromLangGraph } from "./langGraph.ts";
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

describe("what the graph says in its own way", () => {
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

  test("an interrupt about no call is a call of its own", () => {
    const timeline = folded([[[], "updates", { __interrupt__: [{ id: "i", value: "Which city?" }] }]]);
    expect(call(timeline, "interrupt:i:0")).toMatchObject({
      status: "awaiting-approval",
      approval: { reason: "Which city?" },
    });
    const answered = folded([
      [[], "updates", { __interrupt__: [{ id: "i", value: "Which city?" }] }],
      { method: "input.respond", params: { interrupt_id: "i", response: "Oslo" } },
    ]);
    expect(call(answered, "interrupt:i:0")).toMatchObject({ status: "completed", output: "Oslo" });
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
