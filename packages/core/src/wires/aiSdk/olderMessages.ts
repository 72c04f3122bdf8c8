import { jsonOrText } from "../../json/parseJson.ts";
import { isRecord } from "../../json/record.ts";
import { plainText } from "../toolResult.ts";
import { optionalString, type AiSdkMessage, type AiSdkPart, type Fields } from "./messageParts.ts";

/** A saved message in today's words, and what of it cannot be read. */
export interface ReadMessage {
  message: AiSdkMessage;
  /** What a message for the model says of calls of earlier messages. */
  results: AiSdkPart[];
  unreadable: unknown[];
}

/** Parts that a host draws itself, from its own message, and thoughts that only the model may read. */
const QUIET = /^(data-|source(-url|-document)?$|(reasoning-)?file$|image$|custom$|step-start$|redacted-reasoning$)/;

/**
 * Reads what a chat saved: a message of the AI SDK 5 and later, one of the AI SDK 4 or 3 (`tool-invocation` parts,
 * `content` and
 * `toolInvocations` in the place of parts), or one for the model, whose `content` is a list. A part that is none of
 * these is left out and named. Null for what is no message.
 */
export function readMessage(saved: unknown): ReadMessage | null {
  if (!isRecord(saved) || typeof saved["role"] !== "string") return null;
  const { id, role, metadata } = saved;
  const unreadable: unknown[] = [];
  const parts: AiSdkPart[] = [];
  const results: AiSdkPart[] = [];
  for (const given of partsOf(saved)) {
    const read = isRecord(given) ? readPart(given) : null;
    if (!read) unreadable.push(given);
    else if (read.of === undefined) parts.push(read.part);
    else {
      // A call and its result are one part, wherever they stand.
      const at = parts.findLastIndex(({ toolCallId }) => toolCallId === read.of);
      if (at >= 0) parts[at] = { ...read.part, ...parts[at], ...read.outcome };
      else (role === "tool" ? results : parts).push(read.part);
    }
  }
  const name = typeof id === "number" ? String(id) : optionalString(saved, "id");
  return { message: { id: name ?? "", role, parts, metadata }, results, unreadable };
}

/** The parts of a message. Without any, they are what its other fields say, in the order in which a model says it. */
function partsOf(saved: Fields): readonly unknown[] {
  const { parts, content, toolInvocations, tool_calls: calls, tool_call_id: answered } = saved;
  if (Array.isArray(parts) && parts.length > 0) return parts;
  if (saved["role"] === "data") return [];
  if (typeof answered === "string")
    return [{ type: "tool-result", toolCallId: answered, toolName: "", result: content }];
  const reasoning = optionalString(saved, "reasoning");
  const said = Array.isArray(content) ? (content as unknown[]) : content ? [{ type: "text", text: content }] : [];
  return [
    // Parts that are no list are one thing that cannot be read.
    ...(parts === undefined || parts === null || Array.isArray(parts) ? [] : [parts]),
    ...(reasoning === undefined ? [] : [{ type: "reasoning", text: reasoning }]),
    ...listOf(toolInvocations).map((toolInvocation) => ({ type: "tool-invocation", toolInvocation })),
    ...listOf(calls),
    // A call without an id cannot be told from the others of its tool.
    ...(saved["function_call"] ? [{ function_call: saved["function_call"] }] : []),
    ...said,
  ];
}

/** Some hosts keep a column of JSON as its text. */
function listOf(value: unknown): readonly unknown[] {
  const list = typeof value === "string" ? jsonOrText(value) : value;
  return Array.isArray(list) ? list : list === undefined || list === null || list === "" ? [] : [list];
}

/** A part, or the result `of` a call, whose part may have come before. */
interface ReadPart {
  part: AiSdkPart;
  of?: string;
  outcome?: Fields;
}

/** A part in today's words; null where it is none. */
function readPart(given: Fields): ReadPart | null {
  const { type, toolInvocation } = given;
  if (type === "tool-invocation" && isRecord(toolInvocation)) return readInvocation(toolInvocation);
  if (type === "tool-call" && typeof given["toolName"] === "string") return readInvocation({ state: "call", ...given });
  if (type === "tool-result" && typeof given["toolName"] === "string") {
    const read = readInvocation({ ...given, state: "result" });
    return read && { ...read, of: read.part["toolCallId"] as string, outcome: outcomeOf(given) };
  }
  const { function: called } = given;
  if (type === "function" && isRecord(called)) {
    const { name: toolName, arguments: text } = called;
    return readInvocation({ state: "call", toolCallId: given["id"], toolName, args: argumentsOf(text) });
  }
  if (typeof type !== "string") return null;
  if (type === "text") return typeof given["text"] === "string" ? { part: given as AiSdkPart } : null;
  if (type === "reasoning") {
    const text = given["text"] ?? given["reasoning"] ?? plainText(given["details"]);
    return typeof text === "string" ? { part: { ...given, type, text } } : null;
  }
  if (type === "dynamic-tool" || type.startsWith("tool-")) {
    return optionalString(given, "toolCallId") === undefined ? null : { part: given as AiSdkPart };
  }
  return QUIET.test(type) ? { part: given as AiSdkPart } : null;
}

/** A call as the AI SDK 4 keeps it. */
function readInvocation(invocation: Fields): { part: AiSdkPart } | null {
  const { toolCallId, toolName, state, args } = invocation;
  if (typeof toolCallId !== "string" || toolCallId === "" || typeof toolName !== "string") return null;
  const input = args ?? invocation["input"];
  const part = { type: "dynamic-tool", toolName, toolCallId, input: input ?? {} };
  if (state === "partial-call") return { part: { ...part, state: "input-streaming", input } };
  if (state === "call") return { part: { ...part, state: "input-available" } };
  return state === "result" ? { part: { ...part, ...outcomeOf(invocation) } } : null;
}

/** How a call ended: the AI SDK 4 keeps its `result`, a later one's message for the model a typed `output`. */
function outcomeOf(fields: Fields): Fields {
  const { output, result, isError } = fields;
  if (isRecord(output) && typeof output["type"] === "string" && !("result" in fields)) {
    const { type, value } = output;
    if (type === "execution-denied") return { state: "output-denied" };
    if (type === "error-text" || type === "error-json") return failed(value);
    if (/^(text|json|content)$/.test(type)) return { state: "output-available", output: value };
  }
  const value = "result" in fields ? result : output;
  return isError === true ? failed(value) : { state: "output-available", output: value ?? null };
}

function failed(value: unknown): Fields {
  return { state: "output-error", errorText: plainText(value) || (JSON.stringify(value) ?? "") };
}

function argumentsOf(text: unknown): unknown {
  return typeof text === "string" && text.trim() !== "" ? jsonOrText(text) : (text ?? {});
}
