import { isRecord } from "../../json/record.ts";

/** A chunk of the AI SDK's UI message stream; other fields than those an adapter reads are ignored. */
export interface AiSdkChunk {
  type: string;
  [field: string]: unknown;
}

/** A part of the AI SDK's `UIMessage`. */
export interface AiSdkPart {
  type: string;
  [field: string]: unknown;
}

/** The AI SDK's `UIMessage`: what `useChat` shows, hosts save, and a sub-agent's tool yields. */
export interface AiSdkMessage {
  id: string;
  role: string;
  parts: readonly AiSdkPart[];
  metadata?: unknown;
}

/** The type of the data parts in which a server forwards what happens below a call. */
export const FORWARDED = "data-callboard";

export type Fields = Record<string, unknown>;

/** A required text. @throws TypeError where it is missing, so that the chunk counts as unreadable. */
export function requiredString(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new TypeError(name);
  return value;
}

/** An optional text; an empty one counts as missing. */
export function optionalString(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether a tool's output is a sub-agent's message, as the AI SDK's documented pattern yields it. */
export function isAgentMessage(output: unknown): output is AiSdkMessage {
  if (!isRecord(output) || output["role"] !== "assistant" || !Array.isArray(output["parts"])) return false;
  return output["parts"].every((part) => isRecord(part) && typeof part["type"] === "string");
}

/** The tool of a tool part; undefined where the part is none. */
export function toolOfPart(part: AiSdkPart): string | undefined {
  if (part.type === "dynamic-tool") return optionalString(part, "toolName") ?? "";
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : undefined;
}

/** The text of a person's message. */
export function textOfParts(parts: readonly unknown[]): string {
  return parts
    .map((part) => (isRecord(part) && part["type"] === "text" && optionalString(part, "text")) || "")
    .join("");
}

/** The last text of a message, which stands for all of it. */
export function lastTextOf(message: AiSdkMessage): string | null {
  const part = message.parts.findLast((part) => part.type === "text" && typeof part["text"] === "string");
  return part ? (part["text"] as string) : null;
}
