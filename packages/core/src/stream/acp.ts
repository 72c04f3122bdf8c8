import { isRecord } from "../view/outputPath.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import type { EventWriter } from "./eventWriter.ts";

/**
 * What travels between an editor and an agent, in either direction: JSON-RPC messages, or the bare parameters of
 * `session/update` or the bare update. v1 and what is drafted of v2.
 */
export type AcpChunk = Record<string, unknown>;

/**
 * Turns an ACP connection into session events. A prompt is a root agent; its tool calls carry what the agent says of
 * them; a `session/request_permission` is an ask until its answer goes by. A call whose `_meta.claudeCode` names a parent
 * belongs to a sub-agent under that call. Plans, modes and commands are the session's, not a call's, and are left out.
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
  return createAdapter<AcpChunk>(options, (writer) => connectAcp(writer, options));
}

interface Turn {
  agentId: string;
  calls: Set<string>;
  usage: { inputTokens?: number; contextTokens?: number } | undefined;
}

interface Permission {
  callId: string;
  kinds: Map<string, string>;
}

function connectAcp(writer: EventWriter, { messageId }: AdapterOptions): Wire {
  const turns = new Map<string, Turn>();
  const prompts = new Map<string, string>();
  const permissions = new Map<string, Permission>();
  /** The content of each call as its chunks have built it. */
  const contents = new Map<string, unknown[]>();
  /** Which call a terminal belongs to; its bytes may cut a character in two. */
  const terminals = new Map<string, { callId: string; decoder: TextDecoder }>();
  let count = 0;
  /** The text item that grows, until something else comes between. */
  let item: { agentId: string; kind: string; message: string | undefined; id: string } | null = null;
  let said: { session: string; text: string; id: string } | null = null;

  const turnOf = (session: string): Turn => {
    const open = turns.get(session);
    if (open && writer.isAgentOpen(open.agentId)) return open;
    const turn: Turn = { agentId: `agent:${session || "acp"}:${++count}`, calls: new Set(), usage: undefined };
    turns.set(session, turn);
    const answers = count === 1 ? (messageId ?? said?.id) : said?.id;
    tellPerson();
    writer.startAgent(turn.agentId, { messageId: answers });
    return turn;
  };
  /** What the person said is one message, though it comes in pieces. */
  const tellPerson = () => {
    if (said) writer.emit({ type: "message.added", messageId: said.id, role: "user", text: said.text });
    said = null;
  };
  const hear = (session: string, text: string) => {
    if (text === "") return;
    item = null;
    if (said?.session !== session) {
      tellPerson();
      said = { session, text: "", id: `message:${session || "acp"}:${++count}` };
    }
    said.text += text;
  };
  const say = (agentId: string, kind: "text" | "reasoning", message: string | undefined, text: string) => {
    if (item?.agentId !== agentId || item.kind !== kind || item.message !== message) {
      item = { agentId, kind, message, id: `${agentId}:${++count}` };
    }
    writer.text(agentId, item.id, text, kind);
  };
  const agentOf = (session: string, meta: unknown): string => {
    const { agentId } = turnOf(session);
    const claude = isRecord(meta) && isRecord(meta["claudeCode"]) ? meta["claudeCode"] : {};
    const parent = claude["parentToolUseId"];
    if (typeof parent !== "string" || parent === "") return agentId;
    writer.startAgent(`agent:${parent}`, { parentCallId: parent });
    return `agent:${parent}`;
  };
  const endTurn = (session: string, stopReason: unknown) => {
    const turn = turns.get(session);
    if (!turn) return;
    const { agentId, usage } = turn;
    if (stopReason === "cancelled") {
      // Agents need not say it of each call: whoever cancels a turn takes its unfinished calls for cancelled.
      for (const callId of turn.calls) {
        writer.endCall(callId, { status: "cancelled" });
        if (writer.isAgentOpen(`agent:${callId}`)) writer.endAgent(`agent:${callId}`, { status: "cancelled" });
      }
      writer.endAgent(agentId, { status: "cancelled", usage });
    } else if (stopReason === "refusal") {
      const message =
        "The model refused to go on. What was said in this turn is not part of the conversation any more.";
      writer.endAgent(agentId, { status: "failed", error: { code: "refusal", message }, usage });
    } else writer.endAgent(agentId, { status: "completed", usage });
  };

  const takeCall = (session: string, call: Record<string, unknown>) => {
    const callId = call["toolCallId"];
    if (typeof callId !== "string") return;
    item = null;
    const claude = isRecord(call["_meta"]) && isRecord(call["_meta"]["claudeCode"]) ? call["_meta"]["claudeCode"] : {};
    const title = textOr(call["title"]);
    const tool = textOr(call["name"]) ?? textOr(claude["toolName"]) ?? textOr(call["kind"]) ?? title;
    if (writer.stateOf(callId) === undefined) {
      writer.requestCall(callId, { tool, title, agentId: agentOf(session, call["_meta"]) });
      turnOf(session).calls.add(callId);
    } else if (title !== undefined && writer.stateOf(callId) !== "ended") {
      writer.emit({ type: "tool.requested", callId, tool: writer.toolOf(callId) || tool || "unknown", title });
    }
    const status = call["status"];
    const input = call["rawInput"];
    if (input !== undefined && input !== null) {
      if (writer.stateOf(callId) === "running") writer.startCall(callId, { value: input });
      else writer.finishInput(callId, { value: input });
    }
    if (status === "in_progress") writer.startCall(callId);
    if (Array.isArray(call["content"])) setContent(callId, call["content"]);
    if (status === "completed") {
      writer.endCall(callId, { status, output: outputOf(call["rawOutput"], contents.get(callId)) });
    } else if (status === "failed") {
      const message = messageOf(call["rawOutput"], contents.get(callId)) ?? "The tool failed and did not say why.";
      writer.endCall(callId, { status, error: { code: "tool_failed", message } });
    } else if (status === "cancelled") writer.endCall(callId, { status });
    if (writer.stateOf(callId) === "ended") {
      contents.delete(callId);
      // A sub-agent ends when its call does: the wire has no other word for it.
      const agentId = `agent:${callId}`;
      const how = status === "completed" ? "completed" : "cancelled";
      if (writer.isAgentOpen(agentId)) writer.endAgent(agentId, { status: how });
    }
  };
  const setContent = (callId: string, content: unknown[]) => {
    contents.set(callId, content);
    for (const part of content) noteTerminal(callId, part);
    const output = outputOf(undefined, content);
    if (output !== null && writer.stateOf(callId) === "running")
      writer.emit({ type: "tool.output_replaced", callId, output });
  };
  const noteTerminal = (callId: string, part: unknown) => {
    if (!isRecord(part) || typeof part["terminalId"] !== "string" || terminals.has(part["terminalId"])) return;
    terminals.set(part["terminalId"], { callId, decoder: new TextDecoder() });
  };

  const takeUpdate = (session: string, update: Record<string, unknown>) => {
    const meta = update["_meta"];
    const message = textOr(update["messageId"]);
    switch (update["sessionUpdate"]) {
      case "user_message_chunk":
        return hear(session, textOf(update["content"]));
      case "user_message":
        return hear(session, textOfAll(update["content"]));
      case "agent_message_chunk":
        return say(agentOf(session, meta), "text", message, textOf(update["content"]));
      case "agent_thought_chunk":
        return say(agentOf(session, meta), "reasoning", message, textOf(update["content"]));
      case "agent_message":
      case "agent_thought": {
        // The whole of a message: news where its pieces did not come.
        const kind = update["sessionUpdate"] === "agent_message" ? "text" : "reasoning";
        const agentId = agentOf(session, meta);
        if (item?.message === undefined || item.message !== message)
          say(agentId, kind, message, textOfAll(update["content"]));
        return;
      }
      case "tool_call":
      case "tool_call_update":
        return takeCall(session, update);
      case "tool_call_content_chunk": {
        const callId = update["toolCallId"];
        if (typeof callId !== "string") return;
        const part = update["content"];
        contents.set(callId, [...(contents.get(callId) ?? []), part]);
        noteTerminal(callId, part);
        const delta = isRecord(part) ? textOf(part["content"]) : "";
        if (delta !== "") writer.startCall(callId);
        if (delta !== "") writer.emit({ type: "tool.output_appended", callId, delta });
        return;
      }
      case "terminal_output_chunk": {
        const terminal = terminals.get(String(update["terminalId"]));
        const delta = terminal?.decoder.decode(bytesOf(update["data"]), { stream: true });
        if (!terminal || !delta) return;
        return writer.emit({ type: "tool.output_appended", callId: terminal.callId, delta, channel: "terminal" });
      }
      case "usage_update": {
        if (typeof update["used"] === "number") turnOf(session).usage = { contextTokens: update["used"] };
        return;
      }
      case "state_update":
        if (update["state"] === "running") turnOf(session);
        else if (update["state"] === "idle") endTurn(session, update["stopReason"]);
        return;
    }
  };

  const takePermission = (id: string, params: Record<string, unknown>) => {
    const session = textOr(params["sessionId"]) ?? "";
    const subject = isRecord(params["subject"]) ? params["subject"] : {};
    const call = isRecord(params["toolCall"])
      ? params["toolCall"]
      : isRecord(subject["toolCall"])
        ? subject["toolCall"]
        : subject;
    const callId = textOr(call["toolCallId"]) ?? `permission:${id}`;
    const title = textOr(params["title"]) ?? textOr(call["title"]);
    takeCall(session, { ...call, toolCallId: callId, title, status: undefined });
    const kinds = new Map<string, string>();
    for (const option of Array.isArray(params["options"]) ? params["options"] : []) {
      if (isRecord(option)) kinds.set(String(option["optionId"]), String(option["kind"]));
    }
    permissions.set(id, { callId, kinds });
    writer.askApproval(callId, { approvalId: `permission:${id}`, reason: textOr(params["description"]) });
  };
  const takeAnswer = (id: string, answer: Record<string, unknown>) => {
    const { result, error } = answer;
    const session = prompts.get(id);
    if (session !== undefined && !(isRecord(result) && "outcome" in result)) {
      prompts.delete(id);
      if (!isRecord(error)) return endTurn(session, isRecord(result) ? result["stopReason"] : undefined);
      const { agentId, usage } = turnOf(session);
      const message = textOr(error["message"]) ?? "The agent refused the prompt and did not say why.";
      return writer.endAgent(agentId, { status: "failed", error: { code: String(error["code"]), message }, usage });
    }
    const permission = permissions.get(id);
    if (!permission) return;
    permissions.delete(id);
    const outcome = isRecord(result) && isRecord(result["outcome"]) ? result["outcome"] : {};
    const { callId, kinds } = permission;
    if (outcome["outcome"] !== "selected") return writer.endCall(callId, { status: "cancelled" });
    const kind = kinds.get(String(outcome["optionId"])) ?? String(outcome["optionId"]);
    writer.answerApproval(callId, { approved: kind.startsWith("allow") });
  };

  return {
    take(chunk) {
      if (typeof chunk["sessionUpdate"] === "string") return takeUpdate("", chunk);
      const isMessage = "method" in chunk || "result" in chunk || "error" in chunk;
      const params = isMessage ? chunk["params"] : chunk;
      const session = isRecord(params) ? (textOr(params["sessionId"]) ?? "") : "";
      const id = "id" in chunk ? String(chunk["id"]) : undefined;
      if (!isMessage || chunk["method"] === "session/update") {
        if (isRecord(params) && isRecord(params["update"])) takeUpdate(session, params["update"]);
      } else if (chunk["method"] === "session/prompt" && id !== undefined) {
        hear(session, textOfAll(isRecord(params) ? params["prompt"] : undefined));
        const open = turns.get(session);
        // A prompt begins a turn, though the one before never said that it ended.
        if (open && writer.isAgentOpen(open.agentId)) endTurn(session, "end_turn");
        turnOf(session);
        prompts.set(id, session);
      } else if (chunk["method"] === "session/request_permission" && id !== undefined) {
        if (isRecord(params)) takePermission(id, params);
      } else if (chunk["method"] === "session/cancel") {
        endTurn(session, "cancelled");
      } else if (chunk["method"] === undefined && id !== undefined) takeAnswer(id, chunk);
    },
    end: tellPerson,
  };
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The text of one content block; what is no text is named. */
function textOf(block: unknown): string {
  if (!isRecord(block)) return "";
  if (typeof block["text"] === "string") return block["text"];
  if (block["type"] === "resource_link")
    return `[${String(block["title"] ?? block["name"] ?? block["uri"])}](${String(block["uri"])})`;
  const resource = block["resource"];
  return isRecord(resource) && typeof resource["text"] === "string" ? resource["text"] : "";
}

function textOfAll(blocks: unknown): string {
  return Array.isArray(blocks) ? blocks.map(textOf).filter(Boolean).join("\n\n") : textOf(blocks);
}

/** What a call gave: the raw output where there is one, else its content: one text where it is all text. */
function outputOf(raw: unknown, content: readonly unknown[] | undefined): unknown {
  if (raw !== undefined && raw !== null) return raw;
  if (!content || content.length === 0) return null;
  const parts = content.map((part) => (isRecord(part) && part["type"] === "content" ? part["content"] : part));
  const texts = parts.map((part) => (isRecord(part) && part["type"] === "text" ? part["text"] : undefined));
  if (texts.every((text) => typeof text === "string")) return texts.join("\n\n");
  return parts;
}

function messageOf(raw: unknown, content: readonly unknown[] | undefined): string | undefined {
  const output = outputOf(raw, content);
  if (typeof output === "string") return textOr(output);
  if (isRecord(output)) return textOr(output["message"]) ?? textOr(output["error"]);
  return undefined;
}

function bytesOf(base64: unknown): Uint8Array {
  if (typeof base64 !== "string") return new Uint8Array();
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
