import { isRecord } from "../view/outputPath.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import type { EventWriter } from "./eventWriter.ts";

/** A JSON-RPC message between an MCP client and its server, in either direction. */
export type McpChunk = Record<string, unknown>;

export interface McpOptions extends AdapterOptions {
  /** The call's id on the timeline, by the request's; `mcp:<id>` unless given. Give one where several servers share a timeline. */
  callIdOf?: (requestId: string | number) => string;
  /** The agent that makes the calls; the implicit `you` unless given. */
  agentId?: string;
}

/**
 * Turns the messages of an MCP connection into session events: `tools/call` with its progress, result, error or
 * cancellation, tasks that outlive their request, and elicitations, each an ask of its own. Other messages are left out.
 * @example
 * ```ts
 * const adapter = fromMcp();
 * const send = transport.send.bind(transport);
 * transport.send = (message, options) => {
 *   timeline.apply(adapter.push(message));
 *   return send(message, options);
 * };
 * const { onmessage } = transport;
 * transport.onmessage = (message, extra) => {
 *   timeline.apply(adapter.push(message));
 *   onmessage?.(message, extra);
 * };
 * ```
 */
export function fromMcp(options: McpOptions = {}): Adapter<McpChunk> {
  return createAdapter<McpChunk>(options, (writer) => connectMcp(writer, options));
}

