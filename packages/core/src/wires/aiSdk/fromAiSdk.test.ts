import {
  convertToModelMessages,
  readUIMessageStream,
  stepCountIs,
  streamText,
  tool,
  type LanguageModel,
  type ToolSet,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createTimeline } from "../../timeline/timeline.ts";
import { fromAiSdk, type AiSdkChunk, type AiSdkMessage } from "./fromAiSdk.ts";
import {
  callsOf,
  chunksOf,
  fold,
  missingIn,
  modelOf,
  readBySdk,
  timeless,
  type Move,
} from "./testing/fixtures/aiSdkModel.ts";

const add = tool({
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});
const publish = tool({
  inputSchema: z.object({ text: z.string() }),
  needsApproval: true,
  execute: async ({ text }) => `published ${text}`,
});
const fail = tool({
  inputSchema: z.object({ text: z.string().optional() }),
  execute: async (): Promise<string> => {
    throw new Error("no luck");
  },
});
const count = tool({
  inputSchema: z.object({ to: z.number() }),
  async *execute({ to }) {
    for (let at = 1; at <= to; at++) yield `${at}`;
  },
});
const ask = tool({ inputSchema: z.object({ question: z.string() }) });

/** A tool that runs a sub-agent as the SDK's documentation shows: each update is its whole message so far. */
const research = (model: LanguageModel, tools: ToolSet) =>
  tool({
    inputSchema: z.object({ task: z.string() }),
    async *execute({ task }) {
      const result = streamText({ model, tools, prompt: task, stopWhen: stepCountIs(8) });
      for await (const message of readUIMessageStream({ stream: result.toUIMessageStream() })) yield message;
    },
    toModelOutput: () => ({ type: "text", value: "done" }),
  });

interface Run {
  tools?: ToolSet;
  messages?: UIMessage[];
  id?: string;
}

const run = async (steps: Move[][], { tools = { add, publish, fail, count, ask }, messages, id }: Run = {}) => {
  const result = streamText({
    model: modelOf(...steps),
    tools,
    messages: messages ? await convertToModelMessages(messages, { tools }) : [{ role: "user", content: "go" }],
    stopWhen: stepCountIs(8),
  });
  return chunksOf(
    result.toUIMessageStream({
      onError: (error) => (error instanceof Error ? error.message : String(error)),
      ...(messages && { originalMessages: messages }),
      ...(id !== undefined && { originalMessages: messages ?? [], generateMessageId: () => id }),
    }),
  );
};

const stories: Record<string, () => Promise<UIMessageChunk[]>> = {
  "thoughts, words and a call, over two steps": () =>
    run([
      [{ think: "I add first." }, { say: "Let me add. 😀" }, { call: "c1", tool: "add", input: { a: 1, b: 2 } }],
      [{ say: "It is 3." }],
    ]),
  "calls side by side, one of which fails": () =>
    run([
      [
        { call: "c1", tool: "add", input: { a: 1, b: 2 } },
        { call: "c2", tool: "fail", input: { text: "x" } },
        { call: "c3", tool: "count", input: { to: 4 } },
      ],
      [{ say: "Done." }],
    ]),
  "arguments that do not fit their tool": () =>
    run([[{ call: "c1", tool: "add", input: { a: "one" } }], [{ say: "Sorry." }]]),
  "arguments that are no JSON": () =>
    run([[{ call: "c1", tool: "add", input: null, raw: '{"a": 1, "b": ' }], [{ say: "Sorry." }]]),
  "a tool that nobody has": () => run([[{ call: "c1", tool: "none", input: { x: 1 } }], [{ say: "Sorry." }]]),
  "an ask": () => run([[{ say: "May I?" }, { call: "c1", tool: "publish", input: { text: "hello" } }]]),
  "a call that the page runs": () => run([[{ call: "c1", tool: "ask", input: { question: "which?" } }]]),
  "a sub-agent with calls of its own": () =>
    run([[{ call: "c1", tool: "research", input: { task: "go" } }], [{ say: "The sub-agent is done." }]], {
      tools: {
        research: research(
          modelOf(
            [{ think: "Hm." }, { say: "I add." }, { call: "n1", tool: "add", input: { a: 2, b: 2 } }],
            [
              { call: "n2", tool: "fail", input: {} },
              { call: "n3", tool: "count", input: { to: 3 } },
            ],
            [{ say: "It is 4." }],
          ),
          { add, fail, count },
        ),
      },
    }),
  "a sub-agent of a sub-agent, beside another": () => {
    const inner = research(modelOf([{ call: "x1", tool: "add", input: { a: 1, b: 1 } }], [{ say: "2" }]), { add });
    const outer = research(
      modelOf([{ say: "I ask." }, { call: "n1", tool: "research", input: { task: "deeper" } }], [{ say: "Two." }]),
      { research: inner },
    );
    const other = research(modelOf([{ call: "x1", tool: "add", input: { a: 5, b: 5 } }], [{ say: "10" }]), { add });
    return run(
      [
        [
          { call: "c1", tool: "outer", input: { task: "a" } },
          { call: "c2", tool: "other", input: { task: "b" } },
        ],
        [{ say: "All done." }],
      ],
      { tools: { outer, other } },
    );
  },
};

