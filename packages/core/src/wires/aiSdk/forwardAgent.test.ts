import {
  createUIMessageStream,
  readUIMessageStream,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  type LanguageModel,
  type ToolSet,
  type UIMessage,
  type UIMessageChunk,
  type UIMessageStreamWriter,
} from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fromAiSdk, type AiSdkChunk, type AiSdkMessage } from "./fromAiSdk.ts";
import { createAccumulator } from "./accumulator.ts";
import { forwardAgent, type ForwardOptions } from "./forwardAgent.ts";
import { callsOf, chunksOf, fold, missingIn, modelOf, readBySdk, timeless } from "./testing/fixtures/aiSdkModel.ts";

const add = tool({
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});
const input = z.object({ task: z.string() });

type Way = "whole" | "forwarded" | "part" | "full";

/** A tool that runs a sub-agent: by the SDK's documented pattern, or forwarded. */
const agentTool = (
  way: Way,
  writer: UIMessageStreamWriter,
  model: LanguageModel,
  tools: ToolSet,
  more: Partial<ForwardOptions> = {},
) => {
  const run = (task: string, abortSignal?: AbortSignal) =>
    streamText({
      model,
      tools,
      prompt: task,
      stopWhen: stepCountIs(8),
      onError: () => {},
      ...(abortSignal && { abortSignal }),
    });
  const toModelOutput = () => ({ type: "text" as const, value: "done" });
  if (way === "whole") {
    return tool({
      inputSchema: input,
      async *execute({ task }) {
        for await (const message of readUIMessageStream({ stream: run(task).toUIMessageStream() })) yield message;
      },
      toModelOutput,
    });
  }
  return tool({
    inputSchema: input,
    async execute({ task }, { toolCallId, abortSignal }) {
      const agent = run(task, abortSignal);
      const options: ForwardOptions = { writer, toolCallId, interval: 0, ...more };
      if (way === "part") return (await forwardAgent(agent, { ...options, keep: "part" })).text;
      return (await forwardAgent(way === "full" ? agent.fullStream : agent, options)).message;
    },
    toModelOutput,
  });
};

/** A chat whose tool runs an agent, whose tool runs another, each way. */
const chat = async (way: Way) => {
  const stream = createUIMessageStream({
    generateId: () => "m1",
    execute({ writer }) {
      const inner = agentTool(
        way,
        writer,
        modelOf(
          [{ think: "Hm." }, { call: "i1", tool: "add", input: { a: 1, b: 1 } }],
          [{ say: "Two, I am sure. 😀" }],
        ),
        { add },
      );
      const outer = agentTool(
        way,
        writer,
        modelOf([{ say: "I ask." }, { call: "o1", tool: "inner", input: { task: "deeper" } }], [{ say: "It is two." }]),
        { inner },
      );
      const result = streamText({
        model: modelOf([{ call: "c1", tool: "outer", input: { task: "go" } }], [{ say: "Done." }]),
        tools: { outer },
        prompt: "go",
        stopWhen: stepCountIs(8),
      });
      writer.merge(result.toUIMessageStream());
    },
  });
  return chunksOf(stream);
};

const shape = (tree: ReturnType<typeof timeless>) => JSON.parse(JSON.stringify(tree)) as typeof tree;

