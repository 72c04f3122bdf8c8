import {
  APPROVAL_ANSWERS,
  isFinal,
  nextAgentStatus,
  nextCallState,
  QUESTION_ANSWERS,
  type AgentEndEvent,
  type CallEndEvent,
  UNKNOWN_TOOL,
} from "../events/callLife.ts";
import type { EventError, SessionEvent, Usage } from "../events/event.ts";
import { isKnownType, trustedEvent } from "../events/eventFields.ts";
import type { AgentNode, CallNode, ItemNode, Question, TextNode } from "./node.ts";
import { countAsNew, missesRetraction, newPart, nextText, passItem, progressOf } from "./sources.ts";
import {
  addNotice,
  agentOf,
  callOf,
  IMPLICIT_AGENT_ID,
  markChanged,
  setCallStatus,
  type Allowance,
  type TimelineState,
} from "./state.ts";
import { noteWaits } from "./waits.ts";
import { addItem, attachCall, attachRoot, attachUnder, countOpen, joinMessage, withdraw } from "./tree.ts";

/** An event by its type. */
type Event<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;
type CallEvent = Extract<SessionEvent, { type: `tool.${string}` }>;
type CallStart = Event<"tool.requested" | "tool.started">;

/**
 * Folds one event into the state, in constant time, or while something asks in that of the open calls. It never throws:
 * an event that it cannot fold becomes a notice.
 */
export function fold(state: TimelineState, event: SessionEvent): void {
  state.version++;
  const { type, v, sessionId } = event;
  if (sessionId !== state.session) state.session = sessionId;
  const isOurVersion = v === undefined || v === 1;
  if (isOurVersion && applyDelta(state, event)) return;
  // What has a place in the log and no type keeps its place, too: without it all that follows would wait.
  if (typeof type !== "string") return addNotice(state, event, "invalid_event", "It has no type.");
  if (!isOurVersion || !isKnownType(type)) {
    const { text } = event as { text?: unknown };
    const about = typeof text === "string" && text !== "" ? `: ${text}` : ".";
    return addNotice(state, event, "unknown_type", `"${type as string}" is unknown${about}`);
  }
  const trusted = trustedEvent(event, state.reportInvalid);
  if (!trusted || applyDelta(state, trusted)) return;
  const { waiting, open } = state;
  const before = open.size;
  apply(state, trusted);
  if (waiting !== state.waiting || (waiting.size && open.size !== before)) noteWaits(state, trusted.at);
}

/**
 * Applies a delta of a text, of arguments or of an output; false for any other event, and for a field of the wrong
 * kind. Nearly all events of a stream are deltas, so their fields are checked by hand, without the table of fields. The
 * functions that do the work get the fields and not the event: code that the engine compiles for one shape of event is
 * dropped once no event of that shape is left.
 */
function applyDelta(state: TimelineState, event: SessionEvent): boolean {
  if (event.type === "agent.text_appended") {
    const { at, agentId, delta, kind, itemId, messageId } = event;
    if (typeof at !== "number" || typeof agentId !== "string" || typeof delta !== "string") return false;
    if (!isNone(kind) && kind !== "text" && kind !== "reasoning") return false;
    if (!isStringOrNone(itemId) || !isStringOrNone(messageId)) return false;
    appendText(state, agentId, delta, at, kind ?? "text", itemId ?? null, messageId ?? null, event);
    return true;
  }
  if (event.type !== "tool.input_appended" && event.type !== "tool.output_appended") return false;
  const { at, callId, delta } = event;
  if (typeof at !== "number" || typeof callId !== "string" || typeof delta !== "string") return false;
  if (event.type === "tool.input_appended") appendInput(state, callId, delta);
  else if (!isStringOrNone(event.channel)) return false;
  else appendOutput(state, callId, delta);
  return true;
}

const isNone = (value: unknown) => value === undefined || value === null;
const isStringOrNone = (value: unknown) => isNone(value) || typeof value === "string";

