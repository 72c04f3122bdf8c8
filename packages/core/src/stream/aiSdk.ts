import type { SessionEvent } from "../timeline/event.ts";
import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import { callOfOutcome, takeChunk, takeSubAgent } from "./aiSdkChunks.ts";
import { createForwardedEvents } from "./aiSdkForwarded.ts";
import { isFields, mayTextIn, textIn, textOfParts, type AiSdkChunk, type AiSdkMessage } from "./aiSdkMessage.ts";
import { isWhole, takeMessage, type AiSdkReading } from "./aiSdkMessages.ts";
import { createAiSdkTree, type Agent, type CallPart, type Clock, type Ending } from "./aiSdkTree.ts";
import type { EventWriter } from "./eventWriter.ts";

export type { Adapter, AdapterOptions } from "./adapter.ts";
export type { AiSdkChunk, AiSdkMessage, AiSdkPart } from "./aiSdkMessage.ts";

/** What a chat knows of a response before its stream begins. */
export interface ExpectedResponse {
  /** The chat's messages as they stand; what is not among them any more is withdrawn. */
  messages?: readonly AiSdkMessage[];
  /** The message that the response goes on with or begins, where the stream does not name it. */
  messageId?: string;
  /** The stream says again, from its beginning, what may have come already. */
  isRepeat?: boolean;
}

/** An adapter of the AI SDK's UI message stream, which also takes saved chats. */
export interface AiSdkAdapter extends Adapter<AiSdkChunk> {
  /** Saved messages, in the chat's order; what is known already is not told again. Live chunks may follow. */
  replay(messages: readonly AiSdkMessage[]): SessionEvent[];
  /** A response is about to come. Needed only where the stream leaves out whose response it is. */
  expect(response: ExpectedResponse): SessionEvent[];
  /** A person has answered an ask; the wire itself only tells what comes of it. */
  answer(answer: { approvalId: string; approved: boolean; reason?: string | undefined }): SessionEvent[];
  /** Whether an ask is one of the chat's own, which the wire carries answers for; those within a sub-agent's message are not. */
  asks(approvalId: string): boolean;
  /** Calls whose input is whole count as running from then on: the wire does not say when they begin. */
  startReady(): SessionEvent[];
}

/**
 * Turns the AI SDK's UI message stream (5, 6, 7) into session events. Each assistant message is a root agent, over as many
 * responses as it takes; calls keep their `toolCallId`. A tool that yields a sub-agent's whole messages, again and again, makes
 * one agent under its call. Sources, files and the host's own data parts are left to the host's message.
 * @example
 * ```ts
 * const adapter = fromAiSdk();
 * timeline.apply(adapter.replay(savedMessages));
 * for await (const chunk of stream) timeline.apply(adapter.push(chunk));
 * timeline.apply(adapter.end());
 * ```
 */
export function fromAiSdk(options: AdapterOptions = {}): AiSdkAdapter {
  const { sessionId = freshId("session"), now = Date.now, messageId } = options;
  let moment: number | null = null;
  const clock: Clock = {
    now,
    at(at, work) {
      moment = at;
      work();
      moment = null;
    },
  };
  let chat!: AiSdkChat;
  const adapter = createAdapter<AiSdkChunk>({ sessionId, now: () => moment ?? now() }, (writer) => {
    chat = createAiSdkChat(writer, clock, { sessionId, messageId });
    return chat;
  });
  return {
    push: adapter.push,
    end: adapter.end,
    replay: (messages) => adapter.run(() => chat.replay(messages)),
    expect: (response) => adapter.run(() => chat.expect(response)),
    answer: (answer) => adapter.run(() => chat.answer(answer)),
    asks: (approvalId) => chat.asks(approvalId),
    startReady: () => adapter.run(() => chat.startReady()),
  };
}

interface AiSdkChat extends Wire {
  replay(messages: readonly AiSdkMessage[]): void;
  expect(response: ExpectedResponse): void;
  answer(answer: { approvalId: string; approved: boolean; reason?: string | undefined }): void;
  asks(approvalId: string): boolean;
  startReady(): void;
}

