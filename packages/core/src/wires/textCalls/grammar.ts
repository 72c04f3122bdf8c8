import { defineOwn } from "../../json/defineOwn.ts";
import { isRecord } from "../../json/record.ts";
import { coerceToSchema } from "./coerceToSchema.ts";
import { parseModelJson } from "./modelJson.ts";

/** A call that a model wrote as text. */
export interface TextToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** The formats in the order in which they are tried: the first that occurs is the one that counts. */
const enum Format {
  FunctionTag,
  ToolCallTag,
  BareJson,
}

/** A piece of a model's text, with the calls in it. */
export type Segment =
  { kind: "text" | "reasoning"; text: string } | { kind: "calls"; text: string; format: Format; calls: TextToolCall[] };

/** A text that may still grow. */
export interface Source {
  text: string;
  ended: boolean;
}

/** Receives the parts of a text, in order. */
interface Sink {
  add(segment: Segment): void;
  /** A thinking block ended that never began: the text before it was reasoning. */
  thinkingUntilNow(): void;
}

/** Reads on where it stopped when more text has come; yields when it needs more. */
type Reading<Result> = Generator<undefined, Result, void>;

/** The schema of a tool's arguments by its name; undefined stands for "any tool". */
export type KnownTools = ReadonlyMap<string, unknown> | undefined;

/** Splits a model's text into text, reasoning and calls; resumed when more of it has come. */
export function* readSegments(source: Source, tools: KnownTools, sink: Sink): Reading<void> {
  let at = 0;
  let shown = 0;
  /** Inside a Markdown fence that did not begin with a call: all of it is code. */
  let inCode = false;
  const show = (end: number) => {
    if (end > shown) sink.add({ kind: "text", text: source.text.slice(shown, end) });
    shown = end;
  };
  for (;;) {
    const next = yield* nextMark(source, at, show);
    if (next === -1) return show(source.text.length);
    at = next;
    show(at);
    const isLine = atLineStart(source.text, at);
    const char = source.text[at];
    if (char === "`") {
      if (!isLine || !(yield* startsWith(source, at, "```"))) {
        at++;
        continue;
      }
      const inside = 1 + (yield* indexOf(source, "\n", at));
      const end: number = inCode || inside === 0 ? -1 : yield* readCalls(source, at, inside, tools, sink);
      inCode = !inCode && end === -1;
      if (end !== -1) shown = end;
      at = end !== -1 ? end : inside === 0 ? source.text.length : inside - 1;
      continue;
    }
    if (inCode) {
      at++;
      continue;
    }
    if (char === "<") {
      const thinking = yield* thinkingTag(source, at);
      if (thinking) {
        shown = at = yield* readThinking(source, at, thinking, sink);
        continue;
      }
    }
    if (char !== "<" && !isLine && !(char === "[" && (yield* startsWith(source, at, MARKER)))) {
      at++;
      continue;
    }
    const end = yield* readCalls(source, at, at, tools, sink);
    if (end === -1) at++;
    else shown = at = end;
  }
}

/** The next place where a call, a thought or a fence could begin; the text before it is shown as it comes. */
function* nextMark(source: Source, from: number, show: (end: number) => void): Reading<number> {
  for (let at = from; ; at++) {
    while (at < source.text.length && !"<[{`".includes(source.text[at]!)) at++;
    if (at < source.text.length) return at;
    if (source.ended) return -1;
    show(at);
    yield;
    at--;
  }
}

/**
 * Calls of one format that follow each other from `start`, perhaps in a fence that opened at `from`. Returns where they
 * end, -1 where there is none.
 */
function* readCalls(source: Source, from: number, start: number, tools: KnownTools, sink: Sink): Reading<number> {
  const isFenced = start > from;
  let format: Format | undefined;
  const calls: TextToolCall[] = [];
  let end = -1;
  for (let at = start; ;) {
    const first = yield* skipSpace(source, at);
    const block = yield* readBlock(source, first, tools);
    if (!block || (format !== undefined && block.format !== format)) break;
    format = block.format;
    calls.push(...block.calls);
    at = end = yield* skipClosers(source, block);
    // Outside a fence each block is a segment of its own, so that the text between is shown.
    if (!isFenced) break;
  }
  if (end === -1 || format === undefined) return -1;
  if (isFenced) {
    const close = yield* skipSpace(source, end);
    if (yield* startsWith(source, close, "```")) end = close + 3;
    else if (close < source.text.length) return -1;
  }
  sink.add({ kind: "calls", text: source.text.slice(from, end), format, calls });
  return end;
}

