import { isRecord, recordsOf, textOr } from "../../json/record.ts";
import { valueOf } from "../toolResult.ts";

/** A piece of a call's arguments; its id and name come with the first piece only. */
export interface CallPiece {
  index: string;
  id: string | undefined;
  name: string | undefined;
  args: string;
}

/** A message of LangChain as the adapter needs it, whichever of its serialised forms it came in. */
export interface LangChainMessage {
  role: "ai" | "tool" | "human" | "other";
  id: string | undefined;
  /** A piece of a message, not the whole. */
  isPiece: boolean;
  text: string;
  reasoning: string;
  pieces: CallPiece[];
  calls: { id: string; name: string; args: unknown }[];
  toolCallId: string | undefined;
  isError: boolean;
  usage: { inputTokens?: number; outputTokens?: number } | undefined;
  /** The output of a tool: its text, parsed where it is a JSON object or list. */
  output: unknown;
}

/**
 * Reads a message: an instance, its serialised form (`lc: 1`) or the plain form that servers send; null for anything
 * else.
 */
export function readMessage(value: unknown): LangChainMessage | null {
  if (!isRecord(value)) return null;
  const isSerialised = value["lc"] === 1 && isRecord(value["kwargs"]);
  const fields = (isSerialised ? value["kwargs"] : value) as Record<string, unknown>;
  const type = typeOf(value);
  if (type === undefined) return null;
  const role = /^tool/i.test(type)
    ? "tool"
    : /^(ai|assistant)/i.test(type)
      ? "ai"
      : /^(human|user)/i.test(type)
        ? "human"
        : "other";
  const said = contentOf(fields["content"]);
  const more = isRecord(fields["additional_kwargs"]) ? fields["additional_kwargs"]["reasoning_content"] : undefined;
  return {
    role,
    id: textOr(fields["id"]),
    isPiece: type.endsWith("Chunk"),
    text: said.text,
    reasoning: said.reasoning + (typeof more === "string" ? more : ""),
    pieces: recordsOf(fields["tool_call_chunks"]).map(pieceOf),
    calls: recordsOf(fields["tool_calls"]).flatMap((call) => {
      const [id, name] = [textOr(call["id"]), textOr(call["name"])];
      return id === undefined ? [] : [{ id, name: name ?? "unknown", args: call["args"] ?? {} }];
    }),
    toolCallId: textOr(fields["tool_call_id"]),
    isError: fields["status"] === "error",
    usage: usageOf(fields["usage_metadata"]),
    output: role === "tool" ? (fields["artifact"] ?? valueOf(said.text)) : undefined,
  };
}

export function usageOf(usage: unknown): LangChainMessage["usage"] {
  if (!isRecord(usage)) return undefined;
  const { input_tokens: input, output_tokens: output } = usage;
  return {
    ...(typeof input === "number" && { inputTokens: input }),
    ...(typeof output === "number" && { outputTokens: output }),
  };
}

function typeOf(value: Record<string, unknown>): string | undefined {
  if (value["lc"] === 1) return textOr(Array.isArray(value["id"]) ? value["id"].at(-1) : undefined);
  const getType = value["getType"] ?? value["_getType"];
  if (typeof getType === "function") {
    const type = String(getType.call(value));
    return "tool_call_chunks" in value ? `${type}Chunk` : type;
  }
  return "content" in value ? (textOr(value["type"]) ?? textOr(value["role"])) : undefined;
}

function pieceOf(piece: Record<string, unknown>): CallPiece {
  const { index, args } = piece;
  const written = typeof args === "string" ? args : args === undefined || args === null ? "" : JSON.stringify(args);
  return {
    index: String(index ?? piece["id"] ?? 0),
    id: textOr(piece["id"]),
    name: textOr(piece["name"]),
    args: written,
  };
}

function contentOf(content: unknown): { text: string; reasoning: string } {
  if (typeof content === "string") return { text: content, reasoning: "" };
  let [text, reasoning] = ["", ""];
  for (const block of Array.isArray(content) ? (content as unknown[]) : []) {
    if (typeof block === "string") text += block;
    else if (isRecord(block)) {
      if (block["type"] === "text" || block["type"] === "text_delta" || block["type"] === "output_text")
        text += textOr(block["text"]) ?? "";
      else reasoning += textOr(block["reasoning"]) ?? textOr(block["thinking"]) ?? "";
    }
  }
  return { text, reasoning };
}
