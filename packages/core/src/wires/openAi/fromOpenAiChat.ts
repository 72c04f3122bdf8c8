import { isRecord } from "../../json/record.ts";
import { writeAgentEnd, writeAgentStart, writeEnd, writeEvent } from "../eventWriter.ts";
import type { EventError, Usage } from "../../events/event.ts";
import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import { createCallNames } from "../callNames.ts";
import { createChoiceReader, type ChatMessage, type ChoiceReader } from "./choice.ts";
import { failed, plainText, resultOf } from "../toolResult.ts";
import { usageOf } from "../usageOf.ts";

/** What Chat Completions sends, and the messages that an app sends back, as far as a timeline shows them. */
export interface OpenAiChatChunk extends ChatMessage {
  id?: string | null;
  object?: string;
  choices?: ChatChoice[] | null;
  usage?: ChatUsage | null;
  error?: { message?: string; type?: string | null; code?: string | number | null } | string | null;
  x_groq?: { usage?: ChatUsage | null } | null;
  tool_call_id?: string;
}

interface ChatChoice {
  index?: number;
  delta?: ChatMessage | null;
  message?: ChatMessage | null;
  text?: string | null;
  finish_reason?: string | null;
  usage?: ChatUsage | null;
  error?: OpenAiChatChunk["error"];
}

interface ChatUsage {
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  total_tokens?: number | null;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
}

interface Completion {
  id: string | undefined;
  name: string;
  choices: Map<number, Choice>;
  usage: Usage | undefined;
}

interface Choice {
  reader: ChoiceReader;
  finishReason: string | undefined;
  /** Why the provider failed, where it says so beside the choice. */
  error: OpenAiChatChunk["error"];
  /** The agent has ended. */
  isOver: boolean;
  /** Its step is written. */
  isStepped: boolean;
  opaque: Record<string, unknown> | undefined;
}

/**
 * Reads OpenAI's Chat Completions, and those of compatible providers: streamed chunks, whole completions,
 * and the messages that an app answers with.
 *
 * Each completion is a root agent `agent:<completion id>` (further choices end in `:<index>`), with its usage and its
 * end: completed, interrupted where the length or the connection cut it, failed where the provider or its filter did.
 * A completion that asks for tools leaves its calls `ready`, since the app runs them: push the
 * `{ role: "tool", tool_call_id, content }` that goes to the model, or call `end()`, which interrupts what is open.
 *
 * @example
 * ```ts
 * const adapter = fromOpenAiChat();
 * const stream = await client.chat.completions.create({ ...request, stream: true });
 * for await (const chunk of stream) timeline.apply(adapter.push(chunk));
 * timeline.apply(adapter.end());
 * ```
 */
