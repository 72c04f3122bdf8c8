import { jsonOrText } from "../json/parseJson.ts";
import {
  isFinal,
  isWaiting as waitsForPerson,
  NEW_CALL,
  nextCallState,
  UNKNOWN_TOOL,
  type CallState,
  type CallStatus,
} from "../events/callLife.ts";
import type {
  AgentStarted,
  EventError,
  ApprovalOffer,
  NewEvent,
  ToolInputGiven,
  ToolNeedsInput,
  ToolRequested,
  Usage,
} from "../events/event.ts";

/** The details of a call when its wire first names it. */
export type CallDetails = Loose<Omit<ToolRequested, "type" | "callId" | "tool">> & {
  tool?: string | undefined;
  meta?: Record<string, unknown> | undefined;
};

/** The details of an agent when it starts. */
export type AgentDetails = Loose<Omit<AgentStarted, "type" | "agentId">>;

/** How a call ended on its wire. */
export type CallEnd =
  | { status: "completed"; output: unknown; durationMs?: number | undefined }
  | { status: "failed"; error: EventError; durationMs?: number | undefined }
  | { status: "cancelled" | "interrupted" | "denied" | "expired"; reason?: string | undefined };

/** How an agent ended on its wire. */
export type AgentEnd =
  | { status: "completed"; result?: unknown; usage?: Usage | undefined }
  | { status: "failed"; error: EventError; usage?: Usage | undefined }
  | { status: "cancelled" | "interrupted"; reason?: string | undefined; usage?: Usage | undefined };

export interface WrittenCall {
  tool: string;
  state: CallState;
  /** The arguments' text so far, until they are whole. */
  text: string;
  input?: unknown;
  agentId: string | undefined;
}

/** A shape whose optional fields may be present as undefined. */
export type Loose<Shape> = Shape extends unknown
  ? { [Field in keyof Shape]: object extends Pick<Shape, Field> ? Shape[Field] | undefined : Shape[Field] }
  : never;

/**
 * Writes session events in a valid order: an agent starts before its first text, a call is requested before its
 * arguments come, runs before it ends, and ends once, whatever the wire leaves out or repeats.
 */
export interface EventWriter {
  append(event: NewEvent): void;
  agents: Map<string, { isOpen: boolean; parentCallId: string | undefined }>;
  calls: Map<string, WrittenCall>;
  /** What was noted: it is not noted again. */
  noted: Set<string>;
}

/** Makes a writer that hands its events to `append`. */
export function createEventWriter(append: (event: NewEvent) => void): EventWriter {
  return { append, agents: new Map(), calls: new Map(), noted: new Set() };
}

/** Writes an event without its undefined fields. */
export function writeEvent(writer: EventWriter, event: Loose<NewEvent>): void {
  const present = Object.entries(event).filter(([, value]) => value !== undefined);
  writer.append(Object.fromEntries(present) as unknown as NewEvent);
}

/** Characters of what a notice is about. */
const NOTED = 200;

/**
 * Notes what a wire brought and nothing here can show: an event of a type that no timeline knows, which each timeline
 * lists among its notices. `about` is what was left out, or words about it; what is in `noted` is not noted again.
 */
export function writeNotice(
  writer: Pick<EventWriter, "append">,
  type: string,
  about: unknown,
  noted = new Set<string>(),
): void {
  const text = textOf(about).slice(0, NOTED);
  const key = `${type} ${text}`;
  if (!noted.has(key)) writer.append({ type, text } as never);
  noted.add(key);
}

function textOf(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    return "It holds itself, or more than can be written out.";
  }
}

/** Starts an agent, unless it has started. */
export function writeAgentStart(writer: EventWriter, agentId: string, details: AgentDetails = {}): void {
  if (writer.agents.has(agentId)) return;
  writer.agents.set(agentId, { isOpen: true, parentCallId: details.parentCallId });
  writeEvent(writer, { type: "agent.started", agentId, ...details });
}

/** Appends a piece of an agent's text; each `itemId` is an item. */
export function writeText(
  writer: EventWriter,
  agentId: string,
  itemId: string,
  delta: string,
  kind: "text" | "reasoning" = "text",
): void {
  if (delta === "") return;
  writeAgentStart(writer, agentId);
  // Without the filter of `writeEvent`: thousands of these come, and none has an undefined field.
  writer.append({ type: "agent.text_appended", agentId, itemId, delta, ...(kind !== "text" && { kind }) });
}

/** Ends an agent, once. */
export function writeAgentEnd(writer: EventWriter, agentId: string, { status, ...rest }: AgentEnd): void {
  writeAgentStart(writer, agentId);
  const agent = writer.agents.get(agentId)!;
  if (!agent.isOpen) return;
  agent.isOpen = false;
  writeEvent(writer, { type: `agent.${status}`, agentId, ...rest } as NewEvent);
}

export function isAgentOpen(writer: EventWriter, agentId: string): boolean {
  return writer.agents.get(agentId)?.isOpen === true;
}

