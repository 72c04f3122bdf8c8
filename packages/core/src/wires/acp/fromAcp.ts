import { asRecord, isRecord } from "../../json/record.ts";
import type { EventError, NewEvent } from "../../events/event.ts";
import { createAdapter, type Adapter, type AdapterClock, type AdapterOptions, type Wire } from "../adapter.ts";
import { writeElicitation, writeElicited, type Elicitation } from "../elicitation.ts";
import { createCallNames, type CallNames } from "../callNames.ts";
import {
  isAgentOpen,
  stateOf,
  writeAgentEnd,
  writeAgentStart,
  writeAnswer,
  writeAsk,
  writeEnd,
  writeEvent,
  writeInput,
  writeRequest,
  writeStart,
  writeText,
  type CallDetails,
  type EventWriter,
} from "../eventWriter.ts";
import { createChildren, type Child, type Children } from "./children.ts";
import { createTranscript, type Transcript } from "./loading.ts";
import { bytesOf, messageOf, optionalString, outputOf, textOf, textOfAll } from "./content.ts";
import { offersOf } from "./permissionOutcome.ts";

export { toElicitationAnswer } from "../elicitation.ts";
export type { ElicitationAnswer } from "../elicitation.ts";
export type { AskAnswer } from "../askAnswer.ts";
export { toPermissionOutcome } from "./permissionOutcome.ts";
export type { AcpPermission, AcpPermissionOutcome } from "./permissionOutcome.ts";

/**
 * A JSON-RPC message between an editor and an agent, in either direction, or the bare parameters of `session/update`,
 * or the bare update: version 1, and version 2 as far as it is drafted.
 */
export type AcpChunk = Record<string, unknown>;

/**
 * Turns an ACP connection into session events. Each prompt is a root agent with its tool calls; a
 * `session/request_permission` is an approval, and an `elicitation/create` a question, until its response passes. A
 * call whose `_meta.claudeCode` names a parent belongs to a sub-agent under that call, and a session that a
 * `subagent_update` names is a sub-agent under another call. A `session/load` tells a session
 * from its beginning, up to its response: what the timeline has of it is not told twice. Plans, modes and commands
 * belong to the session, not to a call, and are left out.
 * @example
 * ```ts
 * const adapter = fromAcp();
 * client()
 *   .onNotification("session/update", ({ params }) => timeline.apply(adapter.push(params)))
 *   .onRequest("session/request_permission", async ({ params, requestId: id }) => {
 *     timeline.apply(adapter.push({ id, method: "session/request_permission", params }));
 *     const result = { outcome: await askPerson(params) };
 *     timeline.apply(adapter.push({ id, result }));
 *     return result;
 *   });
 * ```
 */
export function fromAcp(options: AdapterOptions = {}): Adapter<AcpChunk> {
  return createAdapter<AcpChunk>(options, (writer, clock) => connectAcp(writer, clock, options));
}

interface Turn {
  agentId: string;
  calls: Set<string>;
  /** Calls that asked before any update told whose they are. */
  unplaced: Set<string>;
  /** The turn's last item before the first of them; null where there is none. */
  before: string | null;
  usage: { inputTokens?: number; contextTokens?: number } | undefined;
}

interface Permission {
  callId: string;
  /** The kind of each option, by its id. */
  kinds: Map<string, string>;
}

/** What the call of a sub-agent is named. */
const SUB_AGENT = "subagent";

/** Updates of the session itself, which belong to no call. */
const OF_SESSION =
  /^(plan|available_commands|current_mode|config_option|session_info|usage|compaction)(_update|_removed|_summary_chunk)?$/;

