import type { AgentStatus, CallSource, CallStatus, EventError, OutputRef, Usage } from "./event.ts";
import { createPartialJson, type PartialJson } from "./partialJson.ts";

/** What a call asks of a person. */
export interface Approval {
  id: string;
  state: "pending" | "approved" | "denied" | "expired";
  askedInput: unknown;
  /** As the approver edited it. */
  input?: unknown;
  inputSchema?: unknown;
  reason?: string;
  /** Epoch milliseconds. */
  expiresAt?: number;
  by?: string;
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** What every node of the tree keeps for its readers: the immutable view made on the last read, dropped at a change. */
interface NodeBase {
  view: NodeView | null;
  /** False until its parent is known: kept, not shown. */
  attached: boolean;
}

/** The mutable records that `fold` works on. Nothing outside this folder sees one. */
export interface AgentNode extends NodeBase {
  kind: "agent";
  id: string;
  name: string | null;
  description: string | null;
  status: AgentStatus;
  parentCallId: string | null;
  messageId: string | null;
  startedAt: number | null;
  endedAt: number | null;
  usage: Usage | null;
  error: EventError | null;
  reason: string | null;
  result: unknown;
  items: ItemNode[];
  itemRefs: ItemRef[] | null;
  openCalls: number;
  /** Closed by `end()`, not by an event: a later event may still say better. */
  closedHere: boolean;
}

export interface TextNode extends NodeBase {
  kind: "text" | "reasoning";
  id: string;
  agentId: string;
  messageId: string | null;
  text: string;
  /** When its first and its last piece came, epoch milliseconds. */
  startedAt: number;
  endedAt: number;
}

export interface CallNode extends NodeBase {
  kind: "call";
  id: string;
  tool: string;
  title: string | null;
  summary: string | null;
  status: CallStatus;
  source: CallSource | null;
  userId: string | null;
  agentId: string | null;
  messageId: string | null;
  input: unknown;
  /** The arguments' text while they stream; null before and after. */
  inputText: string | null;
  parser: PartialJson | null;
  /** The end of `inputText` that the parser has not read yet: it reads when somebody looks. */
  unparsed: string;
  output: unknown;
  outputRef: OutputRef | null;
  outputText: string;
  progress: Progress | null;
  error: EventError | null;
  reason: string | null;
  approval: Approval | null;
  startedAt: number | null;
  endedAt: number | null;
  durationMs: number | null;
  agents: AgentNode[];
  /** The status that `end()` closed it from, where no event did: a later event may still say better. */
  closedFrom: CallStatus | null;
}

export type ItemNode = TextNode | CallNode;
export type TimelineNode = AgentNode | ItemNode;

/** One item of an agent, by id: read the node for what it holds. */
export interface ItemRef {
  readonly kind: "text" | "reasoning" | "call";
  readonly id: string;
}

/** An agent as readers see it; its items are references, so a call's change is not the agent's. */
export interface AgentView {
  readonly kind: "agent";
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly status: AgentStatus;
  readonly parentCallId: string | null;
  readonly messageId: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly usage: Usage | null;
  readonly error: EventError | null;
  readonly reason: string | null;
  readonly result: unknown;
  readonly items: readonly ItemRef[];
}

/** A piece of text as readers see it. */
export interface TextView {
  readonly kind: "text" | "reasoning";
  readonly id: string;
  readonly agentId: string;
  readonly text: string;
  /** When its first and its last piece came, epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A call as readers see it. Times are epoch milliseconds; `input` is the live value while arguments stream. */
export interface CallView {
  readonly kind: "call";
  readonly id: string;
  readonly tool: string;
  readonly title: string | null;
  /** The call in a few words, as its tool puts it. */
  readonly summary: string | null;
  readonly status: CallStatus;
  readonly source: CallSource | null;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly messageId: string | null;
  readonly input: unknown;
  /** The arguments' text while they stream, else null. */
  readonly inputText: string | null;
  /** The path that is being written while arguments stream, else null. */
  readonly inputPath: readonly (string | number)[] | null;
  readonly output: unknown;
  readonly outputRef: OutputRef | null;
  readonly outputText: string;
  readonly progress: Progress | null;
  readonly error: EventError | null;
  readonly reason: string | null;
  readonly approval: Approval | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly durationMs: number | null;
  /** Ids of the sub-agents that this call started. */
  readonly agents: readonly string[];
}

export type NodeView = AgentView | TextView | CallView;

export function createAgentNode(id: string): AgentNode {
  return {
    kind: "agent",
    id,
    name: null,
    description: null,
    status: "running",
    parentCallId: null,
    messageId: null,
    startedAt: null,
    endedAt: null,
    usage: null,
    error: null,
    reason: null,
    result: undefined,
    items: [],
    itemRefs: null,
    openCalls: 0,
    closedHere: false,
    attached: false,
    view: null,
  };
}

export function createCallNode(id: string): CallNode {
  return {
    kind: "call",
    id,
    tool: "",
    title: null,
    summary: null,
    status: "requested",
    source: null,
    userId: null,
    agentId: null,
    messageId: null,
    input: undefined,
    inputText: null,
    parser: null,
    unparsed: "",
    output: undefined,
    outputRef: null,
    outputText: "",
    progress: null,
    error: null,
    reason: null,
    approval: null,
    startedAt: null,
    endedAt: null,
    durationMs: null,
    agents: [],
    closedFrom: null,
    attached: false,
    view: null,
  };
}

/** A call's input now: the whole one, else as much of the streaming arguments as can be read. */
export function liveInput(call: CallNode): unknown {
  if (call.inputText === null) return call.input;
  call.parser ??= createPartialJson();
  if (call.unparsed !== "") {
    call.parser.push(call.unparsed);
    call.unparsed = "";
  }
  return call.parser.value;
}

/** The immutable view of a node; the same one until the node changes. */
export function viewOf(node: TimelineNode): NodeView {
  return (node.view ??= makeView(node));
}

function makeView(node: TimelineNode): NodeView {
  if (node.kind === "agent") {
    const { items, itemRefs, openCalls: _open, closedHere: _closed, attached: _attached, view: _view, ...rest } = node;
    node.itemRefs = itemRefs ?? items.map(({ kind, id }) => ({ kind, id }));
    return { ...rest, items: node.itemRefs };
  }
  if (node.kind === "call") {
    const {
      agents,
      parser: _parser,
      unparsed: _unparsed,
      closedFrom: _closed,
      attached: _attached,
      view: _view,
      ...rest
    } = node;
    return {
      ...rest,
      input: liveInput(node),
      inputPath: node.parser && node.inputText !== null ? node.parser.path : null,
      agents: agents.map((agent) => agent.id),
    };
  }
  const { kind, id, agentId, text, startedAt, endedAt } = node;
  return { kind, id, agentId, text, startedAt, endedAt };
}