function appendInput(state: TimelineState, callId: string, delta: string): void {
  const call = openCall(state, callId);
  // As `nextCallState` decides it, without the cost of a new state for each delta.
  if (call?.status !== "requested") return;
  const added = newPart(state, call, "input", call.inputText ?? "", delta);
  if (added === "" && call.inputText !== null) return;
  call.inputText = call.inputText === null ? added : call.inputText + added;
  if (call.parser) call.unparsed += added;
  markChanged(state, call);
}

function appendOutput(state: TimelineState, callId: string, delta: string): void {
  const call = openCall(state, callId);
  if (!call) return;
  call.outputText += newPart(state, call, "output", call.outputText, delta);
  markChanged(state, call);
}

function apply(state: TimelineState, event: SessionEvent): void {
  switch (event.type) {
    case "message.added": {
      const { messageId: id, role, text, wording } = event;
      if (state.messages.has(id)) return;
      state.messages.set(id, { id, role, text, wording });
      state.rootVersion++;
      return;
    }
    case "agent.started":
      return startAgent(state, event);
    case "agent.retracted":
      return retract(state, event);
    case "agent.step_completed": {
      const agent = openAgent(state, event.agentId);
      if (!agent || !countAsNew(state, agent, "steps") || !event.usage) return;
      agent.usage = sumOf(agent.usage, event.usage);
      return markChanged(state, agent);
    }
    case "agent.completed":
    case "agent.failed":
    case "agent.cancelled":
    case "agent.interrupted":
      return endAgent(state, event);
    case "tool.requested": {
      const call = startCall(state, event);
      if (!call) return;
      call.title = event.title ?? call.title;
      return markChanged(state, call);
    }
    case "tool.input_ready": {
      const call = advance(state, event);
      if (!call) return;
      setInput(call, event.input);
      call.given = event.input;
      return;
    }
    case "tool.needs_approval": {
      const call = advance(state, event);
      if (!call) return;
      const { approvalId: id, input, inputSchema, reason, wording, expiresAt, offers, preview } = event;
      if (call.inputText !== null || call.input === undefined) setInput(call, input);
      call.approval = {
        id,
        state: "pending",
        askedInput: input,
        inputSchema,
        reason: reason ?? undefined,
        wording: wording ?? undefined,
        expiresAt: expiresAt ?? undefined,
        offers: offers ?? undefined,
        preview: preview ?? undefined,
      };
      return;
    }
    case "tool.approved":
    case "tool.denied":
    case "tool.approval_expired": {
      const call = advance(state, event);
      if (!call) return;
      const { approvalId: id, input, reason, by } = event;
      const asked = call.approval ?? { askedInput: call.input };
      call.approval = {
        ...asked,
        id,
        state: APPROVAL_ANSWERS[event.type],
        input,
        by: by ?? undefined,
        ...(reason && { reason }),
      };
      if (event.type !== "tool.approved") return endCall(call, event);
      const { scope, allowance, offer } = event;
      Object.assign(call.approval, scope && { scope }, allowance && { allowance }, offer && { offer });
      if (scope)
        allow(state, { tool: call.tool, sessionId: state.session, approvalId: id, by: by ?? undefined, at: event.at });
      return;
    }
    case "tool.needs_input": {
      const call = advance(state, event);
      if (!call) return;
      const { askId: id, message, asker, schema, url, expiresAt } = event;
      const question: Question = {
        id,
        state: "pending",
        message,
        asker: asker ?? undefined,
        url: url ?? undefined,
        expiresAt: expiresAt || undefined,
      };
      call.questionViews = [...call.questionViews, schema ? { ...question, schema } : question];
      return;
    }
    case "tool.input_given": {
      const call = advance(state, event);
      if (!call) return;
      const { askId, action, content, by } = event;
      return answerQuestion(call, askId, { state: QUESTION_ANSWERS[action], content, by: by ?? undefined });
    }
    case "tool.input_expired": {
      const call = advance(state, event);
      if (!call) return;
      answerQuestion(call, event.askId, { state: "expired" });
      return endCall(call, event);
    }
    case "tool.handed_over":
    case "tool.needs_turn":
    case "tool.turn_given":
      advance(state, event);
      return;
    case "session.allowance_revoked":
      if (state.allowances.delete(event.tool)) state.rootVersion++;
      return;
    case "tool.started": {
      const call = startCall(state, event);
      if (!call || !countAsNew(state, call, "starts") || !advance(state, event)) return;
      setInput(call, event.input);
      call.summary = event.summary ?? null;
      call.wording = event.wording ?? null;
      call.startedAt = event.at;
      return;
    }
    case "tool.progressed": {
      const call = openCall(state, event.callId);
      if (!call || !countAsNew(state, call, "progresses")) return;
      const { progress, total, message, wording } = event;
      call.progress = {
        progress,
        total: total ?? undefined,
        message: message ?? undefined,
        ...(wording && { wording }),
      };
      return markChanged(state, call);
    }
    case "tool.output_replaced": {
      const call = openCall(state, event.callId);
      if (!call || !countAsNew(state, call, "replacements")) return;
      call.output = event.output;
      return markChanged(state, call);
    }
    case "tool.completed":
    case "tool.failed":
    case "tool.cancelled":
    case "tool.interrupted": {
      const call = advance(state, event);
      if (call) endCall(call, event);
      return;
    }
    case "agent.text_appended":
    case "tool.input_appended":
    case "tool.output_appended":
      // `applyDelta` has taken them.
      return;
    default:
      event satisfies never;
  }
}