/** One connection: its sessions' turns, and what is open in them. */
interface Connection {
  writer: EventWriter;
  /** The message that the first turn answers, where no prompt names one. */
  messageId: string | undefined;
  turns: Map<string, Turn>;
  /** The sessions that are sub-agents. */
  children: Children;
  /** The names of each session's calls. */
  names: Map<string, CallNames>;
  counts: Map<string, number>;
  /** What was written since the first of the calls that have no place. */
  journal: NewEvent[];
  /** The last item of each agent. */
  lastItems: Map<string, string>;
  /** What each session has said. */
  transcripts: Map<string, Transcript>;
  /** The sessions that are being loaded, by request id. */
  loads: Map<string, string>;
  /** The sessions of prompts without a response, by request id. */
  prompts: Map<string, string>;
  permissions: Map<string, Permission>;
  /** The elicitations without a response, by request id. */
  elicitations: Map<string, Elicitation & { link: string | undefined }>;
  /** The content of each call so far. */
  contents: Map<string, unknown[]>;
  /** The call of each terminal; its bytes may cut a character in two. */
  terminals: Map<string, { callId: string; decoder: TextDecoder }>;
  /** For ids that the wire does not give. */
  count: number;
  /** The text item that grows until something else comes. */
  item: { agentId: string; kind: string; message: string | undefined; id: string } | null;
  /** The person's message that grows until a turn begins. */
  prompt: { session: string; text: string; id: string } | null;
}

function connectAcp(writer: EventWriter, clock: AdapterClock, { messageId }: AdapterOptions): Wire {
  const connection: Connection = {
    writer,
    messageId,
    turns: new Map(),
    children: createChildren(),
    names: new Map(),
    counts: new Map(),
    journal: [],
    lastItems: new Map(),
    transcripts: new Map(),
    loads: new Map(),
    prompts: new Map(),
    permissions: new Map(),
    elicitations: new Map(),
    contents: new Map(),
    terminals: new Map(),
    count: 0,
    item: null,
    prompt: null,
  };
  const { append } = writer;
  writer.append = (event) => {
    append(event);
    // What is written again keeps its first time.
    note(connection, Object.assign({ at: clock.now }, event));
  };
  return { apply: (chunk) => applyMessage(connection, chunk), end: () => emitPrompt(connection) };
}

function applyMessage(connection: Connection, chunk: AcpChunk): void {
  if (typeof chunk["sessionUpdate"] === "string") return applyUpdate(connection, "", chunk);
  const isMessage = "method" in chunk || "result" in chunk || "error" in chunk;
  const params = isMessage ? chunk["params"] : chunk;
  const session = isRecord(params) ? (optionalString(params["sessionId"]) ?? "") : "";
  const id = "id" in chunk ? String(chunk["id"]) : undefined;
  if (!isMessage || chunk["method"] === "session/update") {
    if (isRecord(params) && isRecord(params["update"])) applyUpdate(connection, session, params["update"]);
  } else if (chunk["method"] === "session/prompt" && id !== undefined) {
    appendPrompt(connection, session, textOfAll(isRecord(params) ? params["prompt"] : undefined));
    const open = connection.turns.get(session);
    // A prompt begins a turn, though the response to the one before may be missing.
    if (open && isAgentOpen(connection.writer, open.agentId)) endTurn(connection, session, "end_turn");
    ensureTurn(connection, session);
    connection.prompts.set(id, session);
  } else if (chunk["method"] === "session/load" && id !== undefined) {
    connection.loads.set(id, session);
    transcriptOf(connection, session).rewind();
  } else if (chunk["method"] === "session/request_permission" && id !== undefined) {
    if (!isRecord(params)) throw unshown();
    applyPermission(connection, id, params);
  } else if (chunk["method"] === "elicitation/create" && id !== undefined) {
    if (!isRecord(params)) throw unshown();
    applyElicitation(connection, id, params);
  } else if (chunk["method"] === "elicitation/complete" && isRecord(params)) {
    for (const [request, { link }] of connection.elicitations) {
      if (link !== undefined && link === params["elicitationId"])
        answerElicitation(connection, request, { action: "accept" });
    }
  } else if (chunk["method"] === "session/cancel") {
    endTurn(connection, session, "cancelled");
  } else if (chunk["method"] === undefined && id !== undefined) applyResponse(connection, id, chunk);
}

