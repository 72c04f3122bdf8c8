import { asRecord, isRecord } from "../../json/record.ts";
import { sameJson } from "../../json/sameJson.ts";
import type { AskAnswer } from "../askAnswer.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import {
  toElicitationAnswer,
  writeElicitation,
  writeElicited,
  type Elicitation,
  type ElicitationAnswer,
} from "../elicitation.ts";
import { stateOf, writeEnd, writeEvent, writeRequest, writeStart, type EventWriter } from "../eventWriter.ts";
import { readToolResult } from "./toolResult.ts";

export { readToolResult } from "./toolResult.ts";
export type { McpToolResult } from "./toolResult.ts";
export { toElicitationAnswer } from "../elicitation.ts";
export type { ElicitationAnswer } from "../elicitation.ts";
export type { AskAnswer } from "../askAnswer.ts";

/** A JSON-RPC message between an MCP client and its server, in either direction. */
export type McpChunk = Record<string, unknown>;

export interface McpOptions extends AdapterOptions {
  /**
   * The call's id on the timeline, by the request's; `mcp:<id>` unless given. Give one where several servers share a
   * timeline.
   */
  callIdOf?: (requestId: string | number) => string;
  /** The agent that makes the calls; the implicit `you` unless given. */
  agentId?: string;
}

/**
 * Turns the messages of an MCP connection into session events: `tools/call` with its progress, result, error or
 * cancellation, tasks that outlive their request, and elicitations: a question of the call that needs its answer, where
 * the connection tells which that is, else of a call of its own. Other messages are left out.
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

/**
 * The answers to questions by the server's keys, as a `tools/call` that is sent again and a `tasks/update` have them:
 * each question on the timeline has its key in `meta.key`, and what the call is sent again with in `state`.
 * @example
 * ```ts
 * const inputResponses = toInputResponses({ city: { action: "accept", content: { city: "Oslo" } } });
 * await client.request({ method: "tools/call", params: { ...params, inputResponses, requestState } }, schema);
 * ```
 */
export function toInputResponses(answers: Readonly<Record<string, AskAnswer>>): Record<string, ElicitationAnswer> {
  return Object.fromEntries(Object.entries(answers).map(([key, answer]) => [key, toElicitationAnswer(answer)]));
}

interface Task {
  callId: string;
  isDone: boolean;
  /** The questions that it waits for, by the server's keys. */
  asks: Map<string, Elicitation>;
  /** The keys of all that it has asked: it is told again while it waits, and a key is one question. */
  asked: Set<string>;
}

/** The error of a call that needs pages opened first; it is asked for again then. */
const PAGES_FIRST = -32_042;

