import { AbstractAgent, type BaseEvent, type Message } from "@ag-ui/client";
import type { SessionEvent } from "@callboard/core";
import { isFinal } from "@callboard/core/host";
import { isToolUIPart, readUIMessageStream, uiMessageChunkSchema, type UIMessage, type UIMessageChunk } from "ai";
import fc from "fast-check";
import { from } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  foldConversation,
  createConversation,
  type Conversation,
  type LoopCall,
} from "../conversation/conversation.ts";
import { conversationOf, simulateLog } from "../testing/fixtures/simulatedLog.ts";
import { createAgUiWriter } from "./agUi/writer.ts";
import { createAiSdkWriter } from "./aiSdk/writer.ts";
import type { WireWriter } from "./turnResponse.ts";
import { isSettled, standingEvents } from "./turnState.ts";
import { lastTurnOf } from "../conversation/conversationQueries.ts";

const choices = fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 250, size: "max" });

/** A log at some moment, and the turn that is then the last. */
const moments = choices.chain((list) => {
  const { events } = simulateLog(list);
  return fc.nat(events.length).map((length) => events.slice(0, length));
});

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation((...words) => {
    throw new Error(words.join(" "));
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const dataOf = (text: string): unknown[] =>
  text.split("\n\n").flatMap((line) => {
    const json = line.replace(/^data: /, "");
    return json === "" || json === "[DONE]" ? [] : [JSON.parse(json) as unknown];
  });

/** All of a turn in one response, as a reader gets it that has nothing of it. */
function whole(events: readonly SessionEvent[], rootId: string, writer: WireWriter): unknown[] {
  const conversation = conversationOf(events);
  let text = writer.begin();
  for (const event of standingEvents(conversation, events, rootId)) text += writer.write(event) + writer.flush();
  return dataOf(text + writer.finish(conversation));
}

/** A turn in as many responses as it rested, each of which goes on where the one before ended. */
function inParts(
  events: readonly SessionEvent[],
  rootId: string,
  writerAfter: (before: readonly SessionEvent[]) => WireWriter,
): unknown[][] {
  const conversation = createConversation();
  const parts: unknown[][] = [];
  let writer: WireWriter | null = null;
  let text = "";
  for (const [index, event] of events.entries()) {
    if (!writer) {
      writer = writerAfter(events.slice(0, index));
      text = writer.begin();
    }
    foldConversation(conversation, event);
    text += writer.write(event);
    if (event.seq % 3 === 0) text += writer.flush();
    if (conversation.agents.has(rootId) && isSettled(conversation, rootId)) {
      parts.push(dataOf(text + writer.finish(conversation)));
      writer = null;
      if (conversation.agents.get(rootId)!.status !== "running") return parts;
    }
  }
  if (writer) parts.push(dataOf(text + writer.finish(conversation)));
  return parts;
}

async function readAiSdk(chunks: readonly unknown[], message?: UIMessage): Promise<UIMessage | undefined> {
  const schema = await uiMessageChunkSchema();
  for (const chunk of chunks) expect(await schema.validate!(chunk)).toMatchObject({ success: true });
  const stream = streamOf(chunks.filter((chunk) => (chunk as { type: string }).type !== "error") as UIMessageChunk[]);
  let read = message;
  const states = readUIMessageStream({ stream, terminateOnError: true, ...(message && { message }) });
  for await (const state of states) read = state;
  return read;
}

function streamOf<Value>(values: readonly Value[]): ReadableStream<Value> {
  return new ReadableStream({
    start(controller) {
      for (const value of values) controller.enqueue(value);
      controller.close();
    },
  });
}

const STATES: Readonly<Record<string, string>> = {
  requested: "input-streaming",
  ready: "input-available",
  // The AI SDK has no word for a question: the call stands with its input until it is answered.
  "awaiting-input": "input-available",
  "awaiting-approval": "approval-requested",
  completed: "output-available",
  denied: "output-denied",
  failed: "output-error",
  cancelled: "output-error",
  interrupted: "output-error",
  expired: "output-error",
};

/** The root agent's own calls, in order. */
const callsOf = (conversation: Conversation, rootId: string): LoopCall[] =>
  conversation.agents
    .get(rootId)!
    .items.flatMap((item) => (item.kind === "call" ? [conversation.calls.get(item.id)!] : []));
const textsOf = (conversation: Conversation, rootId: string, kind: "text" | "reasoning") =>
  conversation.agents.get(rootId)!.items.flatMap((item) => (item.kind === kind ? [item.text] : []));

function expectMessage(message: UIMessage | undefined, conversation: Conversation, rootId: string): void {
  const parts = message?.parts ?? [];
  for (const kind of ["text", "reasoning"] as const) {
    const texts = parts.flatMap((part) => (part.type === kind ? [(part as { text: string }).text] : []));
    expect(texts).toEqual(textsOf(conversation, rootId, kind));
  }
  for (const call of callsOf(conversation, rootId)) {
    const part = parts.filter(isToolUIPart).findLast(({ toolCallId }) => toolCallId === call.callId)!;
    // What is approved and not begun yet is said by the answer of its person alone.
    if (call.approval?.state === "approved" && !isFinal(call.status)) continue;
    if (call.status !== "running") expect([call.status, part.state]).toEqual([call.status, STATES[call.status]]);
    if (call.status === "awaiting-approval") {
      expect(part.approval?.id).toBe(call.approval!.id);
      expect(part.input).toEqual(call.approval!.input);
    }
    if (call.status === "completed") expect(part).toMatchObject({ output: call.output });
  }
}

test("any turn, at any moment, is a message that the AI SDK reads, with every text and call as it is", async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (events) => {
      const conversation = conversationOf(events);
      const rootId = lastTurnOf(conversation)?.agentId;
      if (rootId === undefined) return;
      const chunks = whole(events, rootId, createAiSdkWriter(rootId, "m", []));
      expectMessage(await readAiSdk(chunks), conversation, rootId);
    }),
  );
});

