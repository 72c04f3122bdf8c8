import type {
  AgentStatus,
  ApprovalState,
  CallSource,
  CallStatus,
  EventError,
  NewEvent,
  OutputRef,
  SessionEvent,
  ToolContext,
} from "@callboard/core";
import {
  createGivenAnswers,
  isAgentEnd,
  isFinal,
  isWaiting,
  NEW_CALL,
  nextAgentStatus,
  nextCallState,
  type CallState,
  type GivenAnswers,
} from "@callboard/core/host";
import type { BudgetOptions } from "../agents/agentDefinition.ts";
import { boundIn, type BoundTool } from "../boundTool.ts";

/** An approval as the agent loop knows it. */
export interface LoopApproval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly expiresAt: number | null;
  readonly bound: BoundTool;
  /** What the approver was shown. */
  readonly input: unknown;
  /** What their yes comes to, as the tool said; null where it said nothing. */
  readonly preview: unknown;
  /** The approver changed the arguments. */
  readonly edited: boolean;
  /** The approval for the session by which this one was given. */
  readonly allowance: string | null;
}

/** A question that waits for an answer. */
export interface LoopQuestion {
  readonly id: string;
  readonly message: string;
  readonly schema: unknown;
  readonly url: string | null;
  readonly expiresAt: number | null;
}

/** What a call's handler has asked, as the loop needs it to call the handler again. */
export interface LoopAsking {
  open: LoopQuestion[];
  given: GivenAnswers;
  /** The tool as it was when it asked, or handed its work over. */
  bound: BoundTool;
  /** What it handed over, while it has asked nothing since: its handler may be called with it more than once. */
  handedOver: LoopHandover | null;
}

/** Work of a call that goes on outside the host's processes. */
export interface LoopHandover {
  /** The event that says so, as it is written again where the process ends that follows the work. */
  event: Extract<NewEvent, { type: "tool.handed_over" }>;
  /** How often that has been done since the handler did it itself. */
  recoveries: number;
  /** The place of the event in the log. */
  seq: number;
}

/** Who asked for a call that no agent of the host did. */
export type CallOrigin = "person" | "foreign" | "step" | "task";

/** What the log keeps of who asked for a call, so that any process can go on with it. */
export interface CallerMeta {
  /** For whom it runs. */
  turn: TurnActor;
  source: CallSource;
  /** None says that it is a person. */
  origin?: CallOrigin;
  /** What asks in the person's name: a client, a composition, a schedule. */
  by?: string;
  /** No worker began it: whoever claims the session does. */
  queued?: true;
}

