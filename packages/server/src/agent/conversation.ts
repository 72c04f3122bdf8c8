import {
  CALL_ENDS,
  isFinal,
  type AgentStatus,
  type CallStatus,
  type EventError,
  type SessionEvent,
  type ToolContext,
} from "@callboard/core";

/** What the agent loop has to know of a call. */
export interface LoopCall {
  callId: string;
  tool: string;
  agentId: string | null;
  status: CallStatus;
  /** As the model asked, or as the approver edited it. */
  input: unknown;
  hasInput: boolean;
  output: unknown;
  error: EventError | null;
  reason: string | null;
  approval: {
    id: string;
    state: "pending" | "approved" | "closed";
    expiresAt: number | null;
    definition: unknown;
    /** What the approver was shown. */
    input: unknown;
    /** The approver changed the arguments. */
    edited: boolean;
  } | null;
  /** Which call of its turn it is, from 1. */
  ordinal: number;
  /** The answer that asked for it was withdrawn. */
  withdrawn: boolean;
  /** The agents that it started. */
  agents: LoopAgent[];
  meta: Record<string, unknown> | null;
}

/** A piece of an agent's answer, in the order in which it was written. */
export type LoopItem =
  | { kind: "text" | "reasoning"; id: string; text: string; meta: Record<string, unknown> | null }
  | { kind: "call"; id: string };

/** For whom a turn is taken: what its calls may do. Kept in the log, so that any process can take its next step. */
export interface TurnActor {
  userId: string | null;
  tenantSlug: string | null;
  permissions: readonly string[];
  spaceId: string | null;
}

/** The actor of a turn that this context begins. */
export function turnOf(context: ToolContext): { turn: TurnActor } {
  const { userId, tenantSlug = null, permissions = [], spaceId } = context;
  return { turn: { userId, tenantSlug, permissions: [...permissions], spaceId } };
}

/** What the agent loop has to know of an agent. */
export interface LoopAgent {
  agentId: string;
  parentCallId: string | null;
  messageId: string | null;
  status: AgentStatus;
  /** What a delegated agent is to do; null for a turn's root agent, and for one that a handler runs by itself. */
  delegation: { instructions: string; tools: string[]; input: unknown } | null;
  /** For whom the host runs it, of the agent that a turn or a person's run begins with. */
  turn: TurnActor | null;
  items: LoopItem[];
  /** All calls that it ever asked for, those of withdrawn answers too. */
  calls: LoopCall[];
  /** How often it was told to go on: what was begun before may not write any more. */
  epoch: number;
  /** How many items were there at the end of each whole answer of the model. */
  steps: number[];
  result: unknown;
  error: EventError | null;
}

/** A session's events as the agent loop reads them: the conversation, and how far each agent is. */
export interface Conversation {
  messages: { id: string; role: "user" | "assistant" | "system"; text: string }[];
  agents: Map<string, LoopAgent>;
  calls: Map<string, LoopCall>;
  /** How many calls each turn has had, by its root agent. */
  used: Map<string, number>;
  running: Set<LoopAgent>;
  /** Calls that have not ended. */
  open: Set<LoopCall>;
  lastSeq: number;
}

export function createConversation(): Conversation {
  return {
    messages: [],
    agents: new Map(),
    calls: new Map(),
    used: new Map(),
    running: new Set(),
    open: new Set(),
    lastSeq: 0,
  };
}

