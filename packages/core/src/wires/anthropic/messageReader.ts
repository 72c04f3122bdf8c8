import { parseJson } from "../../json/parseJson.ts";
import type { Usage } from "../../events/event.ts";
import { freshId } from "../adapter.ts";
import type { CallNames } from "../callNames.ts";
import {
  stateOf,
  writeEnd,
  writeInput,
  writeInputDelta,
  writeRequest,
  writeStart,
  writeText,
  type EventWriter,
} from "../eventWriter.ts";
import { failed, plainText, resultOf, valueOf } from "../toolResult.ts";
import { usageOf } from "../usageOf.ts";

/** What a content block of the Messages API may carry, as far as a timeline shows it. */
export interface ContentBlock {
  type?: string;
  text?: string;
  thinking?: string;
  signature?: string;
  data?: string;
  id?: string;
  name?: string;
  server_name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: unknown;
  is_error?: boolean;
  citations?: unknown[] | null;
}

/** One event of a streamed message. */
export interface MessageEvent {
  type?: string;
  index?: number;
  content_block?: ContentBlock;
  delta?: {
    type?: string;
    text?: string;
    thinking?: string;
    partial_json?: string;
    signature?: string;
    citation?: unknown;
    stop_reason?: string | null;
    stop_details?: { explanation?: string | null } | null;
  };
  usage?: MessageUsage | null;
}

export interface MessageUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  output_tokens_details?: { thinking_tokens?: number | null } | null;
}

/** One assistant message as its blocks come, streamed or whole or both; what comes twice is written once. */
export interface MessageReader {
  readonly agentId: string;
  /** Applies a `content_block_*` or `message_delta` event. */
  apply(event: MessageEvent): void;
  /** Applies a whole block; what has streamed of it is not written again. */
  applyBlock(block: ContentBlock): void;
  /** The whole message comes once more: its blocks are the same ones. */
  repeat(): void;
  addUsage(usage: MessageUsage | null | undefined): void;
  usage: Usage | undefined;
  stopReason: string | undefined;
  stopExplanation: string | undefined;
  /** Whether any block has come. */
  readonly isEmpty: boolean;
  /** The items of this message under the agent, in order. */
  shown(): { id: string; isCall: boolean }[];
  /** Writes the message once more, after it was withdrawn together with an earlier one. */
  rewrite(): void;
  /**
   * Ends the message: calls whose arguments were cut off are interrupted. Returns what the next model step needs,
   * opaque.
   */
  close(reason?: string): Record<string, unknown> | undefined;
}

interface Block {
  kind: "text" | "reasoning" | "call" | "other";
  id: string;
  /** The text, or the arguments' JSON text, so far. */
  text: string;
  /** A call's arguments as its first event gave them. */
  input?: unknown;
  /** A call's tool. */
  tool?: string;
  /** A call's arguments, once they are whole. */
  whole?: { value: unknown } | undefined;
  /** The provider runs the tool by itself. */
  isServer?: boolean;
  /** A whole block has confirmed this one. */
  isConfirmed?: boolean;
  signature?: string | undefined;
  citations?: unknown[];
}

/** The stop reasons that can leave the last block unfinished. */
const CUTS = new Set(["max_tokens", "model_context_window_exceeded", "refusal"]);

