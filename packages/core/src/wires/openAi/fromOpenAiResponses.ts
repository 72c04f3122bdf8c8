import { isWaiting, writeAgentEnd, writeAgentStart, writeAnswer, writeEvent } from "../eventWriter.ts";
import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import { createCallNames } from "../callNames.ts";
import { isCall, isOutput, type ResponseItem } from "./items.ts";
import type { ItemEvent } from "./itemStream.ts";
import { createResponse, type ResponseState } from "./itemWriter.ts";
import { applyEvent, applyItem, applyOutput, applyOutputItem, closeResponse, type ResponseEnd } from "./response.ts";
import { plainText } from "../toolResult.ts";
import { usageOf } from "../usageOf.ts";

/** What the Responses API sends, and the items that an app sends back, as far as a timeline shows them. */
export interface OpenAiResponsesChunk extends ItemEvent {
  sequence_number?: number;
  response?: OpenAiResponse | null;
  error?: { type?: string | null; code?: string | null; message?: string } | null;
  code?: string;
  message?: string;
  object?: string;
}

interface OpenAiResponse {
  id?: string;
  status?: string | null;
  output?: ResponseItem[] | null;
  error?: { code?: string; message?: string } | null;
  incomplete_details?: { reason?: string } | null;
  usage?: OpenAiUsage | null;
}

interface OpenAiUsage {
  input_tokens?: number;
  output_tokens?: number;
  total_tokens?: number;
  input_tokens_details?: { cached_tokens?: number } | null;
  output_tokens_details?: { reasoning_tokens?: number } | null;
}

interface Answer {
  response: ResponseState;
  id: string | undefined;
  /** The event of each sequence number: a resumed stream repeats some of them. */
  seen: Map<number, string>;
  highest: number;
  /** The sequence numbers grow; some gateways send the same one always. */
  isNumbered: boolean;
  /** Items that an app pushed, without a response around them. */
  isLoose: boolean;
}

/**
 * Reads OpenAI's Responses API: streamed events (resumed and background ones too), whole responses, and the input items
 * that an app answers with.
 *
 * Each response is a root agent `agent:<response id>`, with its usage and its end: completed, interrupted where a limit
 * cut it, cancelled, or failed. A response that asks for tools leaves its calls `ready`, since the app runs them: push
 * the items that go to the model (`{ type: "function_call_output", call_id, output }` and its like,
 * `{ type: "mcp_approval_response", approval_request_id, approve }`), or call `end()`, which interrupts what is open
 * but the asks. The provider's own tools run, progress and end as the stream brings it. A call's id is its
 * `call_id`. Encrypted reasoning, annotations and the response's id are in the step's `meta`.
 *
 * @example
 * ```ts
 * const adapter = fromOpenAiResponses();
 * const stream = await client.responses.create({ ...request, stream: true });
 * for await (const event of stream) timeline.apply(adapter.push(event));
 * ```
 */