/** A call as the agent loop knows it. */
export interface LoopCall extends CallState {
  callId: string;
  tool: string;
  agentId: string | null;
  status: CallStatus;
  approval: LoopApproval | null;
  asked: readonly string[];
  questions: readonly string[];
  turn: CallState["turn"];
  /** As the model asked, or as the approver edited it. */
  input: unknown;
  /** As it was asked for or edited, before the tool's schema read it. */
  given: unknown;
  hasInput: boolean;
  asking: LoopAsking | null;
  /**
   * Who asked for it, where that was no agent of the host's; null also for a person's own that has not asked anything.
   */
  caller: CallerMeta | null;
  output: unknown;
  /** What stands for an output that is too large for the log. */
  outputRef: OutputRef | null;
  error: EventError | null;
  reason: string | null;
  /** Which call of its turn it is, from 1. */
  ordinal: number;
  /** Which call it is, from 1, of each agent above it, by the agent's id. */
  ordinals: ReadonlyMap<string, number>;
  /** Who ran it themselves, after how many messages; null for a call that no person made. */
  ownRun: { by: string | null; after: number } | null;
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

/** The agent of the host's that an agent of the log is: its slug, and its budget as it began. */
export interface NamedAgent {
  slug: string;
  budget?: BudgetOptions;
}

/** What the agent loop has to know of an agent. */
export interface LoopAgent {
  agentId: string;
  parentCallId: string | null;
  messageId: string | null;
  status: AgentStatus;
  /**
   * What a delegated agent is to do, with the words and the tools of its tool where that describes it; null for a
   * turn's root agent, and for one that a handler runs by itself.
   */
  delegation: { instructions?: string; tools?: string[]; input: unknown } | null;
  /** Which of the host's agents it is; null for the default one, and for one that a tool describes. */
  named: NamedAgent | null;
  /** For whom the host runs it, of the agent that a turn or a person's run begins with. */
  turn: TurnActor | null;
  /** What an engine does under it; undefined where none does. */
  work: unknown;
  items: LoopItem[];
  /** All calls that it ever asked for, those of withdrawn answers too. */
  calls: LoopCall[];
  /** How often it was told to go on: what was begun before may not write any more. */
  epoch: number;
  /** How many items were there at the end of each whole answer of the model. */
  steps: number[];
  result: unknown;
  error: EventError | null;
  /** What of the time that it and all below it were at work people took. */
  clock: TurnClock;
}

/**
 * How long an agent has been at work: the time in which it only waits for people does not count. Epoch milliseconds.
 */
export interface TurnClock {
  startedAt: number;
  /** Milliseconds. */
  waited: number;
  /** The calls that wait for a person, and since when one does. */
  waiting: number;
  since: number;
}

/** A session's events as the agent loop reads them: the conversation, and how far each agent is. */
export interface Conversation {
  messages: { id: string; role: "user" | "assistant" | "system"; text: string }[];
  agents: Map<string, LoopAgent>;
  calls: Map<string, LoopCall>;
  /** The approvals that hold for the session, by tool. */
  allowances: Map<string, { approvalId: string; bound: BoundTool; by: string | null }>;
  /** How many calls each agent has had, with those of all below it. */
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
    allowances: new Map(),
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
  if ("callId" in event) {
    const begins = event.type === "tool.requested" || event.type === "tool.started";
    const call = calls.get(event.callId) ?? (begins ? addCall(conversation, event) : undefined);
    if (call) foldCall(conversation, call, event);
    return;
  }
  if (isAgentEnd(event)) {
    const agent = agents.get(event.agentId);
    const status = agent && nextAgentStatus(agent.status, event);
    if (!status) return;
    conversation.running.delete(agent);
    agent.status = status;
    if (event.type === "agent.completed") agent.result = event.result;
    if (event.type === "agent.failed") agent.error = event.error;
    return;
  }
  switch (event.type) {
    case "message.added":
      conversation.messages.push({ id: event.messageId, role: event.role, text: event.text });
      return;
    case "agent.started": {
      if (agents.has(event.agentId)) return;
      const meta = event.meta as
        | { delegation?: LoopAgent["delegation"]; turn?: LoopAgent["turn"]; agent?: NamedAgent; work?: unknown }
        | undefined;
      const agent: LoopAgent = {
        agentId: event.agentId,
        parentCallId: event.parentCallId ?? null,
        messageId: event.messageId ?? null,
        status: "running",
        delegation: meta?.delegation ?? null,
        turn: meta?.turn ?? null,
        work: meta?.work,
        named: meta?.agent ?? null,
        items: [],
        calls: [],
        epoch: 0,
        steps: [],
        result: undefined,
        error: null,
        clock: { startedAt: event.at, waited: 0, waiting: 0, since: event.at },
      };
      agents.set(event.agentId, agent);
      conversation.running.add(agent);
      if (agent.parentCallId !== null) calls.get(agent.parentCallId)?.agents.push(agent);
      return;
    }
    case "agent.text_appended": {
      const agent = agents.get(event.agentId);
      if (!agent) return;
      const { itemId, delta, meta, kind = "text" } = event;
      const last = agent.items.at(-1);
      const item = itemId === undefined ? last : agent.items.findLast(({ id }) => id === itemId);
      if (item && item.kind !== "call" && (itemId !== undefined || item.kind === kind)) {
        item.text += delta;
        if (meta) item.meta = { ...item.meta, ...meta };
        return;
      }
      const id = itemId ?? `${agent.agentId}:${agent.items.length + 1}`;
      agent.items.push({ kind, id, text: delta, meta: meta ?? null });
      return;
    }
    case "agent.retracted": {
      const agent = agents.get(event.agentId);
      if (!agent) return;
      const kept = agent.items.findLastIndex((item) => item.id === event.afterItemId) + 1;
      // As the timeline folds it: an item that is not there withdraws nothing.
      const keep = event.afterItemId !== null && kept === 0 ? agent.items.length : kept;
      for (const item of agent.items.splice(keep)) {
        const call = item.kind === "call" ? calls.get(item.id) : undefined;
        if (call) call.withdrawn = true;
      }
      agent.steps = agent.steps.filter((count) => count <= keep);
      agent.epoch++;
      agent.clock = { ...agent.clock, startedAt: event.at, waited: 0, since: event.at };
      agent.status = nextAgentStatus(agent.status, event);
      agent.error = null;
      agent.result = undefined;
      conversation.running.add(agent);
      return;
    }
    case "agent.step_completed": {
      const agent = agents.get(event.agentId);
      agent?.steps.push(agent.items.length);
      return;
    }
    case "session.allowance_revoked":
      conversation.allowances.delete(event.tool);
  }
}

function foldCall(
  conversation: Conversation,
  call: LoopCall,
  event: Extract<SessionEvent, { type: `tool.${string}` }>,
): void {
  const next = nextCallState(call, event);
  if (!next) return;
  if (isWaiting(call.status) !== isWaiting(next.status))
    countWait(conversation, call, isWaiting(next.status), event.at);
  call.status = next.status;
  call.asked = next.asked;
  call.questions = next.questions;
  call.turn = next.turn;
  if (isFinal(next.status)) conversation.open.delete(call);
  switch (event.type) {
    case "tool.input_ready":
      call.input = event.input;
      call.given = event.input;
      call.hasInput = true;
      call.meta = event.meta ?? call.meta;
      return;
    case "tool.started":
      call.input = event.input;
      call.hasInput = true;
      return;
    case "tool.needs_approval": {
      const { expiresAt = null, input, preview = null, meta } = event;
      call.approval = {
        ...next.approval!,
        expiresAt,
        bound: boundIn(meta),
        input,
        preview,
        edited: false,
        allowance: null,
      };
      return;
    }
    case "tool.approved":
    case "tool.denied":
    case "tool.approval_expired": {
      const edited = event.type === "tool.approved" && event.input !== undefined;
      const asked = call.approval ?? { expiresAt: null, bound: {}, input: call.input, preview: null };
      const allowance = event.type === "tool.approved" ? (event.allowance ?? null) : null;
      call.approval = { ...asked, ...next.approval!, edited, allowance };
      if (edited) {
        call.input = event.input;
        call.given = event.input;
      }
      if (event.type !== "tool.approved") call.reason = event.reason ?? null;
      else if (event.scope === "session") {
        const { id: approvalId, bound } = call.approval;
        conversation.allowances.set(call.tool, { approvalId, bound, by: event.by ?? null });
      }
      return;
    }
    case "tool.needs_input":
      return foldQuestion(call, event);
    case "tool.handed_over":
      return foldHandover(call, event);
    case "tool.input_given":
    case "tool.input_expired":
      if (!call.asking) return;
      call.asking.given.note(event);
      call.asking.open = call.asking.open.filter(({ id }) => id !== event.askId);
      return;
    case "tool.completed":
      call.output = event.output;
      call.outputRef = event.outputRef ?? null;
      return;
    case "tool.failed":
      call.error = event.error;
      return;
    case "tool.cancelled":
    case "tool.interrupted":
      call.reason = event.reason ?? null;
  }
}

function countWait(conversation: Conversation, call: LoopCall, begins: boolean, at: number): void {
  for (const id of call.ordinals.keys()) {
    const clock = conversation.agents.get(id)?.clock;
    if (!clock) continue;
    if (begins && clock.waiting === 0) clock.since = at;
    if (!begins && clock.waiting === 1) clock.waited += Math.max(0, at - clock.since);
    clock.waiting = Math.max(0, clock.waiting + (begins ? 1 : -1));
  }
}

function foldHandover(call: LoopCall, event: Extract<SessionEvent, { type: "tool.handed_over" }>): void {
  const { type, callId, state, meta, seq } = event;
  const asking = askingOf(call);
  const { handedOver: before } = asking;
  asking.given.note(event);
  asking.bound = boundIn(meta);
  asking.handedOver = {
    event: { type, callId, state, ...(meta && { meta: { ...meta, recovered: true } }) },
    recoveries: meta?.["recovered"] === true ? (before?.recoveries ?? 0) + 1 : 0,
    seq,
  };
  call.caller ??= callerIn(meta);
}

const askingOf = (call: LoopCall): LoopAsking =>
  (call.asking ??= { open: [], given: createGivenAnswers(), bound: {}, handedOver: null });

function foldQuestion(call: LoopCall, event: Extract<SessionEvent, { type: "tool.needs_input" }>): void {
  const { askId: id, message, schema, url = null, expiresAt = null, meta } = event;
  const asking = askingOf(call);
  asking.open.push({ id, message, schema, url, expiresAt });
  asking.given.note(event);
  asking.bound = boundIn(meta);
  asking.handedOver = null;
  call.caller ??= callerIn(meta);
}

function callerIn(meta: Readonly<Record<string, unknown>> | undefined): CallerMeta | null {
  return (meta?.["caller"] as CallerMeta | undefined) ?? null;
}

type CallBeginning = Extract<SessionEvent, { type: "tool.requested" | "tool.started" }>;

function addCall(conversation: Conversation, event: CallBeginning): LoopCall {
  const agentId = event.agentId ?? null;
  const ordinals = new Map<string, number>();
  for (const id of agentId === null ? [] : lineOf(conversation, agentId)) {
    ordinals.set(id, (conversation.used.get(id) ?? 0) + 1);
  }
  for (const [id, ordinal] of ordinals) conversation.used.set(id, ordinal);
  const call: LoopCall = {
    callId: event.callId,
    tool: event.tool,
    agentId,
    ...NEW_CALL,
    input: undefined,
    given: undefined,
    hasInput: false,
    asking: null,
    caller: callerIn(event.meta),
    output: undefined,
    outputRef: null,
    error: null,
    reason: null,
    ordinal: [...ordinals.values()].at(-1) ?? 0,
    ordinals,
    ownRun: ownRunOf(conversation, event),
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

/** A call that a handler reports of its own names no source. */
function ownRunOf(
  { messages }: Conversation,
  { agentId, source = "agent", userId }: CallBeginning,
): LoopCall["ownRun"] {
  return agentId === undefined && source !== "agent" ? { by: userId ?? null, after: messages.length } : null;
}

/** The ids of an agent and of those above it, from itself to the root agent of its turn. */
export function lineOf({ agents, calls }: Conversation, agentId: string): string[] {
  const line = [agentId];
  for (let id = agentId; line.length <= 1000;) {
    const parent = agents.get(id)?.parentCallId;
    const above = parent ? calls.get(parent)?.agentId : undefined;
    if (!above) break;
    line.push(above);
    id = above;
  }
  return line;
}

/** The root agent of the turn that an agent belongs to. */
export function rootOf(conversation: Conversation, agentId: string): string {
  return lineOf(conversation, agentId).at(-1) ?? agentId;
}