/** Requests a call, once; a tool that comes later is added. */
export function writeRequest(writer: EventWriter, callId: string, { tool = "", ...details }: CallDetails): void {
  const { agentId } = details;
  const call = writer.calls.get(callId);
  if (call) {
    if (call.tool !== "" || tool === "") return;
    call.tool = tool;
  } else {
    writer.calls.set(callId, { tool, state: NEW_CALL, text: "", agentId });
  }
  if (agentId !== undefined) writeAgentStart(writer, agentId);
  writeEvent(writer, { type: "tool.requested", callId, tool: tool || UNKNOWN_TOOL, source: "agent", ...details });
}

/** Appends a piece of the arguments' JSON text. */
export function writeInputDelta(writer: EventWriter, callId: string, delta: string): void {
  const call = ensureCall(writer, callId);
  if (delta !== "" && writeOf(writer, call, { type: "tool.input_appended", callId, delta })) call.text += delta;
}

/**
 * Completes the arguments: as given, else from their pieces. A text that is no JSON stays a text. Given again, other
 * ones take their place, also while the call runs.
 */
export function writeInput(writer: EventWriter, callId: string, input?: { value: unknown }): void {
  const call = ensureCall(writer, callId);
  const { status } = call.state;
  if (status !== "requested" && (!input || isInput(call, input.value))) return;
  if (status === "running") return writeStart(writer, callId, input);
  const value = input ? input.value : call.text.trim() === "" ? {} : jsonOrText(call.text);
  if (writeOf(writer, call, { type: "tool.input_ready", callId, input: value ?? null })) call.text = "";
}

export function writeAsk(
  writer: EventWriter,
  callId: string,
  ask: {
    approvalId: string;
    input?: unknown;
    inputSchema?: unknown;
    reason?: string | undefined;
    expiresAt?: number | undefined;
    offers?: ApprovalOffer[] | undefined;
    meta?: Record<string, unknown> | undefined;
  },
): void {
  const { approvalId, input, ...rest } = ask;
  const call = ensureCall(writer, callId);
  if (call.state.status === "requested") {
    writeInput(writer, callId, input === undefined ? undefined : { value: input });
  }
  const asked = (input === undefined ? call.input : input) ?? null;
  writeOf(writer, call, { type: "tool.needs_approval", callId, approvalId, input: asked, ...rest });
}

/** Writes a person's answer; a denial ends the call. */
export function writeAnswer(
  writer: EventWriter,
  callId: string,
  answer: {
    approved: boolean;
    approvalId?: string | undefined;
    input?: unknown;
    reason?: string | undefined;
    offer?: string | undefined;
  },
): void {
  const call = ensureCall(writer, callId);
  const { status, approval } = call.state;
  const { approved, approvalId = approval?.id, input, reason, offer } = answer;
  if (status !== "awaiting-approval" || approvalId === undefined) return;
  // Clients that approve may send back the input that they were shown, which is no edit.
  const edited = isInput(call, input) ? undefined : input;
  const type = approved ? "tool.approved" : "tool.denied";
  writeOf(writer, call, { type, callId, approvalId, input: edited, reason, offer } as CallEvent);
}

/** Writes a question of a call; a call may ask several at once. */
export function writeQuestion(
  writer: EventWriter,
  question: Loose<Omit<ToolNeedsInput, "type"> & { meta?: Record<string, unknown> }>,
): void {
  const { url, ...rest } = question;
  // Whoever reads the log may open it, so nothing but a page's address passes; without one, the question cannot be
  // answered.
  const page = url === undefined || /^https?:/i.test(url) ? url : "";
  writeOf(writer, ensureCall(writer, question.callId), { type: "tool.needs_input", ...rest, url: page } as CallEvent);
}

/** Writes a person's answer to a question. */
export function writeReply(writer: EventWriter, reply: Loose<Omit<ToolInputGiven, "type">>): void {
  writeOf(writer, ensureCall(writer, reply.callId), { type: "tool.input_given", ...reply });
}

const isInput = (call: WrittenCall, value: unknown) => JSON.stringify(value) === JSON.stringify(call.input);

/** Starts a call with its arguments; arguments that are given later are written too. */
export function writeStart(writer: EventWriter, callId: string, given?: { value: unknown }): void {
  const call = ensureCall(writer, callId);
  if (call.state.status === "requested") writeInput(writer, callId, given);
  if (call.state.status === "running" && !given) return;
  const { tool, agentId } = call;
  const input = (given ? given.value : call.input) ?? null;
  writeOf(writer, call, { type: "tool.started", callId, tool: tool || UNKNOWN_TOOL, input, agentId });
}

/** Ends a call, once. */
export function writeEnd(writer: EventWriter, callId: string, end: CallEnd): void {
  const call = ensureCall(writer, callId);
  const { status, ...rest } = end;
  const isExpired = status === "expired";
  const [question] = call.state.questions;
  if (isExpired && question !== undefined) {
    writeOf(writer, call, { type: "tool.input_expired", callId, askId: question });
    return;
  }
  // A result shows that the call has run, also where no start came.
  if (status === "completed") writeStart(writer, callId);
  writeOf(writer, call, {
    type: isExpired ? "tool.approval_expired" : `tool.${status}`,
    callId,
    approvalId: isExpired || status === "denied" ? (call.state.approval?.id ?? callId) : undefined,
    ...rest,
  } as CallEvent);
}