describe("a forwarded sub-agent", () => {
  test.each(["forwarded", "full"] as const)(
    "is the tree that whole messages would make, at any depth: %s",
    async (way) => {
      const live = fold({ chunks: await chat(way) });
      const whole = fold({ chunks: await chat("whole") });
      expect(live.timeline.snapshot().notices).toEqual([]);
      const usageLess = (tree: unknown) =>
        JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === "usage" ? null : value))) as unknown;
      expect(usageLess(shape(live.tree))).toEqual(usageLess(shape(whole.tree)));
      expect(callsOf(callsOf(live.tree[0])[0]?.agents[0])[0]?.agents[0]?.items).toHaveLength(3);
    },
  );

  test("is seen while it works, before its call has any output", async () => {
    const chunks = await chat("forwarded");
    const end = chunks.findIndex((chunk) => chunk.type === "tool-output-available");
    const { tree } = fold({ chunks: chunks.slice(0, end) });
    expect(callsOf(tree[0])[0]).toMatchObject({ id: "c1", status: "running" });
    expect(callsOf(tree[0])[0]?.agents[0]?.items.length).toBeGreaterThan(1);
  });

  test("costs useChat nothing, and stands in the saved message once", async () => {
    const chunks = await chat("forwarded");
    const message = await readBySdk(chunks);
    expect(message.parts.map((part) => part.type).filter((type) => type.startsWith("data-"))).toEqual([]);
    expect(fold({ messages: [message] }).tree).toEqual(fold({ chunks }).tree);
    expect(missingIn(fold({ chunks }).tree[0], message)).toEqual([]);
  });

  test("is kept in a part where its tool returns something else", async () => {
    const chunks = await chat("part");
    const message = await readBySdk(chunks);
    const live = fold({ chunks });
    expect(callsOf(live.tree[0])[0]?.output).toBe("It is two.");
    expect(fold({ messages: [message] }).tree).toEqual(live.tree);
    expect(callsOf(callsOf(live.tree[0])[0]?.agents[0])[0]?.agents[0]?.items).toHaveLength(3);
  });

  test("is appended to, never sent again", async () => {
    const chunks = await chat("forwarded");
    const deltas = chunks.flatMap((chunk) =>
      chunk.type === "data-callboard" ? ((chunk.data as { chunks?: AiSdkChunk[] }).chunks ?? []) : [],
    );
    const texts = deltas.filter((chunk) => chunk.type === "text-delta").map((chunk) => String(chunk["delta"]));
    const said = texts.join("");
    expect(said.length).toBe("I ask.It is two.Two, I am sure. 😀".length);
  });
});