interface Block {
  format: Format;
  calls: TextToolCall[];
  end: number;
}

/** End tags that follow a call once more, or whose start the model left out, belong to it. */
function* skipClosers(source: Source, { format, end }: Block): Reading<number> {
  if (format === Format.BareJson) return end;
  for (let at = end; ;) {
    const next = yield* skipSpace(source, at);
    if (!(yield* startsWith(source, next, TOOL_CALL_END))) return at;
    at = next + TOOL_CALL_END.length;
  }
}

const TOOL_CALL = "<tool_call>";
const TOOL_CALL_END = "</tool_call>";
/** Mistral's, before a list of calls or before a call's name. */
const MARKER = "[TOOL_CALLS]";
/** Those of Llama and Granite, before a call or a list of them. */
const JSON_MARKERS = [MARKER, "<|python_tag|>", "<|tool_call|>"];

/** How some models write a name and then the arguments' JSON. */
const NAMED: readonly {
  open: string;
  separators: readonly string[];
  close: string;
  /** What may stand around all calls of an answer. */
  section: readonly [begin: string, end: string] | undefined;
}[] = [
  { open: MARKER, separators: ["[ARGS]", ""], close: "", section: undefined },
  {
    open: "<|tool_call_begin|>",
    separators: ["<|tool_call_argument_begin|>"],
    close: "<|tool_call_end|>",
    section: ["<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"],
  },
  {
    open: "<｜tool▁call▁begin｜>",
    separators: ["<｜tool▁sep｜>"],
    close: "<｜tool▁call▁end｜>",
    section: ["<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"],
  },
];

/** The block of calls at `at`; null where there is none. */
function* readBlock(source: Source, at: number, tools: KnownTools): Reading<Block | null> {
  if (yield* startsWith(source, at, "<function=")) return yield* readFunction(source, at, tools);
  if (yield* startsWith(source, at, TOOL_CALL)) {
    return (yield* readToolCall(source, at, tools)) ?? (yield* readArguments(source, at, tools));
  }
  for (const dialect of NAMED) {
    const block = yield* readNamed(source, at, dialect, tools);
    if (block) return block;
  }
  let start = at;
  for (const marker of JSON_MARKERS) {
    if (yield* startsWith(source, at, marker)) start = yield* skipSpace(source, at + marker.length);
  }
  if (yield* startsWith(source, start, "[")) {
    const first = yield* skipSpace(source, start + 1);
    if (!(yield* startsWith(source, first, "{"))) return null;
  } else if (!(yield* startsWith(source, start, "{")) || (start === at && !(yield* mayBeCall(source, at, tools)))) {
    return null;
  }
  const end = yield* jsonEnd(source, start);
  const calls = end === -1 ? null : callsOf(source.text.slice(start, end), tools, start > at);
  if (!calls) return null;
  // One call by itself has its lines to itself; amid words it is an example.
  if (start === at && source.text[at] === "{" && !(yield* endsLine(source, end))) return null;
  return { format: Format.BareJson, calls, end };
}

/** Whether a record without any mark may be a call: of a known tool, by the key that it begins with. */
function* mayBeCall(source: Source, at: number, tools: KnownTools): Reading<boolean> {
  if (!tools) return false;
  const key = yield* skipSpace(source, at + 1);
  for (const name of ['"name"', '"type"', '"function"']) if (yield* startsWith(source, key, name)) return true;
  return false;
}

/** Whether nothing follows on the line of a place, but the end of a fence. */
function* endsLine(source: Source, from: number): Reading<boolean> {
  for (let at = from; ; at++) {
    if (!(yield* ensure(source, at + 1))) return true;
    const char = source.text[at]!;
    if (char === "\n") return true;
    if (char.trim() !== "") return yield* startsWith(source, at, "```");
  }
}