function connectMcp(writer: EventWriter, options: McpOptions): Wire {
  const callIdOf = options.callIdOf ?? ((id: string | number) => `mcp:${id}`);
  /** Calls by the id of the request that waits for their result, and by the token of their progress. */
  const requests = new Map<string, string>();
  const tokens = new Map<string, string>();
  /** Calls by their task, and the end of a task until its result is fetched. */
  const tasks = new Map<string, Task>();
  /** Calls that wait for a person's input before their request is repeated, by the state that the server gave them. */
  const retried: { callId: string; state: unknown; asks: Map<string, Elicitation> }[] = [];
  /** Calls that were refused until pages have been opened; the next one like it is the same. */
  const refused: { callId: string; params: Record<string, unknown>; asks: Map<string, Elicitation> }[] = [];
  const sent = new Map<string, Record<string, unknown>>();
  const elicitations = new Map<string, Elicitation>();
  /** How often a question was asked. */
  const rounds = new Map<string, number>();

  const startCall = (id: string | number, params: Record<string, unknown>) => {
    const meta = isRecord(params["_meta"]) ? params["_meta"] : {};
    const responses = params["inputResponses"];
    const state = params["requestState"];
    const before =
      responses === undefined && state === undefined ? -1 : retried.findIndex((one) => one.state === state);
    const like = refused.findIndex(
      (one) => one.params["name"] === params["name"] && sameJson(one.params["arguments"], params["arguments"]),
    );
    let callId = callIdOf(id);
    if (before < 0 && like >= 0) {
      const [waiting] = refused.splice(like, 1);
      callId = waiting!.callId;
      // Whoever sends it again has opened what it needs.
      for (const asked of waiting!.asks.values()) writeElicited(writer, asked, { action: "accept" });
    } else if (before >= 0) {
      const [waiting] = retried.splice(before, 1);
      callId = waiting!.callId;
      answerAll(waiting!.asks, responses);
    } else {
      writeRequest(writer, callId, { tool: String(params["name"]), agentId: options.agentId });
      writeStart(writer, callId, { value: params["arguments"] ?? {} });
    }
    requests.set(keyOf(id), callId);
    sent.set(keyOf(id), params);
    // Without a progress token of its own, a request's id is the token.
    tokens.set(keyOf(meta["progressToken"] ?? id), callId);
  };
  const endTask = (task: Task, { status, statusMessage, result, error }: Record<string, unknown>) => {
    const { callId } = task;
    const words = [statusMessage, asRecord(error)["message"]];
    const message = words.find((said): said is string => typeof said === "string" && said !== "");
    if (status === "failed") {
      const error = { code: "task_failed", message: message ?? "The task failed and did not say why." };
      writeEnd(writer, callId, { status, error });
    } else if (status === "cancelled") writeEnd(writer, callId, { status, reason: message });
    // The extension tells what it came to with it; before that, it is fetched.
    else if (status === "completed" && isRecord(result)) applyResult(callId, result);
    else if (status === "completed") task.isDone = true;
  };
  const applyTask = (task: Record<string, unknown>, known?: string) => {
    const taskId = String(task["taskId"]);
    const callId = known ?? tasks.get(taskId)?.callId;
    if (callId === undefined) return;
    const now = tasks.get(taskId) ?? { callId, isDone: false, asks: new Map(), asked: new Set() };
    tasks.set(taskId, now);
    if (task["status"] === "input_required") askTask(now, task["inputRequests"]);
    endTask(now, task);
  };
  const applyResult = (callId: string, result: Record<string, unknown>) => {
    if (isRecord(result["task"])) return applyTask(result["task"], callId);
    if (result["resultType"] === "task") return applyTask(result, callId);
    if (result["resultType"] === "input_required") {
      const state = result["requestState"];
      retried.push({ callId, state, asks: askAll(callId, result["inputRequests"], state) });
      return;
    }
    const { output, failure } = readToolResult(result);
    if (failure === undefined) writeEnd(writer, callId, { status: "completed", output });
    else writeEnd(writer, callId, { status: "failed", error: { code: "tool_error", message: failure } });
  };

  /** The questions that a call needs answered before it can go on, by the server's keys. */
  const askAll = (callId: string, requests: unknown, state?: unknown) => {
    const asks = new Map<string, Elicitation>();
    for (const [key, request] of Object.entries(asRecord(requests))) {
      // Other requests than elicitations are for the client, not for a person.
      if (asRecord(request)["method"] !== "elicitation/create") continue;
      const round = (rounds.get(`${callId}:${key}`) ?? 0) + 1;
      rounds.set(`${callId}:${key}`, round);
      const askId = `${callId}:${key}${round > 1 ? `#${round}` : ""}`;
      asks.set(key, writeElicitation(writer, askId, callId, asRecord(asRecord(request)["params"]), { state, key }));
    }
    return asks;
  };
  const answerAll = (asks: Map<string, Elicitation>, responses: unknown) => {
    for (const [key, asked] of asks) writeElicited(writer, asked, asRecord(responses)[key]);
    asks.clear();
  };
  const askTask = (task: Task, requests: unknown) => {
    const fresh = Object.entries(asRecord(requests)).filter(([key]) => !task.asked.has(key));
    for (const [key] of fresh) task.asked.add(key);
    for (const [key, asked] of askAll(task.callId, Object.fromEntries(fresh))) task.asks.set(key, asked);
  };
  /** A task is given some of its answers, and waits for the others. */
  const answerTask = ({ asks }: Task, responses: unknown) => {
    for (const [key, answer] of Object.entries(asRecord(responses))) {
      const asked = asks.get(key);
      asks.delete(key);
      if (asked) writeElicited(writer, asked, answer);
    }
  };
  /** The pages that a call needs opened first: they are its questions. */
  const askPages = (callId: string, params: Record<string, unknown>, data: unknown): boolean => {
    const { elicitations: pages } = asRecord(data);
    const asks = new Map<string, Elicitation>();
    for (const [place, page] of (Array.isArray(pages) ? pages.filter(isRecord) : []).entries()) {
      if (typeof page["url"] !== "string") continue;
      const key = typeof page["elicitationId"] === "string" ? page["elicitationId"] : String(place);
      asks.set(key, writeElicitation(writer, `${callId}:page:${key}`, callId, page));
    }
    if (asks.size > 0) refused.push({ callId, params, asks });
    return asks.size > 0;
  };
  const notePageOpened = (key: unknown) => {
    for (const { asks } of refused) {
      const asked = asks.get(String(key));
      asks.delete(String(key));
      if (asked) writeElicited(writer, asked, { action: "accept" });
    }
  };
  /** An elicitation says which task it is for, but no call; where only one is open, it is that one. */
  const elicit = (id: string | number, params: Record<string, unknown>) => {
    const open = [...new Set(requests.values())].filter((callId) => stateOf(writer, callId) !== "ended");
    const task = tasks.get(
      String(asRecord(asRecord(params["_meta"])["io.modelcontextprotocol/related-task"])["taskId"]),
    );
    const about = task?.callId ?? (open.length === 1 ? open[0] : undefined);
    const askId = `elicitation:${callIdOf(id)}`;
    elicitations.set(keyOf(id), writeElicitation(writer, askId, about, params, { agentId: options.agentId }));
  };

  const applyRequest = (method: string, id: string | number, params: Record<string, unknown>) => {
    if (method === "tools/call") startCall(id, params);
    else if (method === "elicitation/create") elicit(id, params);
    else if (method === "tasks/result" || method === "tasks/update") {
      const task = tasks.get(String(params["taskId"]));
      if (task && method === "tasks/result") requests.set(keyOf(id), task.callId);
      else if (task) answerTask(task, params["inputResponses"]);
    }
  };
  const applyNotification = (method: string, params: Record<string, unknown>) => {
    if (method === "notifications/progress") {
      const callId = tokens.get(keyOf(params["progressToken"]));
      const { progress, total, message } = params;
      if (callId === undefined || stateOf(writer, callId) === "ended" || typeof progress !== "number") return;
      writeEvent(writer, {
        type: "tool.progressed",
        callId,
        progress,
        total: typeof total === "number" ? total : undefined,
        message: typeof message === "string" ? message : undefined,
      });
    } else if (method === "notifications/cancelled") {
      const callId = requests.get(keyOf(params["requestId"]));
      const reason = typeof params["reason"] === "string" ? params["reason"] : undefined;
      if (callId !== undefined) writeEnd(writer, callId, { status: "cancelled", reason });
    } else if (method === "notifications/elicitation/complete") notePageOpened(params["elicitationId"]);
    else if (method === "notifications/tasks/status" || method === "notifications/tasks") applyTask(params);
  };
  const applyAnswer = (id: string | number, { result, error }: Record<string, unknown>) => {
    const asked = elicitations.get(keyOf(id));
    // Both sides number their requests: a response with an action answers an elicitation.
    if (asked && (isRecord(error) || (isRecord(result) && "action" in result))) {
      elicitations.delete(keyOf(id));
      return writeElicited(writer, asked, result);
    }
    const callId = requests.get(keyOf(id));
    if (isRecord(result) && typeof result["taskId"] === "string") return applyTask(result, callId);
    if (callId === undefined) return;
    requests.delete(keyOf(id));
    if (isRecord(result)) {
      sent.delete(keyOf(id));
      return applyResult(callId, result);
    }
    const { code, message, data } = asRecord(error);
    const params = sent.get(keyOf(id)) ?? {};
    sent.delete(keyOf(id));
    if (code === PAGES_FIRST && askPages(callId, params, data)) return;
    const said =
      typeof message === "string" && message !== "" ? message : "The server refused the call and did not say why.";
    writeEnd(writer, callId, { status: "failed", error: { code: String(code ?? "error"), message: said } });
  };

  return {
    apply(message) {
      const { id, method } = message;
      const params = isRecord(message["params"]) ? message["params"] : {};
      const isId = typeof id === "string" || typeof id === "number";
      if (typeof method !== "string") {
        if (isId) applyAnswer(id, message);
      } else if (isId) applyRequest(method, id, params);
      else applyNotification(method, params);
    },
    end() {
      // A task that has ended and whose result nobody fetched.
      for (const { callId, isDone } of tasks.values())
        if (isDone) writeEnd(writer, callId, { status: "completed", output: null });
    },
  };
}

/** JSON-RPC distinguishes 1 from "1". */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? "";
}
