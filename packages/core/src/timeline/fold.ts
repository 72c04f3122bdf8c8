import {
  CALL_ENDS,
  isFinal,
  type AgentStatus,
  type CallStatus,
  type EventError,
  type SessionEvent,
  type Usage,
} from "./event.ts";
import { isKnownType, trustedEvent } from "./eventFields.ts";
import type { AgentNode, CallNode, ItemNode, TextNode } from "./node.ts";
import { isBehind, isNews, newPart, nextText, passItem, saidOf } from "./sources.ts";
import { agentOf, callOf, notice, touch, YOU, type TimelineState } from "./state.ts";
import { addItem, attachCall, attachRoot, attachUnder, countOpen, joinMessage, withdraw } from "./tree.ts";

export type { Message, Notice } from "./state.ts";

/** Takes one event into the state, in constant time. It never throws: what cannot be taken becomes a notice. */
export function fold(state: TimelineState, event: SessionEvent): void {
  state.taken++;
  const { type, v, sessionId } = event;
  if (sessionId !== state.session) state.session = sessionId;
  const isOurs = v === undefined || v === 1;
  if (isOurs && takeDelta(state, event)) return;
  if (!isOurs || !isKnownType(type)) {
    return notice(
      state,
      event,
      "unknown_type",
      `This version of Callboard does not know "${type as string}" as it came.`,
    );
  }
  const trusted = trustedEvent(event, state.refuse);
  if (trusted && !takeDelta(state, trusted)) take(state, trusted);
}

/**
 * Takes a piece of a text, of arguments or of an output, if that is what the event is and its fields can be trusted: these
 * are nearly all of a stream, and are taken without the table. What does the work gets the fields, not the event: what the
 * engine compiles for events of one shape goes when none is left.
 */
function takeDelta(state: TimelineState, event: SessionEvent): boolean {
  if (event.type === "agent.text_appended") {
    const { at, agentId, delta, kind, itemId, messageId } = event;
    if (typeof at !== "number" || typeof agentId !== "string" || typeof delta !== "string") return false;
    if (!isNone(kind) && kind !== "text" && kind !== "reasoning") return false;
    if (!isTextOrNone(itemId) || !isTextOrNone(messageId)) return false;
    appendText(state, agentId, delta, at, kind ?? "text", itemId ?? null, messageId ?? null, event);
    return true;
  }
  if (event.type !== "tool.input_appended" && event.type !== "tool.output_appended") return false;
  const { at, callId, delta } = event;
  if (typeof at !== "number" || typeof callId !== "string" || typeof delta !== "string") return false;
  if (event.type === "tool.input_appended") appendInput(state, callId, delta);
  else if (!isTextOrNone(event.channel)) return false;
  else appendOutput(state, callId, delta);
  return true;
}

const isNone = (value: unknown) => value === undefined || value === null;
const isTextOrNone = (value: unknown) => isNone(value) || typeof value === "string";

function appendInput(state: TimelineState, callId: string, piece: string): void {
  const call = openCall(state, callId);
  // Once the input is whole it stands: no late piece may change what a person is asked about.
  if (call?.status !== "requested") return;
  const delta = newPart(state, call, "input", call.inputText ?? "", piece);
  if (delta === "" && call.inputText !== null) return;
  call.inputText = call.inputText === null ? delta : call.inputText + delta;
  if (call.parser) call.unparsed += delta;
  touch(state, call);
}

function appendOutput(state: TimelineState, callId: string, piece: string): void {
  const call = openCall(state, callId);
  if (!call) return;
  call.outputText += newPart(state, call, "output", call.outputText, piece);
  touch(state, call);
}