/** Calls of a dialect that writes the name before the arguments. */
function* readNamed(
  source: Source,
  at: number,
  { open, separators, close, section }: (typeof NAMED)[number],
  tools: KnownTools,
): Reading<Block | null> {
  const isSection = section !== undefined && (yield* startsWith(source, at, section[0]));
  let start = isSection ? yield* skipSpace(source, at + section[0].length) : at;
  const calls: TextToolCall[] = [];
  let end = -1;
  while (yield* startsWith(source, start, open)) {
    const call = yield* readNamedCall(source, start + open.length, separators, tools);
    if (!call) return null;
    end = call.end;
    calls.push({ name: call.name, arguments: call.values });
    start = yield* skipSpace(source, end);
    if (close !== "" && start < source.text.length) {
      if (!(yield* startsWith(source, start, close))) return null;
      end = start + close.length;
      start = yield* skipSpace(source, end);
    }
  }
  if (end === -1) return null;
  if (isSection && (yield* startsWith(source, start, section[1]))) end = start + section[1].length;
  return { format: Format.ToolCallTag, calls, end };
}

/** A name and the JSON of its arguments, with one of the separators between them. */
function* readNamedCall(
  source: Source,
  from: number,
  separators: readonly string[],
  tools: KnownTools,
): Reading<{ name: string; values: Record<string, unknown>; end: number } | null> {
  let at = yield* skipSpace(source, from);
  const begin = at;
  while ((yield* ensure(source, at + 1)) && /[\w.:/-]/.test(source.text[at]!)) at++;
  let written = source.text.slice(begin, at);
  let isSeparated = false;
  for (const separator of separators) {
    if (isSeparated || !(yield* startsWith(source, at, separator))) continue;
    isSeparated = true;
    at = yield* skipSpace(source, at + separator.length);
  }
  if (!isSeparated || written === "") return null;
  // The older of DeepSeek's forms: the kind, the name in its place, and the arguments in a fence.
  let isFenced = false;
  if (written === "function" && !tools?.has(written)) {
    const line = yield* indexOf(source, "\n", at);
    if (line === -1) return null;
    written = source.text.slice(at, line).trim();
    at = yield* skipSpace(source, line);
    isFenced = yield* startsWith(source, at, "```json");
    if (isFenced) at = yield* skipSpace(source, at + "```json".length);
  }
  // Kimi's ids are the name and a number: functions.search:0.
  const name = tools?.has(written) ? written : written.replace(/^functions\.(.+):\d+$/, "$1");
  if ((tools && !tools.has(name)) || !(yield* startsWith(source, at, "{"))) return null;
  let end = yield* jsonEnd(source, at);
  const values = end === -1 ? undefined : parseModelJson(source.text.slice(at, end))?.value;
  if (!isRecord(values)) return null;
  if (isFenced) {
    const fence = yield* skipSpace(source, end);
    if (!(yield* startsWith(source, fence, "```"))) return null;
    end = fence + 3;
  }
  return { name, values, end };
}

/** GLM's: a name, then `<arg_key>` and `<arg_value>` in turn, within `<tool_call>`. */
function* readArguments(source: Source, at: number, tools: KnownTools): Reading<Block | null> {
  let start = yield* skipSpace(source, at + TOOL_CALL.length);
  const from = start;
  while ((yield* ensure(source, start + 1)) && /[\w.:/-]/.test(source.text[start]!)) start++;
  const name = source.text.slice(from, start);
  if (name === "" || !tools?.has(name)) return null;
  const schema = tools.get(name);
  const values: Record<string, unknown> = {};
  for (;;) {
    start = yield* skipSpace(source, start);
    if (yield* startsWith(source, start, TOOL_CALL_END)) {
      const calls = [{ name, arguments: values }];
      return { format: Format.ToolCallTag, calls, end: start + TOOL_CALL_END.length };
    }
    if (!(yield* startsWith(source, start, "<arg_key>"))) return null;
    const keyEnd = yield* indexOf(source, "</arg_key>", start);
    if (keyEnd === -1) return null;
    const key = source.text.slice(start + "<arg_key>".length, keyEnd).trim();
    const open = yield* skipSpace(source, keyEnd + "</arg_key>".length);
    if (!(yield* startsWith(source, open, "<arg_value>"))) return null;
    const valueEnd = yield* indexOf(source, "</arg_value>", open);
    if (valueEnd === -1) return null;
    const text = source.text.slice(open + "<arg_value>".length, valueEnd);
    // A tag inside a value is that of another argument, whose end or beginning is missing.
    if (/<\/?(arg_key|arg_value|tool_call)>/.test(key + text) || Object.hasOwn(values, key)) return null;
    defineOwn(values, key, coerceToSchema(text, propertyOf(schema, key), schema));
    start = valueEnd + "</arg_value>".length;
  }
}

