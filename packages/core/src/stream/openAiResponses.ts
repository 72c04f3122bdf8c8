import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import { createCallNames } from "./callNames.ts";
import { isCall, isOutput, type ResponseItem } from "./openAiItems.ts";
import {
  createResponseReader,
  takeOutputItem,
  type ItemEvent,
  type ResponseEnd,
  type ResponseReader,
} from "./openAiResponse.ts";
import { plainText } from "./toolResult.ts";
import { usageOf } from "./usageOf.ts";

/** What the Responses API sends, and the items that an app sends back; only what a timeline shows is named. */
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
  reader: ResponseReader;
  id: string | undefined;
  /** What has come under each sequence number: a resumed stream says some of it again. */
  heard: Map<number, string>;
  highest: number;
  /** The numbers do grow; some gateways send the same one always. */
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
 * but the asks. The provider's own tools run, progress and end by what the stream says of them. A call's id is its
 * `call_id`. Encrypted reasoning, annotations and the response's id ride in the step's `meta`.
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
    let current: Answer | null = null;
    let { messageId } = options;

    const open = (id: string | undefined, isLoose = false): Answer => {
      leave();
      const agentId = `agent:${id || freshId("response")}`;
      const prefix = agentId.slice("agent:".length);
      writer.startAgent(agentId, { messageId });
      const reader = createResponseReader(writer, { agentId, prefix, names });
      const answer: Answer = { reader, id: id || undefined, heard: new Map(), highest: -1, isNumbered: false, isLoose };
      if (id) byId.set(id, answer);
      return (current = answer);
    };
    const close = (answer: Answer, end: ResponseEnd, finishReason: string) => {
      const { reader } = answer;
      if (reader.isOver) return;
      reader.isOver = true;
      const meta = { ...(answer.id && { responseId: answer.id }), ...reader.close(end) };
      const { agentId, usage } = reader;
      writer.emit({
        type: "agent.step_completed",
        agentId,
        step: 1,
        finishReason,
        usage,
        meta: Object.keys(meta).length > 0 ? { openai: meta } : undefined,
      });
      writer.endAgent(agentId, { ...end, usage });
    };
    /** A response that another follows without its end, or nothing, was cut off. */
    const leave = (reason?: string) => {
      if (!current || current.reader.isOver) return;
      const { reader, isLoose } = current;
      if (isLoose) return close(current, { status: "completed" }, "completed");
      reader.isOver = true;
      reader.close({ status: "interrupted", reason });
      const { agentId, usage } = reader;
      if (!writer.isWaiting(agentId)) writer.endAgent(agentId, { status: "interrupted", reason, usage });
    };
    const running = (): Answer => (current && !current.isLoose ? current : open(undefined));

    const isRepeated = (chunk: OpenAiResponsesChunk): boolean => {
      const number = chunk.sequence_number;
      if (!current || typeof number !== "number") return false;
      const words = `${chunk.type} ${chunk.output_index} ${typeof chunk.delta === "string" ? chunk.delta : ""}`;
      if (number <= current.highest && current.isNumbered && current.heard.get(number) === words) return true;
      current.isNumbered ||= current.highest >= 0 && number > current.highest;
      current.highest = Math.max(current.highest, number);
      current.heard.set(number, words);
      return false;
    };
    const takeResponse = (answer: Answer, response: OpenAiResponse, said?: string) => {
      const { reader } = answer;
      if (response.usage) reader.usage = countsOf(response.usage);
      reader.takeOutput(response.output ?? []);
      const status = said ?? response.status ?? "completed";
      if (status === "queued" || status === "in_progress") return;
      if (status === "failed") close(answer, { status, error: errorOf(response.error) }, "error");
      else if (status === "cancelled") close(answer, { status }, status);
      else if (status === "incomplete") {
        const reason = response.incomplete_details?.reason ?? status;
        if (reason === "content_filter") {
          const message = "The provider's content filter stopped this answer. Ask in other words.";
          close(answer, { status: "failed", error: { code: reason, message } }, reason);
        } else close(answer, { status: "interrupted", reason }, reason);
      } else close(answer, { status: "completed" }, "completed");
    };
    /** The rest of a background response, or of one that is fetched whole, belongs to the agent that began with it. */
    const answerOf = (id: string | undefined): Answer => {
      const known = id ? byId.get(id) : undefined;
      if (known) return (current = known);
      if (current && !current.isLoose && !current.reader.isOver) return current;
      return open(id);
    };
    const takeItem = (item: ResponseItem) => {
      const type = item.type ?? "message";
      if (type === "mcp_approval_response") {
        const callId = names.find(item.approval_request_id ?? "");
        const { approve: approved = false, reason } = item;
        if (callId !== undefined) writer.answerApproval(callId, { approved, reason: reason ?? undefined });
      } else if (isOutput(type)) takeOutputItem(writer, names, item);
      else if (type === "message" && item.role !== "assistant") {
        leave();
        const id = item.id || freshId("message");
        const text = plainText(item.content);
        if (item.role === "user") messageId = id;
        writer.emit({ type: "message.added", messageId: id, role: item.role === "user" ? "user" : "system", text });
      } else if (!isCall(type) || names.find(item.call_id || item.id || "") === undefined) {
        // A call that is known is only echoed, as the next request's input.
        const answer = current && !current.reader.isOver ? current : open(undefined, true);
        answer.reader.takeItem({ ...item, type });
      }
    };

    return {
      keepsAsks: true,
      take(raw, sseEvent) {
        const chunk = raw as OpenAiResponsesChunk;
        const type = chunk.type ?? sseEvent ?? "";
        if (chunk.object === "response") {
          const response = raw as OpenAiResponse;
          const known = response.id ? byId.get(response.id) : undefined;
          return takeResponse(known ?? open(response.id), response);
        }
        if (type === "error" || (chunk.error && !type.startsWith("response."))) {
          const error = errorOf({ ...chunk, ...chunk.error });
          const answer = current && !current.reader.isOver ? current : open(undefined);
          return close(answer, { status: "failed", error }, "error");
        }
        if (!type.startsWith("response.")) {
          if (isCall(type) || isOutput(type) || ITEMS.has(type) || (type === "" && "role" in raw))
            takeItem(raw as ResponseItem);
          return;
        }
        if (type === "response.created") {
          const id = chunk.response?.id;
          const known = id ? byId.get(id) : undefined;
          current = known ?? open(id);
          isRepeated(chunk);
          return;
        }
        if (isRepeated(chunk)) return;
        const stage = /^response\.(queued|in_progress|completed|done|incomplete|failed|cancelled)$/.exec(type)?.[1];
        if (stage === undefined) return running().reader.take(chunk.type ? chunk : { ...chunk, type });
        const answer = answerOf(chunk.response?.id);
        const status = stage === "done" ? undefined : stage;
        takeResponse(answer, chunk.response ?? {}, status);
      },
      end: leave,
    };
  });
}

/** Items besides calls and their outputs that stand for themselves in a conversation. */
const ITEMS = new Set(["message", "reasoning", "mcp_approval_response"]);

function errorOf(error: { code?: string | null; type?: string | null; message?: string } | null | undefined) {
  const type = error?.type === "error" ? undefined : error?.type;
  const message = error?.message || "The provider failed and does not say why. Try again.";
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
