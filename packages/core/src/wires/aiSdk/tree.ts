import type { EventError, Usage } from "../../events/event.ts";
import type { AdapterClock } from "../adapter.ts";
import {
  isAgentOpen,
  stateOf,
  writeAgentEnd,
  writeAgentStart,
  writeAnswer,
  writeAsk,
  writeEnd,
  writeEvent,
  writeInput,
  writeInputDelta,
  writeRequest,
  writeRetraction,
  writeStart,
  writeText,
  type CallDetails,
  type EventWriter,
} from "../eventWriter.ts";
import type { Fields } from "./messageParts.ts";

/**
 * A text or a stretch of reasoning of an agent, with its length so far and its last piece, by which a longer version is
 * recognised.
 */
export interface TextPart {
  kind: "text" | "reasoning";
  itemId: string;
  length: number;
  last: string;
  /** More of it may come. */
  isOpen: boolean;
  isShown: boolean;
}

/** A tool part: one call. */
export interface CallPart {
  kind: "call";
  callId: string;
  wireId: string;
  agent: Agent;
  step: number;
  /** Its arguments stream as plain text, not as JSON. */
  isText: boolean;
  /** Characters of the arguments so far. */
  length: number;
  /** When it could start: its input was whole, or a person had approved it. */
  readyAt: number;
  approvalId?: string;
  answered?: boolean;
  /** Its response is over, and a later response may end it. */
  waits?: boolean;
  /** The SDK refused the arguments of a provider's own call, which may have a result all the same. */
  refusal?: EventError | undefined;
  children: Agent[];
}

export type Part = TextPart | CallPart;

/** Characters; enough to tell a text that grew from another one. */
const LAST_PIECE = 64;

/** One message of the wire is one agent of the tree: a root agent, or a sub-agent under the call whose output it is. */
export interface Agent {
  id: string;
  messageId: string | undefined;
  name: string | undefined;
  parent?: CallPart | undefined;
  /** The id of the sub-agent's own message, once it has one. */
  sourceId?: string;
  /** It came piece by piece, so its whole message at the end adds nothing. */
  isForwarded?: boolean;
  /** In the order of the message's parts; a text that is still empty is not an item yet. */
  parts: Part[];
  /** The texts that are being written, by the wire's id. */
  open: { text: Map<string, TextPart>; reasoning: Map<string, TextPart> };
  calls: Map<string, CallPart>;
  step: number;
  /** How many parts came before the step. */
  stepStart: number;
  hasStarted?: boolean;
  /** Its response is over; a later one brings the answers to what still waits. */
  isFinished?: boolean;
  failure?: EventError | undefined;
  /** What the failure is for programs, where the server says it. */
  code?: string | undefined;
  usage?: Usage | undefined;
}

export interface Ending {
  /** How the agent itself ends. */
  status: "completed" | "cancelled" | "interrupted" | "failed";
  reason?: string | undefined;
  /**
   * Calls with a whole input stay open for whoever runs them outside the stream: all of them, or those that waited
   * before.
   */
  keep?: "ready" | "waiting" | undefined;
  /** Open approvals end too, since nobody can answer them any more. */
  closeAsks?: boolean;
}

/** What a server forwards from below a call, outside of any message. */
export interface Forwarding {
  /** Applies the data of a data part. */
  apply(agent: Agent, data: unknown): void;
  /** A call is new: applies what was forwarded for it before it came. */
  onCall(call: CallPart): void;
  /** Whether an approval is open below a call. */
  isAsked(callId: string): boolean;
  /** Ends what is open below a call. */
  settle(callId: string, status: "cancelled" | "interrupted", reason: string | undefined): void;
}

/** The agents and calls of one chat. Chunks and saved messages change it by the functions of this module only. */
export interface AiSdkTree {
  writer: EventWriter;
  clock: AdapterClock;
  forwarding: Forwarding;
  callsByWireId: Map<string, CallPart>;
  callsByApproval: Map<string, CallPart>;
  /** What was noted as it could not be read: saved messages come again and again. */
  noted: Set<string>;
}

