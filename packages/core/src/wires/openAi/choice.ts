import { parseJson } from "../../json/parseJson.ts";
import type { CallNames } from "../callNames.ts";
import {
  stateOf,
  writeEnd,
  writeInput,
  writeInputDelta,
  writeRequest,
  writeText,
  type EventWriter,
} from "../eventWriter.ts";
import { plainText } from "../toolResult.ts";

/** A message, or the piece of one that a chunk carries, as far as a timeline shows it. */
export interface ChatMessage {
  role?: string | null;
  name?: string | null;
  content?: unknown;
  refusal?: string | null;
  reasoning_content?: unknown;
  reasoning?: unknown;
  reasoning_text?: unknown;
  reasoning_details?: unknown;
  reasoning_opaque?: unknown;
  audio?: { transcript?: string | null } | null;
  tool_calls?: ChatToolCall[] | null;
  function_call?: { name?: string | null; arguments?: unknown } | null;
  annotations?: unknown[] | null;
  is_error?: boolean;
}

interface ChatToolCall {
  index?: number | null;
  id?: string | null;
  type?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
  custom?: { name?: string | null; input?: string | null } | null;
  extra_content?: unknown;
}

interface Call {
  wireId: string | undefined;
  index: number | undefined;
  tool: string;
  /** The arguments so far. */
  text: string;
  /** A custom tool: its input is free text in place of JSON. */
  isCustom: boolean;
  callId: string | undefined;
  extra: unknown;
}

/** One choice of a completion as it comes, streamed or whole or both; what comes twice is written once. */
export interface ChoiceReader {
  readonly agentId: string;
  /** Applies a piece of the message. */
  apply(delta: ChatMessage): void;
  /** Applies the whole message; what has streamed of it is not written again. */
  applyWhole(message: ChatMessage): void;
  /** Ends the choice; where it was cut, calls with unfinished arguments are interrupted. Returns what the next model step needs, opaque. */
  close(isCut: boolean, reason: string | undefined): Record<string, unknown> | undefined;
}

type Kind = "text" | "reasoning";