export function fromOpenAiChat(options: AdapterOptions = {}): Adapter<OpenAiChatChunk> {
  return createAdapter(options, (writer): Wire => {
    const names = createCallNames();
    const agents = new Map<string, number>();
    let current: Completion | null = null;
    let { messageId } = options;

    const open = (id: string | undefined): Completion => {
      leave();
      const wanted = id || freshId("completion");
      const count = (agents.get(wanted) ?? 0) + 1;
      agents.set(wanted, count);
      const name = count === 1 ? wanted : `${wanted}:${count}`;
      return (current = { id: id || undefined, name, choices: new Map(), usage: undefined });
    };
    const choiceOf = (completion: Completion, index: number) => {
      let choice = completion.choices.get(index);
      if (!choice) {
        const prefix = index === 0 ? completion.name : `${completion.name}:${index}`;
        const agentId = `agent:${prefix}`;
        writeAgentStart(writer, agentId, { messageId });
        const reader = createChoiceReader(writer, { agentId, prefix, names });
        choice = {
          reader,
          finishReason: undefined,
          error: undefined,
          isOver: false,
          isStepped: false,
          opaque: undefined,
        };
        completion.choices.set(index, choice);
      }
      return choice;
    };
    /** Ends a choice, once. */
    const close = (
      completion: Completion,
      choice: Choice,
      why: { error?: EventError; reason?: string | undefined } = {},
    ) => {
      if (choice.isOver) return;
      choice.isOver = true;
      const { reader, finishReason } = choice;
      const { agentId } = reader;
      const error = why.error ?? failureOf(choice);
      const isCut = error !== undefined || finishReason === undefined || CUT.has(finishReason);
      choice.opaque = reader.close(isCut, error?.message ?? why.reason ?? finishReason);
      if (error) {
        choice.finishReason ??= "error";
        // Its tokens may still come.
        if (completion.usage) step(completion, choice);
        writeAgentEnd(writer, agentId, { status: "failed", error });
      } else if (isCut)
        writeAgentEnd(writer, agentId, {
          status: "interrupted",
          reason: why.reason ?? finishReason,
          usage: finishReason === undefined ? completion.usage : undefined,
        });
      else writeAgentEnd(writer, agentId, { status: "completed" });
    };
    /** Completes the step with its tokens, which may come after its end; they are counted for all choices together. */
    const step = (completion: Completion, choice: Choice, finishReason = choice.finishReason) => {
      if (choice.isStepped || finishReason === undefined) return;
      choice.isStepped = true;
      const usage = choice.reader.agentId === `agent:${completion.name}` ? completion.usage : undefined;
      writeEvent(writer, {
        type: "agent.step_completed",
        agentId: choice.reader.agentId,
        step: 1,
        finishReason,
        usage,
        meta: choice.opaque && { openai: choice.opaque },
      });
    };
    const applyUsage = (completion: Completion, usage: ChatUsage) => {
      completion.usage = countsOf(usage);
      for (const choice of completion.choices.values()) if (choice.isOver) step(completion, choice);
    };
    const isFinished = ({ choices }: Completion) =>
      choices.size > 0 && [...choices.values()].every((choice) => choice.isOver);
    const leave = (reason?: string) => {
      for (const choice of current?.choices.values() ?? []) {
        close(current!, choice, { reason });
        step(current!, choice);
      }
      current = null;
    };
    /**
     * Whether a chunk opens another completion: by its id, or by a new beginning where a provider's ids are all the
     * same.
     */
    const isNext = (completion: Completion, chunk: OpenAiChatChunk): boolean => {
      if (!chunk.choices?.length || (chunk.object === "chat.completion" && chunk.id === completion.id)) return false;
      const isOther = Boolean(chunk.id && completion.id && chunk.id !== completion.id);
      if (isFinished(completion)) return isOther || opens(chunk);
      // Some gateways give every chunk another id.
      return isOther && opens(chunk) && !says(chunk);
    };

    const applyChoice = (completion: Completion, piece: ChatChoice) => {
      const choice = choiceOf(completion, piece.index ?? 0);
      const { reader } = choice;
      // A provider may repeat the delta's text as that of the older completions.
      reader.apply(piece.delta ?? { content: piece.text });
      // Beside a delta, some providers send the whole message so far, and all of it at the end.
      const whole = piece.delta && !piece.finish_reason ? null : piece.message;
      if (whole) reader.applyWhole(whole);
      if (piece.usage) completion.usage = countsOf(piece.usage);
      choice.error ??= piece.error;
      choice.finishReason ??= piece.finish_reason || (piece.error ? "error" : whole ? "stop" : undefined);
    };
    const applyCompletion = (chunk: OpenAiChatChunk) => {
      const completion = current && !isNext(current, chunk) ? current : open(chunk.id ?? undefined);
      completion.id ??= chunk.id || undefined;
      for (const piece of chunk.choices ?? []) if (piece) applyChoice(completion, piece);
      for (const choice of completion.choices.values()) {
        // An error beside the choices is theirs, and says why.
        if (chunk.error) choice.error ??= chunk.error;
        else if (choice.finishReason !== undefined) close(completion, choice);
      }
      const usage = chunk.usage ?? chunk.x_groq?.usage;
      if (usage) applyUsage(completion, usage);
    };
    const applyMessage = (message: OpenAiChatChunk) => {
      const { role } = message;
      if (role === "tool" || role === "function") {
        const wireId = message.tool_call_id ?? "";
        const named = role === "function" ? names.find(`function:${message.name}`) : undefined;
        const callId = named ?? names.find(wireId) ?? (wireId || freshId("call"));
        if (message.is_error) writeEnd(writer, callId, failed("tool_error", message.content));
        else writeEnd(writer, callId, { status: "completed", output: resultOf(message.content) ?? null });
      } else if (role === "assistant") {
        const completion = open(message.id ?? undefined);
        const choice = choiceOf(completion, 0);
        choice.reader.applyWhole(message);
        choice.finishReason = "stop";
        leave();
      } else {
        leave();
        const id = message.id || freshId("message");
        const text = plainText(message.content);
        if (role === "user") messageId = id;
        // A picture alone has no words.
        if (text !== "")
          writeEvent(writer, { type: "message.added", messageId: id, role: role === "user" ? role : "system", text });
      }
    };

    return {
      apply(raw, sseEvent) {
        const chunk = raw as OpenAiChatChunk;
        // An error after its answer's end changes nothing of it.
        if (chunk.error && chunk.id && current?.id === chunk.id && isFinished(current)) return;
        const isError = Boolean(chunk.error) || sseEvent === "error" || isErrorBody(raw);
        if (Array.isArray(chunk.choices)) applyCompletion(chunk);
        if (isError) {
          const completion = current && !isFinished(current) ? current : open(chunk.id ?? undefined);
          choiceOf(completion, 0);
          for (const choice of completion.choices.values()) close(completion, choice, { error: errorOf(raw) });
          if (chunk.usage && !Array.isArray(chunk.choices)) applyUsage(completion, chunk.usage);
        } else if (chunk.choices == null && chunk.usage && current) applyUsage(current, chunk.usage);
        else if (chunk.choices === undefined && typeof chunk.role === "string") applyMessage(chunk);
        else if (!Array.isArray(chunk.choices) && !chunk.usage && chunk.object === undefined)
          throw new TypeError("chunk");
      },
      end: leave,
    };
  });
}