/**
 * `<tool_call>` around a call's JSON, several of them, or a `<function=…>`; a model that stops early leaves the end tag
 * out, and so does one that goes on with the next call.
 */
function* readToolCall(source: Source, at: number, tools: KnownTools): Reading<Block | null> {
  let start = yield* skipSpace(source, at + TOOL_CALL.length);
  while (yield* startsWith(source, start, TOOL_CALL)) start = yield* skipSpace(source, start + TOOL_CALL.length);
  const calls: TextToolCall[] = [];
  let format = Format.ToolCallTag;
  for (;;) {
    const isFunction = yield* startsWith(source, start, "<function=");
    const isJson = !isFunction && ((yield* startsWith(source, start, "{")) || (yield* startsWith(source, start, "[")));
    let end = -1;
    let some: TextToolCall[] | null = null;
    if (isFunction) {
      const block = yield* readFunction(source, start, tools);
      format = Format.FunctionTag;
      if (block) [some, end] = [block.calls, block.end];
    } else if (isJson) {
      end = yield* jsonEnd(source, start);
      if (end !== -1) some = callsOf(source.text.slice(start, end), tools, true);
    }
    if (!some) return null;
    calls.push(...some);
    start = yield* skipSpace(source, end);
    if (yield* startsWith(source, start, TOOL_CALL_END)) return { format, calls, end: start + TOOL_CALL_END.length };
    if (start >= source.text.length) return { format, calls, end: source.text.length };
    if (yield* startsWith(source, start, TOOL_CALL)) return { format, calls, end };
  }
}

/** `<function=name>` with `<parameter=key>` elements, or with the arguments' JSON. */
function* readFunction(source: Source, at: number, tools: KnownTools): Reading<Block | null> {
  const from = at + "<function=".length;
  const nameEnd = yield* nameLength(source, from, tools);
  if (nameEnd === -1) return null;
  const name = source.text.slice(from, nameEnd).replace(/^"(.*)"$/, "$1");
  const schema = tools?.get(name);
  if (tools && !tools.has(name)) return null;
  const done = (values: Record<string, unknown>, end: number): Block => ({
    format: Format.FunctionTag,
    calls: [{ name, arguments: values }],
    end,
  });

  let start = yield* skipSpace(source, nameEnd + 1);
  if (yield* startsWith(source, start, "{")) {
    const end = yield* jsonEnd(source, start);
    const values = end === -1 ? undefined : parseModelJson(source.text.slice(start, end))?.value;
    if (!isRecord(values)) return null;
    const close = yield* skipSpace(source, end);
    if (yield* startsWith(source, close, "</function>")) return done(values, close + "</function>".length);
    return close >= source.text.length ? done(values, source.text.length) : null;
  }
  const values: Record<string, unknown> = {};
  for (;;) {
    if (yield* startsWith(source, start, "</function>")) return done(values, start + "</function>".length);
    // Of a text that was cut here, more arguments could have come, unless all are there.
    if (start >= source.text.length) return hasAll(schema, values) ? done(values, start) : null;
    if (!(yield* startsWith(source, start, "<parameter="))) return null;
    const keyEnd = yield* indexOf(source, ">", start);
    if (keyEnd === -1) return null;
    const key = source.text
      .slice(start + "<parameter=".length, keyEnd)
      .trim()
      .replace(/^"(.*)"$/, "$1");
    // Of two values for one name, either could be meant.
    if (Object.hasOwn(values, key)) return null;
    const mayBegin = (other: string) =>
      other !== key && !Object.hasOwn(values, other) && propertyOf(schema, other) !== undefined;
    const [valueEnd, after] = yield* parameterEnd(source, keyEnd + 1, mayBegin);
    if (valueEnd === -1) return null;
    // One line break on either side belongs to the tags, the rest to the value.
    const text = source.text
      .slice(keyEnd + 1, valueEnd)
      .replace(/^\r?\n/, "")
      .replace(/\r?\n$/, "");
    defineOwn(values, key, coerceToSchema(text, propertyOf(schema, key), schema));
    start = yield* skipSpace(source, after);
  }
}