/** Reads one message of an agent; item ids begin with `prefix`. Its calls are named as those of `answer`. */
export function createMessageReader(
  writer: EventWriter,
  {
    agentId,
    prefix,
    names,
    answer = {},
  }: { agentId: string; prefix: string; names: Pick<CallNames, "name" | "find">; answer?: unknown },
): MessageReader {
  const blocks: Block[] = [];
  const open = new Map<number, Block>();
  /**
   * Calls whose block has stopped with arguments that are no JSON: cut off, or complete as written. The stop reason
   * tells which.
   */
  const unsettled = new Set<Block>();
  const redacted: string[] = [];

  const append = (block: Block, delta: string | undefined) => {
    if (!delta) return;
    block.text += delta;
    if (block.kind === "call") writeInputDelta(writer, block.id, delta);
    else if (block.kind !== "other") writeText(writer, agentId, block.id, delta, block.kind);
  };
  const add = (kind: Block["kind"], more: Partial<Block> = {}): Block => {
    settle();
    const block: Block = { kind, id: `${prefix}:${blocks.length}`, text: "", ...more };
    blocks.push(block);
    return block;
  };
  const addCall = (source: ContentBlock): Block => {
    const id = names.name(source.id || freshId("call"), answer);
    const known = blocks.find((block) => block.kind === "call" && block.id === id);
    if (known) return known;
    const isServer = (source.type ?? "tool_use") !== "tool_use";
    const block = add("call", { id, tool: source.name ?? "", input: source.input, isServer });
    const title = source.server_name && source.name ? `${source.server_name}: ${source.name}` : undefined;
    writeRequest(writer, id, { tool: source.name, agentId, title });
    return block;
  };
  const start = (source: ContentBlock): Block => {
    const type = source.type ?? "";
    if (type.endsWith("tool_use")) return addCall(source);
    if (type.endsWith("tool_result")) {
      applyToolResult(writer, names, source, agentId);
      return add("other");
    }
    if (type === "redacted_thinking") {
      if (source.data) redacted.push(source.data);
      return add("other");
    }
    if (type === "thinking") {
      const block = add("reasoning", { signature: source.signature });
      append(block, source.thinking);
      return block;
    }
    const block = add(typeof source.text === "string" ? "text" : "other", { citations: source.citations ?? [] });
    append(block, source.text);
    return block;
  };
  const finish = (block: Block, input?: { value: unknown }) => {
    unsettled.delete(block);
    block.whole = input;
    writeInput(writer, block.id, input);
    if (block.isServer) writeStart(writer, block.id);
  };
  const stop = (block: Block) => {
    if (block.kind !== "call" || stateOf(writer, block.id) !== "requested") return;
    if (block.text.trim() === "" && isGiven(block.input)) return finish(block, { value: inputOf(block.input) });
    const value = parseJson(block.text);
    if (value) finish(block, value);
    else unsettled.add(block);
  };
  /** More has come, so the arguments before it were not cut off: they are complete as written. */
  const settle = () => {
    for (const block of unsettled) finish(block);
  };
  /** The block of a delta. A delta whose block has not started, or is of another kind, opens another block. */
  const blockFor = (index: number, kind: Block["kind"]): Block => {
    const known = open.get(index);
    if (known && (known.kind === kind || kind === "other")) return known;
    const block = kind === "call" ? addCall({}) : add(kind);
    open.set(index, block);
    return block;
  };
  const applyDelta = (index: number, delta: NonNullable<MessageEvent["delta"]>) => {
    if (typeof delta.text === "string") append(blockFor(index, "text"), delta.text);
    else if (typeof delta.thinking === "string") append(blockFor(index, "reasoning"), delta.thinking);
    else if (typeof delta.partial_json === "string") append(blockFor(index, "call"), delta.partial_json);
    else if (delta.signature !== undefined) blockFor(index, "reasoning").signature = delta.signature;
    else if (delta.citation !== undefined) (blockFor(index, "text").citations ??= []).push(delta.citation);
  };

  const reader: MessageReader = {
    agentId,
    stopReason: undefined,
    stopExplanation: undefined,
    usage: undefined,
    get isEmpty() {
      return blocks.length === 0;
    },
    apply(event) {
      const index = event.index ?? 0;
      if (event.type === "content_block_start") {
        const before = open.get(index);
        if (before) stop(before);
        open.set(index, start(event.content_block ?? {}));
      } else if (event.type === "content_block_delta") applyDelta(index, event.delta ?? {});
      else if (event.type === "content_block_stop") {
        const block = open.get(index);
        open.delete(index);
        if (block) stop(block);
      } else if (event.type === "message_delta") {
        reader.addUsage(event.usage);
        reader.stopReason = event.delta?.stop_reason ?? reader.stopReason;
        reader.stopExplanation = event.delta?.stop_details?.explanation ?? reader.stopExplanation;
      }
    },
    applyBlock(source) {
      const type = source.type ?? "";
      if (type.endsWith("tool_use")) {
        const block = addCall(source);
        block.isConfirmed = true;
        const isStreamed = !isGiven(source.input) && block.text.trim() !== "";
        return finish(block, isStreamed ? undefined : { value: inputOf(source.input) ?? {} });
      }
      const kind = type === "thinking" ? "reasoning" : "text";
      const whole = type === "thinking" ? source.thinking : source.text;
      if (typeof whole !== "string") return stop(start(source));
      const streamed = blocks.find(
        (block) => !block.isConfirmed && block.kind === kind && block.text !== "" && whole.startsWith(block.text),
      );
      if (streamed) append(streamed, whole.slice(streamed.text.length));
      const block = streamed ?? start(source);
      block.isConfirmed = true;
    },
    shown: () =>
      blocks
        .filter((block) => block.kind === "call" || (block.kind !== "other" && block.text !== ""))
        .map((block) => ({ id: block.id, isCall: block.kind === "call" })),
    rewrite() {
      for (const block of blocks) {
        if (block.kind === "text" || block.kind === "reasoning")
          writeText(writer, agentId, block.id, block.text, block.kind);
        if (block.kind !== "call") continue;
        writeRequest(writer, block.id, { tool: block.tool, agentId });
        writeInputDelta(writer, block.id, block.text);
        if (block.whole) finish(block, block.whole);
      }
    },
    repeat() {
      for (const block of blocks) block.isConfirmed = false;
    },
    addUsage(usage) {
      if (usage) reader.usage = { ...reader.usage, ...countsOf(usage) };
    },
    close(reason) {
      for (const block of open.values()) stop(block);
      open.clear();
      const { stopReason } = reader;
      if (stopReason !== undefined && !CUTS.has(stopReason)) settle();
      for (const block of unsettled) {
        unsettled.delete(block);
        if (block.text.trim() === "") writeInput(writer, block.id);
        writeEnd(writer, block.id, { status: "interrupted", reason: reason ?? stopReason });
      }
      return opaque(blocks, redacted);
    },
  };
  return reader;
}