function applyUpdate(connection: Connection, session: string, update: Record<string, unknown>): void {
  const { writer, contents, terminals } = connection;
  const meta = update["_meta"];
  const message = optionalString(update["messageId"]);
  switch (update["sessionUpdate"]) {
    case "user_message_chunk":
      return appendPrompt(connection, session, textOf(update["content"]));
    case "user_message":
      return appendPrompt(connection, session, textOfAll(update["content"]));
    case "agent_message_chunk":
      return appendSaid(connection, session, meta, "text", message, textOf(update["content"]));
    case "agent_thought_chunk":
      return appendSaid(connection, session, meta, "reasoning", message, textOf(update["content"]));
    case "agent_message":
    case "agent_thought": {
      // The whole of a message, which is new where its pieces did not come.
      const kind = update["sessionUpdate"] === "agent_message" ? "text" : "reasoning";
      const { item } = connection;
      if (item?.message === undefined || item.message !== message)
        appendSaid(connection, session, meta, kind, message, textOfAll(update["content"]));
      return;
    }
    case "tool_call":
    case "tool_call_update":
      return applyCall(connection, session, update);
    case "tool_call_content_chunk": {
      const callId = callOf(connection, session, update);
      if (callId === undefined) throw unshown();
      const part = update["content"];
      contents.set(callId, [...(contents.get(callId) ?? []), part]);
      addTerminal(connection, callId, part);
      const delta = isRecord(part) ? textOf(part["content"]) : "";
      if (delta === "") return;
      writeStart(writer, callId);
      return writeEvent(writer, { type: "tool.output_appended", callId, delta });
    }
    case "terminal_output_chunk": {
      const terminal = terminals.get(String(update["terminalId"]));
      if (!terminal) throw unshown();
      const delta = terminal.decoder.decode(bytesOf(update["data"]), { stream: true });
      if (!delta) return;
      return writeEvent(writer, { type: "tool.output_appended", callId: terminal.callId, delta, channel: "terminal" });
    }
    case "usage_update": {
      const { used } = update;
      if (typeof used === "number") ensureTurn(connection, session).usage = { contextTokens: used };
      return;
    }
    case "state_update":
      return applyState(connection, session, update);
    case "subagent_update":
      return applyChild(connection, session, update);
    default:
      if (!OF_SESSION.test(String(update["sessionUpdate"]))) throw unshown();
  }
}

function applyState(connection: Connection, session: string, state: Record<string, unknown>): void {
  if (state["state"] === "running") ensureTurn(connection, session);
  else if (state["state"] === "idle") endTurn(connection, session, state["stopReason"], state["error"]);
}

/** Applies what a session tells of one that it has begun: it works, is over, or has another title. */
function applyChild(connection: Connection, parent: string, update: Record<string, unknown>): void {
  const session = optionalString(update["sessionId"]);
  const child = session === undefined ? undefined : connection.children.note(parent, session, update);
  if (session === undefined || !child) throw unshown();
  const { callId, title } = child;
  if (callId !== undefined && title !== undefined && stateOf(connection.writer, callId) === "running") {
    writeEvent(connection.writer, { type: "tool.requested", callId, tool: SUB_AGENT, title });
  }
  if (isRecord(update["state"])) applyState(connection, session, update["state"]);
}

/** The turn of a sub-agent, under the call that represents it: a session may be set to work more than once. */
function beginChild(connection: Connection, session: string, child: Child): Turn {
  const { writer, turns } = connection;
  // It may work on while the session that began it rests.
  const above = turns.get(child.parent) ?? ensureTurn(connection, child.parent);
  const count = ++child.count;
  const callId = `subagent:${session}${count > 1 ? `#${count}` : ""}`;
  const { title, description } = child;
  connection.item = null;
  writeRequest(writer, callId, { tool: SUB_AGENT, title, agentId: above.agentId });
  writeStart(writer, callId, { value: description === undefined ? {} : { description } });
  above.calls.add(callId);
  child.callId = callId;
  const agentId = `agent:${callId}`;
  writeAgentStart(writer, agentId, { parentCallId: callId, ...(title !== undefined && { name: title }) });
  const turn: Turn = { agentId, calls: new Set(), unplaced: new Set(), before: null, usage: undefined };
  turns.set(session, turn);
  return turn;
}

