import {
  stateOf,
  writeAgentEnd,
  writeAnswer,
  writeAsk,
  writeEnd,
  writeEvent,
  writeInput,
  writeQuestion,
  writeReply,
  writeRequest,
  writeStart,
  writeText,
  type AgentEnd,
} from "../eventWriter.ts";
import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import {
  blocksOf,
  countsOf,
  promptOf,
  type ContentBlock,
  type MessageEvent,
  type MessageUsage,
} from "../anthropic/messageReader.ts";
import type { Lane, WholeMessage } from "./lane.ts";
import { writeElicitation, writeElicited } from "../elicitation.ts";
import { contentOf, userQuestionOf } from "./questions.ts";
import { offerOf, SUGGESTED } from "./suggestions.ts";
import { createStream, endLane, enterSession, laneUnder, namesOf, parentOf, rootOf, type Stream } from "./stream.ts";
import { applyTask, detachCall, settleTasks, type TaskMessage } from "./tasks.ts";
import { failed, plainText, resultOf } from "../toolResult.ts";

export { toElicitationAnswer } from "../elicitation.ts";
export type { ElicitationAnswer } from "../elicitation.ts";
export type { AskAnswer } from "../askAnswer.ts";
export { toPermissionResult } from "./questions.ts";
export type { ClaudePermissionResult, ClaudeToolRequest } from "./questions.ts";

/** A message of the Claude Agent SDK, or of `claude --output-format stream-json`, as far as a timeline shows it. */
export interface ClaudeAgentMessage extends Omit<TaskMessage, "usage"> {
  type?: string;
  uuid?: string;
  session_id?: string;
  parent_tool_use_id?: string | null;
  message?: WholeMessage & { role?: string };
  event?: MessageEvent & { message?: WholeMessage };
  tool_use_result?: unknown;
  task_description?: string;
  supersedes?: string[];
  retracted_message_uuids?: string[];
  isSynthetic?: boolean;
  content?: unknown;
  tool_name?: string;
  elapsed_time_seconds?: number;
  decision_reason?: string;
  is_error?: boolean;
  result?: string;
  structured_output?: unknown;
  errors?: string[];
  terminal_reason?: string;
  api_error_status?: number | null;
  usage?: (MessageUsage & NonNullable<TaskMessage["usage"]>) | null;
  request_id?: string;
  request?: {
    subtype?: string;
    tool_use_id?: string;
    tool_name?: string;
    input?: unknown;
    decision_reason?: string;
    permission_suggestions?: unknown;
    mcp_server_name?: string;
    message?: string;
    url?: string;
    requested_schema?: unknown;
  };
  response?: {
    request_id?: string;
    response?: {
      behavior?: string;
      updatedInput?: unknown;
      updatedPermissions?: unknown;
      message?: string;
    } | null;
  };
}

/** Messages about the account, the connection and the terminal, or that say in fewer words what others say. */
const QUIET =
  /^(keep_alive|auth_status|rate_limit_event|prompt_suggestion|tool_use_summary|transcript_mirror|streamlined_\w+|update_environment_variables)$/;

