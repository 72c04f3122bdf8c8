import {
  convertToModelMessages,
  createUIMessageStream,
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
import { createTimeline } from "../timeline/timeline.ts";
import { fromAiSdk, type AiSdkChunk, type AiSdkMessage } from "./aiSdk.ts";
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
