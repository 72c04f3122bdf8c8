import { isRecord } from "../../json/record.ts";
import type { SessionEvent } from "../../events/event.ts";
import { createAdapter, freshId, type Adapter, type AdapterClock, type AdapterOptions, type Wire } from "../adapter.ts";
import { callOfOutcome, applyChunk, applySubAgent } from "./chunks.ts";
import { createForwardedEvents } from "./forwardedEvents.ts";
import { optionalString, requiredString, textOfParts, type AiSdkChunk, type AiSdkMessage } from "./messageParts.ts";
import { readMessage, type ReadMessage } from "./olderMessages.ts";
import { applyMessage, applyOutcome, isWhole } from "./savedMessages.ts";
import {
  answerApproval,
  beginCall,
  createAgent,
  findCall,
  rewind,
  settleAgent,
  startAgent,
  startCall,
  type Agent,
  type AiSdkTree,
  type CallPart,
  type Ending,
  type Forwarding,
} from "./tree.ts";
import { stateOf, writeEvent, writeNotice, writeTold, type EventWriter } from "../eventWriter.ts";

export type { Adapter, AdapterOptions } from "../adapter.ts";
export type { AiSdkChunk, AiSdkMessage, AiSdkPart } from "./messageParts.ts";

/** What a chat can tell of a response before its stream begins. */
export interface ExpectedResponse {
  /** The chat's messages as they are now; those that are no longer among them are withdrawn. */
  messages?: readonly AiSdkMessage[];
  /** The message that the response continues or begins, where the stream does not name it. */
  messageId?: string;
  /** The stream repeats the response from its beginning. */
  isRepeat?: boolean;
}

/** An adapter of the AI SDK's UI message stream, which also reads saved chats. */
export interface AiSdkAdapter extends Adapter<AiSdkChunk> {
  /**
   * Applies saved messages, in the chat's order, also those of the AI SDK 3 and 4; what they repeat makes no event. It
   * never throws: what cannot be read becomes a notice of the timeline, and the messages behind it are there. Live
   * chunks may follow.
   */
  replay(messages: readonly AiSdkMessage[]): SessionEvent[];
  /** A response is about to come. Needed only where the stream leaves out whose response it is. */
  expect(response: ExpectedResponse): SessionEvent[];
  /** A person has answered an approval; the wire itself only brings what follows from it. */
  answer(answer: { approvalId: string; approved: boolean; reason?: string | undefined }): SessionEvent[];
  /**
   * Whether the wire carries the answer to an approval: it does for the chat's own, not for those within a sub-agent's
   * message.
   */
  asks(approvalId: string): boolean;
  /** Calls with a whole input count as running from then on: the wire has no chunk for their start. */
  startReady(): SessionEvent[];
}

/**
 * Turns the AI SDK's UI message stream (5, 6, 7) into session events; saved chats may be of 3 and 4, too. Each
 * assistant message is a root agent, over as many responses as it takes; calls keep their `toolCallId`. A tool that
 * yields a sub-agent's whole messages, again and again, makes one agent under its call. Sources, files and the host's
 * own data parts are left to the host's message.
 * @example
 * ```ts
 * const adapter = fromAiSdk();
 * timeline.apply(adapter.replay(savedMessages));
 * for await (const chunk of stream) timeline.apply(adapter.push(chunk));
 * timeline.apply(adapter.end());
 * ```
 */