function connectMcp(writer: EventWriter, options: McpOptions): Wire {
  const callIdOf = options.callIdOf ?? ((id: string | number) => `mcp:${id}`);
  /** Calls by the id of the request that waits for their result, and by the token of their progress. */
  const requests = new Map<string, string>();
  const tokens = new Map<string, string>();
  /** Calls by their task, and what is known of a task's end while its result has not been fetched. */
  const tasks = new Map<string, { callId: string; isDone: boolean }>();
  /** Calls that wait for answers before they are asked again, by the state that the server gave them. */
  const retried: { callId: string; state: unknown; asks: Map<string, string> }[] = [];
  const elicitations = new Map<string, string>();

  const startCall = (id: string | number, params: Record<string, unknown>) => {
    const meta = isRecord(params["_meta"]) ? params["_meta"] : {};
    const responses = params["inputResponses"];
    const state = params["requestState"];
    const before =
      responses === undefined && state === undefined ? -1 : retried.findIndex((one) => one.state === state);
    let callId = callIdOf(id);
    if (before >= 0) {
      const [waiting] = retried.splice(before, 1);
      callId = waiting!.callId;
      for (const [key, askId] of waiting!.asks) answerAsk(askId, isRecord(responses) ? responses[key] : undefined);
    } else {
      writer.requestCall(callId, { tool: String(params["name"]), agentId: options.agentId });
      writer.startCall(callId, { value: params["arguments"] ?? {} });
    }
    requests.set(keyOf(id), callId);
    // Clients take the request's id as the token unless they say another.
    tokens.set(keyOf(meta["progressToken"] ?? id), callId);
  };
  const endTask = (taskId: string, callId: string, status: unknown, said: unknown) => {
    const message = typeof said === "string" && said !== "" ? said : undefined;
    if (status === "failed") {
      const error = { code: "task_failed", message: message ?? "The task failed and did not say why." };
      writer.endCall(callId, { status, error });
    } else if (status === "cancelled") writer.endCall(callId, { status, reason: message });
    else if (status === "completed") tasks.set(taskId, { callId, isDone: true });
  };
  const takeTask = (task: Record<string, unknown>, known?: string) => {
    const taskId = String(task["taskId"]);
    const callId = known ?? tasks.get(taskId)?.callId;
    if (callId === undefined) return;
    if (!tasks.has(taskId)) tasks.set(taskId, { callId, isDone: false });
    endTask(taskId, callId, task["status"], task["statusMessage"]);
  };
  const takeResult = (callId: string, result: Record<string, unknown>) => {
    if (isRecord(result["task"])) return takeTask(result["task"], callId);
    if (result["resultType"] === "input_required") {
      const asks = new Map<string, string>();
      for (const [key, request] of Object.entries(isRecord(result["inputRequests"]) ? result["inputRequests"] : {})) {
        const askId = `${callId}:${key}`;
        asks.set(key, askId);
        ask(askId, isRecord(request) && isRecord(request["params"]) ? request["params"] : {});
      }
      retried.push({ callId, state: result["requestState"], asks });
      return;
    }
    const { structuredContent, content } = result;
    if (result["isError"] === true) {
      const message = textOf(content) || "The tool failed and did not say why.";
      writer.endCall(callId, { status: "failed", error: { code: "tool_error", message } });
    } else writer.endCall(callId, { status: "completed", output: structuredContent ?? { content: content ?? [] } });
  };

  /** What the server asks of the person is a call of its own: the tool's own call goes on running. */
  const ask = (callId: string, params: Record<string, unknown>) => {
    const { message, requestedSchema, url } = params;
    const said = typeof message === "string" ? message : undefined;
    writer.requestCall(callId, { tool: "elicitation", title: said, agentId: options.agentId });
    const input = typeof url === "string" ? { url } : {};
    writer.askApproval(callId, { approvalId: callId, input, inputSchema: requestedSchema, reason: said });
  };
  const answerAsk = (callId: string, answer: unknown) => {
    const { action, content } = isRecord(answer) ? answer : {};
    if (action === "accept") {
      writer.answerApproval(callId, { approved: true, input: content });
      writer.endCall(callId, { status: "completed", output: content ?? null });
    } else if (action === "decline") writer.answerApproval(callId, { approved: false });
    else writer.endCall(callId, { status: "cancelled" });
  };

  const takeRequest = (method: string, id: string | number, params: Record<string, unknown>) => {
    if (method === "tools/call") startCall(id, params);
    else if (method === "elicitation/create") {
      elicitations.set(keyOf(id), `elicitation:${callIdOf(id)}`);
      ask(`elicitation:${callIdOf(id)}`, params);
    } else if (method === "tasks/result" || method === "tasks/get" || method === "tasks/cancel") {
      const callId = tasks.get(String(params["taskId"]))?.callId;
      if (callId !== undefined && method === "tasks/result") requests.set(keyOf(id), callId);
    }
  };
  const takeNotification = (method: string, params: Record<string, unknown>) => {
    if (method === "notifications/progress") {
      const callId = tokens.get(keyOf(params["progressToken"]));
      const { progress, total, message } = params;
      if (callId === undefined || writer.stateOf(callId) === "ended" || typeof progress !== "number") return;
      writer.emit({
        type: "tool.progressed",
        callId,
        progress,
        total: typeof total === "number" ? total : undefined,
        message: typeof message === "string" ? message : undefined,
      });
    } else if (method === "notifications/cancelled") {
      const callId = requests.get(keyOf(params["requestId"]));
      const reason = typeof params["reason"] === "string" ? params["reason"] : undefined;
      if (callId !== undefined) writer.endCall(callId, { status: "cancelled", reason });
    } else if (method === "notifications/tasks/status") takeTask(params);
  };
  const takeAnswer = (id: string | number, { result, error }: Record<string, unknown>) => {
    const askId = elicitations.get(keyOf(id));
    // Both sides number their requests: an answer with an action is the person's.
    if (askId !== undefined && (isRecord(error) || (isRecord(result) && "action" in result))) {
      elicitations.delete(keyOf(id));
      return answerAsk(askId, result);
    }
    if (isRecord(result) && typeof result["taskId"] === "string") return takeTask(result);
    const callId = requests.get(keyOf(id));
    if (callId === undefined) return;
    requests.delete(keyOf(id));
    if (isRecord(result)) return takeResult(callId, result);
    const { code, message } = isRecord(error) ? error : {};
    const said =
      typeof message === "string" && message !== "" ? message : "The server refused the call and did not say why.";
    writer.endCall(callId, { status: "failed", error: { code: String(code ?? "error"), message: said } });
  };

  return {
    take(message) {
      const { id, method } = message;
      const params = isRecord(message["params"]) ? message["params"] : {};
      const isId = typeof id === "string" || typeof id === "number";
      if (typeof method !== "string") {
        if (isId) takeAnswer(id, message);
      } else if (isId) takeRequest(method, id, params);
      else takeNotification(method, params);
    },
    end() {
      // A task that is done, and whose result nobody fetched.
      for (const { callId, isDone } of tasks.values())
        if (isDone) writer.endCall(callId, { status: "completed", output: null });
    },
  };
}

/** JSON-RPC tells 1 from "1". */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? "";
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .filter(Boolean)
    .join("\n\n");
}