function answerQuestion(call: CallNode, askId: string, answer: Partial<Question>): void {
  call.questionViews = call.questionViews.map((one) => (one.id === askId ? { ...one, ...answer } : one));
}

function allow(state: TimelineState, allowance: Allowance): void {
  state.allowances.set(allowance.tool, allowance);
  state.rootVersion++;
}

/** Closes all open agents and calls as interrupted: the stream has ended. */
export function closeOpen(state: TimelineState, reason: string | undefined): void {
  state.version++;
  for (const node of state.nodes.values()) {
    if (node.kind === "call") {
      if (isFinal(node.status)) continue;
      countOpen(state, node, -1);
      node.closedFrom = node.status;
      setCallStatus(state, node, "interrupted");
    } else if (node.kind === "agent" && node.status === "running" && node.id !== IMPLICIT_AGENT_ID) {
      node.closedByEnd = true;
      node.status = "interrupted";
    } else continue;
    node.reason = reason ?? null;
    markChanged(state, node);
  }
}

const UNKNOWN_ERROR: EventError = Object.freeze({ code: "unknown", message: "It failed without saying why." });

function sumOf(before: Usage | null, more: Usage): Usage {
  const sum: Usage = { ...before };
  for (const [count, tokens] of Object.entries(more)) {
    if (tokens !== undefined && count !== "__proto__") sum[count] = (sum[count] ?? 0) + tokens;
  }
  return sum;
}

function startAgent(state: TimelineState, event: Event<"agent.started">): void {
  const existing = state.nodes.get(event.agentId);
  const parent = event.agentId === IMPLICIT_AGENT_ID ? null : (event.parentCallId ?? null);
  if (parent !== null && state.withdrawn.has(parent) && existing?.kind !== "call" && !existing?.attached) {
    state.withdrawn.add(event.agentId);
    return withdraw(state, existing ? [existing] : []);
  }
  state.withdrawn.delete(event.agentId);
  const agent = openAgent(state, event.agentId);
  if (!agent) return addNotice(state, event, "invalid_event", `"${event.agentId}" is not an agent.`);
  agent.name ??= event.name ?? null;
  agent.description ??= event.description ?? null;
  agent.startedAt ??= event.at;
  if (agent.messageId === null && typeof event.messageId === "string") joinMessage(state, agent, event.messageId);
  markChanged(state, agent);
  if (agent.attached || agent.parentCallId !== null) return;
  if (parent === null) attachRoot(state, agent);
  else attachUnder(state, agent, parent);
}