/** Writes an event that a host tells of a call as it is; where it does not apply to the call's state, nothing. */
export function writeTold(writer: EventWriter, event: NewEvent): void {
  const call = "callId" in event && event.type !== "tool.requested" ? writer.calls.get(event.callId) : undefined;
  if (call) writeOf(writer, call, event as CallEvent);
  else writeEvent(writer, event);
}

type CallEvent = Loose<Extract<NewEvent, { type: `tool.${string}` }>>;

/** Writes an event of a call if it applies to the call's state; false where it does not. */
function writeOf(writer: EventWriter, call: WrittenCall, event: CallEvent): boolean {
  const next = nextCallState(call.state, event as NewEvent & CallEvent);
  if (!next) {
    if (isLost(call, event)) writeNotice(writer, "wire.late", event, writer.noted);
    return false;
  }
  call.state = next;
  // The input that a person is asked about is not the call's before the answer.
  if (event.type !== "tool.needs_approval" && "input" in event && event.input !== undefined) call.input = event.input;
  writeEvent(writer, event);
  return true;
}

/**
 * Whether what an event says is seen nowhere, as it comes too late for its call: an ask of a call that is over, or the
 * result of one that was given up. What comes twice is not lost.
 */
function isLost({ state: { status, asked } }: WrittenCall, event: CallEvent): boolean {
  if (event.type === "tool.needs_approval") return !asked.includes(event.approvalId);
  if (event.type === "tool.needs_input") return !asked.includes(event.askId);
  return status === "interrupted" && (event.type === "tool.completed" || event.type === "tool.failed");
}

/** The call of an id. One that no event has requested is requested here, so that nothing is lost. */
function ensureCall(writer: EventWriter, callId: string): WrittenCall {
  if (!writer.calls.has(callId)) writeRequest(writer, callId, {});
  return writer.calls.get(callId)!;
}

/** The status of a call, "ended" for every final one; undefined before it is requested. */
export function stateOf(writer: EventWriter, callId: string): CallStatus | "ended" | undefined {
  const status = writer.calls.get(callId)?.state.status;
  return status && isFinal(status) ? "ended" : status;
}

/** Withdraws everything of an agent after an item (null: all of it), with these calls. */
export function writeRetraction(
  writer: EventWriter,
  agentId: string,
  afterItemId: string | null,
  callIds: readonly string[],
): void {
  const { agents, calls } = writer;
  const withdrawn = new Set(callIds);
  for (const callId of withdrawn) calls.delete(callId);
  // Agents of withdrawn calls may start again with them.
  for (const [id, { parentCallId }] of agents) {
    if (parentCallId !== undefined && withdrawn.has(parentCallId)) agents.delete(id);
  }
  writeAgentStart(writer, agentId);
  agents.get(agentId)!.isOpen = true;
  writeEvent(writer, { type: "agent.retracted", agentId, afterItemId });
}

/** Whether a call below an agent waits for a person's answer, at any depth. */
export function isWaiting(writer: EventWriter, agentId: string): boolean {
  return waitingAgents(writer).has(agentId);
}

/** The agents above a call that waits for a person. */
function waitingAgents({ agents, calls }: EventWriter): Set<string | undefined> {
  const waiting = new Set<string | undefined>();
  for (const call of calls.values()) {
    if (!waitsForPerson(call.state.status)) continue;
    for (let at = call.agentId; at !== undefined && !waiting.has(at);) {
      waiting.add(at);
      const parent = agents.get(at)?.parentCallId;
      at = parent === undefined ? undefined : calls.get(parent)?.agentId;
    }
  }
  return waiting;
}

/**
 * Ends what is open, after the stream has ended. With `keepAsks`, calls that wait for a person stay open with all above
 * them, for wires whose approvals outlive their stream; so do the calls that `keeps` names, whose results come later.
 */
export function interruptAll(
  writer: EventWriter,
  reason?: string,
  options: { as?: "interrupted" | "cancelled"; keepAsks?: boolean; keeps?: (callId: string) => boolean } = {},
): void {
  const { as: status = "interrupted", keepAsks = false, keeps = () => false } = options;
  const { agents, calls } = writer;
  const waiting = keepAsks ? waitingAgents(writer) : new Set<string | undefined>();
  const delegating = new Set([...waiting].map((agentId) => agents.get(agentId!)?.parentCallId));
  for (const [callId, { state }] of calls) {
    if (delegating.has(callId) || (keepAsks && waitsForPerson(state.status)) || keeps(callId)) continue;
    writeEnd(writer, callId, { status, reason });
  }
  for (const [agentId, { isOpen }] of agents) {
    if (isOpen && !waiting.has(agentId)) writeAgentEnd(writer, agentId, { status, reason });
  }
}