const INTERRUPTED = /^\[Request interrupted by user/;
const REFUSED = /^The user doesn't want to (?:proceed with|take) this/;

/**
 * Reads the Claude Agent SDK's messages, partial ones (`includePartialMessages`) and whole ones alike. Text that comes
 * both ways is written once.
 *
 * Each turn is a root agent `agent:<session id>` (the next turns end in `:2`, `:3` …) that the turn's `result` ends. A
 * message with a `parent_tool_use_id` belongs to the sub-agent `agent:<that id>` under that call, at any depth
 * (`forwardSubagentText` brings its texts too). A call ends by its `tool_result`; a call in the background ends by its
 * task's notification, in this turn or a later one. Calls that are interrupted, refused, killed or left open are
 * cancelled, denied or interrupted, never left running. To show approvals, push the messages of the SDK's control
 * channel: `{ type: "control_request", request_id, request: { subtype: "can_use_tool", tool_use_id, tool_name, input }
 * }` and its `control_response`. The tool `AskUserQuestion` and an MCP server's `elicitation` ask questions that way.
 *
 * @example
 * ```ts
 * const adapter = fromClaudeAgent();
 * const messages = query({ prompt, options: { includePartialMessages: true } });
 * for await (const message of messages) timeline.apply(adapter.push(message));
 * timeline.apply(adapter.end());
 * ```
 */
export function fromClaudeAgent(options: AdapterOptions = {}): Adapter<ClaudeAgentMessage> {
  return createAdapter(options, (writer): Wire => {
    const stream = createStream(writer, options.messageId);
    return {
      apply: (message) => applyMessage(stream, message as ClaudeAgentMessage),
      end(reason) {
        for (const session of stream.sessions.values()) session.root?.close(reason);
        for (const lane of stream.lanes.values()) lane.close(reason);
      },
    };
  });
}

function applyMessage(stream: Stream, message: ClaudeAgentMessage): void {
  const { type, uuid } = message;
  if (uuid && type !== "stream_event") {
    if (stream.applied.has(uuid)) return;
    stream.applied.add(uuid);
  }
  enterSession(stream, message.session_id);
  if (type === "stream_event") laneOf(stream, message).stream(message.event ?? {});
  else if (type === "assistant") applyAssistant(stream, message);
  else if (type === "user") applyUser(stream, message);
  else if (type === "result") endTurn(stream, message);
  else if (type === "system") applySystem(stream, message);
  else if (type === "tool_progress") applyToolProgress(stream, message);
  else if (type === "control_request") applyAsk(stream, message);
  else if (type === "control_response") applyAnswer(stream, message);
  else if (type === "control_cancel_request") withdrawAsk(stream, message);
  else if (!QUIET.test(String(type))) throw new TypeError(String(type));
}

/** The agent that a message belongs to. */
function laneOf(stream: Stream, message: ClaudeAgentMessage): Lane {
  const { parent_tool_use_id: parent, subagent_type: name, task_description: description } = message;
  return parent ? laneUnder(stream, parentOf(stream, parent), { name, description }) : rootOf(stream);
}

/** The names of the calls of a message's agent. */
function namesFor(stream: Stream, { parent_tool_use_id: parent }: ClaudeAgentMessage) {
  return namesOf(stream, parent ? parentOf(stream, parent) : stream.session.id);
}

function applyAssistant(stream: Stream, message: ClaudeAgentMessage): void {
  const lane = laneOf(stream, message);
  lane.applyWhole(message.message ?? {}, message.uuid);
  if (message.supersedes) lane.withdraw(message.supersedes);
}

function applyUser(stream: Stream, message: ClaudeAgentMessage): void {
  const { session } = stream;
  const blocks = blocksOf(message.message?.content);
  const results = blocks.filter((block) => block.type?.endsWith("tool_result"));
  for (const block of results) {
    const callId = namesFor(stream, message).find(block.tool_use_id ?? "");
    applyResult(stream, callId, block, results.length === 1 ? message.tool_use_result : undefined);
  }
  const text = promptOf(blocks);
  if (text === "" || message.parent_tool_use_id) return;
  if (INTERRUPTED.test(text)) session.isInterrupted = true;
  else if (!message.isSynthetic && results.length === 0) {
    session.messageId = message.uuid ?? freshId("message");
    writeEvent(stream.writer, { type: "message.added", messageId: session.messageId, role: "user", text });
  }
}

/** Applies a `tool_result`; `structured` is the same result as the SDK's own tools give it. */
function applyResult(stream: Stream, callId: string, block: ContentBlock, structured: unknown): void {
  const { writer } = stream;
  const text = plainText(block.content);
  writeInput(writer, callId);
  if (block.is_error) {
    if (REFUSED.test(text)) return writeEnd(writer, callId, { status: "denied", reason: text });
    const end = INTERRUPTED.test(text)
      ? ({ status: "cancelled", reason: text } as const)
      : failed("tool_error", block.content);
    endLane(stream, callId, end);
    return writeEnd(writer, callId, end);
  }
  const value = typeof structured === "object" ? (structured as Record<string, unknown> | null) : null;
  if (value?.["detachedToolCall"] === true) return writeStart(writer, callId);
  const isLaunched = typeof value?.["status"] === "string" && value["status"].endsWith("_launched");
  if (isLaunched || typeof value?.["backgroundTaskId"] === "string") {
    const taskId = value?.["backgroundTaskId"] ?? value?.["taskId"] ?? value?.["agentId"];
    return detachCall(stream, callId, typeof taskId === "string" ? taskId : undefined);
  }
  const usage = value?.["usage"] as MessageUsage | undefined;
  endLane(stream, callId, {
    status: "completed",
    result: plainText(value?.["content"]) || text,
    usage: usage && countsOf(usage),
  });
  const output = Array.isArray(value) ? resultOf(value) : (value ?? resultOf(block.content));
  writeEnd(writer, callId, { status: "completed", output: output ?? null });
}

/** Ends the turn by its `result`. */
function endTurn(stream: Stream, message: ClaudeAgentMessage): void {
  const { writer, background, session } = stream;
  const root = rootOf(stream);
  const { subtype = "success", result, errors, terminal_reason: reason } = message;
  const usage = message.usage ? countsOf(message.usage) : undefined;
  const isSuccess = subtype === "success" && !message.is_error;
  if (isSuccess && root.isSilent && result)
    writeText(writer, root.agentId, `${root.agentId.slice("agent:".length)}:result`, result);
  const isCancelled = session.isInterrupted || reason === "aborted_streaming" || reason === "aborted_tools";
  settleTasks(stream);
  root.close(isSuccess ? undefined : (reason ?? subtype));
  const status = isCancelled ? ("cancelled" as const) : "interrupted";
  for (const callId of session.calls) {
    if (background.has(callId)) continue;
    session.calls.delete(callId);
    if (isSuccess && !isCancelled) continue;
    endLane(stream, callId, { status, reason });
    writeEnd(writer, callId, { status, reason });
  }
  const text = errors?.join("\n") || result || "The agent stopped and does not say why. Try again.";
  const code = subtype === "success" ? (reason ?? "error") : subtype;
  const end: AgentEnd = isCancelled
    ? { status, reason }
    : isSuccess
      ? { status: "completed", result: message.structured_output ?? result }
      : { status: "failed", error: { code, message: text } };
  writeAgentEnd(writer, root.agentId, { ...end, usage });
  session.root = null;
  session.isInterrupted = false;
}

function applySystem(stream: Stream, message: ClaudeAgentMessage): void {
  const { subtype } = message;
  if (subtype === "init") rootOf(stream);
  else if (subtype === "permission_denied") applyDenial(stream, message);
  else if (message.retracted_message_uuids) {
    for (const lane of [stream.session.root, ...stream.lanes.values()]) lane?.withdraw(message.retracted_message_uuids);
  } else if (subtype === "local_command_output") {
    rootOf(stream).applyWhole({ content: plainText(message.content) });
  } else applyTask(stream, message as TaskMessage);
}

/**
 * The call that a message names. One that no other has named belongs to the message's agent; an ask is never about one
 * that is over.
 */
function callOf(stream: Stream, wireId: string, tool: string | undefined, message: ClaudeAgentMessage): string {
  const names = namesFor(stream, message);
  const known = names.find(wireId);
  const state = stateOf(stream.writer, known);
  if (state !== undefined && (state !== "ended" || message.type !== "control_request")) return known;
  const callId = names.name(wireId || known, message);
  writeRequest(stream.writer, callId, { tool, agentId: laneOf(stream, message).agentId });
  return callId;
}

function applyDenial(stream: Stream, message: ClaudeAgentMessage & { message?: unknown }): void {
  const { writer } = stream;
  const callId = callOf(stream, message.tool_use_id ?? "", message.tool_name, message);
  writeInput(writer, callId);
  const text = typeof message.message === "string" ? message.message : undefined;
  writeEnd(writer, callId, { status: "denied", reason: message.decision_reason ?? text });
}

function applyToolProgress(stream: Stream, message: ClaudeAgentMessage): void {
  const { writer } = stream;
  if (!message.tool_use_id) return;
  const callId = callOf(stream, message.tool_use_id, message.tool_name, message);
  if (!stateOf(writer, callId)?.startsWith("awaiting")) writeStart(writer, callId);
  if (stateOf(writer, callId) !== "running") return;
  writeEvent(writer, { type: "tool.progressed", callId, progress: message.elapsed_time_seconds ?? 0 });
}

function applyAsk(stream: Stream, message: ClaudeAgentMessage): void {
  const { writer, asks } = stream;
  const { request_id: askId = "", request = {} } = message;
  const { tool_use_id: wireId, tool_name: tool, input, decision_reason: reason } = request;
  // A host that comes later is told again of what waits.
  if (asks.has(askId)) return;
  if (request.subtype === "elicitation") {
    const { agentId } = rootOf(stream);
    const elicitation = writeElicitation(
      writer,
      askId || freshId("ask"),
      callOfServer(stream, request.mcp_server_name),
      request,
      {
        agentId,
        schema: request.requested_schema,
      },
    );
    const { callId, isStandIn } = elicitation;
    if (isStandIn) stream.session.calls.add(callId);
    asks.set(askId, { callId, elicitation });
    return;
  }
  if (request.subtype !== "can_use_tool") return;
  // Its answer goes by the request, so that an ask that names no call can be answered all the same.
  const callId = callOf(stream, wireId || `ask:${askId}`, tool, message);
  const question = userQuestionOf(request);
  asks.set(askId, { callId, isQuestion: question !== undefined });
  if (!question) {
    const offer = offerOf(request.permission_suggestions);
    return writeAsk(writer, callId, { approvalId: askId, input, reason, ...(offer && { offers: [offer] }) });
  }
  writeInput(writer, callId, { value: input });
  writeQuestion(writer, { callId, askId, ...question });
}

/** The only open call of an MCP server: the one that its question is for. */
function callOfServer({ writer }: Stream, server = ""): string | undefined {
  const prefix = `mcp__${server.replace(/[^\w-]/g, "_")}__`;
  const open = [...writer.calls].filter(
    ([callId, { tool }]) => tool.startsWith(prefix) && /^(ready|running)$/.test(stateOf(writer, callId)!),
  );
  return open.length === 1 ? open[0]![0] : undefined;
}

function applyAnswer({ writer, asks, answered }: Stream, { response = {} }: ClaudeAgentMessage): void {
  const { request_id: askId = "", response: answer } = response;
  const asked = asks.get(askId);
  if (!asked && answer?.behavior !== undefined && !answered.has(askId)) throw new TypeError("request_id");
  if (!asked || !answer) return;
  asks.delete(askId);
  answered.add(askId);
  const { callId, isQuestion, elicitation } = asked;
  const { behavior, updatedInput: input, updatedPermissions: allowed, message: reason } = answer;
  const approved = behavior === "allow";
  if (elicitation) return writeElicited(writer, elicitation, answer);
  if (!isQuestion) {
    const isOffered = approved && Array.isArray(allowed) && allowed.length > 0;
    const offer = isOffered ? { offer: SUGGESTED } : {};
    return writeAnswer(writer, callId, { approved, approvalId: askId, input, reason, ...offer });
  }
  const content = approved ? contentOf(input) : undefined;
  writeReply(writer, { callId, askId, action: approved ? "accept" : "decline", content });
}

/** The agent does not wait for an answer any more. What becomes of a permission's call, the next messages tell. */
function withdrawAsk({ writer, asks, answered }: Stream, { request_id: askId = "" }: ClaudeAgentMessage): void {
  const { callId, isQuestion, elicitation } = asks.get(askId) ?? {};
  if (elicitation) writeElicited(writer, elicitation, null);
  else if (isQuestion && callId !== undefined) writeReply(writer, { callId, askId, action: "cancel" });
  answered.add(askId);
  if (elicitation || isQuestion) asks.delete(askId);
}
