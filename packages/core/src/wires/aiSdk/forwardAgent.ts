import { isRecord } from "../../json/record.ts";
import { createAccumulator } from "./accumulator.ts";
import { toUiChunk } from "./fullStream.ts";
import { FORWARDED, lastTextOf, type AiSdkChunk, type AiSdkMessage } from "./messageParts.ts";

export type { AiSdkChunk, AiSdkMessage, AiSdkPart } from "./messageParts.ts";

/** A sub-agent's stream: its UI message stream, its `fullStream`, or the result that has them. */
export type AgentStream =
  | AsyncIterable<unknown>
  | ReadableStream<unknown>
  | { toUIMessageStream(): AsyncIterable<unknown> | ReadableStream<unknown> };

export interface ForwardOptions {
  /** The writer of the response's `createUIMessageStream`; at any depth the same one. */
  writer: { write(part: never): void };
  /** The call whose tool runs the sub-agent. */
  toolCallId: string;
  /** The sub-agent's name, as people read it. */
  name?: string;
  /**
   * Where a saved chat keeps the sub-agent: "output" where the tool returns `message`, or "part", a data part of the
   * response's message, for a tool that returns something else.
   */
  keep?: "output" | "part";
  /** How long pieces are gathered before they are written, in milliseconds; 40 unless given. */
  interval?: number;
  /** Turns an error of a `fullStream` into a text for the page, "An error occurred." unless given. */
  onError?: (error: unknown) => string;
}

/** A sub-agent's whole message, and its last text. */
export interface ForwardedAgent {
  message: AiSdkMessage;
  text: string;
}

/** The calls above each call of a forwarded stream, for the forwards that nest in it. */
const callsAbove = new WeakMap<object, Map<string, readonly string[]>>();

/** Characters; so many are written at once, whatever the interval. */
const FULL = 16 * 1024;

/**
 * Forwards a sub-agent's stream to the page piece by piece, each once, where the SDK's own pattern sends the whole
 * message again with each piece. The pieces are transient data parts, which `useChat` neither keeps nor copies; a
 * reload shows the sub-agent from what the tool returns (see `keep`), and one that failed from a part that is then
 * kept. Forwards nest. Rejects where the stream fails or is aborted, so that the call fails too.
 * @example
 * ```ts
 * const research = tool({
 *   inputSchema: z.object({ task: z.string() }),
 *   execute: async ({ task }, { toolCallId, abortSignal }) => {
 *     const agent = await researcher.stream({ prompt: task, abortSignal });
 *     return (await forwardAgent(agent, { writer, toolCallId })).message;
 *   },
 *   toModelOutput: ({ output }) => ({
 *     type: "text",
 *     value: output.parts.findLast((part) => part.type === "text")?.text,
 *   }),
 * });
 * ```
 */
export async function forwardAgent(stream: AgentStream, options: ForwardOptions): Promise<ForwardedAgent> {
  const { writer, toolCallId, name, keep = "output", interval = 40, onError = () => "An error occurred." } = options;
  const above = callsAbove.get(writer) ?? new Map<string, readonly string[]>();
  callsAbove.set(writer, above);
  let path: readonly string[] | undefined;
  // Read as late as possible: an inner tool may begin before the outer stream has brought its call.
  const about = () => {
    path ??= above.get(toolCallId) ?? [];
    return { callId: toolCallId, ...(path.length > 0 && { path }), ...(name !== undefined && { name }) };
  };
  const accumulator = createAccumulator();
  let gathered: AiSdkChunk[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = (part: object) => writer.write({ type: FORWARDED, ...part } as never);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    write({ data: { ...about(), chunks: gathered }, transient: true });
    gathered = [];
    size = 0;
  };
  const gather = (chunk: AiSdkChunk) => {
    const last = gathered.at(-1);
    const field = chunk.type === "tool-input-delta" ? "inputTextDelta" : "delta";
    const piece = chunk[field];
    if (
      last?.type === chunk.type &&
      typeof piece === "string" &&
      last["id"] === chunk["id"] &&
      last["toolCallId"] === chunk["toolCallId"]
    ) {
      last[field] = `${last[field] as string}${piece}`;
      size += piece.length;
    } else {
      gathered.push(chunk);
      size += typeof piece === "string" ? piece.length : 100;
    }
    if (size >= FULL) flush();
    else timer ??= setTimeout(flush, interval);
  };

  try {
    for await (const part of partsOf(stream)) {
      if (!isRecord(part)) continue;
      const chunk = toUiChunk(part, onError);
      if (!chunk) continue;
      if (chunk.type === FORWARDED) {
        flush();
        write(from(toolCallId, chunk));
        continue;
      }
      if (typeof chunk["toolName"] === "string" && typeof chunk["toolCallId"] === "string") {
        above.set(chunk["toolCallId"], [...(about().path ?? []), toolCallId]);
      }
      accumulator.apply(chunk);
      if (isShown(chunk)) gather(slim(chunk));
    }
    flush();
    const { failure, isAborted, message } = accumulator;
    if (failure !== null) throw new Error(`The sub-agent failed. ${failure || "It did not say why."}`);
    if (isAborted) throw new Error("The sub-agent was stopped before it had finished.");
    if (keep === "part") write(kept(about(), message));
    return { message, text: lastTextOf(message) ?? "" };
  } catch (error) {
    flush();
    write(kept({ ...about(), end: "interrupted" }, accumulator.message));
    throw error;
  }
}

function partsOf(stream: AgentStream): AsyncIterable<unknown> {
  const source = "toUIMessageStream" in stream ? stream.toUIMessageStream() : stream;
  return Symbol.asyncIterator in source ? source : readAll(source);
}

/** Reads a stream, which not every browser and runtime can iterate. */
async function* readAll(stream: ReadableStream<unknown>): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** A part that stays in the response's message. */
function kept(about: { callId: string; path?: readonly string[]; end?: string }, message: AiSdkMessage): object {
  return { id: ["callboard", ...(about.path ?? []), about.callId].join(":"), data: { ...about, message } };
}

/** Puts what an inner stream forwards below this call. */
function from(callId: string, chunk: AiSdkChunk): object {
  const { data } = chunk;
  if (!isRecord(data) || typeof data["callId"] !== "string") return chunk;
  const path = Array.isArray(data["path"]) ? data["path"] : [];
  return { ...chunk, data: { ...data, path: [callId, ...path] } };
}

function isShown({ type }: AiSdkChunk): boolean {
  return !/^(data-|source-|file$|reasoning-file$|custom$|message-metadata$)/.test(type);
}

/** A chunk without the fields that only the next step of the model needs. */
function slim(chunk: AiSdkChunk): AiSdkChunk {
  const { providerMetadata: _provider, toolMetadata: _tool, messageMetadata, ...rest } = chunk;
  const usage = isRecord(messageMetadata) ? (messageMetadata["totalUsage"] ?? messageMetadata["usage"]) : undefined;
  return { ...rest, type: chunk.type, ...(usage !== undefined && { messageMetadata: { usage } }) };
}