export function fromAiSdk(options: AdapterOptions = {}): AiSdkAdapter {
  const { sessionId = freshId("session"), messageId } = options;
  let chat!: AiSdkChat;
  const adapter = createAdapter<AiSdkChunk>({ ...options, sessionId }, (writer, clock) => {
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

/** Reads one chat: which message is being written, and by which response. */
function createAiSdkChat(
  writer: EventWriter,
  clock: AdapterClock,
  { sessionId, messageId: onlyMessageId }: { sessionId: string; messageId: string | undefined },
): AiSdkChat {
  const events = createForwardedEvents((event) => writeTold(writer, event));
  /** What was forwarded for calls that have not come yet. */
  const early = new Map<string, { agent: Agent; data: unknown }[]>();
  const forwarding: Forwarding = {
    apply: applyForwarded,
    onCall(call) {
      const waiting = early.get(call.wireId);
      if (!waiting) return;
      early.delete(call.wireId);
      for (const { agent, data } of waiting) applyForwarded(agent, data);
    },
    isAsked: events.isAsked,
    settle: events.settle,
  };
  const tree: AiSdkTree = {
    writer,
    clock,
    forwarding,
    callsByWireId: new Map(),
    callsByApproval: new Map(),
    noted: new Set(),
  };
  const note = (what: string, about: unknown) => writeNotice(writer, `ai-sdk.${what}`, about, tree.noted);

  const roots = new Map<string, Agent>();
  let unnamed = 0;
  /** The roots in which something may still be open. */
  const unsettled = new Set<Agent>();
  const added = new Set<string>();
  let current: Agent | null = null;
  /** "undecided": a response has begun that does not say which message it writes. */
  let phase: "none" | "undecided" | "active" = "none";
  let expected: ExpectedResponse | null = null;

  /** The agent of a message. Without an id, a saved message is the `nth` of those that have none. */
  const rootOf = (messageId: string | undefined, nth = unnamed + 1): Agent => {
    if (messageId === undefined) unnamed = Math.max(unnamed, nth);
    const id = messageId === undefined ? `${sessionId}:message:${nth}` : `ai-sdk:message:${messageId}`;
    const root = roots.get(id);
    if (root) return root;
    const agent = createAgent(id, { messageId });
    roots.set(id, agent);
    return agent;
  };
  const settleRoot = (root: Agent, end: Pick<Ending, "keep" | "reason">) =>
    settleAgent(tree, root, { ...end, status: root.isFinished ? "completed" : "interrupted" });
  /** Makes an agent the current one. What an earlier message left open ends, but for open approvals. */
  const setCurrent = (agent: Agent) => {
    for (const root of unsettled) if (root !== agent && settleRoot(root, {})) unsettled.delete(root);
    unsettled.add(agent);
    current = agent;
  };
  const begin = (agent: Agent): Agent => {
    // A response that names its message late did not begin another one.
    if (phase === "active" && current && !current.hasStarted) roots.delete(current.id);
    setCurrent(agent);
    if (expected?.isRepeat) {
      rewind(tree, agent, 0);
      agent.step = 0;
      events.restart();
    }
    agent.failure = agent.code = undefined;
    agent.isFinished = false;
    expected = null;
    phase = "active";
    if (agent.parts.length === 0) return agent;
    // A response that continues a message runs the calls that were approved in it.
    startAgent(tree, agent);
    for (const part of agent.parts) if (part.kind === "call" && part.answered) startCall(tree, part);
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
    const call = callOfOutcome(tree, current, chunk);
    if (call) return phase === "undecided" ? begin(rootAbove(call)) : rootAbove(call);
    if (current && phase === "none" && !expected) return current;
    return begin(rootOf(expected?.messageId ?? onlyMessageId));
  };

  function applyForwarded(agent: Agent, data: unknown): void {
    const fields = isRecord(data) ? data : {};
    const { callId } = fields;
    if (typeof callId === "string" && ("chunks" in fields || "message" in fields)) {
      const path: unknown[] = Array.isArray(fields["path"]) ? fields["path"] : [];
      let within: Agent | undefined = agent;
      // What is no call's id leads nowhere.
      for (const step of path) within = within?.calls.get(step as string)?.children.at(-1);
      const call = within && path.length > 0 ? within.calls.get(callId) : findCall(tree, agent, callId);
      if (call) return applySubAgent(tree, call, fields);
      const waiting = early.get(callId);
      if (waiting) waiting.push({ agent, data });
      else early.set(callId, [{ agent, data }]);
      return;
    }
    // The chunk that fails a response has words alone, so what they mean comes before it.
    agent.code = optionalString(fields, "code");
    const list = fields["events"] ?? fields["event"] ?? data;
    for (const event of Array.isArray(list) ? list : [list]) {
      events.apply(event);
      const parentCallId = isRecord(event) ? optionalString(event, "parentCallId") : undefined;
      const call = parentCallId === undefined ? undefined : findCall(tree, agent, parentCallId);
      if (call && stateOf(writer, call.callId) === "ready") startCall(tree, call);
    }
  }

  const replayMessage = ({ message, results, unreadable }: ReadMessage, place: number, nth: number) => {
    const { id, role, parts } = message;
    const messageId = id === "" ? undefined : id;
    if (role === "assistant") {
      const agent = rootOf(messageId, nth);
      setCurrent(agent);
      if (parts.length > 0 && !agent.hasStarted) startAgent(tree, agent);
      applyMessage(tree, agent, { message, results, unreadable });
      if (!isWhole(message)) return;
      agent.isFinished = true;
      return void settleRoot(agent, { keep: "ready" });
    }
    for (const part of unreadable) note("part", part);
    for (const result of results) {
      const call = findCall(tree, null, String(result["toolCallId"]));
      if (call) applyOutcome(tree, call, String(result["state"]), result);
      else note("result", result);
    }
    const key = messageId ?? `${sessionId}:saved:${place}`;
    if (added.has(key) || (role !== "user" && role !== "system")) return;
    const text = textOfParts(parts);
    if (text === "") return;
    added.add(key);
    writeEvent(writer, { type: "message.added", messageId: key, role, text });
  };
  /** Applies each message by itself: what one of them breaks is noted, and those behind it are there. */
  const replay = (messages: unknown) => {
    const list: unknown[] = Array.isArray(messages) ? messages : [messages];
    let unnamedSoFar = 0;
    for (const [place, saved] of list.entries()) {
      try {
        const read = readMessage(saved);
        if (!read) throw new TypeError();
        if (read.message.id === "" && read.message.role === "assistant") unnamedSoFar++;
        replayMessage(read, place, unnamedSoFar);
      } catch {
        note("message", saved);
      }
    }
  };

  return {
    closesItself: true,
    apply(chunk) {
      const one = chunk as AiSdkChunk;
      if (requiredString(one, "type") === "start") return beginNamed(optionalString(one, "messageId"));
      applyChunk(tree, agentOf(one), one);
      if (one.type === "finish" || one.type === "abort" || one.type === "error") phase = "none";
    },
    end(reason) {
      for (const { agent, data } of [...early.values()].flat()) {
        const callId = (data as { callId: string }).callId;
        early.delete(callId);
        applySubAgent(tree, beginCall(tree, agent, callId, {}), data as Record<string, unknown>);
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
        const ids = new Set<unknown>(messages.map((message) => readMessage(message)?.message.id));
        for (const root of roots.values()) {
          if (root.messageId === undefined || ids.has(root.messageId) || root.parts.length === 0) continue;
          rewind(tree, root, 0);
          settleAgent(tree, root, { status: "cancelled" });
        }
        replay(messages);
      }
      expected = response;
      phase = "none";
    },
    answer({ approvalId, approved, reason }) {
      const call = tree.callsByApproval.get(approvalId);
      if (!call) return;
      answerApproval(tree, call, { approvalId, approved, reason });
      const root = rootAbove(call);
      if (root.isFinished) settleRoot(root, { keep: "ready" });
    },
    asks(approvalId) {
      const call = tree.callsByApproval.get(approvalId);
      return call !== undefined && !call.agent.parent;
    },
    startReady() {
      if (phase !== "active" || !current) return;
      for (const part of current.parts)
        if (part.kind === "call" && stateOf(writer, part.callId) === "ready") startCall(tree, part);
    },
  };
}

function rootAbove(call: CallPart): Agent {
  let agent = call.agent;
  while (agent.parent) agent = agent.parent.agent;
  return agent;
}