function take(state: TimelineState, event: SessionEvent): void {
  switch (event.type) {
    case "message.added":
      if (state.messages.has(event.messageId)) return;
      state.messages.set(event.messageId, { id: event.messageId, role: event.role, text: event.text });
      state.rootVersion++;
      return;
    case "agent.started":
      return startAgent(state, event);
    case "agent.retracted":
      return retract(state, event.agentId, event.afterItemId);
    case "agent.step_completed": {
      const agent = openAgent(state, event.agentId);
      if (!agent || !isNews(state, agent, "steps") || !event.usage) return;
      agent.usage = sumOf(agent.usage, event.usage);
      return touch(state, agent);
    }
    case "agent.completed":
    case "agent.failed":
    case "agent.cancelled":
    case "agent.interrupted":
      return endAgent(state, event);
    case "tool.requested": {
      const call = appear(state, event);
      if (!call) return;
      call.title = event.title ?? call.title;
      return touch(state, call);
    }
    case "tool.input_ready": {
      const call = openCall(state, event.callId);
      if (call?.status !== "requested" && call?.status !== "ready") return;
      setInput(call, event.input);
      call.status = "ready";
      return touch(state, call);
    }
    case "tool.needs_approval": {
      const call = openCall(state, event.callId);
      if (!call) return;
      // An approval is asked once: it comes back neither after its answer nor after a newer one.
      if (call.asked?.includes(event.approvalId) && call.approval?.id !== event.approvalId) return;
      if (call.approval?.id === event.approvalId && call.approval.state !== "pending") return;
      (call.asked ??= []).push(event.approvalId);
      const { approvalId: id, input, inputSchema, reason, expiresAt } = event;
      if (call.inputText !== null || call.input === undefined) setInput(call, input);
      call.approval = {
        id,
        state: "pending",
        askedInput: input,
        inputSchema,
        reason: reason ?? undefined,
        expiresAt: expiresAt ?? undefined,
      };
      call.status = "awaiting-approval";
      return touch(state, call);
    }
    case "tool.approved": {
      const call = answer(state, event);
      if (call && call.status !== "running") call.status = "ready";
      return;
    }
    case "tool.denied":
    case "tool.approval_expired":
      if (answer(state, event)) endCall(state, event);
      return;
    case "tool.started": {
      const call = appear(state, event);
      if (!call || isEnded(call) || !isNews(state, call, "starts")) return;
      setInput(call, event.input);
      call.summary = event.summary ?? null;
      call.status = "running";
      call.startedAt = event.at;
      return touch(state, call);
    }
    case "tool.progressed": {
      const call = openCall(state, event.callId);
      if (!call || !isNews(state, call, "progresses")) return;
      const { progress, total, message } = event;
      call.progress = { progress, total: total ?? undefined, message: message ?? undefined };
      return touch(state, call);
    }
    case "tool.output_replaced": {
      const call = openCall(state, event.callId);
      if (!call || !isNews(state, call, "replacements")) return;
      call.output = event.output;
      return touch(state, call);
    }
    case "tool.completed":
    case "tool.failed":
    case "tool.cancelled":
    case "tool.interrupted":
      return endCall(state, event);
  }
}

/** Closes all that is open, as interrupted: the stream has ended and nothing more is known. */
export function closeOpen(state: TimelineState, reason: string | undefined): void {
  state.taken++;
  for (const node of state.nodes.values()) {
    if (node.kind === "call") {
      if (isFinal(node.status)) continue;
      countOpen(state, node, -1);
      node.closedFrom = node.status;
    } else if (node.kind === "agent" && node.status === "running" && node.id !== YOU) {
      node.closedHere = true;
    } else continue;
    node.status = "interrupted";
    node.reason = reason ?? null;
    touch(state, node);
  }
}

const UNEXPLAINED: EventError = Object.freeze({ code: "unknown", message: "It failed without saying why." });

function sumOf(before: Usage | null, more: Usage): Usage {
  const sum: Usage = { ...before };
  for (const [count, tokens] of Object.entries(more)) {
    if (tokens !== undefined && count !== "__proto__") sum[count] = (sum[count] ?? 0) + tokens;
  }
  return sum;
}

function startAgent(state: TimelineState, event: Extract<SessionEvent, { type: "agent.started" }>): void {
  const known = state.nodes.get(event.agentId);
  const parent = event.agentId === YOU ? null : (event.parentCallId ?? null);
  if (parent !== null && state.withdrawn.has(parent) && known?.kind !== "call" && !known?.attached) {
    state.withdrawn.add(event.agentId);
    return withdraw(state, known ? [known] : []);
  }
  state.withdrawn.delete(event.agentId);
  const agent = openAgent(state, event.agentId);
  if (!agent) return notice(state, event, "invalid_event", `"${event.agentId}" is no agent, but something else.`);
  agent.name ??= event.name ?? null;
  agent.description ??= event.description ?? null;
  agent.startedAt ??= event.at;
  if (agent.messageId === null && typeof event.messageId === "string") joinMessage(state, agent, event.messageId);
  touch(state, agent);
  if (agent.attached || agent.parentCallId !== null) return;
  if (parent === null) attachRoot(state, agent);
  else attachUnder(state, agent, parent);
}