/** The agent of an event that shows it at work: an agent that only `end()` closed runs again. */
function openAgent(state: TimelineState, id: string): AgentNode | null {
  const agent = agentOf(state, id);
  if (agent?.closedByEnd) {
    agent.closedByEnd = false;
    agent.status = "running";
    agent.reason = null;
    markChanged(state, agent);
  }
  return agent;
}

function endAgent(state: TimelineState, event: AgentEndEvent): void {
  const agent = openAgent(state, event.agentId);
  if (!agent) return;
  // An end that another session reported before a retraction does not end the agent again.
  const status = countAsNew(state, agent, "ends") ? nextAgentStatus(agent.status, event) : null;
  if (status === null) return;
  agent.status = status;
  agent.endedAt = event.at;
  if (event.usage) agent.usage = event.usage;
  if (event.type === "agent.completed") agent.result = event.result;
  else setReason(agent, event);
  markChanged(state, agent);
}

function appendText(
  state: TimelineState,
  agentId: string,
  delta: string,
  at: number,
  kind: TextNode["kind"],
  itemId: string | null,
  messageId: string | null,
  event: object,
): void {
  const agent = openAgent(state, agentId);
  if (!agent) return;
  const progress = progressOf(state, agent);
  const isBehind = progress !== null && missesRetraction(state, agent);
  if (isBehind && (itemId === null || state.withdrawn.has(itemId))) return;
  const last = agent.items[(progress ? progress.items : agent.items.length) - 1];
  let item: ItemNode | AgentNode | undefined;
  if (itemId !== null) item = state.nodes.get(itemId);
  else if (last?.kind === kind) item = state.nodes.get(last.id);
  else if (progress) item = nextText(state, agent, progress, kind);
  if (item && (item.kind === "agent" || item.kind === "call" || item.agentId !== agent.id)) {
    return addNotice(state, event, "invalid_event", `"${item.id}" is not a text.`);
  }
  if (item) {
    if (progress) passItem(agent, progress, item);
    const added = newPart(state, item, "text", item.text, delta, !isBehind);
    if (added === "") return;
    item.text += added;
    item.endedAt = at;
    return markChanged(state, item);
  }
  const id = itemId ?? freeTextId(state, agent);
  state.withdrawn.delete(id);
  const text: TextNode = {
    kind,
    id,
    agentId: agent.id,
    messageId: null,
    joinedAt: 0,
    text: delta,
    startedAt: at,
    endedAt: at,
    attached: true,
    view: null,
    changedAt: 0,
    session: state.session,
    progressBySession: null,
  };
  state.nodes.set(id, text);
  addItem(state, agent, text, messageId);
  if (progress) progress.items = agent.items.length;
  markChanged(state, text);
}

function freeTextId(state: TimelineState, agent: AgentNode): string {
  let number = agent.items.length + 1;
  while (state.nodes.has(`${agent.id}:${number}`)) number++;
  return `${agent.id}:${number}`;
}

/** Withdraws an agent's items after one, with all nodes below them. An agent that had ended runs again. */
function retract(state: TimelineState, event: Event<"agent.retracted">): void {
  const { agentId, afterItemId } = event;
  const agent = agentOf(state, agentId);
  if (!agent) return;
  const isNew = countAsNew(state, agent, "retractions");
  const progress = progressOf(state, agent);
  let keep = agent.items.length;
  while (keep > 0 && agent.items[keep - 1]!.id !== afterItemId) keep--;
  // An unknown item withdraws nothing: a forged or doubled event must not empty the agent.
  const isItemKnown = keep > 0 || afterItemId === null;
  if (progress && isItemKnown) progress.items = keep;
  if (!isNew) return;
  if (agent.status !== "running" && agent.id !== IMPLICIT_AGENT_ID) {
    agent.status = nextAgentStatus(agent.status, event);
    agent.endedAt = null;
    agent.reason = null;
    agent.error = null;
    agent.result = undefined;
    agent.closedByEnd = false;
  }
  markChanged(state, agent);
  if (!isItemKnown) return;
  const gone = agent.items.slice(keep).map(({ id }) => state.nodes.get(id));
  agent.items = agent.items.slice(0, keep);
  agent.itemsView = null;
  withdraw(
    state,
    gone.filter((item) => item !== undefined),
  );
}