describe("a forward", () => {
  const written: AiSdkChunk[] = [];
  const writer = { write: (part: AiSdkChunk) => void written.push(part) } as ForwardOptions["writer"];
  const stream = (chunks: readonly object[]) =>
    simulateReadableStream({ chunks: [...chunks], initialDelayInMs: null, chunkDelayInMs: null });
  const begin = () => written.splice(0);

  test("gathers pieces, and keeps their order with calls between them", async () => {
    begin();
    const pieces = Array.from({ length: 1000 }, (_, at) => ({ type: "text-delta", id: "0", delta: `${at} ` }));
    const call = { type: "tool-input-available", toolCallId: "n1", toolName: "look", input: {} };
    const { text } = await forwardAgent(stream([{ type: "text-start", id: "0" }, ...pieces, call, ...pieces]), {
      writer,
      toolCallId: "c1",
    });
    expect(written.length).toBeLessThan(5);
    const chunks = written.flatMap((part) => (part["data"] as { chunks: AiSdkChunk[] }).chunks);
    expect(chunks.map((chunk) => chunk.type)).toEqual([
      "text-start",
      "text-delta",
      "tool-input-available",
      "text-delta",
    ]);
    expect(text).toBe(
      pieces
        .map((piece) => piece.delta)
        .join("")
        .repeat(2),
    );
  });

  test.each([
    ["fails", { type: "error", errorText: "No tokens." }, "The sub-agent failed. No tokens."],
    ["is aborted", { type: "abort" }, "The sub-agent was stopped before it had finished."],
  ])("of a stream that %s rejects, and keeps what there was", async (_, end, why) => {
    begin();
    const chunks = [
      { type: "start" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "I lo" },
      end,
    ];
    await expect(forwardAgent(stream(chunks), { writer, toolCallId: "c1" })).rejects.toThrow(why);
    const main: AiSdkChunk[] = [
      { type: "start", messageId: "m1" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "research", input: {} },
      ...written,
      { type: "tool-output-error", toolCallId: "c1", errorText: why },
      { type: "finish" },
    ];
    const message = await readBySdk(main as UIMessageChunk[]);
    for (const tree of [fold({ chunks: main as UIMessageChunk[] }).tree, fold({ messages: [message] }).tree]) {
      const [call] = callsOf(tree[0]);
      expect([call?.status, call?.error?.message]).toEqual(["failed", why]);
      expect(call?.agents[0]?.items).toMatchObject([{ kind: "text", text: "I lo" }]);
      expect(["failed", "cancelled", "interrupted"]).toContain(call?.agents[0]?.status);
    }
  });

  test("never tells a page what a full stream's error says, unless it is put in words for it", async () => {
    begin();
    const parts = [
      { type: "tool-input-start", id: "n1", toolName: "look" },
      { type: "tool-error", toolCallId: "n1", error: new Error("password=1") },
    ];
    await forwardAgent(stream(parts), { writer, toolCallId: "c1" });
    expect(JSON.stringify(written)).not.toContain("password");
    begin();
    await forwardAgent(stream(parts), { writer, toolCallId: "c1", onError: () => "It is busy." });
    expect(JSON.stringify(written)).toContain("It is busy.");
  });

  test("that comes before its call is held until the call comes", () => {
    const early = {
      type: "data-callboard",
      transient: true,
      data: { callId: "c1", chunks: [{ type: "text-delta", id: "0", delta: "Hi." }] },
    };
    const call = { type: "tool-input-available", toolCallId: "c1", toolName: "research", input: {} };
    const { tree } = fold({ chunks: [{ type: "start", messageId: "m1" }, early, call] as UIMessageChunk[] });
    expect(callsOf(tree[0])[0]?.agents[0]?.items).toMatchObject([{ text: "Hi." }]);
  });

  test("of an agent with its own stream stands below the call that the inner stream was for", () => {
    const inner = {
      type: "data-callboard",
      transient: true,
      data: { callId: "c1", chunks: [{ type: "text-delta", id: "0", delta: "Deep." }] },
    };
    const chunks = [{ type: "tool-input-available", toolCallId: "c1", toolName: "inner", input: {} }, inner];
    begin();
    return forwardAgent(stream(chunks), { writer, toolCallId: "c1" }).then(() => {
      const main = [{ type: "tool-input-available", toolCallId: "c1", toolName: "outer", input: {} }, ...written];
      const { tree } = fold({ chunks: main as UIMessageChunk[] });
      const nested = callsOf(callsOf(tree[0])[0]?.agents[0])[0];
      expect([nested?.id, nested?.agents[0]?.items]).toMatchObject(["c1/c1", [{ text: "Deep." }]]);
    });
  });
});