/** The agent of an event that says it lives: one that only `end()` had closed goes on. */
function openAgent(state: TimelineState, id: string): AgentNode | null {
  const agent = agentOf(state, id);
  if (agent?.closedHere) {
    Object.assign(agent, { closedHere: false, status: "running", reason: null });
    touch(state, agent);
  }
  return agent;
}

type AgentEnd = Extract<
  SessionEvent,
  { type: "agent.completed" | "agent.failed" | "agent.cancelled" | "agent.interrupted" }
>;

function endAgent(state: TimelineState, event: AgentEnd): void {
  const agent = openAgent(state, event.agentId);
  if (!agent) return;
  // An end that was told before does not end again what has been taken up since.
  if (!isNews(state, agent, "ends") || agent.status !== "running") return;
  agent.status = event.type.slice("agent.".length) as AgentStatus;
  agent.endedAt = event.at;
  if (event.usage) agent.usage = event.usage;
  if (event.type === "agent.completed") agent.result = event.result;
  else sayWhy(agent, event);
  touch(state, agent);
}

function appendText(
  state: TimelineState,
  agentId: string,
  piece: string,
  at: number,
  kind: TextNode["kind"],
  itemId: string | null,
  messageId: string | null,
  event: object,
): void {
  const agent = openAgent(state, agentId);
  if (!agent) return;
  const said = saidOf(state, agent);
  const behind = said !== null && isBehind(state, agent);
  if (behind && (itemId === null || state.withdrawn.has(itemId))) return;
  const last = agent.items[(said ? said.items : agent.items.length) - 1];
  let item: ItemNode | AgentNode | undefined;
  if (itemId === null) item = last?.kind === kind ? last : said ? nextText(agent, said, kind) : undefined;
  else item = last?.id === itemId ? last : state.nodes.get(itemId);
  if (item && (item.kind === "agent" || item.kind === "call" || item.agentId !== agent.id)) {
    return notice(state, event, "invalid_event", `"${item.id}" is something else; text needs an id of its own.`);
  }
  if (item) {
    if (said) passItem(agent, said, item);
    const delta = newPart(state, item, "text", item.text, piece, !behind);
    if (delta === "") return;
    item.text += delta;
    item.endedAt = at;
    return touch(state, item);
  }
  const id = itemId ?? freeTextId(state, agent);
  state.withdrawn.delete(id);
  const text: TextNode = {
    kind,
    id,
    agentId: agent.id,
    messageId: null,
    text: piece,
    startedAt: at,
    endedAt: at,
    attached: true,
    view: null,
    changedAt: 0,
    session: state.session,
    sources: null,
  };
  state.nodes.set(id, text);
  addItem(state, agent, text, messageId);
  if (said) said.items = agent.items.length;
  touch(state, text);
}

function freeTextId(state: TimelineState, agent: AgentNode): string {
  let number = agent.items.length + 1;
  while (state.nodes.has(`${agent.id}:${number}`)) number++;
  return `${agent.id}:${number}`;
}

/** Withdraws an agent's items after one, with all below them. An agent that had ended runs again from there. */
function retract(state: TimelineState, agentId: string, afterItemId: string | null): void {
  const agent = agentOf(state, agentId);
  if (!agent) return;
  const isFirst = isNews(state, agent, "retractions");
  const said = saidOf(state, agent);
  let keep = agent.items.length;
  while (keep > 0 && agent.items[keep - 1]!.id !== afterItemId) keep--;
  // An item that is not there withdraws nothing: a forged or doubled event must not empty the agent.
  const isThere = keep > 0 || afterItemId === null;
  if (said && isThere) said.items = keep;
  if (!isFirst) return;
  if (agent.status !== "running" && agent.id !== YOU) {
    Object.assign(agent, {
      status: "running",
      endedAt: null,
      reason: null,
      error: null,
      result: undefined,
      closedHere: false,
    });
  }
  touch(state, agent);
  if (!isThere) return;
  agent.itemRefs = null;
  withdraw(state, agent.items.splice(keep));
}

const isEnded = (call: CallNode) => isFinal(call.status) && call.closedFrom === null;