test("any turn that rests and goes on is one AI SDK message over all its responses", async () => {
  await fc.assert(
    fc.asyncProperty(choices, async (list) => {
      const { events } = simulateLog(list);
      const rootId = events.find((event) => event.type === "agent.started")!.agentId;
      // A withdrawn answer is told anew, from its beginning.
      const end = events.findIndex((event) => event.type === "agent.retracted");
      const told = end < 0 ? events : events.slice(0, end);
      const parts = inParts(told, rootId, (before) => createAiSdkWriter(rootId, "m", before));
      let message: UIMessage | undefined;
      for (const chunks of parts) message = await readAiSdk(chunks, message);
      const ended = conversationAtEnd(told, rootId);
      expectMessage(message, ended, rootId);
      const seqs = (message?.parts ?? []).flatMap((part) =>
        part.type === "data-callboard" ? (part.data as { events: SessionEvent[] }).events.map(({ seq }) => seq) : [],
      );
      expect(seqs).toEqual([...new Set(seqs)]);
    }),
  );
});

/** The log as far as it was told: to the end of its turn. */
function conversationAtEnd(events: readonly SessionEvent[], rootId: string): Conversation {
  const conversation = createConversation();
  for (const event of events) {
    foldConversation(conversation, event);
    const root = conversation.agents.get(rootId);
    if (root && root.status !== "running" && isSettled(conversation, rootId)) break;
  }
  return conversation;
}

class Replayed extends AbstractAgent {
  events: BaseEvent[] = [];
  // The client has an rxjs of its own.
  run(): ReturnType<AbstractAgent["run"]> {
    return from(this.events) as never;
  }
}

async function readAgUi(runs: readonly (readonly unknown[])[]): Promise<Message[]> {
  const agent = new Replayed({ threadId: "t" });
  for (const events of runs) {
    agent.events = events as BaseEvent[];
    // That every interrupt is answered is the client's own to see to.
    agent.pendingInterrupts = [];
    await agent.runAgent();
  }
  return agent.messages;
}

function expectThread(messages: readonly Message[], conversation: Conversation, rootIds: readonly string[]): void {
  for (const agentId of rootIds) {
    const own = messages.filter(
      (message) =>
        (message as { subagentRunId?: string }).subagentRunId === (agentId === rootIds[0] ? undefined : agentId),
    );
    const said = own.flatMap((message) =>
      message.role === "assistant" && typeof message.content === "string" && message.content !== ""
        ? [message.content]
        : [],
    );
    expect(said).toEqual(textsOf(conversation, agentId, "text"));
    const thought = own.flatMap((message) => (message.role === "reasoning" ? [message.content] : []));
    expect(thought).toEqual(textsOf(conversation, agentId, "reasoning"));
    for (const call of callsOf(conversation, agentId)) {
      const named = own.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
      expect(named.filter(({ id }) => id === call.callId)).toHaveLength(1);
      const results = own.filter((message) => message.role === "tool" && message.toolCallId === call.callId);
      expect(results).toHaveLength(isFinal(call.status) ? 1 : 0);
    }
  }
}

const below = (conversation: Conversation, agentId: string): string[] => [
  agentId,
  ...callsOf(conversation, agentId).flatMap((call) =>
    call.agents.flatMap((agent) => below(conversation, agent.agentId)),
  ),
];

test("any turn, at any moment, is a run that AG-UI's client takes, with every text and call of every agent", async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (events) => {
      const conversation = conversationOf(events);
      const rootId = lastTurnOf(conversation)?.agentId;
      if (rootId === undefined) return;
      const run = { threadId: "t", runId: "r" };
      const told = whole(events, rootId, createAgUiWriter(rootId, run, []));
      const messages = await readAgUi([told]);
      // What a sub-agent took back is told all the same: nothing on this wire takes a message back.
      const retracted = events.some((event) => event.type === "agent.retracted" && event.agentId !== rootId);
      expectThread(messages, conversation, retracted ? [rootId] : below(conversation, rootId));
    }),
  );
});

test("any turn that rests and goes on is one AG-UI thread over all its runs", async () => {
  await fc.assert(
    fc.asyncProperty(choices, async (list) => {
      const { events } = simulateLog(list);
      const rootId = events.find((event) => event.type === "agent.started")!.agentId;
      const end = events.findIndex((event) => event.type === "agent.retracted");
      const told = end < 0 ? events : events.slice(0, end);
      let count = 0;
      const runs = inParts(told, rootId, (before) =>
        createAgUiWriter(rootId, { threadId: "t", runId: `r${++count}` }, before),
      );
      const ended = conversationAtEnd(told, rootId);
      expectThread(await readAgUi(runs), ended, below(ended, rootId));
    }),
  );
});