export function createAgent(
  id: string,
  { parent, messageId, name }: { parent?: CallPart; messageId?: string | undefined; name?: string | undefined },
): Agent {
  const agent: Agent = {
    id,
    messageId,
    name,
    parent,
    parts: [],
    open: { text: new Map(), reasoning: new Map() },
    calls: new Map(),
    step: 0,
    stepStart: 0,
  };
  parent?.children.push(agent);
  return agent;
}

/** Starts an agent and all above it, or lets an ended one go on after its last item. */
export function startAgent(tree: AiSdkTree, agent: Agent): void {
  const { writer } = tree;
  const { id, name, messageId, parent } = agent;
  if (isAgentOpen(writer, id)) return;
  if (parent) startAgent(tree, parent.agent);
  if (agent.hasStarted) return writeRetraction(writer, id, lastItem(agent, agent.parts.length), []);
  agent.hasStarted = true;
  writeAgentStart(writer, id, { name, messageId, parentCallId: parent?.callId });
}

export function beginText(tree: AiSdkTree, agent: Agent, kind: TextPart["kind"], wireId: string | null): TextPart {
  keepPlace(tree, agent);
  const itemId = `${agent.id}:${agent.parts.length + 1}`;
  const part: TextPart = { kind, itemId, length: 0, last: "", isOpen: true, isShown: false };
  agent.parts.push(part);
  if (wireId !== null) agent.open[kind].set(wireId, part);
  return part;
}

/** An open text keeps its place before the part that comes next, though it may still be empty. */
function keepPlace(tree: AiSdkTree, agent: Agent): void {
  const last = agent.parts.at(-1);
  if (!last || isShown(last) || last.kind === "call" || !last.isOpen) return;
  startAgent(tree, agent);
  last.isShown = true;
  writeEvent(tree.writer, {
    type: "agent.text_appended",
    agentId: agent.id,
    itemId: last.itemId,
    kind: last.kind,
    delta: "",
  });
}

export function appendText(tree: AiSdkTree, agent: Agent, part: TextPart, delta: string): void {
  if (delta === "") return;
  startAgent(tree, agent);
  part.length += delta.length;
  part.isShown = true;
  part.last = delta.slice(-LAST_PIECE);
  writeText(tree.writer, agent.id, part.itemId, delta, part.kind);
}

export function endText(agent: Agent, kind: TextPart["kind"], wireId: string): void {
  const part = agent.open[kind].get(wireId);
  if (part) part.isOpen = false;
  agent.open[kind].delete(wireId);
}

/** The call of a tool part. A wire id that an earlier step or another agent has used names a new call. */
export function beginCall(
  tree: AiSdkTree,
  agent: Agent,
  wireId: string,
  { isText = false, ...details }: Omit<CallDetails, "agentId"> & { isText?: boolean },
): CallPart {
  const { writer, callsByWireId } = tree;
  startAgent(tree, agent);
  const current = agent.calls.get(wireId);
  if (current && (current.step === agent.step || stateOf(writer, current.callId) !== "ended")) {
    writeRequest(writer, current.callId, details);
    current.isText ||= isText;
    return current;
  }
  keepPlace(tree, agent);
  const call: CallPart = {
    kind: "call",
    callId: freeCallId(tree, agent, wireId),
    wireId,
    agent,
    step: agent.step,
    isText,
    length: 0,
    readyAt: tree.clock.now,
    children: [],
  };
  agent.parts.push(call);
  agent.calls.set(wireId, call);
  if (!agent.parent || !callsByWireId.has(wireId)) callsByWireId.set(wireId, call);
  writeRequest(writer, call.callId, { agentId: agent.id, ...details });
  tree.forwarding.onCall(call);
  return call;
}

/**
 * A root agent's calls have their wire ids, by which a host finds them. A sub-agent's model may repeat those, so its
 * calls are prefixed.
 */