/** The call, if it may still change. */
function openCall(state: TimelineState, id: string): CallNode | null {
  const call = callOf(state, id);
  if (!call || isEnded(call)) return null;
  if (call.closedFrom !== null) reopen(state, call, call.closedFrom);
  return call;
}

/** An event came for a call that only `end()` had closed: it goes on from where it was. */
function reopen(state: TimelineState, call: CallNode, status: CallStatus): void {
  call.closedFrom = null;
  call.reason = null;
  call.status = status;
  countOpen(state, call, 1);
  touch(state, call);
}

function setInput(call: CallNode, input: unknown): void {
  call.input = input;
  call.inputText = null;
  call.parser = null;
  call.unparsed = "";
}

type Appearance = Extract<SessionEvent, { type: "tool.requested" | "tool.started" }>;

/** The call of an event that can be its first: attached to its agent, with what the event says of it. */
function appear(state: TimelineState, event: Appearance): CallNode | null {
  const known = state.nodes.get(event.callId);
  const agentId = event.agentId ?? YOU;
  const above = state.nodes.get(agentId);
  const isGone = state.withdrawn.has(event.callId);
  if (isGone && above?.kind === "agent" && isBehind(state, above)) return null;
  if (state.withdrawn.has(agentId) && known?.kind !== "agent" && !known?.attached) {
    state.withdrawn.add(event.callId);
    withdraw(state, known ? [known] : []);
    return null;
  }
  // A withdrawn call may be asked for again; that it goes on running brings nothing back.
  if (event.type === "tool.requested") state.withdrawn.delete(event.callId);
  const call = callOf(state, event.callId);
  if (!call) {
    if (known) notice(state, event, "invalid_event", `"${event.callId}" is no call, but something else.`);
    return null;
  }
  if (call.closedFrom !== null) reopen(state, call, call.closedFrom);
  call.tool ||= event.tool;
  call.source ??= event.source ?? null;
  call.userId ??= event.userId ?? null;
  call.startedAt ??= event.at;
  if (call.attached) {
    const said = above?.kind === "agent" ? saidOf(state, above) : null;
    if (said) passItem(above as AgentNode, said, call);
    return call;
  }
  if (event.type === "tool.requested") call.messageId ??= event.messageId ?? null;
  let agent = openAgent(state, agentId);
  if (!agent) {
    notice(state, event, "invalid_event", `"${agentId}" is no agent; the call "${call.id}" is shown at the root.`);
    agent = agentOf(state, YOU);
  }
  if (agent) {
    const said = saidOf(state, agent);
    attachCall(state, call, agent, event.at);
    if (said) said.items = agent.items.length;
  }
  return call;
}

/** Takes an answer for the approval that is asked; null where it answers another one, or one that is answered already. */
function answer(
  state: TimelineState,
  event: Extract<SessionEvent, { type: "tool.approved" | "tool.denied" | "tool.approval_expired" }>,
): CallNode | null {
  const call = openCall(state, event.callId);
  if (!call) return null;
  const { approvalId: id, input, reason, by } = event;
  if (call.approval && (call.approval.id !== id || call.approval.state !== "pending")) return null;
  const outcome = event.type === "tool.approved" ? "approved" : CALL_ENDS[event.type];
  const asked = call.approval ?? { id, askedInput: call.input };
  call.approval = { ...asked, state: outcome, input, by: by ?? undefined, ...(reason && { reason }) };
  touch(state, call);
  return call;
}

type CallEnd = Extract<SessionEvent, { type: keyof typeof CALL_ENDS }>;

function endCall(state: TimelineState, event: CallEnd): void {
  const call = openCall(state, event.callId);
  if (!call) return;
  if (call.attached) countOpen(state, call, -1);
  call.status = CALL_ENDS[event.type];
  call.endedAt = event.at;
  if ("durationMs" in event) call.durationMs = event.durationMs ?? null;
  if (event.type === "tool.completed") {
    call.output = event.output;
    call.outputRef = event.outputRef ?? null;
  } else sayWhy(call, event);
  touch(state, call);
}

/** Why something did not complete: its error, or else the reason. */
function sayWhy(node: AgentNode | CallNode, event: Exclude<AgentEnd | CallEnd, { type: `${string}.completed` }>): void {
  if (event.type === "agent.failed" || event.type === "tool.failed") node.error = event.error ?? UNEXPLAINED;
  else node.reason = event.reason ?? null;
}