const messagesOf = (chunk: OpenAiChatChunk) =>
  (chunk.choices ?? []).map((choice) => choice?.delta ?? choice?.message ?? {});

/** Whether a chunk has content. */
const says = (chunk: OpenAiChatChunk) =>
  messagesOf(chunk).some((message) => Boolean(message.content) || (message.tool_calls ?? []).length > 0);

/** Whether a chunk can be a completion's first; a last one may repeat the role beside its usage or its reason. */
const opens = (chunk: OpenAiChatChunk) =>
  messagesOf(chunk).some((message) => message.role === "assistant") &&
  (says(chunk) || (!chunk.usage && !chunk.choices?.some((choice) => choice?.finish_reason)));

/** The reasons of a choice that ended before its answer did. */
const CUT: ReadonlySet<string> = new Set(["length", "model_length", "max_tokens", "abort", "aborted", "cancelled"]);

/** The reasons of a choice that failed, each with what there is to say where the provider says nothing itself. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ...["content_filter", "sensitive", "safety"].map(
    (reason) => [reason, "The provider's content filter stopped this answer. Rephrase it."] as const,
  ),
  ...["error", "network_error", "insufficient_system_resource", "malformed_function_call"].map(
    (reason) => [reason, "The provider failed. Try again."] as const,
  ),
]);

/** Why a choice failed, by what its provider says and by its reason; undefined where it did not. */
function failureOf({ error, finishReason = "" }: Choice): EventError | undefined {
  if (error) return errorOf({ error });
  const message = FAILURES.get(finishReason.toLowerCase());
  return message === undefined ? undefined : { code: finishReason, message };
}

/** Whether an answer is an error's body, as compatible servers send it with or without a status that says so. */
function isErrorBody({ object, type, detail, errors, choices, role }: Record<string, unknown>): boolean {
  if (choices !== undefined || role !== undefined) return false;
  return object === "error" || type === "error" || typeof detail === "string" || Array.isArray(errors);
}

/** What a provider says of its failure: in a record, in words, or in the fields of the answer itself. */
function errorOf(body: Record<string, unknown>): EventError {
  const unknown = "The provider failed. Try again.";
  const told = body["error"] ?? (Array.isArray(body["errors"]) ? (body["errors"] as unknown[])[0] : undefined);
  if (typeof told === "string" && told !== "") return { code: "error", message: told };
  const { code, type, status, message, detail } = isRecord(told) ? told : body;
  const name = [code, type, status].find((one) => typeof one === "number" || (typeof one === "string" && one !== ""));
  return { code: String(name ?? "error"), message: plainText(message) || plainText(detail) || unknown };
}

const countsOf = (usage: ChatUsage) =>
  usageOf({
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    totalTokens: usage.total_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  });
