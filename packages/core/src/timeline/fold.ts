import { CALL_ENDS, isFinal, type AgentStatus, type CallStatus, type EventError, type SessionEvent } from "./event.ts";
import {
  createAgentNode,
  createCallNode,
  type AgentNode,
  type CallNode,
  type ItemNode,
  type TextNode,
  type TimelineNode,
} from "./node.ts";

/** Something in a stream that could not be taken as it was said; the rest is folded. */
export interface Notice {
  code: "invalid_event" | "unknown_type" | "foreign_session" | "cyclic_parent" | "orphan" | "gap_skipped";
  message: string;
  sessionId?: string;
  seq?: number;
}

export interface Message {
  id: string;
  role: "user" | "assistant" | "system";
  text: string;
}

/** All that a session's events say, as mutable records. */
export interface TimelineState {
  nodes: Map<string, TimelineNode>;
  roots: AgentNode[];
  messages: Map<string, Message>;
  /** Items by the message they belong to, for hosts that own their messages. */
  byMessage: Map<string, Set<ItemNode>>;
  /** Sub-agents whose call has not come yet. */
  waitingAgents: Map<string, AgentNode[]>;
  withdrawn: Set<string>;
  notices: Notice[];
  /** Counts changes of roots, messages and notices. */
  rootVersion: number;
  /** Nodes that changed since their readers were told. */
  dirty: Set<TimelineNode>;
}

/** The agent of calls that name none: the person on the page. */
export const YOU = "you";

export function createState(): TimelineState {
  return {
    nodes: new Map(),
    roots: [],
    messages: new Map(),
    byMessage: new Map(),
    waitingAgents: new Map(),
    withdrawn: new Set(),
    notices: [],
    rootVersion: 0,
    dirty: new Set(),
  };
}

/** Takes one event into the state, in constant time. It never throws: what cannot be taken becomes a notice. */
export function fold(state: TimelineState, event: SessionEvent): void {
  switch (event.type) {
    case "agent.text_appended":
      return appendText(state, event);
    case "tool.input_appended": {
      const call = openCall(state, event.callId);
      if (!call || !isText(state, event, event.delta)) return;
      call.inputText = call.inputText === null ? event.delta : call.inputText + event.delta;
      return touch(state, call);
    }
    case "tool.output_appended": {
      const call = openCall(state, event.callId);
      if (!call || !isText(state, event, event.delta)) return;
      call.outputText += event.delta;
      return touch(state, call);
    }
    case "message.added":
      if (!isText(state, event, event.messageId) || state.messages.has(event.messageId)) return;
      state.messages.set(event.messageId, { id: event.messageId, role: event.role, text: String(event.text ?? "") });
      state.rootVersion++;
      return;
    case "agent.started":
      return startAgent(state, event);
    case "agent.retracted":
      return retract(state, event.agentId, event.afterItemId);
    case "agent.step_completed": {
      const agent = agentOf(state, event.agentId);
      if (!agent || !event.usage) return;
      const usage: NonNullable<AgentNode["usage"]> = { ...agent.usage };
      for (const [count, tokens] of Object.entries(event.usage)) {
        if (typeof tokens === "number") usage[count] = (usage[count] ?? 0) + tokens;
      }
      agent.usage = usage;
      return touch(state, agent);
    }
    case "agent.completed":
      return endAgent(state, event, "completed", (agent) => (agent.result = event.result));
    case "agent.failed":
      return endAgent(state, event, "failed", (agent) => (agent.error = errorOf(event.error)));
    case "agent.cancelled":
      return endAgent(state, event, "cancelled", (agent) => (agent.reason = event.reason ?? null));
    case "agent.interrupted":
      return endAgent(state, event, "interrupted", (agent) => (agent.reason = event.reason ?? null));
    case "tool.requested": {
      const call = appear(state, event);
      if (!call) return;
      if (event.title !== undefined) call.title = event.title;
      return touch(state, call);
    }
    case "tool.input_ready": {
      const call = openCall(state, event.callId);
      if (!call) return;
      setInput(call, event.input);
      if (call.status === "requested") call.status = "ready";
      return touch(state, call);
    }
    case "tool.needs_approval": {
      const call = openCall(state, event.callId);
      if (!call || (call.approval?.id === event.approvalId && call.approval?.state !== "pending")) return;
      const { approvalId: id, input, inputSchema, reason, expiresAt } = event;
      if (call.inputText !== null || call.input === undefined) setInput(call, input);
      call.approval = { id, state: "pending", askedInput: input, inputSchema, reason, expiresAt };
      call.status = "awaiting-approval";
      return touch(state, call);
    }
    case "tool.approved":
      return answer(state, event, "approved");
    case "tool.denied":
      answer(state, event, "denied");
      return endCall(state, event, (call) => (call.reason = event.reason ?? null));
    case "tool.approval_expired":
      answer(state, event, "expired");
      return endCall(state, event, (call) => (call.reason = event.reason ?? null));
    case "tool.started": {
      const call = appear(state, event);
      if (!call || isEnded(call)) return;
      setInput(call, event.input);
      call.summary = event.summary ?? null;
      call.status = "running";
      call.startedAt = event.at;
      return touch(state, call);
    }
    case "tool.progressed": {
      const call = openCall(state, event.callId);
      if (!call) return;
      call.progress = { progress: event.progress, total: event.total, message: event.message };
      return touch(state, call);
    }
    case "tool.output_replaced": {
      const call = openCall(state, event.callId);
      if (!call) return;
      call.output = event.output;
      return touch(state, call);
    }
    case "tool.completed":
      return endCall(state, event, (call) => {
        call.output = event.output;
        call.outputRef = event.outputRef ?? null;
      });
    case "tool.failed":
      return endCall(state, event, (call) => (call.error = errorOf(event.error)));
    case "tool.cancelled":
    case "tool.interrupted":
      return endCall(state, event, (call) => (call.reason = event.reason ?? null));
    default:
      notice(state, event, "unknown_type", `This version does not know "${String((event as SessionEvent).type)}".`);
  }
}