/** The open turn of a session, begun here where there is none. */
function ensureTurn(connection: Connection, session: string): Turn {
  const { writer, turns, prompt } = connection;
  const open = turns.get(session);
  if (open && isAgentOpen(writer, open.agentId)) return open;
  const child = connection.children.of(session);
  if (child) return beginChild(connection, session, child);
  const count = ++connection.count;
  const agentId = `agent:${session || "acp"}:${count}`;
  const turn: Turn = { agentId, calls: new Set(), unplaced: new Set(), before: null, usage: undefined };
  turns.set(session, turn);
  const messageId = count === 1 ? (connection.messageId ?? prompt?.id) : prompt?.id;
  emitPrompt(connection);
  writeAgentStart(writer, agentId, { messageId });
  return turn;
}

/** The end of a turn that is told as past, once it is told: what it leaves open has no end, and does not run. */
const TOLD = Symbol("told");

type TurnEnd =
  { status: "completed" } | { status: "cancelled" | "interrupted" } | { status: "failed"; error: EventError };

function endTurn(connection: Connection, session: string, stopReason: unknown, failure?: unknown): void {
  const { writer, turns, children } = connection;
  const turn = turns.get(session);
  if (!turn) return;
  const { agentId, usage } = turn;
  turn.unplaced.clear();
  // A cancelled turn cancels its unfinished calls, also those that the agent sends no update for.
  const cut = stopReason === "cancelled" ? "cancelled" : stopReason === TOLD ? "interrupted" : undefined;
  if (cut) {
    for (const below of children.below(session)) endTurn(connection, below, stopReason);
    for (const callId of turn.calls) {
      writeEnd(writer, callId, { status: cut });
      if (isAgentOpen(writer, `agent:${callId}`)) writeAgentEnd(writer, `agent:${callId}`, { status: cut });
    }
  }
  const callId = children.of(session)?.callId;
  /** The agent ends, and the call that represents it where it is a sub-agent. */
  const endOf = (end: TurnEnd) => {
    writeAgentEnd(writer, agentId, { ...end, usage });
    if (callId === undefined) return;
    writeEnd(writer, callId, end.status === "completed" ? { status: end.status, output: null } : end);
  };
  if (cut === "cancelled" || (cut && callId !== undefined)) endOf({ status: cut });
  else if (stopReason === "refusal") {
    const message = "The model refused to go on. What was said in this turn is not part of the conversation any more.";
    endOf({ status: "failed", error: { code: "refusal", message } });
  } else if (stopReason === "error") {
    const message = optionalString(asRecord(failure)["message"]) ?? "The agent failed and did not say why.";
    endOf({ status: "failed", error: { code: String(asRecord(failure)["code"] ?? "error"), message } });
  } else endOf({ status: "completed" });
}

/** The agent that an update belongs to: the turn's, or a sub-agent under the call that the update names. */
function ensureAgent(connection: Connection, session: string, meta: unknown): string {
  const { agentId } = ensureTurn(connection, session);
  const wireId = optionalString(claudeCodeIn(meta)["parentToolUseId"]);
  if (wireId === undefined) return agentId;
  const parent = connection.names.get(session)?.find(wireId) ?? wireId;
  writeAgentStart(connection.writer, `agent:${parent}`, { parentCallId: parent });
  return `agent:${parent}`;
}

function transcriptOf({ transcripts }: Connection, session: string): Transcript {
  const transcript = transcripts.get(session) ?? createTranscript();
  transcripts.set(session, transcript);
  return transcript;
}

/** Adds to the person's message, which comes in pieces. */
function appendPrompt(connection: Connection, session: string, told: string): void {
  const transcript = transcriptOf(connection, session);
  const text = transcript.newIn("user", told);
  if (text === "") return;
  transcript.add("user", text);
  connection.item = null;
  // Of a session that is loaded, only the next prompt tells that a turn is over.
  if ([...connection.loads.values()].includes(session)) endTurn(connection, session, TOLD);
  if (connection.prompt?.session !== session) {
    emitPrompt(connection);
    connection.prompt = { session, text: "", id: `message:${session || "acp"}:${++connection.count}` };
  }
  connection.prompt.text += text;
}

function emitPrompt(connection: Connection): void {
  const { writer, prompt } = connection;
  if (prompt) writeEvent(writer, { type: "message.added", messageId: prompt.id, role: "user", text: prompt.text });
  connection.prompt = null;
}