describe("session events that a host forwards", () => {
  const event = (seq: number, body: object) => ({ v: 1, seq, sessionId: "host", at: 1, ...body });
  const events = [
    event(4, { type: "agent.started", agentId: "a2", parentCallId: "c1", name: "Researcher" }),
    event(5, { type: "agent.text_appended", agentId: "a2", delta: "Hm." }),
    event(6, { type: "tool.requested", callId: "c2", tool: "publish", agentId: "a2" }),
    event(7, { type: "tool.input_ready", callId: "c2", input: { text: "x" } }),
    event(8, { type: "tool.needs_approval", callId: "c2", approvalId: "p2", input: { text: "x" } }),
  ];
  const part = (data: unknown) => ({ type: "data-callboard", id: "f1", data });
  const begin: AiSdkChunk[] = [
    { type: "start", messageId: "m1" },
    { type: "tool-input-available", toolCallId: "c1", toolName: "research", input: {} },
  ];
  const nested = (tree: ReturnType<typeof timeless>) => callsOf(callsOf(tree[0])[0]?.agents[0])[0];

  test.each([
    ["one a part", events.map(part)],
    ["several a part", [part({ events })]],
    ["as a list", [part(events)]],
    ["told twice", [...events.map(part), part(events)]],
  ])("are told on below their call: %s", (_, parts) => {
    const { tree, timeline } = fold({ chunks: [...begin, ...parts] as UIMessageChunk[] });
    expect(callsOf(tree[0])[0]?.agents[0]).toMatchObject({ id: "a2", name: "Researcher", status: "running" });
    expect(callsOf(tree[0])[0]?.agents[0]?.items[0]).toMatchObject({ text: "Hm." });
    expect(nested(tree)).toMatchObject({ id: "c2", status: "awaiting-approval", approval: { state: "pending" } });
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("keep all above an ask open when the response ends, and all of it ends with an abort", () => {
    const live = fold({ chunks: [...begin, part(events), { type: "finish" }] as UIMessageChunk[] });
    live.timeline.apply(live.adapter.end());
    const open = timeless(live.timeline.snapshot());
    expect([open[0]?.status, callsOf(open[0])[0]?.status, nested(open)?.status]).toEqual([
      "running",
      "running",
      "awaiting-approval",
    ]);
    const later = [
      event(9, { type: "tool.approved", callId: "c2", approvalId: "p2" }),
      event(10, { type: "tool.started", callId: "c2", tool: "publish", input: {}, agentId: "a2" }),
    ];
    for (const one of [{ type: "start", messageId: "m1" }, part(later), { type: "abort" }]) {
      live.timeline.apply(live.adapter.push(one as AiSdkChunk));
    }
    const ended = timeless(live.timeline.snapshot());
    const statuses = [ended[0], callsOf(ended[0])[0], callsOf(ended[0])[0]?.agents[0], nested(ended)].map(
      (one) => one?.status,
    );
    expect(statuses).toEqual(["cancelled", "cancelled", "cancelled", "cancelled"]);
  });
});

describe("the accumulated message", () => {
  test("is what the SDK's own reader makes of the same chunks", async () => {
    const chunks = await chat("forwarded");
    const extra: UIMessageChunk[] = [
      { type: "start-step" },
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "So." },
      { type: "reasoning-end", id: "r" },
      { type: "source-url", sourceId: "1", url: "https://example.test", title: "t" },
      { type: "file", url: "data:,", mediaType: "text/plain" },
      { type: "data-weather", id: "w", data: 1 },
      { type: "data-weather", id: "w", data: 2 },
      { type: "tool-input-start", toolCallId: "d1", toolName: "dyn", dynamic: true },
      { type: "tool-input-delta", toolCallId: "d1", inputTextDelta: '{"a":' },
      { type: "tool-input-start", toolCallId: "d2", toolName: "stat" },
      { type: "tool-input-available", toolCallId: "d2", toolName: "stat", input: { b: 1 } },
      { type: "tool-output-available", toolCallId: "d2", output: 1, preliminary: true },
      { type: "tool-output-available", toolCallId: "d2", output: 2 },
      { type: "tool-input-available", toolCallId: "d3", toolName: "stat", input: {} },
      { type: "tool-output-error", toolCallId: "d3", errorText: "no" },
      { type: "tool-input-available", toolCallId: "d4", toolName: "stat", input: {} },
      { type: "tool-approval-request", toolCallId: "d4", approvalId: "p", signature: "s" },
      { type: "message-metadata", messageMetadata: { x: 1 } },
    ];
    const all = [...chunks, ...extra];
    const accumulator = createAccumulator();
    for (const chunk of all) accumulator.apply(chunk as AiSdkChunk);
    const plain = (message: AiSdkMessage | UIMessage) =>
      message.parts.map(({ ...part }) => {
        const { rawInput: _raw, input, id: _id, ...rest } = part as Record<string, unknown>;
        // Half-written arguments are kept as they were written; the reader parses them over and over.
        return rest["state"] === "input-streaming" ? rest : { ...rest, input };
      });
    const read = await readBySdk(all);
    expect(JSON.parse(JSON.stringify(plain(accumulator.message)))).toEqual(JSON.parse(JSON.stringify(plain(read))));
    expect([accumulator.message.id, accumulator.message.metadata]).toEqual([read.id, read.metadata]);
    expect(
      fold({ messages: [accumulator.message as unknown as UIMessage] }, fromAiSdk({ sessionId: "s" })).tree,
    ).toEqual(fold({ messages: [read] }, fromAiSdk({ sessionId: "s" })).tree);
  });
});
