import {
  NEW_CALL,
  type AgentStatus,
  type ApprovalState,
  type CallStatus,
  type CallTurn,
  type QuestionState,
} from "../events/callLife.ts";
import type { ApprovalOffer, CallSource, EventError, OutputRef, Usage, Wording } from "../events/event.ts";
import { createJsonReader, pathOf, readJson, valueOf, type JsonReader } from "../json/partialJson.ts";

/** The approval that a call asks a person for. */
export interface Approval {
  id: string;
  state: ApprovalState;
  askedInput: unknown;
  /** The input as the approver edited it. */
  input?: unknown;
  inputSchema?: unknown;
  reason?: string;
  /** How the reason is made. */
  wording?: Wording;
  /** Epoch milliseconds. */
  expiresAt?: number;
  by?: string;
  /** The answer holds for later calls of this tool in this session. */
  scope?: "session";
  /** Nobody was asked: the approval with this id held for the session. */
  allowance?: string;
  /** What a yes may allow beyond this call. */
  offers?: ApprovalOffer[];
  /** What a yes comes to, as the tool says: such as a `ToolPreview`. */
  preview?: unknown;
  /** The id of the offer that was taken. */
  offer?: string;
}

/** A question that a call asks a person: answered by a form, by opening an address, or by a plain yes. */
export interface Question {
  id: string;
  state: QuestionState;
  message: string;
  /** Who asks, where that is not the tool itself. */
  asker?: string;
  /** JSON Schema of the answer. */
  schema?: unknown;
  /** The address to open. */
  url?: string;
  /** Epoch milliseconds. */
  expiresAt?: number;
  /** The answer. */
  content?: unknown;
  by?: string;
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
  wording?: Wording;
}

/** A moment from which on a node waits for a person (`begins`), or does not any more. */
export interface Wait {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly begins: boolean;
  readonly before: Wait | null;
}

/** The events that a node may get several times, each with an effect of its own. */
export type RepeatableEvent = "starts" | "progresses" | "replacements" | "steps" | "ends" | "retractions";

/** How many events of each repeatable kind there were; a kind that is missing counts as 0. */
export type Counts = { [Kind in RepeatableEvent]?: number };

/** How much of a node one session has reported: characters of each text, items, and repeatable events. */
export interface SourceProgress {
  text: number;
  input: number;
  output: number;
  items: number;
  counts: Counts;
}

/** A reference to one item of an agent; `getNode(id)` reads the item. */
export interface ItemRef {
  readonly kind: "text" | "reasoning" | "call";
  readonly id: string;
}

/** An agent as readers see it. Its items are references, so a change inside a call does not change the agent. */
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
  /** When it last began or ceased to wait for a person; null where it never did. */
  readonly wait: Wait | null;
  readonly items: readonly ItemRef[];
}