/** Takes one committed event into the conversation. */
export function foldConversation(conversation: Conversation, event: SessionEvent): void {
  const { agents, calls } = conversation;
  conversation.lastSeq = event.seq;
  switch (event.type) {
    case "message.added":
      conversation.messages.push({ id: event.messageId, role: event.role, text: event.text });
      return;
    case "agent.started": {
      if (agents.has(event.agentId)) return;
      const meta = event.meta as { delegation?: LoopAgent["delegation"]; turn?: LoopAgent["turn"] } | undefined;
      const agent: LoopAgent = {
        agentId: event.agentId,
        parentCallId: event.parentCallId ?? null,
        messageId: event.messageId ?? null,
        status: "running",
        delegation: meta?.delegation ?? null,
        turn: meta?.turn ?? null,
        items: [],
        calls: [],
        epoch: 0,
        steps: [],
        result: undefined,
        error: null,
      };
      agents.set(event.agentId, agent);
      conversation.running.add(agent);
      if (agent.parentCallId !== null) calls.get(agent.parentCallId)?.agents.push(agent);
      return;
    }
    case "agent.text_appended": {
      const agent = agents.get(event.agentId);
      if (!agent) return;
      const kind = event.kind ?? "text";
      const last = agent.items.at(-1);
      if (
        last &&
        last.kind !== "call" &&
        last.kind === kind &&
        (event.itemId === undefined || last.id === event.itemId)
      ) {
        last.text += event.delta;
        if (event.meta) last.meta = { ...last.meta, ...event.meta };
        return;
      }
      const id = event.itemId ?? `${agent.agentId}:${agent.items.length + 1}`;
      agent.items.push({ kind, id, text: event.delta, meta: event.meta ?? null });
      return;
    }
    case "agent.retracted": {
      const agent = agents.get(event.agentId);
      if (!agent) return;
      const found = agent.items.findLastIndex((item) => item.id === event.afterItemId) + 1;
      // As the timeline folds it: an item that is not there withdraws nothing.
      const keep = event.afterItemId !== null && found === 0 ? agent.items.length : found;
      for (const item of agent.items.splice(keep)) {
        const call = item.kind === "call" ? calls.get(item.id) : undefined;
        if (call) call.withdrawn = true;
      }
      agent.steps = agent.steps.filter((count) => count <= keep);
      agent.epoch++;
      Object.assign(agent, { status: "running", error: null, result: undefined });
      conversation.running.add(agent);
      return;
    }
    case "agent.step_completed": {
      const agent = agents.get(event.agentId);
      agent?.steps.push(agent.items.length);
      return;
    }
    case "agent.completed":
    case "agent.failed":
    case "agent.cancelled":
    case "agent.interrupted": {
      const agent = agents.get(event.agentId);
      if (!agent || agent.status !== "running") return;
      conversation.running.delete(agent);
      agent.status = event.type.slice("agent.".length) as AgentStatus;
      if (event.type === "agent.completed") agent.result = event.result;
      if (event.type === "agent.failed") agent.error = event.error;
      return;
    }
    case "tool.requested":
    case "tool.started": {
      const call = calls.get(event.callId) ?? addCall(conversation, event);
      if (event.type === "tool.started" && !isFinal(call.status)) {
        Object.assign(call, { status: "running", input: event.input, hasInput: true });
      }
      return;
    }
    case "tool.input_ready": {
      const call = calls.get(event.callId);
      if (!call || isFinal(call.status)) return;
      Object.assign(call, { input: event.input, hasInput: true, status: "ready", meta: event.meta ?? call.meta });
      return;
    }
    case "tool.needs_approval": {
      const call = calls.get(event.callId);
      if (!call || isFinal(call.status)) return;
      const { approvalId: id, expiresAt = null, input, meta } = event;
      const definition = meta?.["definition"];
      call.approval = { id, state: "pending", expiresAt, definition, input, edited: false };
      call.status = "awaiting-approval";
      return;
    }
    case "tool.approved": {
      const call = calls.get(event.callId);
      if (!call || call.approval?.id !== event.approvalId || call.approval.state !== "pending") return;
      call.approval.state = "approved";
      call.status = "ready";
      if (event.input !== undefined) {
        call.input = event.input;
        call.approval.edited = true;
      }
      return;
    }
    case "tool.completed":
    case "tool.failed":
    case "tool.cancelled":
    case "tool.interrupted":
    case "tool.denied":
    case "tool.approval_expired": {
      const call = calls.get(event.callId);
      if (!call || isFinal(call.status)) return;
      conversation.open.delete(call);
      call.status = CALL_ENDS[event.type];
      if (call.approval) call.approval.state = "closed";
      if (event.type === "tool.completed") call.output = event.output;
      else if (event.type === "tool.failed") call.error = event.error;
      else call.reason = event.reason ?? null;
    }
  }
}

type CallBeginning = Extract<SessionEvent, { type: "tool.requested" | "tool.started" }>;

function addCall(conversation: Conversation, event: CallBeginning): LoopCall {
  const agentId = event.agentId ?? null;
  const root = agentId === null ? null : rootOf(conversation, agentId);
  const ordinal = root === null ? 0 : (conversation.used.get(root) ?? 0) + 1;
  if (root !== null) conversation.used.set(root, ordinal);
  const call: LoopCall = {
    callId: event.callId,
    tool: event.tool,
    agentId,
    status: "requested",
    input: undefined,
    hasInput: false,
    output: undefined,
    error: null,
    reason: null,
    approval: null,
    ordinal,
    withdrawn: false,
    agents: [],
    meta: event.meta ?? null,
  };
  conversation.calls.set(event.callId, call);
  conversation.open.add(call);
  const agent = agentId === null ? undefined : conversation.agents.get(agentId);
  agent?.items.push({ kind: "call", id: event.callId });
  agent?.calls.push(call);
  return call;
}

/** The root agent of the turn that an agent belongs to. */
export function rootOf(conversation: Conversation, agentId: string): string {
  let id = agentId;
  for (let depth = 0; depth < 1000; depth++) {
    const parent = conversation.agents.get(id)?.parentCallId;
    const above = parent ? conversation.calls.get(parent)?.agentId : undefined;
    if (!above) return id;
    id = above;
  }
  return id;
}

/** The items of the answer that is not whole yet: half-written, if nobody writes it any more. */
export function unfinishedItems(agent: LoopAgent): LoopItem[] {
  return agent.items.slice(agent.steps.at(-1) ?? 0);
}

/** The calls of an agent's last whole answer, or of the one so many before it. */
export function callsOfLastStep(conversation: Conversation, agent: LoopAgent, before = 0): LoopCall[] {
  const items = agent.items.slice(agent.steps.at(-2 - before) ?? 0, agent.steps.at(-1 - before) ?? 0);
  return items.flatMap((item) => (item.kind === "call" ? [conversation.calls.get(item.id)!] : []));
}

/** Whether the host runs this agent from the log, rather than a handler by itself. */
export function isDriven(agent: LoopAgent): boolean {
  return agent.delegation !== null || agent.turn !== null;
}
