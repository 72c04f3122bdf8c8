import { parseJson } from "../../json/parseJson.ts";
import { isRecord } from "../../json/record.ts";
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
  /**
   * Ends the choice; where it was cut, calls with unfinished arguments are interrupted. Returns what the next model
   * step needs, opaque.
   */
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
    requestNamed();
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
    // Arguments that are whole may be told again.
    if (delta === "" || (delta === call.text && isWhole(call))) return;
    if (call.callId !== undefined) {
      writeInputDelta(writer, call.callId, call.isCustom ? quoted(call.text, delta) : delta);
    }
    call.text += delta;
    // What came before it has its place before it.
    for (const earlier of calls.slice(0, calls.indexOf(call))) request(earlier);
    request(call);
  };
  /**
   * The call that a piece belongs to, whichever of index and id its provider keeps; `told` are those of the same delta.
   */
  const callOf = (piece: Piece, told: ReadonlySet<Call>): Call => {
    const { index, id, tool, text } = piece;
    const byId = id === undefined ? undefined : calls.findLast((call) => call.wireId === id);
    if (index !== undefined) {
      const same = calls.findLast((call) => call.index === index);
      if (same && !begins(piece, same, told.has(same))) return same;
      // A provider that counts on from piece to piece keeps the id; with a name, it is another call of the same id.
      const goesOn = byId && !begins(piece, byId, told.has(byId)) && (tool === "" || same !== undefined);
      return goesOn ? byId : addCall(index);
    }
    if (byId) return begins(piece, byId, told.has(byId)) ? addCall(undefined) : byId;
    const last = calls.at(-1);
    const mayGoOn = id === undefined || (tool === "" && text !== "");
    return last && mayGoOn && !begins(piece, last, told.has(last)) ? last : addCall(undefined);
  };
  const applyCall = (given: ChatToolCall, told: Set<Call>) => {
    const piece = pieceOf(given);
    const { id, tool } = piece;
    const call = callOf(piece, told);
    told.add(call);
    if (id !== undefined) {
      call.wireId ??= id;
      if (call.callId !== undefined && call.callId !== id && names.find(id) === undefined) names.alias(id, call.callId);
    }
    if (call.text === "" || call.tool === "") call.tool = joinName(call.tool, tool);
    if (piece.isCustom) call.isCustom = true;
    call.extra = given.extra_content ?? call.extra;
    append(call, textOf(call.isCustom ? given.custom?.input : given.function?.arguments));
  };
  const applyLegacy = (piece: ChatMessage["function_call"]) => {
    if (!piece?.name && !piece?.arguments) return;
    legacy ??= addCall(undefined);
    if (legacy.text === "" || legacy.tool === "") legacy.tool = joinName(legacy.tool, piece.name || "");
    append(legacy, textOf(piece.arguments));
  };
  /** Requests the calls whose names are whole: those that this delta did not go on with. */
  const requestNamed = (told: ReadonlySet<Call> = new Set()) => {
    for (const call of calls) if (!told.has(call)) request(call);
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
    const told = new Set<Call>();
    for (const piece of delta.tool_calls ?? []) if (piece) applyCall(piece, told);
    applyLegacy(delta.function_call);
    if (legacy && delta.function_call) told.add(legacy);
    requestNamed(told);
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
      const streamed = calls.length;
      (message.tool_calls ?? []).forEach((whole, index) => {
        if (!whole) return;
        const { id } = whole;
        const isStreamed = calls.some((call) => (id && call.wireId === id) || call.index === index) || index < streamed;
        if (!isStreamed) applyCall({ ...whole, index }, new Set());
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

/** A piece of a call as identity is read from it: an empty id or index is none. */
interface Piece {
  index: number | undefined;
  id: string | undefined;
  tool: string;
  text: string;
  isCustom: boolean;
  /** It is written out as a call's first piece. */
  opens: boolean;
}

function pieceOf(given: ChatToolCall): Piece {
  const { function: called, custom } = given;
  // Some providers send every field, empty where it does not apply.
  const isCustom = given.type === "custom" || Boolean(custom && !called);
  return {
    index: given.index ?? undefined,
    id: given.id || undefined,
    tool: called?.name || custom?.name || "",
    text: isCustom ? textOf(custom?.input) : textOf(called?.arguments),
    isCustom,
    opens: Boolean(given.type),
  };
}

/**
 * Whether a piece that could go on with a call begins another one. Some providers number every call zero, or give no
 * ids, or the same id to all: then only a name, or a second set of arguments, tells where the next call begins.
 */
function begins({ id, tool, text, opens }: Piece, call: Call, isBeside: boolean): boolean {
  // One list names each of its calls once.
  if (isBeside && tool !== "") return true;
  const isOther = id !== undefined && call.wireId !== undefined && id !== call.wireId;
  // Its name comes after its arguments.
  if (tool !== "" && call.tool === "" && !isOther) return false;
  // Nearly all pieces only go on with the arguments.
  if (tool === "") return text.trimStart().startsWith("{") && text !== call.text && isWhole(call);
  if (isWhole(call)) {
    return tool !== call.tool || (text !== "" && (id === undefined || id !== call.wireId || text !== call.text));
  }
  if (call.text !== "" && tool !== call.tool) return true;
  // A gateway may give each piece another id; one that writes on repeats the name.
  if (id !== undefined && call.wireId !== undefined) return isOther && call.text === "";
  // Before any arguments, a name goes on where the call has an id, and its next piece has none.
  return tool !== call.tool && call.text === "" && call.wireId === undefined && opens;
}

/** Whether a call's arguments are whole: a JSON object cannot go on. */
const isWhole = ({ text }: Call) => text.trimEnd().endsWith("}") && isRecord(parseJson(text)?.value);

/** A name that may come in pieces, or again as far as it goes. */
function joinName(before: string, piece: string): string {
  return piece.startsWith(before) ? piece : before.endsWith(piece) && before !== "" ? before : before + piece;
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