/** A piece of text as readers see it. */
export interface TextView {
  readonly kind: "text" | "reasoning";
  readonly id: string;
  readonly agentId: string;
  readonly text: string;
  /** The times of the first and the last delta, epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A call as readers see it. Times are epoch milliseconds; `input` is the live value while arguments stream. */
export interface CallView {
  readonly kind: "call";
  readonly id: string;
  readonly tool: string;
  readonly title: string | null;
  /** The call in a few words, by its tool's `summary`. */
  readonly summary: string | null;
  /** How `summary` is made; null where its tool does not say it. */
  readonly wording: Wording | null;
  readonly status: CallStatus;
  readonly source: CallSource | null;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly messageId: string | null;
  readonly input: unknown;
  /** The arguments as the caller gave them; `input` has a schema's defaults too once the call has started. */
  readonly given: unknown;
  /** The JSON text of the arguments while they stream, else null. */
  readonly inputText: string | null;
  /** The path in the arguments that the stream is writing, else null. */
  readonly inputPath: readonly (string | number)[] | null;
  readonly output: unknown;
  readonly outputRef: OutputRef | null;
  readonly outputText: string;
  readonly progress: Progress | null;
  readonly error: EventError | null;
  readonly reason: string | null;
  readonly approval: Approval | null;
  /** The questions that the call has asked, the oldest first. */
  readonly questions: readonly Question[];
  /** Its place among those that its tool's limits let run; null where it has none. */
  readonly turn: CallTurn | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly durationMs: number | null;
  /** When it, or all that is at work below it, last began or ceased to wait for a person; null where it never did. */
  readonly wait: Wait | null;
  /** Ids of the sub-agents that this call started. */
  readonly agents: readonly string[];
}

export type NodeView = AgentView | TextView | CallView;

/** The bookkeeping of every node. */
interface NodeBase {
  /** The immutable view that the last read made; null after a change. */
  view: NodeView | null;
  /** The state's `version` at the last change. Two states of one log hold the same node where this is equal. */
  changedAt: number;
  /** The session whose event created the node. */
  session: string;
  /** What each session has reported of the node; null while only one session has. */
  progressBySession: Map<string, SourceProgress> | null;
  /** False until the parent arrives: readers do not see the node. */
  attached: boolean;
}

type Mutable<View> = { -readonly [Field in keyof View]: View[Field] };

/**
 * The mutable records that `fold` works on: the fields of the views and their bookkeeping. They stay inside this
 * folder. A record names others by their ids, so that a kept state is read one record at a time.
 */
export interface AgentNode extends NodeBase, Mutable<Omit<AgentView, "items">> {
  /** Grows at its end; a list that loses items is another list, so that a kept state may hold a part of this one. */
  items: ItemRef[];
  /** `items` as the views share it; null after a change. */
  itemsView: readonly ItemRef[] | null;
  /** Calls that have not ended; counted for the implicit agent only. */
  openCalls: number;
  counts: Counts;
  /** `end()` closed the agent, no event did: a later event reopens it. */
  closedByEnd: boolean;
}

export interface TextNode extends NodeBase, Mutable<TextView> {
  messageId: string | null;
  joinedAt: number;
}

export interface CallNode extends NodeBase, Mutable<Omit<CallView, "inputPath" | "agents" | "questions">> {
  parser: JsonReader | null;
  /** The part of `inputText` that the parser has not read: it parses on the next read. */
  unparsed: string;
  agents: string[];
  /** The state's `version` when it came to its message. */
  joinedAt: number;
  /** The ids of all approvals and questions that were asked; replaced, never mutated. */
  asked: readonly string[];
  /** The ids of the questions that wait for an answer; replaced, never mutated. */
  questions: readonly string[];
  /** The questions by themselves; replaced, never mutated. */
  questionViews: readonly Question[];
  counts: Counts;
  /** The status before `end()` closed the call; null unless it did. A later event reopens the call. */
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
    wait: null,
    items: [],
    itemsView: null,
    openCalls: 0,
    counts: {},
    closedByEnd: false,
    attached: false,
    view: null,
    changedAt: 0,
    session,
    progressBySession: null,
  };
}

export function createCallNode(id: string, session: string): CallNode {
  return {
    kind: "call",
    id,
    tool: "",
    title: null,
    summary: null,
    wording: null,
    status: "requested",
    source: null,
    userId: null,
    agentId: null,
    messageId: null,
    input: undefined,
    given: undefined,
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
    wait: null,
    agents: [],
    joinedAt: 0,
    asked: NEW_CALL.asked,
    questions: NEW_CALL.questions,
    questionViews: [],
    turn: NEW_CALL.turn,
    counts: {},
    closedFrom: null,
    attached: false,
    view: null,
    changedAt: 0,
    session,
    progressBySession: null,
  };
}

/** The input as known now: the whole input, or the readable part of the streaming arguments. */
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

/** The immutable view of a node: the same object until the node changes. */
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
    wait: agent.wait,
    items: (agent.itemsView ??= agent.items.slice()),
  };
}

export function callView(call: CallNode): CallView {
  // Reading the input creates the parser that `inputPath` asks.
  const input = liveInput(call);
  return {
    kind: call.kind,
    id: call.id,
    tool: call.tool,
    title: call.title,
    summary: call.summary,
    wording: call.wording,
    status: call.status,
    source: call.source,
    userId: call.userId,
    agentId: call.agentId,
    messageId: call.messageId,
    input,
    given: call.given,
    inputText: call.inputText,
    inputPath: call.inputText === null || !call.parser ? null : pathOf(call.parser),
    output: call.output,
    outputRef: call.outputRef,
    outputText: call.outputText,
    progress: call.progress,
    error: call.error,
    reason: call.reason,
    approval: call.approval,
    questions: call.questionViews,
    turn: call.turn,
    startedAt: call.startedAt,
    endedAt: call.endedAt,
    durationMs: call.durationMs,
    wait: call.wait,
    agents: call.agents.slice(),
  };
}