function freeCallId({ writer }: AiSdkTree, agent: Agent, wireId: string): string {
  const name = agent.parent ? `${agent.parent.callId}/${wireId}` : wireId;
  let id = name;
  for (let count = 2; stateOf(writer, id) !== undefined; count++) id = `${name}#${count}`;
  return id;
}

/** The call that a wire id names for this agent. A root agent's chunk may also name a call of an earlier message. */
export function findCall({ callsByWireId }: AiSdkTree, agent: Agent | null, wireId: string): CallPart | undefined {
  return agent?.calls.get(wireId) ?? (agent?.parent ? undefined : callsByWireId.get(wireId));
}

export function appendInput({ writer }: AiSdkTree, call: CallPart, delta: string): void {
  if (delta === "" || stateOf(writer, call.callId) !== "requested") return;
  // A plain text is one JSON string, whose quotes the wire leaves out.
  const text = call.isText ? `${call.length === 0 ? '"' : ""}${JSON.stringify(delta).slice(1, -1)}` : delta;
  call.length += delta.length;
  writeInputDelta(writer, call.callId, text);
}

/** Completes a call's arguments. A server may say them again as they run, with their defaults. */
export function finishInput(tree: AiSdkTree, call: CallPart, value: unknown): void {
  const isFirst = stateOf(tree.writer, call.callId) === "requested";
  writeInput(tree.writer, call.callId, { value: value ?? null });
  if (!isFirst) return;
  call.readyAt = tree.clock.now;
  // Its sub-agent's first chunk came before the end of its arguments.
  if (call.children.length > 0) startCall(tree, call);
}

/** Starts a call, as of the moment from which it could run. */
export function startCall({ writer, clock }: AiSdkTree, call: CallPart): void {
  const state = stateOf(writer, call.callId);
  if (state === "running" || state === "ended") return;
  const { now } = clock;
  clock.now = call.readyAt;
  writeStart(writer, call.callId);
  clock.now = now;
}

/** Asks for a call's approval. A policy answers an automatic one, so only its answer is emitted. */
export function askApproval(
  { writer, callsByApproval }: AiSdkTree,
  call: CallPart,
  approvalId: string,
  {
    isAutomatic = false,
    ...details
  }: { reason?: string | undefined; meta?: Fields | undefined; isAutomatic?: boolean },
): void {
  callsByApproval.set(approvalId, call);
  if (call.approvalId === approvalId) return;
  call.approvalId = approvalId;
  call.answered = false;
  if (!isAutomatic) writeAsk(writer, call.callId, { approvalId, ...details });
}

/** Answers an approval once, the call's own unless `approvalId` names one. */
export function answerApproval(
  { writer, clock }: AiSdkTree,
  call: CallPart | undefined,
  {
    approvalId = call?.approvalId ?? "",
    approved,
    reason,
  }: { approvalId?: string; approved: boolean; reason?: string | undefined },
): void {
  const state = call && stateOf(writer, call.callId);
  if (!call || call.approvalId !== approvalId || call.answered || state === undefined || state === "ended") return;
  call.answered = true;
  call.readyAt = clock.now;
  call.waits = approved;
  if (state === "awaiting-approval") return writeAnswer(writer, call.callId, { approved, approvalId, reason });
  // The answer of a policy, to an automatic approval.
  if (!approved) return writeEnd(writer, call.callId, { status: "denied", reason });
  writeEvent(writer, { type: "tool.approved", callId: call.callId, approvalId, reason });
}

/** Withdraws an agent's parts from an index on; they may come again under the same ids. */
export function rewind(tree: AiSdkTree, agent: Agent, index: number): void {
  const withdrawn = agent.parts.splice(index);
  agent.open.text.clear();
  agent.open.reasoning.clear();
  agent.stepStart = Math.min(agent.stepStart, index);
  if (!withdrawn.some(isShown)) return;
  const callIds: string[] = [];
  forgetCalls(tree, withdrawn, callIds);
  writeRetraction(tree.writer, agent.id, lastItem(agent, index), callIds);
}

