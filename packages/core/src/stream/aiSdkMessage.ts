/** A chunk of the AI SDK's UI message stream, as far as an adapter reads it; what is more is left alone. */
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

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that has to be there; the chunk is unreadable without it, which its reader says. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new TypeError(name);
  return value;
}

/** A text that may be missing; an empty one counts as missing. */
export function mayTextIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether a tool's output is a sub-agent's message, as the AI SDK's documented pattern yields it. */
export function isAgentMessage(output: unknown): output is AiSdkMessage {
  if (!isFields(output) || output["role"] !== "assistant" || !Array.isArray(output["parts"])) return false;
  return output["parts"].every((part) => isFields(part) && typeof part["type"] === "string");
}

/** The tool of a tool part; undefined where the part is none. */
export function toolOfPart(part: AiSdkPart): string | undefined {
  if (part.type === "dynamic-tool") return mayTextIn(part, "toolName") ?? "";
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : undefined;
}

/** What a person's message says. */
export function textOfParts(parts: readonly unknown[]): string {
  return parts.map((part) => (isFields(part) && part["type"] === "text" && mayTextIn(part, "text")) || "").join("");
}

/** What a message says last: the text that stands for all of it. */
export function lastTextOf(message: AiSdkMessage): string | null {
  const part = message.parts.findLast((part) => part.type === "text" && typeof part["text"] === "string");
  return part ? (part["text"] as string) : null;
}