export function fromOpenAiResponses(options: AdapterOptions = {}): Adapter<OpenAiResponsesChunk> {
  return createAdapter(options, (writer): Wire => {
    const names = createCallNames();
    const byId = new Map<string, Answer>();
    const messages = new Set<string>();
    let current: Answer | null = null;
    let { messageId } = options;

    const open = (id: string | undefined, isLoose = false): Answer => {
      leave();
      const agentId = `agent:${id || freshId("response")}`;
      writeAgentStart(writer, agentId, { messageId });
      const response = createResponse(writer, names, agentId);
      const answer: Answer = {
        response,
        id: id || undefined,
        seen: new Map(),
        highest: -1,
        isNumbered: false,
        isLoose,
      };
      if (id) byId.set(id, answer);
      return (current = answer);
    };
    const close = (answer: Answer, end: ResponseEnd, finishReason: string) => {
      const { response } = answer;
      if (response.isOver) return;
      response.isOver = true;
      const meta = { ...(answer.id && { responseId: answer.id }), ...closeResponse(response, end) };
      const { agentId, usage } = response;
      writeEvent(writer, {
        type: "agent.step_completed",
        agentId,
        step: 1,
        finishReason,
        usage,
        meta: Object.keys(meta).length > 0 ? { openai: meta } : undefined,
      });
      writeAgentEnd(writer, agentId, { ...end, usage });
    };
    /** A response without its end was cut off, whether another follows it or nothing. */
    const leave = (reason?: string) => {
      if (!current || current.response.isOver) return;
      const { response, isLoose } = current;
      if (isLoose) return close(current, { status: "completed" }, "completed");
      response.isOver = true;
      closeResponse(response, { status: "interrupted", reason });
      const { agentId, usage } = response;
      if (!isWaiting(writer, agentId)) writeAgentEnd(writer, agentId, { status: "interrupted", reason, usage });
    };
    const running = (): Answer => (current && !current.isLoose ? current : open(undefined));

    const isRepeated = (chunk: OpenAiResponsesChunk): boolean => {
      const number = chunk.sequence_number;
      if (!current || typeof number !== "number") return false;
      const content = `${chunk.type} ${chunk.output_index} ${typeof chunk.delta === "string" ? chunk.delta : ""}`;
      if (number <= current.highest && current.isNumbered && current.seen.get(number) === content) return true;
      current.isNumbered ||= current.highest >= 0 && number > current.highest;
      current.highest = Math.max(current.highest, number);
      current.seen.set(number, content);
      return false;
    };
    const applyResponse = (answer: Answer, whole: OpenAiResponse, eventStatus?: string) => {
      const { response } = answer;
      if (whole.usage) response.usage = countsOf(whole.usage);
      applyOutput(response, whole.output ?? []);
      const status = eventStatus ?? whole.status ?? "completed";
      if (status === "queued" || status === "in_progress") return;
      if (status === "failed") close(answer, { status, error: errorOf(whole.error) }, "error");
      else if (status === "cancelled") close(answer, { status }, status);
      else if (status === "incomplete") {
        const reason = whole.incomplete_details?.reason ?? status;
        if (reason === "content_filter") {
          const message = "The provider's content filter stopped this answer. Rephrase it.";
          close(answer, { status: "failed", error: { code: reason, message } }, reason);
        } else close(answer, { status: "interrupted", reason }, reason);
      } else close(answer, { status: "completed" }, "completed");
    };
    /** The rest of a background response, or the whole of a fetched one, belongs to the agent of its beginning. */
    const answerOf = (id: string | undefined): Answer => {
      const begun = id ? byId.get(id) : undefined;
      if (begun) return (current = begun);
      if (current && !current.isLoose && !current.response.isOver) return current;
      return open(id);
    };
    const applyLooseItem = (item: ResponseItem) => {
      const type = item.type ?? "message";
      if (type === "mcp_approval_response") {
        const callId = names.find(item.approval_request_id ?? "");
        const { approve: approved = false, reason } = item;
        if (callId !== undefined) writeAnswer(writer, callId, { approved, reason: reason ?? undefined });
      } else if (isOutput(type)) applyOutputItem(writer, names, item);
      else if (type === "message" && item.role !== "assistant") {
        const id = item.id || freshId("message");
        // One that is told again, as when a client pushes a conversation from its beginning, cuts nothing off.
        if (!messages.has(id)) leave();
        messages.add(id);
        const role = item.role === "user" ? "user" : "system";
        const text = plainText(item.content);
        if (role === "user") messageId = id;
        // A picture alone has no words.
        if (text !== "") writeEvent(writer, { type: "message.added", messageId: id, role, text });
      } else if (!isCall(type) || names.find(item.call_id || item.id || "") === undefined) {
        // A call that has come already is echoed as the next request's input.
        const answer = current && !current.response.isOver ? current : open(undefined, true);
        applyItem(answer.response, { ...item, type });
      }
    };

    return {
      keepsAsks: true,
      apply(raw, sseEvent) {
        const chunk = raw as OpenAiResponsesChunk;
        const type = chunk.type ?? sseEvent ?? "";
        if (chunk.object === "response") {
          const response = raw as OpenAiResponse;
          const begun = response.id ? byId.get(response.id) : undefined;
          return applyResponse(begun ?? open(response.id), response);
        }
        if (type === "error" || (chunk.error && !type.startsWith("response."))) {
          const error = errorOf({ ...chunk, ...chunk.error });
          const answer = current && !current.response.isOver ? current : open(undefined);
          return close(answer, { status: "failed", error }, "error");
        }
        if (!type.startsWith("response.")) {
          if (isCall(type) || isOutput(type) || ITEMS.has(type) || (type === "" && "role" in raw))
            return applyLooseItem(raw as ResponseItem);
          if (!/^(keep-?alive|ping)$/.test(type)) throw new TypeError(type);
          return;
        }
        if (type === "response.created") {
          const id = chunk.response?.id;
          const begun = id ? byId.get(id) : undefined;
          current = begun ?? open(id);
          isRepeated(chunk);
          return;
        }
        if (isRepeated(chunk)) return;
        const stage = /^response\.(queued|in_progress|completed|done|incomplete|failed|cancelled)$/.exec(type)?.[1];
        if (stage === undefined) return applyEvent(running().response, chunk.type ? chunk : { ...chunk, type });
        const answer = answerOf(chunk.response?.id);
        const status = stage === "done" ? undefined : stage;
        applyResponse(answer, chunk.response ?? {}, status);
      },
      end: leave,
    };
  });
}

/** The items of a conversation besides calls and their outputs. */
const ITEMS = new Set(["message", "reasoning", "mcp_approval_response"]);

function errorOf(error: { code?: string | null; type?: string | null; message?: string } | null | undefined) {
  const type = error?.type === "error" ? undefined : error?.type;
  const message = error?.message || "The provider failed. Try again.";
  return { code: error?.code || type || "error", message };
}

const countsOf = (usage: OpenAiUsage) =>
  usageOf({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens,
    cachedInputTokens: usage.input_tokens_details?.cached_tokens,
    reasoningTokens: usage.output_tokens_details?.reasoning_tokens,
  });