/** Appends what an agent says, but for what a session that is loaded has said before. */
function appendSaid(
  connection: Connection,
  session: string,
  meta: unknown,
  kind: "text" | "reasoning",
  message: string | undefined,
  told: string,
): void {
  const transcript = transcriptOf(connection, session);
  const text = transcript.newIn(kind, told);
  if (text === "" && told !== "") return;
  transcript.add(kind, text);
  appendText(connection, ensureAgent(connection, session, meta), kind, message, text);
}

function appendText(
  connection: Connection,
  agentId: string,
  kind: "text" | "reasoning",
  message: string | undefined,
  text: string,
): void {
  let { item } = connection;
  if (item?.agentId !== agentId || item.kind !== kind || item.message !== message) {
    item = connection.item = { agentId, kind, message, id: `${agentId}:${++connection.count}` };
  }
  writeText(connection.writer, agentId, item.id, text, kind);
}

function applyCall(connection: Connection, session: string, call: Record<string, unknown>): void {
  const { writer, contents } = connection;
  if (isToldAgain(connection, session, call)) return;
  const callId = callOf(connection, session, call);
  if (callId === undefined) throw unshown();
  // A text that was cut goes on behind the calls that are told again before it.
  const isRetold = connection.transcripts.get(session)?.isRetold === true && stateOf(writer, callId) !== undefined;
  if (!isRetold) connection.item = null;
  const title = optionalString(call["title"]);
  const name = optionalString(call["name"]) ?? optionalString(claudeCodeIn(call["_meta"])["toolName"]);
  const tool = name ?? optionalString(call["kind"]) ?? title;
  const isAsk = call["sessionUpdate"] === undefined;
  const open = connection.turns.get(session);
  if (stateOf(writer, callId) === undefined) {
    const turn = ensureTurn(connection, session);
    if (isAsk) {
      if (turn.unplaced.size === 0) turn.before = connection.lastItems.get(turn.agentId) ?? null;
      turn.unplaced.add(callId);
    }
    writeRequest(writer, callId, { tool, title, agentId: ensureAgent(connection, session, call["_meta"]) });
    turn.calls.add(callId);
  } else if (!isAsk && open?.unplaced.has(callId)) {
    place(connection, open, callId, { tool: name, title, agentId: ensureAgent(connection, session, call["_meta"]) });
    open.unplaced.delete(callId);
  } else if (title !== undefined && stateOf(writer, callId) !== "ended") {
    writeEvent(writer, {
      type: "tool.requested",
      callId,
      tool: writer.calls.get(callId)?.tool || tool || "unknown",
      title,
    });
  }
  const status = call["status"];
  const input = call["rawInput"];
  if (input !== undefined && input !== null) {
    writeInput(writer, callId, { value: input });
  }
  if (status === "in_progress") writeStart(writer, callId);
  if (Array.isArray(call["content"])) setContent(connection, callId, call["content"]);
  if (status === "completed") {
    writeEnd(writer, callId, { status, output: outputOf(call["rawOutput"], contents.get(callId)) });
  } else if (status === "failed") {
    const message = messageOf(call["rawOutput"], contents.get(callId)) ?? "The tool failed and did not say why.";
    writeEnd(writer, callId, { status, error: { code: "tool_failed", message } });
  } else if (status === "cancelled") writeEnd(writer, callId, { status });
  if (stateOf(writer, callId) !== "ended") return;
  contents.delete(callId);
  // A sub-agent ends with its call: the wire has no other sign of it.
  const agentId = `agent:${callId}`;
  const agentStatus = status === "completed" ? "completed" : "cancelled";
  if (isAgentOpen(writer, agentId)) writeAgentEnd(writer, agentId, { status: agentStatus });
}

/** Whether an update is about a call that was over before its session was loaded. */
function isToldAgain(
  { names, transcripts, writer }: Connection,
  session: string,
  call: Record<string, unknown>,
): boolean {
  if (!transcripts.get(session)?.isRetold) return false;
  const known = names.get(session)?.find(String(call["toolCallId"]));
  return known !== undefined && stateOf(writer, known) === "ended";
}

