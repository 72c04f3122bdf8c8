import { isFinal, isWaiting, type CallStatus } from "../events/callLife.ts";
import type { Wording } from "../events/event.ts";
import { createAgentNode, createCallNode, type AgentNode, type CallNode, type TimelineNode } from "./node.ts";

/** A problem in a stream: an event that was left out, or shown elsewhere. The rest of the stream is folded. */
export interface Notice {
  code: "invalid_event" | "unknown_type" | "foreign_session" | "cyclic_parent" | "orphan" | "gap_skipped";
  message: string;
  sessionId?: string;
  seq?: number;
}

/** A tool whose calls a person approved for the rest of the session. */
export interface Allowance {
  tool: string;
  sessionId: string;
  /** The approval that it began with. */
  approvalId: string;
  by?: string;
  /** Epoch milliseconds. */
  at: number;
}

export interface Message {
  id: string;
  role: "user" | "assistant" | "system";
  text: string;
  /** What it says of a turn, as data. */
  wording?: Wording | undefined;
}

/** The records of a state by their ids. */
export type NodeTable = Pick<Map<string, TimelineNode>, "get" | "has" | "set" | "delete" | "values">;

/** The state folded from events, as mutable records. */
export interface TimelineState {
  nodes: NodeTable;
  /** Ids of the root agents; only grows. */
  roots: string[];
  /** Only grows. */
  messages: Map<string, Message>;
  /** By tool. */
  allowances: Map<string, Allowance>;
  /** Ids of the items that were given to a message, also of those that are gone: what stands in a record counts. */
  byMessage: Map<string, Set<string>>;
  /** Ids of the sub-agents that wait for their call, by its id. */
  waitingAgents: Map<string, string[]>;
  /** Ids of withdrawn nodes: later events for them are dropped. */
  withdrawn: Set<string>;
  /** Ids of the calls that wait for a person, in the order in which they began to; another set after a change. */
  waiting: ReadonlySet<string>;
  /** Ids of the agents and calls that do nothing but wait for a person; another set after a change. */
  still: ReadonlySet<string>;
  /** Ids of the calls that have not ended. */
  open: Set<string>;
  /** The first thousand. */
  notices: Notice[];
  /** Counts changes of roots, messages, allowances and notices. */
  rootVersion: number;
  /** The session of the event that is being folded. */
  session: string;
  /** Counts the events and `end()` calls so far. */
  version: number;
  /** The nodes that have subscribers, by id. */
  watched: ReadonlyMap<string, unknown>;
  /** Ids of watched nodes that changed since the last notification. */
  dirty: Set<string>;
  /** Adds a notice about an invalid event; one closure for all events. */
  reportInvalid: (event: { sessionId?: unknown; seq?: unknown }, message: string) => void;
}

/** The agent of calls that name none: the person on the page. */
export const IMPLICIT_AGENT_ID = "you";

const NOTICE_LIMIT = 1000;
/** Characters. */
const LONGEST_NOTICE = 280;
const NO_SUBSCRIBERS: ReadonlyMap<string, unknown> = new Map();

export function createState(
  watched: ReadonlyMap<string, unknown> = NO_SUBSCRIBERS,
  dirty = new Set<string>(),
): TimelineState {
  const state: TimelineState = {
    nodes: new Map(),
    roots: [],
    messages: new Map(),
    allowances: new Map(),
    byMessage: new Map(),
    waitingAgents: new Map(),
    withdrawn: new Set(),
    waiting: new Set(),
    still: new Set(),
    open: new Set(),
    notices: [],
    rootVersion: 0,
    session: "",
    version: 0,
    watched,
    dirty,
    reportInvalid: (event, message) => addNotice(state, event, "invalid_event", message),
  };
  return state;
}

export function addNotice(
  state: TimelineState,
  event: { sessionId?: unknown; seq?: unknown },
  code: Notice["code"],
  message: string,
): void {
  if (state.notices.length >= NOTICE_LIMIT) return;
  const notice: Notice = { code, message: shortened(message) };
  if (typeof event.sessionId === "string") notice.sessionId = event.sessionId;
  if (typeof event.seq === "number") notice.seq = event.seq;
  state.notices.push(notice);
  state.rootVersion++;
}

/** A copy by characters: a slice of a long string would keep the whole string in memory. */
function shortened(message: string): string {
  return message.length <= LONGEST_NOTICE ? message : `${[...message.slice(0, LONGEST_NOTICE)].join("")}…`;
}

/** Marks a node as changed: the next read makes a new view. */
export function markChanged(state: TimelineState, node: TimelineNode): void {
  node.view = null;
  node.changedAt = state.version;
  if (state.watched.size > 0 && state.watched.has(node.id)) state.dirty.add(node.id);
}

/** Sets a call's status, and notes whether it waits for a person. */
export function setCallStatus(state: TimelineState, call: CallNode, status: CallStatus): void {
  call.status = status;
  state.open[isFinal(status) ? "delete" : "add"](call.id);
  noteWaiting(state, call.id, isWaiting(status));
}

export function noteWaiting(state: TimelineState, id: string, waits: boolean): void {
  if (state.waiting.has(id) === waits) return;
  const waiting = new Set(state.waiting);
  waiting[waits ? "add" : "delete"](id);
  state.waiting = waiting;
}

/** The agent of this id, created on first use; null where the id is withdrawn or belongs to another kind of node. */
export function agentOf(state: TimelineState, id: string): AgentNode | null {
  const node = state.nodes.get(id);
  if (node) return node.kind === "agent" ? node : null;
  if (state.withdrawn.has(id)) return null;
  const agent = createAgentNode(id, state.session);
  state.nodes.set(id, agent);
  return agent;
}

/** The call of this id, created on first use; null where the id is withdrawn or belongs to another kind of node. */
export function callOf(state: TimelineState, id: string): CallNode | null {
  const node = state.nodes.get(id);
  if (node) return node.kind === "call" ? node : null;
  if (state.withdrawn.has(id)) return null;
  const call = createCallNode(id, state.session);
  state.nodes.set(id, call);
  state.open.add(id);
  return call;
}
