import type { AgentStatus, CallSource, CallStatus, EventError, OutputRef, Usage } from "./event.ts";
import { createJsonReader, pathOf, readJson, valueOf, type JsonReader } from "./partialJson.ts";

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

/** What may be said of a node again and again, each time as news. */
export type Fact = "starts" | "progresses" | "replacements" | "steps" | "ends" | "retractions";

/** How often each fact was told of a node; none is never. */
export type Told = { [Each in Fact]?: number };

/** How much one session has told of a node: characters of its texts, how many items, how often each fact. */
export interface Said {
  text: number;
  input: number;
  output: number;
  items: number;
  told: Told;
}

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

/** What every node of the tree keeps for its readers: the immutable view made on the last read, dropped at a change. */
interface NodeBase {
  view: NodeView | null;
  /** Counts of the state when it last changed: of one log, a node is the same wherever this is. */
  changedAt: number;
  /** The session that spoke of it first. */
  session: string;
  /** What each session has said of it, once there are two. */
  sources: Map<string, Said> | null;
  /** False until its parent is known: kept, not shown. */
  attached: boolean;
}

type Mutable<View> = { -readonly [Field in keyof View]: View[Field] };

/** The mutable records that `fold` works on: what readers see, and what is kept for that. Nothing outside this folder sees one. */
export interface AgentNode extends NodeBase, Mutable<Omit<AgentView, "items">> {
  items: ItemNode[];
  itemRefs: ItemRef[] | null;
  openCalls: number;
  told: Told;
  /** Closed by `end()`, not by an event: a later event may still say better. */
  closedHere: boolean;
}

export interface TextNode extends NodeBase, Mutable<TextView> {
  messageId: string | null;
}

export interface CallNode extends NodeBase, Mutable<Omit<CallView, "inputPath" | "agents">> {
  parser: JsonReader | null;
  /** The end of `inputText` that the parser has not read yet, once there is one: it reads when somebody looks. */
  unparsed: string;
  agents: AgentNode[];
  /** Every approval that was asked. */
  asked: string[] | null;
  told: Told;
  /** The status that `end()` closed it from, where no event did: a later event may still say better. */
  closedFrom: CallStatus | null;
}

export type ItemNode = TextNode | CallNode;
export type TimelineNode = AgentNode | ItemNode;

export function createAgentNode(id: string, session: string): AgentNode {
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
    told: {},
    closedHere: false,
    attached: false,
    view: null,
    changedAt: 0,
    session,
    sources: null,
  };
}

export function createCallNode(id: string, session: string): CallNode {
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
    asked: null,
    told: {},
    closedFrom: null,
    attached: false,
    view: null,
    changedAt: 0,
    session,
    sources: null,
  };
}

/** A call's input now: the whole one, else as much of the streaming arguments as can be read. */
function liveInput(call: CallNode): unknown {
  if (call.inputText === null) return call.input;
  if (!call.parser) {
    call.parser = createJsonReader();
    call.unparsed = call.inputText;
  }
  if (call.unparsed !== "") {
    readJson(call.parser, call.unparsed);
    call.unparsed = "";
  }
  return valueOf(call.parser);
}

/** The immutable view of a node; the same one until the node changes. */
export function viewOf(node: TimelineNode): NodeView {
  return (node.view ??= makeView(node));
}

function makeView(node: TimelineNode): NodeView {
  if (node.kind === "agent") return agentView(node);
  if (node.kind === "call") return callView(node);
  return {
    kind: node.kind,
    id: node.id,
    agentId: node.agentId,
    text: node.text,
    startedAt: node.startedAt,
    endedAt: node.endedAt,
  };
}

export function agentView(agent: AgentNode): AgentView {
  agent.itemRefs ??= agent.items.map((item) => ({ kind: item.kind, id: item.id }));
  return {
    kind: agent.kind,
    id: agent.id,
    name: agent.name,
    description: agent.description,
    status: agent.status,
    parentCallId: agent.parentCallId,
    messageId: agent.messageId,
    startedAt: agent.startedAt,
    endedAt: agent.endedAt,
    usage: agent.usage,
    error: agent.error,
    reason: agent.reason,
    result: agent.result,
    items: agent.itemRefs,
  };
}

export function callView(call: CallNode): CallView {
  // The parser is there once the input was read.
  const input = liveInput(call);
  return {
    kind: call.kind,
    id: call.id,
    tool: call.tool,
    title: call.title,
    summary: call.summary,
    status: call.status,
    source: call.source,
    userId: call.userId,
    agentId: call.agentId,
    messageId: call.messageId,
    input,
    inputText: call.inputText,
    inputPath: call.inputText === null || !call.parser ? null : pathOf(call.parser),
    output: call.output,
    outputRef: call.outputRef,
    outputText: call.outputText,
    progress: call.progress,
    error: call.error,
    reason: call.reason,
    approval: call.approval,
    startedAt: call.startedAt,
    endedAt: call.endedAt,
    durationMs: call.durationMs,
    agents: call.agents.map((agent) => agent.id),
  };
}