/** Forgets the calls among some parts and all below them, and adds their ids to `callIds`. */
function forgetCalls(tree: AiSdkTree, parts: readonly Part[], callIds: string[]): void {
  for (const part of parts) {
    if (part.kind !== "call") continue;
    const { wireId, agent } = part;
    callIds.push(part.callId);
    if (tree.callsByWireId.get(wireId) === part) tree.callsByWireId.delete(wireId);
    if (agent.calls.get(wireId) === part) agent.calls.delete(wireId);
    for (const child of part.children) forgetCalls(tree, child.parts, callIds);
  }
}

export function beginStep(agent: Agent): void {
  agent.step++;
  agent.stepStart = agent.parts.length;
}

export function endStep({ writer }: AiSdkTree, agent: Agent): void {
  for (const open of [agent.open.text, agent.open.reasoning]) {
    for (const part of open.values()) part.isOpen = false;
    open.clear();
  }
  if (!agent.hasStarted || agent.step === 0) return;
  writeEvent(writer, { type: "agent.step_completed", agentId: agent.id, step: agent.step });
}

/** Ends an agent and what is open below it, but for open approvals. Returns whether all has ended. */
export function settleAgent(tree: AiSdkTree, agent: Agent, end: Ending): boolean {
  const { writer } = tree;
  const { status, reason } = end;
  let isOver = true;
  for (const part of agent.parts) if (part.kind === "call" && !settleCall(tree, part, end)) isOver = false;
  if (!isOver && status !== "failed" && status !== "cancelled") return false;
  if (!isAgentOpen(writer, agent.id)) return isOver;
  const { usage } = agent;
  if (status === "completed") writeAgentEnd(writer, agent.id, { status, usage });
  else if (status === "failed")
    writeAgentEnd(writer, agent.id, {
      status,
      error: agent.failure!,
      usage,
    });
  else writeAgentEnd(writer, agent.id, { status, reason, usage });
  return isOver;
}

/** Ends a call of an agent that ends. Returns false where the call or something below it waits for an approval. */
function settleCall(
  tree: AiSdkTree,
  call: CallPart,
  { status: end, reason, keep, closeAsks = false }: Ending,
): boolean {
  const { writer, forwarding } = tree;
  const { callId, children } = call;
  const state = stateOf(writer, callId);
  const status = end === "cancelled" ? "cancelled" : "interrupted";
  if (state === "ended") {
    for (const child of children) settleAgent(tree, child, { status, reason, closeAsks: true });
    return true;
  }
  if (call.refusal) {
    writeEnd(writer, callId, { status: "failed", error: call.refusal });
    return true;
  }
  if (state === "ready" && children.length === 0 && (keep === "ready" || (keep === "waiting" && call.waits))) {
    call.waits = true;
    return true;
  }
  const below = children.map((child) => settleAgent(tree, child, { status, reason, closeAsks }));
  const isAsked = state === "awaiting-approval" || forwarding.isAsked(callId);
  if (!closeAsks && (isAsked || below.includes(false))) return false;
  forwarding.settle(callId, status, reason);
  writeEnd(writer, callId, { status, reason });
  return true;
}

/** Ends all that is open below a call that has ended. */
export function settleBelow(tree: AiSdkTree, call: CallPart, status: "completed" | "interrupted"): void {
  for (const child of call.children) settleAgent(tree, child, { status, closeAsks: true });
  tree.forwarding.settle(call.callId, "interrupted", undefined);
}

function isShown(part: Part): boolean {
  return part.kind === "call" || part.isShown;
}

function lastItem(agent: Agent, before: number): string | null {
  for (let at = before - 1; at >= 0; at--) {
    const part = agent.parts[at]!;
    if (isShown(part)) return part.kind === "call" ? part.callId : part.itemId;
  }
  return null;
}