/** The call of this id; null where it has ended. A call that only `end()` closed goes on from its status before. */
function openCall(state: TimelineState, id: string): CallNode | null {
  const call = callOf(state, id);
  if (call) reopen(state, call);
  return call && !isFinal(call.status) ? call : null;
}

function reopen(state: TimelineState, call: CallNode): void {
  if (call.closedFrom === null) return;
  setCallStatus(state, call, call.closedFrom);
  call.closedFrom = null;
  call.reason = null;
  countOpen(state, call, 1);
  markChanged(state, call);
}

/** Moves a call to its next state; null where the event does not apply to the call. */
function advance(state: TimelineState, event: CallEvent): CallNode | null {
  const call = openCall(state, event.callId);
  const next = call && nextCallState(call, event);
  if (!next) return null;
  if (call.attached && isFinal(next.status)) countOpen(state, call, -1);
  setCallStatus(state, call, next.status);
  call.asked = next.asked;
  call.questions = next.questions;
  call.turn = next.turn;
  markChanged(state, call);
  return call;
}

function setInput(call: CallNode, input: unknown): void {
  call.input = input;
  call.inputText = null;
  call.parser = null;
  call.unparsed = "";
}

/** The call of an event that may be its first, attached to its agent, with the details that the event gives. */
function startCall(state: TimelineState, event: CallStart): CallNode | null {
  const existing = state.nodes.get(event.callId);
  const agentId = event.agentId ?? IMPLICIT_AGENT_ID;
  const above = state.nodes.get(agentId);
  const isWithdrawn = state.withdrawn.has(event.callId);
  if (isWithdrawn && above?.kind === "agent" && missesRetraction(state, above)) return null;
  if (state.withdrawn.has(agentId) && existing?.kind !== "agent" && !existing?.attached) {
    state.withdrawn.add(event.callId);
    withdraw(state, existing ? [existing] : []);
    return null;
  }
  // A new request brings a withdrawn call back; its other events do not.
  if (event.type === "tool.requested") state.withdrawn.delete(event.callId);
  const call = callOf(state, event.callId);
  if (!call) {
    if (existing) addNotice(state, event, "invalid_event", `"${event.callId}" is not a call.`);
    return null;
  }
  reopen(state, call);
  if (call.tool === "" || call.tool === UNKNOWN_TOOL) call.tool = event.tool;
  call.source ??= event.source ?? null;
  call.userId ??= event.userId ?? null;
  call.startedAt ??= event.at;
  if (call.attached) {
    const progress = above?.kind === "agent" ? progressOf(state, above) : null;
    if (progress) passItem(above as AgentNode, progress, call);
    return call;
  }
  if (event.type === "tool.requested") call.messageId ??= event.messageId ?? null;
  let agent = openAgent(state, agentId);
  if (!agent) {
    addNotice(state, event, "invalid_event", `"${agentId}" is not an agent; call "${call.id}" is shown at the root.`);
    agent = agentOf(state, IMPLICIT_AGENT_ID);
  }
  if (agent) {
    const progress = progressOf(state, agent);
    attachCall(state, call, agent, event.at);
    if (progress) progress.items = agent.items.length;
  }
  return call;
}

/** Sets the fields of a call that has just ended. */
function endCall(call: CallNode, event: CallEndEvent): void {
  call.endedAt = event.at;
  if ("durationMs" in event) call.durationMs = event.durationMs ?? null;
  if (event.type === "tool.completed") {
    call.output = event.output;
    call.outputRef = event.outputRef ?? null;
  } else setReason(call, event);
}

/** Sets the error of a failure, else the reason of an end. */
function setReason(
  node: AgentNode | CallNode,
  event: Exclude<AgentEndEvent | CallEndEvent, { type: `${string}.completed` }>,
): void {
  if (event.type === "agent.failed" || event.type === "tool.failed") node.error = event.error ?? UNKNOWN_ERROR;
  else node.reason = event.reason ?? null;
}