/** The call that an update is about. A new one may come under the id of one that is over: some models use ids again. */
function callOf(connection: Connection, session: string, update: Record<string, unknown>): string | undefined {
  const { writer, counts } = connection;
  const wireId = update["toolCallId"];
  if (typeof wireId !== "string") return undefined;
  const isOver = (callId: string) => stateOf(writer, callId) === "ended";
  const names = connection.names.get(session) ?? createCallNames(isOver, counts);
  connection.names.set(session, names);
  const known = names.find(wireId);
  const isLater = String(update["sessionUpdate"]).startsWith("tool_call_");
  if (known !== undefined && (isLater || !isOver(known))) return known;
  // The same turn may tell of an ended call once more; where it says that a call begins, it is another one.
  const hasEnded = /^(completed|failed|cancelled)$/.test(String(update["status"]));
  if (known !== undefined && hasEnded && connection.turns.get(session)?.calls.has(known)) return known;
  return names.name(wireId, {});
}

/** Keeps what may have to be written again. */
function note({ turns, journal, lastItems }: Connection, event: NewEvent): void {
  if (event.type === "agent.text_appended") lastItems.set(event.agentId, event.itemId!);
  else if (event.type === "tool.requested" && event.agentId !== undefined) lastItems.set(event.agentId, event.callId);
  if ([...turns.values()].some(({ unplaced }) => unplaced.size > 0)) journal.push(event);
  else journal.length = 0;
}

/**
 * Puts a call that asked first where its update says that it belongs. An event cannot move a call, so what the turn's
 * agent has had since then is withdrawn and written again.
 */
function place(connection: Connection, { agentId: root, before }: Turn, callId: string, details: CallDetails): void {
  const { writer, journal, lastItems } = connection;
  const call = writer.calls.get(callId)!;
  const { agentId = root, tool = call.tool, title } = details;
  if (agentId === root && tool === call.tool) return;
  Object.assign(call, { agentId, tool });
  const agents = new Set([root]);
  const calls = new Set<string>();
  const again = journal.flatMap((event): NewEvent[] => {
    if (event.type === "tool.requested" && agents.has(event.agentId ?? "")) calls.add(event.callId);
    if (event.type === "agent.started" && calls.has(event.parentCallId ?? "")) agents.add(event.agentId);
    const isWithdrawn = "callId" in event ? calls.has(event.callId) : "agentId" in event && agents.has(event.agentId);
    if (!isWithdrawn) return [];
    const isRequest = event.type === "tool.requested" && event.callId === callId;
    return [isRequest ? { ...event, tool, agentId, ...(title !== undefined && { title }) } : event];
  });
  writeEvent(writer, { type: "agent.retracted", agentId: root, afterItemId: before });
  journal.length = 0;
  if (before === null) lastItems.delete(root);
  else lastItems.set(root, before);
  for (const event of again) writer.append(event);
}

function setContent(connection: Connection, callId: string, content: unknown[]): void {
  const { writer, contents } = connection;
  contents.set(callId, content);
  for (const part of content) addTerminal(connection, callId, part);
  const output = outputOf(undefined, content);
  if (output !== null && stateOf(writer, callId) === "running")
    writeEvent(writer, { type: "tool.output_replaced", callId, output });
}

function addTerminal({ terminals }: Connection, callId: string, part: unknown): void {
  if (!isRecord(part) || typeof part["terminalId"] !== "string" || terminals.has(part["terminalId"])) return;
  terminals.set(part["terminalId"], { callId, decoder: new TextDecoder() });
}

