import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import {
  blocksOf,
  countsOf,
  promptOf,
  type ContentBlock,
  type MessageEvent,
  type MessageUsage,
} from "./anthropicMessage.ts";
import type { CallNames } from "./callNames.ts";
import { createLane, type Lane, type WholeMessage } from "./claudeLane.ts";
import { createTasks, type TaskMessage } from "./claudeTasks.ts";
import type { AgentDetails, AgentEnd } from "./eventWriter.ts";
import { failed, plainText, resultOf } from "./toolResult.ts";

/** A message of the Claude Agent SDK, or of `claude --output-format stream-json`; only what a timeline shows is named. */
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
  request?: { subtype?: string; tool_use_id?: string; tool_name?: string; input?: unknown; decision_reason?: string };
  response?: { request_id?: string; response?: { behavior?: string; updatedInput?: unknown; message?: string } | null };
}

interface Session {
  id: string;
  turns: number;
  /** The root agent's messages, while a turn runs. */
  root: Lane | null;
  messageId: string | undefined;
  /** The calls of the turn. */
  calls: Set<string>;
  isInterrupted: boolean;
}

const INTERRUPTED = /^\[Request interrupted by user/;
const REFUSED = /^The user doesn't want to (?:proceed with|take) this/;

/**
 * Reads the Claude Agent SDK's messages, partial ones (`includePartialMessages`) and whole ones alike: the same text
 * never comes twice.
 *
 * Each turn is a root agent `agent:<session id>` (the next turns end in `:2`, `:3` …) that the turn's `result` ends.
 * What carries a `parent_tool_use_id` belongs to the sub-agent `agent:<that id>` under that call, at any depth
 * (`forwardSubagentText` brings its words too). A call ends by its `tool_result`; one that was sent behind the
 * conversation ends by its task's notification, in this turn or a later one. Calls that are interrupted, refused, killed
 * or left behind are cancelled, denied or interrupted, never left running. For asks to be seen, push what the SDK's
 * control channel says: `{ type: "control_request", request_id, request: { subtype: "can_use_tool", tool_use_id, input } }`
 * and its `control_response`.
 *
 * @example
 * ```ts
 * const adapter = fromClaudeAgent();
 * for await (const message of query({ prompt, options: { includePartialMessages: true } })) timeline.apply(adapter.push(message));
 * timeline.apply(adapter.end());
 * ```
 */
export function fromClaudeAgent(options: AdapterOptions = {}): Adapter<ClaudeAgentMessage> {
  return createAdapter(options, (writer): Wire => {
    const sessions = new Map<string, Session>();
    const lanes = new Map<string, Lane>();
    const seen = new Set<string>();
    /** The calls that ask, by the request that asks. */
    const asks = new Map<string, string>();
    let current: Session | undefined;
    // Anthropic's ids are used once; a call that is told again is the same call.
    const names: CallNames = {
      name(wireId) {
        current?.calls.add(wireId);
        return wireId;
      },
      alias() {},
      find: (wireId) => wireId || undefined,
    };

    const sessionOf = (id: string | undefined): Session => {
      if (current && (id === undefined || id === current.id)) return current;
      const key = id ?? freshId("session");
      let session = sessions.get(key);
      if (!session) {
        const { messageId } = options;
        session = { id: key, turns: 0, root: null, messageId, calls: new Set(), isInterrupted: false };
        sessions.set(key, session);
      }
      return (current = session);
    };
    const rootOf = (session: Session): Lane => {
      if (session.root) return session.root;
      const turn = ++session.turns;
      const agentId = turn === 1 ? `agent:${session.id}` : `agent:${session.id}:${turn}`;
      writer.startAgent(agentId, { messageId: session.messageId });
      return (session.root = createLane(writer, agentId, names));
    };
    const laneUnder = (callId: string, details: AgentDetails = {}): Lane => {
      let lane = lanes.get(callId);
      if (lane) return lane;
      const agentId = `agent:${callId}`;
      if (writer.stateOf(callId) !== undefined) writer.startCall(callId);
      writer.startAgent(agentId, { ...details, parentCallId: callId });
      lane = createLane(writer, agentId, names);
      lanes.set(callId, lane);
      return lane;
    };
    const laneOf = (message: ClaudeAgentMessage): Lane => {
      const session = sessionOf(message.session_id);
      const { parent_tool_use_id: parent, subagent_type: name, task_description: description } = message;
      if (!parent) return rootOf(session);
      return laneUnder(parent, { name, description });
    };
    const tasks = createTasks(writer, {
      agentUnder: (callId, details) => laneUnder(callId, details).agentId,
      rootAgent: () => rootOf(sessionOf(undefined)).agentId,
    });

    const endLane = (callId: string, end: AgentEnd) => {
      const lane = lanes.get(callId);
      if (!lane) return;
      lane.close(end.status === "completed" ? undefined : end.status);
      writer.endAgent(lane.agentId, end);
    };
    const takeResult = (block: ContentBlock, structured: unknown) => {
      const callId = block.tool_use_id || freshId("call");
      const words = plainText(block.content);
      writer.finishInput(callId);
      if (block.is_error) {
        const end = INTERRUPTED.test(words)
          ? ({ status: "cancelled", reason: words } as const)
          : failed("tool_error", block.content);
        if (REFUSED.test(words)) return writer.endCall(callId, { status: "denied", reason: words });
        endLane(callId, end);
        return writer.endCall(callId, end);
      }
      const value = typeof structured === "object" ? (structured as Record<string, unknown> | null) : null;
      if (value?.["detachedToolCall"] === true) return writer.startCall(callId);
      const launched = typeof value?.["status"] === "string" && value["status"].endsWith("_launched");
      if (launched || typeof value?.["backgroundTaskId"] === "string") {
        const taskId = value?.["backgroundTaskId"] ?? value?.["taskId"] ?? value?.["agentId"];
        return tasks.detach(callId, typeof taskId === "string" ? taskId : undefined);
      }
      const usage = value?.["usage"] as MessageUsage | undefined;
      endLane(callId, {
        status: "completed",
        result: plainText(value?.["content"]) || words,
        usage: usage && countsOf(usage),
      });
      const output = Array.isArray(value) ? resultOf(value) : (value ?? resultOf(block.content));
      writer.endCall(callId, { status: "completed", output: output ?? null });
    };
    const takeAssistant = (message: ClaudeAgentMessage) => {
      const lane = laneOf(message);
      lane.takeWhole(message.message ?? {}, message.uuid);
      if (message.supersedes) lane.withdraw(message.supersedes);
    };
    const takeUser = (message: ClaudeAgentMessage) => {
      const session = sessionOf(message.session_id);
      const blocks = blocksOf(message.message?.content);
      const results = blocks.filter((block) => block.type?.endsWith("tool_result"));
      for (const block of results) takeResult(block, results.length === 1 ? message.tool_use_result : undefined);
      const text = promptOf(blocks);
      if (text === "" || message.parent_tool_use_id) return;
      if (INTERRUPTED.test(text)) session.isInterrupted = true;
      else if (!message.isSynthetic && results.length === 0) {
        session.messageId = message.uuid ?? freshId("message");
        writer.emit({ type: "message.added", messageId: session.messageId, role: "user", text });
      }
    };
    const takeTurnEnd = (message: ClaudeAgentMessage) => {
      const session = sessionOf(message.session_id);
      const root = rootOf(session);
      const { subtype = "success", result, errors, terminal_reason: reason } = message;
      const usage = message.usage ? countsOf(message.usage) : undefined;
      const isFine = subtype === "success" && !message.is_error;
      if (isFine && root.isSilent && result)
        writer.text(root.agentId, `${root.agentId.slice("agent:".length)}:result`, result);
      const isCancelled = session.isInterrupted || reason === "aborted_streaming" || reason === "aborted_tools";
      tasks.settle();
      root.close(isFine ? undefined : (reason ?? subtype));
      const status = isCancelled ? "cancelled" : "interrupted";
      for (const callId of session.calls) {
        if (tasks.isBehind(callId)) continue;
        session.calls.delete(callId);
        if (isFine && !isCancelled) continue;
        endLane(callId, { status, reason });
        writer.endCall(callId, { status, reason });
      }
      if (isCancelled) writer.endAgent(root.agentId, { status: "cancelled", reason, usage });
      else if (isFine)
        writer.endAgent(root.agentId, { status: "completed", result: message.structured_output ?? result, usage });
      else {
        const words = errors?.join("\n") || result || "The agent stopped and does not say why. Try again.";
        const code = subtype === "success" ? (reason ?? "error") : subtype;
        writer.endAgent(root.agentId, { status: "failed", error: { code, message: words }, usage });
      }
      session.root = null;
      session.isInterrupted = false;
    };
    /** A call that nobody has named yet belongs to whoever speaks of it. */
    const name = (callId: string, tool: string | undefined, laneOfIt: () => Lane) => {
      if (writer.stateOf(callId) === undefined) writer.requestCall(callId, { tool, agentId: laneOfIt().agentId });
    };
    const takeDenial = (message: ClaudeAgentMessage & { message?: unknown }) => {
      const callId = message.tool_use_id || freshId("call");
      name(callId, message.tool_name, () => laneOf(message));
      writer.finishInput(callId);
      const words = typeof message.message === "string" ? message.message : undefined;
      writer.endCall(callId, { status: "denied", reason: message.decision_reason ?? words });
    };
    const takeToolProgress = (message: ClaudeAgentMessage) => {
      const callId = message.tool_use_id;
      if (!callId) return;
      name(callId, message.tool_name, () => laneOf(message));
      if (writer.stateOf(callId) === "awaiting-approval") return;
      writer.startCall(callId);
      if (writer.stateOf(callId) !== "running") return;
      writer.emit({ type: "tool.progressed", callId, progress: message.elapsed_time_seconds ?? 0 });
    };
    const takeAsk = ({ request_id: id = "", request = {}, session_id }: ClaudeAgentMessage) => {
      const { tool_use_id: callId, tool_name: tool, input, decision_reason: reason } = request;
      if (request.subtype !== "can_use_tool" || !callId) return;
      name(callId, tool, () => rootOf(sessionOf(session_id)));
      asks.set(id, callId);
      writer.askApproval(callId, { approvalId: id, input, reason });
    };
    const takeAnswer = ({ response = {} }: ClaudeAgentMessage) => {
      const callId = asks.get(response.request_id ?? "");
      const answer = response.response;
      if (callId === undefined || !answer) return;
      asks.delete(response.request_id ?? "");
      const { behavior, updatedInput: input, message: reason } = answer;
      writer.answerApproval(callId, { approved: behavior === "allow", approvalId: response.request_id, input, reason });
    };
    const takeSystem = (message: ClaudeAgentMessage) => {
      const session = sessionOf(message.session_id);
      const { subtype = "" } = message;
      if (subtype === "init") rootOf(session);
      else if (subtype.startsWith("task_")) tasks.take(message as TaskMessage);
      else if (subtype === "permission_denied") takeDenial(message);
      else if (message.retracted_message_uuids) {
        for (const lane of [session.root, ...lanes.values()]) lane?.withdraw(message.retracted_message_uuids);
      } else if (subtype === "local_command_output") {
        rootOf(session).takeWhole({ content: plainText(message.content) });
      }
    };

    return {
      take(raw) {
        const message = raw as ClaudeAgentMessage;
        const { type, uuid } = message;
        if (uuid && type !== "stream_event") {
          if (seen.has(uuid)) return;
          seen.add(uuid);
        }
        if (type === "stream_event") laneOf(message).stream(message.event ?? {});
        else if (type === "assistant") takeAssistant(message);
        else if (type === "user") takeUser(message);
        else if (type === "result") takeTurnEnd(message);
        else if (type === "system") takeSystem(message);
        else if (type === "tool_progress") takeToolProgress(message);
        else if (type === "control_request") takeAsk(message);
        else if (type === "control_response") takeAnswer(message);
      },
      end(reason) {
        for (const session of sessions.values()) session.root?.close(reason);
        for (const lane of lanes.values()) lane.close(reason);
      },
    };
  });
}