/** Closes all that is open, as interrupted: the stream has ended and nothing more is known. */
export function closeOpen(state: TimelineState, reason: string | undefined): void {
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

export function notice(
  state: TimelineState,
  event: { sessionId?: string; seq?: number },
  code: Notice["code"],
  message: string,
): void {
  const { sessionId, seq } = event;
  state.notices.push({ code, message, sessionId, seq });
  state.rootVersion++;
}

function touch(state: TimelineState, node: TimelineNode): void {
  node.view = null;
  state.dirty.add(node);
}

function isText(state: TimelineState, event: SessionEvent, value: unknown): value is string {
  if (typeof value === "string") return true;
  notice(state, event, "invalid_event", `A field of "${event.type}" that has to be text is ${typeof value}.`);
  return false;
}

function errorOf(error: EventError | undefined): EventError {
  return {
    ...error,
    code: String(error?.code ?? "unknown"),
    message: String(error?.message ?? "It failed without saying why."),
  };
}

function agentOf(state: TimelineState, id: string): AgentNode | null {
  const node = state.nodes.get(id);
  if (node) return node.kind === "agent" ? node : null;
  if (typeof id !== "string" || state.withdrawn.has(id)) return null;
  const agent = createAgentNode(id);
  state.nodes.set(id, agent);
  return agent;
}

function callOf(state: TimelineState, id: string): CallNode | null {
  const node = state.nodes.get(id);
  if (node) return node.kind === "call" ? node : null;
  if (typeof id !== "string" || state.withdrawn.has(id)) return null;
  const call = createCallNode(id);
  state.nodes.set(id, call);
  return call;
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
}

function setInput(call: CallNode, input: unknown): void {
  call.input = input;
  call.inputText = null;
  call.parser = null;
}

type Appearance = Extract<SessionEvent, { type: "tool.requested" | "tool.started" }>;

/** The call of an event that can be its first: attached to its agent, with what the event says of it. */
function appear(state: TimelineState, event: Appearance): CallNode | null {
  state.withdrawn.delete(event.callId);
  const call = callOf(state, event.callId);
  if (!call) {
    notice(state, event, "invalid_event", `"${String(event.callId)}" is no id for a call, or is an agent's.`);
    return null;
  }
  if (call.closedFrom !== null) reopen(state, call, call.closedFrom);
  call.tool ||= String(event.tool);
  call.source ??= event.source ?? null;
  call.userId ??= event.userId ?? null;
  call.startedAt ??= event.at;
  if (call.attached) return call;
  call.messageId ??= ("messageId" in event ? event.messageId : undefined) ?? null;
  let agent = agentOf(state, event.agentId ?? YOU);
  if (agent && call.agents.length > 0 && isInside(state, agent, call)) {
    notice(state, event, "cyclic_parent", `The call "${call.id}" would stand inside itself; it is shown at the root.`);
    agent = agentOf(state, YOU);
  }
  if (!agent) return null;
  if (agent.id === YOU && !agent.attached) {
    agent.startedAt = event.at;
    attachRoot(state, agent);
  }
  call.agentId = agent.id;
  call.attached = true;
  addItem(state, agent, call, call.messageId);
  if (!isFinal(call.status)) countOpen(state, call, 1);
  for (const child of state.waitingAgents.get(call.id) ?? []) attachAgent(state, child, call);
  state.waitingAgents.delete(call.id);
  return call;
}

function addItem(state: TimelineState, agent: AgentNode, item: ItemNode, messageId: string | null | undefined): void {
  agent.items.push(item);
  agent.itemRefs = null;
  touch(state, agent);
  item.messageId = messageId ?? agent.messageId;
  if (item.messageId === null) return;
  const items = state.byMessage.get(item.messageId);
  if (items) items.add(item);
  else state.byMessage.set(item.messageId, new Set([item]));
}

function attachRoot(state: TimelineState, agent: AgentNode): void {
  agent.attached = true;
  state.roots.push(agent);
  state.rootVersion++;
  touch(state, agent);
}

function attachAgent(state: TimelineState, agent: AgentNode, call: CallNode): void {
  if (agent.items.length > 0 && isInside(state, call, agent)) {
    notice(state, {}, "cyclic_parent", `The agent "${agent.id}" would stand inside itself; it is shown at the root.`);
    agent.parentCallId = null;
    return attachRoot(state, agent);
  }
  agent.attached = true;
  call.agents.push(agent);
  touch(state, call);
  touch(state, agent);
}

/** Whether `node` stands below `above`, going up the tree. */
function isInside(state: TimelineState, node: AgentNode | CallNode, above: AgentNode | CallNode): boolean {
  const seen = new Set<TimelineNode>();
  let at: TimelineNode | undefined = node;
  while (at && !seen.has(at)) {
    if (at === above) return true;
    seen.add(at);
    const parent: string | null = at.kind === "agent" ? at.parentCallId : at.agentId;
    at = parent === null ? undefined : state.nodes.get(parent);
  }
  return false;
}

/** The implicit agent runs while one of its calls does. */
function countOpen(state: TimelineState, call: CallNode, change: 1 | -1): void {
  const agent = call.agentId === YOU ? state.nodes.get(YOU) : undefined;
  if (agent?.kind !== "agent") return;
  agent.openCalls += change;
  agent.status = agent.openCalls > 0 ? "running" : "completed";
  touch(state, agent);
}

function startAgent(state: TimelineState, event: Extract<SessionEvent, { type: "agent.started" }>): void {
  state.withdrawn.delete(event.agentId);
  const agent = agentOf(state, event.agentId);
  if (!agent)
    return notice(state, event, "invalid_event", `"${String(event.agentId)}" is no id for an agent, or is a call's.`);
  agent.name ??= event.name ?? null;
  agent.description ??= event.description ?? null;
  agent.messageId ??= event.messageId ?? null;
  agent.startedAt ??= event.at;
  touch(state, agent);
  if (agent.attached) return;
  if (event.parentCallId === undefined || event.parentCallId === null) return attachRoot(state, agent);
  agent.parentCallId = event.parentCallId;
  const call = state.nodes.get(event.parentCallId);
  if (call?.kind === "call") return attachAgent(state, agent, call);
  const waiting = state.waitingAgents.get(event.parentCallId);
  if (waiting) waiting.push(agent);
  else state.waitingAgents.set(event.parentCallId, [agent]);
}

type AgentEnd = Extract<
  SessionEvent,
  { type: "agent.completed" | "agent.failed" | "agent.cancelled" | "agent.interrupted" }
>;

function endAgent(state: TimelineState, event: AgentEnd, status: AgentStatus, say: (agent: AgentNode) => void): void {
  const agent = agentOf(state, event.agentId);
  if (!agent || (agent.status !== "running" && !agent.closedHere)) return;
  agent.closedHere = false;
  agent.reason = null;
  agent.status = status;
  agent.endedAt = event.at;
  if (event.usage) agent.usage = event.usage;
  say(agent);
  touch(state, agent);
}

function appendText(state: TimelineState, event: Extract<SessionEvent, { type: "agent.text_appended" }>): void {
  const agent = agentOf(state, event.agentId);
  if (!agent || !isText(state, event, event.delta)) return;
  const kind = event.kind ?? "text";
  const last = agent.items[agent.items.length - 1];
  let item: ItemNode | undefined;
  if (event.itemId === undefined) item = last?.kind === kind ? last : undefined;
  else if (last?.id === event.itemId) item = last;
  else {
    const known = state.nodes.get(event.itemId);
    if (known && known.kind !== "agent") item = known;
  }
  if (item?.kind === "call")
    return notice(state, event, "invalid_event", `"${item.id}" is a call; text needs an id of its own.`);
  if (item) {
    item.text += event.delta;
    return touch(state, item);
  }
  const id = event.itemId ?? `${agent.id}:${agent.items.length + 1}`;
  state.withdrawn.delete(id);
  const text: TextNode = {
    kind,
    id,
    agentId: agent.id,
    messageId: null,
    text: event.delta,
    attached: true,
    view: null,
  };
  state.nodes.set(id, text);
  addItem(state, agent, text, event.messageId);
  touch(state, text);
}

/** Withdraws an agent's items after one, with all below them. An agent that had ended runs again from there. */
function retract(state: TimelineState, agentId: string, afterItemId: string | null): void {
  const agent = agentOf(state, agentId);
  if (!agent) return;
  if (agent.status !== "running" && agent.id !== YOU) {
    Object.assign(agent, { status: "running", endedAt: null, reason: null, error: null, closedHere: false });
  }
  let keep = agent.items.length;
  while (keep > 0 && agent.items[keep - 1]!.id !== afterItemId) keep--;
  // An item that is not there withdraws nothing: a forged or doubled event must not empty the agent.
  if (keep > 0 || afterItemId === null) {
    const gone: TimelineNode[] = agent.items.splice(keep);
    agent.itemRefs = null;
    for (let node = gone.pop(); node; node = gone.pop()) {
      state.nodes.delete(node.id);
      state.withdrawn.add(node.id);
      if (node.kind === "call") {
        if (!isFinal(node.status)) countOpen(state, node, -1);
        gone.push(...node.agents);
      } else if (node.kind === "agent") gone.push(...node.items);
      if (node.kind !== "agent" && node.messageId !== null) state.byMessage.get(node.messageId)?.delete(node);
      touch(state, node);
    }
  }
  touch(state, agent);
}

function answer(
  state: TimelineState,
  event: Extract<SessionEvent, { type: "tool.approved" | "tool.denied" | "tool.approval_expired" }>,
  outcome: "approved" | "denied" | "expired",
): void {
  const call = openCall(state, event.callId);
  if (!call) return;
  const { approvalId: id, input, reason, by } = event;
  if (call.approval && (call.approval.id !== id || call.approval.state !== "pending")) return;
  call.approval = {
    ...(call.approval ?? { id, askedInput: call.input }),
    state: outcome,
    input,
    by,
    ...(reason && { reason }),
  };
  if (outcome === "approved" && call.status !== "running") call.status = "ready";
  touch(state, call);
}

type CallEnd = Extract<SessionEvent, { type: keyof typeof CALL_ENDS }>;

function endCall(state: TimelineState, event: CallEnd, say: (call: CallNode) => void): void {
  const call = callOf(state, event.callId);
  if (!call || isEnded(call)) return;
  if (call.closedFrom === null && call.attached) countOpen(state, call, -1);
  call.closedFrom = null;
  call.reason = null;
  call.status = CALL_ENDS[event.type];
  call.endedAt = event.at;
  if ("durationMs" in event && event.durationMs !== undefined) call.durationMs = event.durationMs;
  say(call);
  touch(state, call);
}