/** Reads one choice of an agent; item ids begin with `prefix`. */
export function createChoiceReader(
  writer: EventWriter,
  { agentId, prefix, names }: { agentId: string; prefix: string; names: CallNames },
): ChoiceReader {
  const calls: Call[] = [];
  const said: Record<Kind, string> = { text: "", reasoning: "" };
  const annotations: unknown[] = [];
  let items = 0;
  let speaking: Kind | undefined;
  let legacy: Call | undefined;

  const speak = (kind: Kind, text: string) => {
    if (text === "") return;
    if (speaking !== kind) items++;
    speaking = kind;
    said[kind] += text;
    writeText(writer, agentId, `${prefix}:${items}`, text, kind);
  };
  /** Requests the call once its tool is known. A call whose tool never comes is requested at the end. */
  const request = (call: Call, isLast = false) => {
    if (call.callId !== undefined || (call.tool === "" && !isLast)) return;
    const wireId = call.wireId ?? `${prefix}:call:${calls.indexOf(call)}`;
    call.callId = names.name(wireId, call);
    if (call === legacy) names.alias(`function:${call.tool}`, call.callId);
    speaking = undefined;
    writeRequest(writer, call.callId, { tool: call.tool, agentId });
    if (call.text !== "") writeInputDelta(writer, call.callId, call.isCustom ? quoted("", call.text) : call.text);
  };
  const addCall = (index: number | undefined): Call => {
    const call: Call = {
      wireId: undefined,
      index,
      tool: "",
      text: "",
      isCustom: false,
      callId: undefined,
      extra: undefined,
    };
    calls.push(call);
    return call;
  };
  const append = (call: Call, delta: string) => {
    if (delta === "") return;
    if (call.callId !== undefined) {
      writeInputDelta(writer, call.callId, call.isCustom ? quoted(call.text, delta) : delta);
    }
    call.text += delta;
    request(call);
  };
  /** The call that a piece belongs to, whichever of index and id its provider keeps. */
  const callOf = (piece: ChatToolCall): Call => {
    const index = piece.index ?? undefined;
    const id = piece.id || undefined;
    const tool = piece.function?.name || piece.custom?.name || "";
    const same = index === undefined ? undefined : calls.findLast((call) => call.index === index);
    if (same) {
      // Some providers number every call zero: another id with a name opens another call, unless one is being written.
      const isOther = id !== undefined && same.wireId !== undefined && id !== same.wireId && tool !== "";
      if (!isOther || (same.tool === tool && same.text !== "" && !parseJson(same.text))) return same;
      return calls.find((call) => call.wireId === id) ?? addCall(index);
    }
    if (index !== undefined) return addCall(index);
    const named = id === undefined ? undefined : calls.find((call) => call.wireId === id);
    if (named) return named;
    return (id === undefined && tool === "" ? calls.at(-1) : undefined) ?? addCall(undefined);
  };
  const applyCall = (piece: ChatToolCall) => {
    const call = callOf(piece);
    const tool = piece.function?.name || piece.custom?.name || "";
    if (piece.id) {
      call.wireId ??= piece.id;
      if (call.callId !== undefined && call.callId !== piece.id && names.find(piece.id) === undefined) {
        names.alias(piece.id, call.callId);
      }
    }
    if (call.tool === "") call.tool = tool;
    // Some providers send every field, empty where it does not apply.
    if (piece.type === "custom" || (piece.custom && !piece.function)) call.isCustom = true;
    call.extra = piece.extra_content ?? call.extra;
    request(call);
    append(call, textOf(call.isCustom ? piece.custom?.input : piece.function?.arguments));
  };
  const applyLegacy = (piece: ChatMessage["function_call"]) => {
    if (!piece?.name && !piece?.arguments) return;
    legacy ??= addCall(undefined);
    if (legacy.tool === "") legacy.tool = piece.name || "";
    request(legacy);
    append(legacy, textOf(piece.arguments));
  };
  const finish = (call: Call) => {
    request(call, true);
    const { callId, isCustom, text } = call;
    if (stateOf(writer, callId!) === "requested") writeInput(writer, callId!, isCustom ? { value: text } : undefined);
  };

  const applyContent = (content: unknown) => {
    if (!Array.isArray(content)) return speak("text", plainText(content));
    for (const part of content as { type?: string; thinking?: unknown }[]) {
      if (part?.thinking !== undefined) speak("reasoning", plainText(part.thinking));
      else speak("text", plainText(part));
    }
  };
  const apply = (delta: ChatMessage) => {
    speak("reasoning", reasoningOf(delta));
    applyContent(delta.content);
    speak("text", (delta.refusal ?? "") + (delta.audio?.transcript ?? ""));
    annotations.push(...(delta.annotations ?? []));
    for (const piece of delta.tool_calls ?? []) if (piece) applyCall(piece);
    applyLegacy(delta.function_call);
  };

  return {
    agentId,
    apply,
    applyWhole(message) {
      const rest = (kind: Kind, whole: string) => (whole.startsWith(said[kind]) ? whole.slice(said[kind].length) : "");
      if (said.text === "" && said.reasoning === "") {
        apply({ ...message, tool_calls: [], function_call: null });
      } else {
        speak("reasoning", rest("reasoning", reasoningOf(message)));
        speak("text", rest("text", plainText(message.content) + (message.refusal ?? "")));
      }
      (message.tool_calls ?? []).forEach((whole, index) => {
        const known = calls.find((call) => call.wireId === whole.id) ?? calls.find((call) => call.index === index);
        if (!known) applyCall({ ...whole, index });
      });
      if (!legacy) applyLegacy(message.function_call);
      calls.forEach(finish);
    },
    close(isCut, reason) {
      for (const call of calls) {
        request(call, true);
        if (stateOf(writer, call.callId!) !== "requested") continue;
        if (!isCut || (!call.isCustom && parseJson(call.text))) finish(call);
        else writeEnd(writer, call.callId!, { status: "interrupted", reason });
      }
      const extra = calls.flatMap(({ callId, extra: more }) => (more === undefined ? [] : [[callId, more]]));
      if (extra.length + annotations.length === 0) return undefined;
      return {
        ...(extra.length > 0 && { extraContent: Object.fromEntries(extra) as unknown }),
        ...(annotations.length > 0 && { annotations }),
      };
    },
  };
}

/** The reasoning of a message: providers have several fields for the same text. */
function reasoningOf(message: ChatMessage): string {
  const plain = message.reasoning_content || message.reasoning || message.reasoning_text;
  if (plain) return plainText(plain);
  if (!Array.isArray(message.reasoning_details)) return "";
  return message.reasoning_details
    .map((detail: { text?: unknown; summary?: unknown } | null) => plainText(detail?.text ?? detail?.summary))
    .join("");
}

/** Arguments are JSON text; some providers send the value itself. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A piece of a custom tool's text as a piece of the JSON string that it is. */
const quoted = (before: string, delta: string) => (before === "" ? '"' : "") + JSON.stringify(delta).slice(1, -1);