/** Where the tool's name ends; -1 as soon as it cannot be the name of a tool any more. */
function* nameLength(source: Source, from: number, tools: KnownTools): Reading<number> {
  for (let at = from; ; at++) {
    if (!(yield* ensure(source, at + 1))) return -1;
    const char = source.text[at]!;
    if (char === ">") return at > from ? at : -1;
    const begun = source.text.slice(from, at + 1).replaceAll('"', "");
    if (tools ? ![...tools.keys()].some((name) => name.startsWith(begun)) : !/[\w.:/"-]/.test(char)) return -1;
  }
}

const PARAMETER = "<parameter=";
const PARAMETER_END = "</parameter>";
const FUNCTION = "<function=";
const FUNCTION_END = "</function>";

/**
 * Where a parameter's value ends, and where what follows begins; -1 where that is not certain. A value may hold tags
 * itself: the end tag that counts is outside of them, and followed by the next parameter or the function's end. Where
 * the end tag is missing, the value ends before the function's end, or before a parameter on a line of its own that
 * `mayBegin` there; but a value with another end tag, or with a parameter amid its words, could be two.
 */
function* parameterEnd(
  source: Source,
  from: number,
  mayBegin: (key: string) => boolean,
): Reading<[end: number, after: number]> {
  const none: [number, number] = [-1, -1];
  let [parameters, functions] = [0, 0];
  let firstInside = -1;
  for (let search = from; ;) {
    const at = yield* indexOf(source, "<", search);
    if (at === -1) return none;
    search = at + 1;
    if (yield* startsWith(source, at, PARAMETER)) {
      parameters++;
      if (firstInside === -1) firstInside = at;
    } else if (yield* startsWith(source, at, FUNCTION)) functions++;
    else if (yield* startsWith(source, at, PARAMETER_END)) {
      if (parameters > 0) parameters--;
      else if (functions === 0) {
        const after = yield* skipSpace(source, at + PARAMETER_END.length);
        const goesOn =
          after >= source.text.length ||
          (yield* startsWith(source, after, PARAMETER)) ||
          (yield* startsWith(source, after, FUNCTION_END));
        if (goesOn) return [at, after];
      }
    } else if (yield* startsWith(source, at, FUNCTION_END)) {
      if (functions > 0) functions--;
      else if (yield* endsFunction(source, at + FUNCTION_END.length)) {
        const end = firstInside === -1 ? at : firstInside;
        const key = /^<parameter=([^>]*)>/
          .exec(source.text.slice(end))?.[1]
          ?.trim()
          .replace(/^"(.*)"$/, "$1");
        const isCertain = end === at || (key !== undefined && mayBegin(key) && atLineStart(source.text, end));
        return isCertain && !source.text.slice(from, end).includes("</") ? [end, end] : none;
      }
    }
  }
}

/** Whether what stands behind an end of a function shows that it is one, and no word in a value. */
function* endsFunction(source: Source, from: number): Reading<boolean> {
  const next = yield* skipSpace(source, from);
  if (next >= source.text.length) return true;
  for (const tag of [TOOL_CALL_END, TOOL_CALL, FUNCTION, "```"]) if (yield* startsWith(source, next, tag)) return true;
  return false;
}

const THINKING = ["<think>", "<thinking>", "</think>", "</thinking>"];

function* thinkingTag(source: Source, at: number): Reading<string | undefined> {
  for (const tag of THINKING) if (yield* startsWith(source, at, tag)) return tag;
  return undefined;
}

/** Emits a thinking block as it comes. Returns where it ends. */
function* readThinking(source: Source, at: number, tag: string, sink: Sink): Reading<number> {
  const from = at + tag.length;
  if (tag.startsWith("</")) {
    sink.thinkingUntilNow();
    return from;
  }
  const closer = tag.replace("<", "</");
  let told = from;
  const tell = (end: number) => {
    if (end > told) sink.add({ kind: "reasoning", text: source.text.slice(told, end) });
    told = Math.max(told, end);
  };
  for (;;) {
    const end = source.text.indexOf(closer, Math.max(from, told - closer.length));
    if (end !== -1) {
      tell(end);
      return end + closer.length;
    }
    // A possible beginning of the end tag is held back.
    const tail = source.text.lastIndexOf("<");
    const isTail = tail >= told && closer.startsWith(source.text.slice(tail));
    tell(isTail && !source.ended ? tail : source.text.length);
    if (source.ended) return source.text.length;
    yield;
  }
}

/** Whether there is text up to `end`, waiting for it. */
function* ensure(source: Source, end: number): Reading<boolean> {
  while (source.text.length < end && !source.ended) yield;
  return source.text.length >= end;
}

/** False at the first character that differs, without waiting for the others. */
function* startsWith(source: Source, at: number, word: string): Reading<boolean> {
  for (let i = 0; i < word.length; i++) {
    if (!(yield* ensure(source, at + i + 1)) || source.text[at + i] !== word[i]) return false;
  }
  return true;
}

function* skipSpace(source: Source, from: number): Reading<number> {
  for (let at = from; ; at++) {
    if (!(yield* ensure(source, at + 1)) || !/\s/.test(source.text[at]!)) return at;
  }
}

function* indexOf(source: Source, word: string, from: number): Reading<number> {
  for (let search = from; ;) {
    const at = source.text.indexOf(word, search);
    if (at !== -1 || source.ended) return at;
    search = Math.max(from, source.text.length - word.length + 1);
    yield;
  }
}

/** Where the JSON object or array that begins at `from` ends; -1 where it never does. */
function* jsonEnd(source: Source, from: number): Reading<number> {
  let depth = 0;
  let inString = false;
  for (let at = from; yield* ensure(source, at + 1); at++) {
    const char = source.text[at]!;
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return at + 1;
  }
  return -1;
}

/** The fields beside a call's arguments that say nothing of them. */
const BESIDE = new Set(["name", "type", "id", "function"]);

/**
 * The calls in a JSON text, one or a list; null where any of it is no call of a known tool. What `isMarked` as a call
 * may leave its arguments out.
 */
function callsOf(text: string, tools: KnownTools, isMarked = false): TextToolCall[] | null {
  const value = parseModelJson(text)?.value;
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const calls: TextToolCall[] = [];
  for (const one of list) {
    if (!isRecord(one)) return null;
    const inner = isRecord(one["function"]) ? one["function"] : one;
    const name = inner["name"];
    if (typeof name !== "string" || name === "" || (tools && !tools.has(name))) return null;
    const values = argumentsOf(inner, isMarked);
    if (!values) return null;
    calls.push({ name, arguments: values });
  }
  return calls.length > 0 ? calls : null;
}

/** The arguments of a call's record; null where what it has is none. */
function argumentsOf(call: Record<string, unknown>, mayBeNone: boolean): Record<string, unknown> | null {
  const given = call["arguments"] ?? call["parameters"];
  if (isRecord(given)) return given;
  if (typeof given === "string" && given.trim() !== "") {
    const value = parseModelJson(given)?.value;
    return isRecord(value) ? value : value === null && mayBeNone ? {} : null;
  }
  if (given !== undefined && given !== null && typeof given !== "string") return null;
  // Arguments that stand beside the name would be lost.
  const isBare = Object.keys(call).every((key) => BESIDE.has(key) || key === "arguments" || key === "parameters");
  return mayBeNone && isBare ? {} : null;
}

/** Whether each argument that a schema knows is given. */
function hasAll(schema: unknown, values: Record<string, unknown>): boolean {
  const names = Object.keys(isRecord(schema) && isRecord(schema["properties"]) ? schema["properties"] : {});
  return names.length > 0 && names.every((name) => Object.hasOwn(values, name));
}

function propertyOf(schema: unknown, key: string): unknown {
  const properties = isRecord(schema) ? schema["properties"] : undefined;
  return isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/**
 * Whether nothing but space stands before a place on its line. It looks back only as far as the space goes, for a line
 * may be the whole text.
 */
function atLineStart(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const char = text[before]!;
    if (char === "\n") return true;
    if (char.trim() !== "") return false;
  }
  return true;
}