/** The story of one chat: which message is being written, and by which response. */
function createAiSdkChat(
  writer: EventWriter,
  clock: Clock,
  { sessionId, messageId: onlyMessageId }: { sessionId: string; messageId: string | undefined },
): AiSdkChat {
  const forwarded = createForwardedEvents(writer.emit);
  /** What was forwarded for calls that have not come yet. */
  const early = new Map<string, { agent: Agent; data: unknown }[]>();
  const tree = createAiSdkTree(writer, clock, {
    ...forwarded,
    onCall(call) {
      const waiting = early.get(call.wireId);
      if (!waiting) return;
      early.delete(call.wireId);
      for (const { agent, data } of waiting) reading.takeForwarded(agent, data);
    },
  });
  const reading: AiSdkReading = { writer, tree, takeForwarded };

  const roots = new Map<string, Agent>();
  let unnamed = 0;
  /** The roots in which something may still be open. */
  const unsettled = new Set<Agent>();
  const added = new Set<string>();
  let current: Agent | null = null;
  /** "undecided": a response has begun that does not say which message it writes. */
  let phase: "none" | "undecided" | "active" = "none";
  let expected: ExpectedResponse | null = null;

  const rootOf = (messageId: string | undefined): Agent => {
    const id = messageId === undefined ? `${sessionId}:message:${++unnamed}` : `ai-sdk:message:${messageId}`;
    const known = roots.get(id);
    if (known) return known;
    const agent = tree.addAgent(id, { messageId });
    roots.set(id, agent);
    return agent;
  };
  const settleRoot = (root: Agent, end: Pick<Ending, "keep" | "reason">) =>
    tree.settle(root, { ...end, status: root.isFinished ? "completed" : "interrupted" });
  /** The chat has gone on: what an earlier message left undone stays so, but for what a person is asked. */
  const turnTo = (agent: Agent) => {
    for (const root of unsettled) if (root !== agent && settleRoot(root, {})) unsettled.delete(root);
    unsettled.add(agent);
    current = agent;
  };
  const begin = (agent: Agent): Agent => {
    // A response that names its message late has begun no other one.
    if (phase === "active" && current && !current.hasStarted) roots.delete(current.id);
    turnTo(agent);
    if (expected?.isRepeat) {
      tree.rewind(agent, 0);
      agent.step = 0;
      forwarded.restart();
    }
    agent.failure = undefined;
    agent.isFinished = false;
    expected = null;
    phase = "active";
    if (agent.parts.length === 0) return agent;
    // A response that goes on with a message runs what was approved there.
    tree.wake(agent);
    for (const part of agent.parts) if (part.kind === "call" && part.answered) tree.start(part);
    return agent;
  };
  const beginNamed = (messageId: string | undefined) => {
    if (phase === "active" && (messageId === undefined || messageId === current?.messageId)) return;
    const name = messageId ?? expected?.messageId ?? onlyMessageId;
    if (name !== undefined || expected) begin(rootOf(name));
    else phase = "undecided";
  };
  /** The agent that a chunk belongs to. */
  const agentOf = (chunk: AiSdkChunk): Agent => {
    if (current && phase === "active") return current;
    const call = callOfOutcome(reading, current, chunk);
    if (call) return phase === "undecided" ? begin(rootAbove(call)) : rootAbove(call);
    if (current && phase === "none" && !expected) return current;
    return begin(rootOf(expected?.messageId ?? onlyMessageId));
  };

  function takeForwarded(agent: Agent, data: unknown): void {
    if (isFields(data) && typeof data["callId"] === "string" && ("chunks" in data || "message" in data)) {
      const path = Array.isArray(data["path"]) ? data["path"] : [];
      let within: Agent | null = agent;
      for (const step of path) {
        const outer: CallPart | undefined = within && typeof step === "string" ? within.calls.get(step) : undefined;
        within = outer?.children.at(-1) ?? null;
      }
      const callId = data["callId"];
      const call = within && path.length > 0 ? within.calls.get(callId) : tree.findCall(agent, callId);
      if (call) return takeSubAgent(reading, call, data);
      const waiting = early.get(callId);
      if (waiting) waiting.push({ agent, data });
      else early.set(callId, [{ agent, data }]);
      return;
    }
    const events = isFields(data) ? (data["events"] ?? data["event"] ?? data) : data;
    for (const event of Array.isArray(events) ? events : [events]) {
      forwarded.take(event);
      const parentCallId = isFields(event) ? mayTextIn(event, "parentCallId") : undefined;
      const call = parentCallId === undefined ? undefined : tree.findCall(agent, parentCallId);
      if (call && writer.stateOf(call.callId) === "ready") tree.start(call);
    }
  }

  const replay = (messages: readonly AiSdkMessage[]) => {
    for (const message of messages) {
      const { id, role, parts } = message;
      const messageId = id === "" ? undefined : id;
      if (role === "assistant") {
        const agent = rootOf(messageId);
        turnTo(agent);
        if (parts.length > 0 && !agent.hasStarted) tree.wake(agent);
        takeMessage(reading, agent, message);
        if (!isWhole(message)) continue;
        agent.isFinished = true;
        settleRoot(agent, { keep: "ready" });
      } else if (messageId !== undefined && !added.has(messageId) && (role === "user" || role === "system")) {
        const text = textOfParts(parts);
        if (text === "") continue;
        added.add(messageId);
        writer.emit({ type: "message.added", messageId, role, text });
      }
    }
  };

  return {
    closesItself: true,
    take(chunk) {
      const one = chunk as AiSdkChunk;
      if (textIn(one, "type") === "start") return beginNamed(mayTextIn(one, "messageId"));
      takeChunk(reading, agentOf(one), one);
      if (one.type === "finish" || one.type === "abort" || one.type === "error") phase = "none";
    },
    end(reason) {
      for (const { agent, data } of [...early.values()].flat()) {
        const callId = (data as { callId: string }).callId;
        early.delete(callId);
        takeSubAgent(reading, tree.beginCall(agent, callId, {}), data as Record<string, unknown>);
      }
      for (const root of unsettled) settleRoot(root, { reason, keep: "waiting" });
      phase = "none";
      current = null;
      expected = null;
    },
    replay,
    expect(response) {
      const { messages } = response;
      if (messages) {
        const ids = new Set(messages.map((message) => message.id));
        for (const root of roots.values()) {
          if (root.messageId === undefined || ids.has(root.messageId) || root.parts.length === 0) continue;
          tree.rewind(root, 0);
          tree.settle(root, { status: "cancelled" });
        }
        replay(messages);
      }
      expected = response;
      phase = "none";
    },
    answer({ approvalId, approved, reason }) {
      const call = tree.askedCall(approvalId);
      if (!call) return;
      tree.answer(call, { approvalId, approved, reason });
      const root = rootAbove(call);
      if (root.isFinished) settleRoot(root, { keep: "ready" });
    },
    asks(approvalId) {
      const call = tree.askedCall(approvalId);
      return call !== undefined && !call.agent.parent;
    },
    startReady() {
      if (phase !== "active" || !current) return;
      for (const part of current.parts)
        if (part.kind === "call" && writer.stateOf(part.callId) === "ready") tree.start(part);
    },
  };
}

function rootAbove(call: CallPart): Agent {
  let agent = call.agent;
  while (agent.parent) agent = agent.parent.agent;
  return agent;
}
