import {
  createAgentNode,
  createCallNode,
  type AgentNode,
  type CallNode,
  type ItemNode,
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
  /** Ids whose nodes were withdrawn: what still comes for them is dropped. */
  withdrawn: Set<string>;
  /** The first thousand. */
  notices: Notice[];
  /** Counts changes of roots, messages and notices. */
  rootVersion: number;
  /** The session whose event is folded. */
  session: string;
  /** Counts what was taken in. */
  taken: number;
  /** Ids of the nodes that have readers, and of those that changed since their readers were told. */
  watched: ReadonlyMap<string, unknown>;
  dirty: Set<string>;
  /** Notes what is wrong with an event; one closure for all events. */
  refuse: (event: { sessionId?: unknown; seq?: unknown }, message: string) => void;
}

/** The agent of calls that name none: the person on the page. */
export const YOU = "you";

const NOTICE_LIMIT = 1000;
/** Characters. */
const LONGEST_NOTICE = 280;
const NOBODY: ReadonlyMap<string, unknown> = new Map();

export function createState(watched: ReadonlyMap<string, unknown> = NOBODY, dirty = new Set<string>()): TimelineState {
  const state: TimelineState = {
    nodes: new Map(),
    roots: [],
    messages: new Map(),
    byMessage: new Map(),
    waitingAgents: new Map(),
    withdrawn: new Set(),
    notices: [],
    rootVersion: 0,
    session: "",
    taken: 0,
    watched,
    dirty,
    refuse: (event, message) => notice(state, event, "invalid_event", message),
  };
  return state;
}

export function notice(
  state: TimelineState,
  event: { sessionId?: unknown; seq?: unknown },
  code: Notice["code"],
  message: string,
): void {
  if (state.notices.length >= NOTICE_LIMIT) return;
  const entry: Notice = { code, message: shortened(message) };
  if (typeof event.sessionId === "string") entry.sessionId = event.sessionId;
  if (typeof event.seq === "number") entry.seq = event.seq;
  state.notices.push(entry);
  state.rootVersion++;
}

/** Made of its own characters: the beginning of a long string would keep all of it in memory. */
function shortened(message: string): string {
  return message.length <= LONGEST_NOTICE ? message : `${[...message.slice(0, LONGEST_NOTICE)].join("")}…`;
}

/** Marks a node as changed: its view is made anew when somebody looks. */
export function touch(state: TimelineState, node: TimelineNode): void {
  node.view = null;
  node.changedAt = state.taken;
  if (state.watched.size > 0 && state.watched.has(node.id)) state.dirty.add(node.id);
}

/** The agent of this id, made if need be; null where the id was withdrawn or belongs to something else. */
export function agentOf(state: TimelineState, id: string): AgentNode | null {
  const node = state.nodes.get(id);
  if (node) return node.kind === "agent" ? node : null;
  if (state.withdrawn.has(id)) return null;
  const agent = createAgentNode(id, state.session);
  state.nodes.set(id, agent);
  return agent;
}

/** The call of this id, made if need be; null where the id was withdrawn or belongs to something else. */
export function callOf(state: TimelineState, id: string): CallNode | null {
  const node = state.nodes.get(id);
  if (node) return node.kind === "call" ? node : null;
  if (state.withdrawn.has(id)) return null;
  const call = createCallNode(id, state.session);
  state.nodes.set(id, call);
  return call;
}