function applyPermission(connection: Connection, id: string, params: Record<string, unknown>): void {
  const session = optionalString(params["sessionId"]) ?? "";
  const subject = asRecord(params["subject"]);
  const call = [params["toolCall"], subject["toolCall"]].find(isRecord) ?? subject;
  const toolCallId = optionalString(call["toolCallId"]) ?? `permission:${id}`;
  const title = optionalString(params["title"]) ?? optionalString(call["title"]);
  const asked = { ...call, toolCallId, title, status: undefined, sessionUpdate: undefined };
  applyCall(connection, session, asked);
  const callId = callOf(connection, session, asked)!;
  const kinds = new Map<string, string>();
  for (const option of Array.isArray(params["options"]) ? params["options"] : []) {
    if (isRecord(option)) kinds.set(String(option["optionId"]), String(option["kind"]));
  }
  connection.permissions.set(id, { callId, kinds });
  const reason = optionalString(params["description"]);
  const offers = offersOf(params["options"]);
  writeAsk(connection.writer, callId, {
    approvalId: `permission:${id}`,
    reason,
    ...(offers.length > 0 && { offers }),
  });
}

/** Applies an elicitation, which may name its session, its call, or the request that it serves. */
function applyElicitation(connection: Connection, id: string, params: Record<string, unknown>): void {
  const { writer, prompts, names, elicitations } = connection;
  const { mode, requestId } = params;
  // Others are of a kind that nobody has drawn yet.
  if (mode !== undefined && mode !== "form" && mode !== "url") throw unshown();
  const session = optionalString(params["sessionId"]) ?? prompts.get(String(requestId));
  const toolCallId = optionalString(params["toolCallId"]);
  let about: string | undefined;
  if (session !== undefined && toolCallId !== undefined) {
    if (names.get(session)?.find(toolCallId) === undefined) applyCall(connection, session, { toolCallId });
    about = names.get(session)?.find(toolCallId);
  }
  connection.item = null;
  const agentId = session === undefined ? undefined : ensureTurn(connection, session).agentId;
  const asked = writeElicitation(writer, `elicitation:${id}`, about, params, { agentId });
  if (asked.isStandIn && session !== undefined) ensureTurn(connection, session).calls.add(asked.callId);
  elicitations.set(id, { ...asked, link: optionalString(params["elicitationId"]) });
}

function answerElicitation({ writer, elicitations }: Connection, id: string, answer: unknown): void {
  const asked = elicitations.get(id);
  if (!asked) return;
  elicitations.delete(id);
  writeElicited(writer, asked, answer);
}

/** Applies the response to a prompt, which ends its turn, to a request for permission, or to a question. */
function applyResponse(connection: Connection, id: string, response: Record<string, unknown>): void {
  const { writer, prompts, permissions } = connection;
  const { error } = response;
  const result = asRecord(response["result"]);
  const loaded = connection.loads.get(id);
  if (loaded !== undefined && !("outcome" in result) && !("action" in result)) {
    connection.loads.delete(id);
    transcriptOf(connection, loaded).stop();
    const isPrompted = [...prompts.values()].includes(loaded);
    return isPrompted ? undefined : endTurn(connection, loaded, TOLD);
  }
  const session = prompts.get(id);
  if (session !== undefined && !("outcome" in result) && !("action" in result)) {
    prompts.delete(id);
    if (!isRecord(error)) return endTurn(connection, session, result["stopReason"]);
    const { agentId, usage } = ensureTurn(connection, session);
    const message = optionalString(error["message"]) ?? "The agent refused the prompt and did not say why.";
    return writeAgentEnd(writer, agentId, { status: "failed", error: { code: String(error["code"]), message }, usage });
  }
  // Both sides number their requests: only a response with an action answers an elicitation.
  if ("action" in result || isRecord(error)) answerElicitation(connection, id, result);
  const permission = permissions.get(id);
  if (!permission) return;
  permissions.delete(id);
  const outcome = asRecord(result["outcome"]);
  const { callId, kinds } = permission;
  if (outcome["outcome"] !== "selected") return writeEnd(writer, callId, { status: "cancelled" });
  const optionId = String(outcome["optionId"]);
  const kind = kinds.get(optionId) ?? optionId;
  writeAnswer(writer, callId, {
    approved: kind.startsWith("allow"),
    ...(kind === "allow_always" && { offer: optionId }),
  });
}

/** The error for what no timeline can show: it is noted. */
const unshown = () => new TypeError("An ACP message tells of nothing that can be shown.");

/** The fields that Claude Code adds to an update. */
function claudeCodeIn(meta: unknown): Record<string, unknown> {
  return asRecord(asRecord(meta)["claudeCode"]);
}