describe.each(Object.entries(stories))("%s", (_, story) => {
  test("loses nothing that the SDK's own reader has", async () => {
    const chunks = await story();
    const message = await readBySdk(chunks);
    const { tree, timeline } = fold({ chunks });
    expect(tree).toHaveLength(1);
    expect(missingIn(tree[0], message)).toEqual([]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("folds to the same tree from the saved message, which then brings nothing new", async () => {
    const chunks = await story();
    const message = await readBySdk(chunks);
    const live = fold({ chunks });
    expect(fold({ messages: [message] }).tree).toEqual(live.tree);
  });

  test("is read alike as bytes", async () => {
    const chunks = await story();
    const bytes = new TextEncoder().encode(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(""));
    const adapter = fromAiSdk({ sessionId: "s" });
    const timeline = createTimeline();
    for (let at = 0; at < bytes.length; at += 7) timeline.apply(adapter.push(bytes.slice(at, at + 7)));
    timeline.apply(adapter.push("data: [DONE]\n\n"));
    expect(timeless(timeline.snapshot())).toEqual(fold({ chunks }).tree);
  });

  test("is at every moment what the SDK's message is, and what that message is replayed as", async () => {
    const chunks = await story();
    const { adapter, timeline } = fold({});
    for (let at = 0; at < chunks.length; at++) {
      timeline.apply(adapter.push(chunks[at] as AiSdkChunk));
      if (at % 5 !== 0) continue;
      const message = await readBySdk(chunks.slice(0, at + 1)).catch(() => null);
      if (!message || message.parts.every((part) => part.type === "step-start")) continue;
      expect(missingIn(timeless(timeline.snapshot())[0], message)).toEqual([]);
    }
  });
});

/** The same message after a person has answered its asks, as `useChat` keeps it. */
const answered = (message: UIMessage, approved: boolean, reason?: string): UIMessage => ({
  ...message,
  parts: message.parts.map((part) =>
    "state" in part && part.state === "approval-requested"
      ? ({ ...part, state: "approval-responded", approval: { ...part.approval, approved, reason } } as never)
      : part,
  ),
});

const user: UIMessage = { id: "u1", role: "user", parts: [{ type: "text", text: "Publish it." }] };

/** A response that asks, and the one that follows the answer, which comes under the same message and the old id. */
const askAndContinue = async (
  approved: boolean,
  { named = true, reason }: { named?: boolean; reason?: string } = {},
) => {
  const first = await run([[{ say: "May I?" }, { call: "c1", tool: "publish", input: { text: "hello" } }]], {
    messages: [user],
    ...(named && { id: "m1" }),
  });
  const asking = await readBySdk(first);
  const saved = answered(asking, approved, reason);
  const second = await run([[{ say: approved ? "Published." : "Then not." }]], {
    messages: [user, saved],
    ...(named && { id: "m1" }),
  });
  return { first, second, asking, saved, whole: await readBySdk(second, saved) };
};

describe("an ask", () => {
  test("leaves its agent open, though the response and the stream end", async () => {
    const { first } = await askAndContinue(true);
    const { timeline, adapter } = fold({ chunks: first });
    timeline.apply(adapter.end());
    const agent = timeline.snapshot().agents[0];
    expect(agent?.status).toBe("running");
    const call = callsOf(agent)[0];
    expect([call?.status, call?.approval?.state, call?.approval?.askedInput]).toEqual([
      "awaiting-approval",
      "pending",
      { text: "hello" },
    ]);
    expect(timeline.itemsOf("m1").map((item) => item.kind)).toEqual(["text", "call"]);
  });

  test.each([
    ["the server names the message", true],
    ["no response says whose it is", false],
  ])("is carried out in the next response, under the old id: %s", async (_, named) => {
    const { first, second, whole } = await askAndContinue(true, { named });
    const { timeline, tree } = fold({ chunks: [...first, ...second] });
    expect(tree).toHaveLength(1);
    expect(tree[0]?.status).toBe("completed");
    expect(missingIn(tree[0], whole)).toEqual([]);
    const call = callsOf(tree[0])[0];
    expect([call?.status, call?.output, call?.approval?.state]).toEqual(["completed", "published hello", "approved"]);
    expect(timeline.snapshot().notices).toEqual([]);
    expect(fold({ messages: [whole] }).tree).toEqual(tree);
  });

  test("that is denied ends its call, with the reason", async () => {
    const { first, second, whole } = await askAndContinue(false, { reason: "Not today." });
    const live = fold({ chunks: first });
    const approvalId = callsOf(live.tree[0])[0]!.approval!.id;
    live.timeline.apply(live.adapter.answer({ approvalId, approved: false, reason: "Not today." }));
    for (const chunk of second) live.timeline.apply(live.adapter.push(chunk as AiSdkChunk));
    const tree = timeless(live.timeline.snapshot());
    expect(callsOf(tree[0])[0]).toMatchObject({ status: "denied", reason: "Not today." });
    expect(tree[0]?.status).toBe("completed");
    expect(fold({ messages: [whole] }).tree).toEqual(tree);
  });

  test("that is denied by the next response alone is denied too", async () => {
    const { first, second } = await askAndContinue(false);
    const { tree } = fold({ chunks: [...first, ...second] });
    expect(callsOf(tree[0])[0]).toMatchObject({ status: "denied", approval: { state: "denied" } });
  });

  test("is answered after a reload, by the person and then by the stream", async () => {
    const { asking, second, whole } = await askAndContinue(true);
    const { timeline, adapter } = fold({ messages: [user as never, asking] });
    expect(callsOf(timeline.snapshot().agents[0])[0]?.status).toBe("awaiting-approval");
    const approvalId = callsOf(timeline.snapshot().agents[0])[0]!.approval!.id;
    timeline.apply(adapter.answer({ approvalId, approved: true }));
    expect(callsOf(timeline.snapshot().agents[0])[0]?.status).toBe("ready");
    for (const chunk of second) timeline.apply(adapter.push(chunk as AiSdkChunk));
    const tree = timeless(timeline.snapshot());
    expect(missingIn(tree[0], whole)).toEqual([]);
    expect([tree.length, tree[0]?.status, callsOf(tree[0])[0]?.status]).toEqual([1, "completed", "completed"]);
  });

  test("that was answered while the page was away is replayed as answered", async () => {
    const { asking, saved } = await askAndContinue(true);
    const { timeline, adapter } = fold({ messages: [asking] });
    timeline.apply(adapter.replay([saved] as never));
    expect(callsOf(timeline.snapshot().agents[0])[0]).toMatchObject({
      status: "ready",
      approval: { state: "approved" },
    });
  });

  test("keeps what only the server can read, and never shows it", () => {
    const adapter = fromAiSdk();
    const events = [
      { type: "start", messageId: "m1" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "pay", input: { amount: 1 } },
      {
        type: "tool-approval-request",
        toolCallId: "c1",
        approvalId: "p1",
        signature: "sig",
        reason: "Above the limit.",
        inputSchemaInput: { amount: "1" },
      },
    ].flatMap((chunk) => adapter.push(chunk));
    expect(events.at(-1)).toMatchObject({
      type: "tool.needs_approval",
      approvalId: "p1",
      reason: "Above the limit.",
      input: { amount: 1 },
      meta: { aiSdk: { signature: "sig", inputSchemaInput: { amount: "1" } } },
    });
    const timeline = createTimeline();
    timeline.apply(events);
    expect(JSON.stringify(timeline.snapshot())).not.toContain("sig");
  });

  test.each([
    [true, "completed", "approved"],
    [false, "denied", "denied"],
  ])("that a policy answers is shown to nobody as pending: %s", (approved, status, state) => {
    const chunks: AiSdkChunk[] = [
      { type: "start", messageId: "m1" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "pay", input: {} },
      { type: "tool-approval-request", toolCallId: "c1", approvalId: "p1", isAutomatic: true },
      { type: "tool-approval-response", approvalId: "p1", approved, reason: "Policy." },
      approved
        ? { type: "tool-output-available", toolCallId: "c1", output: 1 }
        : { type: "tool-output-denied", toolCallId: "c1" },
      { type: "finish" },
    ];
    const adapter = fromAiSdk({ sessionId: "s" });
    const events = chunks.flatMap((chunk) => adapter.push(chunk));
    expect(events.map((event) => event.type)).not.toContain("tool.needs_approval");
    const timeline = createTimeline();
    timeline.apply(events);
    expect(callsOf(timeline.snapshot().agents[0])[0]).toMatchObject({ status, approval: { state, reason: "Policy." } });
    const part = {
      type: "tool-pay",
      toolCallId: "c1",
      input: {},
      state: approved ? "output-available" : "output-denied",
      ...(approved && { output: 1 }),
      approval: { id: "p1", approved, reason: "Policy.", isAutomatic: true },
    };
    const saved: AiSdkMessage = { id: "m1", role: "assistant", parts: [part] };
    expect(fold({ messages: [saved as unknown as UIMessage] }).tree).toEqual(timeless(timeline.snapshot()));
  });
});

describe("the time of a call", () => {
  const output = { type: "tool-output-available", toolCallId: "c1", output: 1 };

  test("starts when its input is whole, though no chunk says so until its output", () => {
    let now = 0;
    const adapter = fromAiSdk({ now: () => now });
    const timeline = createTimeline();
    const push = (time: number, chunk: AiSdkChunk) => {
      now = time;
      timeline.apply(adapter.push(chunk));
    };
    push(1_000, { type: "start", messageId: "m1" });
    push(2_000, { type: "tool-input-available", toolCallId: "c1", toolName: "pay", input: {} });
    push(5_000, output);
    expect(timeline.getNode("c1")).toMatchObject({ startedAt: 2_000, endedAt: 5_000 });
  });

  test("is one moment where the chat is read whole", () => {
    let now = 0;
    const adapter = fromAiSdk({ now: () => ++now });
    const timeline = createTimeline();
    const part = { ...output, type: "tool-pay", state: "output-available", input: {} };
    timeline.apply(adapter.replay([{ id: "m1", role: "assistant", parts: [part] }]));
    expect(timeline.getNode("c1")).toMatchObject({ startedAt: 1, endedAt: 1 });
  });
});