/** A result that a provider or an app sends for a call: any `…tool_result` block. */
export function applyToolResult(
  writer: EventWriter,
  names: Pick<CallNames, "find">,
  block: ContentBlock,
  agentId?: string,
): void {
  const wireId = block.tool_use_id ?? "";
  const callId = names.find(wireId) ?? (wireId || freshId("call"));
  const { content } = block;
  const error = content as { type?: unknown; error_code?: unknown; error_message?: unknown } | null | undefined;
  const says = typeof error?.type === "string" && error.type.endsWith("_error");
  const tool = block.type?.replace(/_?tool_result$/, "") ?? "";
  // The call may be in a message that was never pushed.
  if (stateOf(writer, callId) === undefined && agentId !== undefined) writeRequest(writer, callId, { tool, agentId });
  if (stateOf(writer, callId) === "requested") writeInput(writer, callId);
  if (block.is_error) writeEnd(writer, callId, failed("tool_error", content));
  else if (says) writeEnd(writer, callId, failed(String(error.error_code ?? error.type), error.error_message ?? ""));
  else writeEnd(writer, callId, { status: "completed", output: resultOf(content) ?? null });
}

/** The tokens of a message, under the timeline's names. */
export const countsOf = (usage: MessageUsage): Usage | undefined =>
  usageOf({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cachedInputTokens: usage.cache_read_input_tokens,
    cacheWriteTokens: usage.cache_creation_input_tokens,
    reasoningTokens: usage.output_tokens_details?.thinking_tokens,
  });

/** A message's content, which may be one text, as blocks. */
export function blocksOf(content: unknown): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as ContentBlock[]).filter((block) => block) : [];
}

/** The text of a person's message, without the tool results in it. */
export function promptOf(content: unknown): string {
  return plainText(blocksOf(content).filter((block) => !block.type?.endsWith("tool_result")));
}

const isGiven = (input: unknown): boolean =>
  typeof input === "string"
    ? input.trim() !== ""
    : input !== undefined && input !== null && Object.keys(input).length > 0;

const inputOf = (input: unknown): unknown =>
  typeof input === "string" ? (input.trim() === "" ? {} : valueOf(input)) : input;

function opaque(blocks: readonly Block[], redacted: string[]): Record<string, unknown> | undefined {
  const signed = blocks.filter((block) => block.signature);
  const cited = blocks.filter((block) => block.citations?.length);
  if (signed.length + cited.length + redacted.length === 0) return undefined;
  return {
    ...(signed.length > 0 && { signatures: Object.fromEntries(signed.map(({ id, signature }) => [id, signature])) }),
    ...(cited.length > 0 && { citations: Object.fromEntries(cited.map(({ id, citations }) => [id, citations])) }),
    ...(redacted.length > 0 && { redactedThinking: redacted }),
  };
}
