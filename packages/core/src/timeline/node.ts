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

/** How much one session has told of a node: characters of its texts, how often each fact that may come again, and how many items. */
export interface Said {
  text: number;
  input: number;
  output: number;
  starts: number;
  progresses: number;
  replacements: number;
  steps: number;
  ends: number;
  retractions: number;
  items: number;
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
  /** How many steps were completed, how often it ended, and how often items were withdrawn. */
  steps: number;
  ends: number;
  retractions: number;
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
  /** How often it was said to start, to go on, to have another preliminary output. */
  starts: number;
  progresses: number;
  replacements: number;
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
    steps: 0,
    ends: 0,
    retractions: 0,
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
    starts: 0,
    progresses: 0,
    replacements: 0,
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
  const { kind, id, agentId, text, startedAt, endedAt } = node;
  return { kind, id, agentId, text, startedAt, endedAt };
}

export function agentView(agent: AgentNode): AgentView {
  const { kind, id, name, description, status, parentCallId, messageId, startedAt, endedAt, usage } = agent;
  const { error, reason, result } = agent;
  agent.itemRefs ??= agent.items.map((item) => ({ kind: item.kind, id: item.id }));
  return {
    kind,
    id,
    name,
    description,
    status,
    parentCallId,
    messageId,
    startedAt,
    endedAt,
    usage,
    error,
    reason,
    result,
    items: agent.itemRefs,
  };
}

export function callView(call: CallNode): CallView {
  const { kind, id, tool, title, summary, status, source, userId, agentId, messageId, inputText } = call;
  const { output, outputRef, outputText, progress, error, reason, approval, startedAt, endedAt, durationMs } = call;
  const input = liveInput(call);
  return {
    kind,
    id,
    tool,
    title,
    summary,
    status,
    source,
    userId,
    agentId,
    messageId,
    input,
    inputText,
    inputPath: inputText === null || !call.parser ? null : pathOf(call.parser),
    output,
    outputRef,
    outputText,
    progress,
    error,
    reason,
    approval,
    startedAt,
    endedAt,
    durationMs,
    agents: call.agents.map((agent) => agent.id),
  };
}
