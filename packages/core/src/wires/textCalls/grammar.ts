import { defineOwn } from "../../json/defineOwn.ts";
import { parseJson } from "../../json/parseJson.ts";
import { isRecord } from "../../json/record.ts";
import { coerceToSchema } from "./coerceToSchema.ts";

/** A call that a model wrote as text. */
export interface TextToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** The formats in the order in which they are tried: the first that occurs is the one that counts. */
const enum Format {
  FunctionTag,
  ToolCallTag,
  BareArray,
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
    if (char === "[" && !isLine) {
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
    while (at < source.text.length && !"<[`".includes(source.text[at]!)) at++;
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
    at = end = block.end;
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

/** The block of calls at `at`; null where there is none. */
function* readBlock(source: Source, at: number, tools: KnownTools): Reading<Block | null> {
  if (yield* startsWith(source, at, "<function=")) return yield* readFunction(source, at, tools);
  if (yield* startsWith(source, at, "<tool_call>")) return yield* readToolCall(source, at, tools);
  let start = at;
  if (yield* startsWith(source, at, "[TOOL_CALLS]")) start = yield* skipSpace(source, at + "[TOOL_CALLS]".length);
  if (!(yield* startsWith(source, start, "["))) return null;
  const first = yield* skipSpace(source, start + 1);
  if (!(yield* startsWith(source, first, "{"))) return null;
  const end = yield* jsonEnd(source, start);
  const calls = end === -1 ? null : callsOf(source.text.slice(start, end), tools);
  return calls && { format: Format.BareArray, calls, end };
}

/** `<tool_call>` around a call's JSON, several of them, or a `<function=…>`; a model that stops early leaves the end tag out. */
function* readToolCall(source: Source, at: number, tools: KnownTools): Reading<Block | null> {
  const closer = "</tool_call>";
  let start = yield* skipSpace(source, at + "<tool_call>".length);
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
      if (end !== -1) some = callsOf(source.text.slice(start, end), tools);
    }
    if (!some) return null;
    calls.push(...some);
    start = yield* skipSpace(source, end);
    if (yield* startsWith(source, start, closer)) return { format, calls, end: start + closer.length };
    if (start >= source.text.length) return { format, calls, end: source.text.length };
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
    const values = end === -1 ? undefined : parseJson(source.text.slice(start, end))?.value;
    if (!isRecord(values)) return null;
    const close = yield* skipSpace(source, end);
    if (yield* startsWith(source, close, "</function>")) return done(values, close + "</function>".length);
    return close >= source.text.length ? done(values, source.text.length) : null;
  }
  const values: Record<string, unknown> = {};
  for (;;) {
    if (yield* startsWith(source, start, "</function>")) return done(values, start + "</function>".length);
    if (start >= source.text.length && Object.keys(values).length > 0) return done(values, start);
    if (!(yield* startsWith(source, start, "<parameter="))) return null;
    const keyEnd = yield* indexOf(source, ">", start);
    if (keyEnd === -1) return null;
    const key = source.text
      .slice(start + "<parameter=".length, keyEnd)
      .trim()
      .replace(/^"(.*)"$/, "$1");
    const [valueEnd, after] = yield* parameterEnd(source, keyEnd + 1);
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

/**
 * Where a parameter's value ends, and where what follows begins. A value may hold a closing tag itself: the one that
 * counts is followed by the next parameter or the function's end.
 */
function* parameterEnd(source: Source, from: number): Reading<[end: number, after: number]> {
  const closer = "</parameter>";
  for (let search = from; ;) {
    const end = yield* indexOf(source, closer, search);
    if (end === -1) return [-1, -1];
    const after = yield* skipSpace(source, end + closer.length);
    const goesOn =
      after >= source.text.length ||
      (yield* startsWith(source, after, "<parameter=")) ||
      (yield* startsWith(source, after, "</function>"));
    if (goesOn) return [end, after];
    search = end + closer.length;
  }
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

/** The calls in a JSON text, one or a list; null where any of it is no call of a known tool. */
function callsOf(text: string, tools: KnownTools): TextToolCall[] | null {
  const value = parseJson(text)?.value;
  const list = Array.isArray(value) ? value : [value];
  const calls: TextToolCall[] = [];
  for (const one of list) {
    if (!isRecord(one)) return null;
    const inner = isRecord(one["function"]) ? one["function"] : one;
    const name = inner["name"];
    const given = inner["arguments"] ?? inner["parameters"];
    const values = typeof given === "string" ? parseJson(given)?.value : given;
    if (typeof name !== "string" || name === "" || (tools && !tools.has(name)) || !isRecord(values)) return null;
    calls.push({ name, arguments: values });
  }
  return calls.length > 0 ? calls : null;
}

function propertyOf(schema: unknown, key: string): unknown {
  const properties = isRecord(schema) ? schema["properties"] : undefined;
  return isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** Whether nothing but space stands before a place on its line. It looks back only as far as the space goes, for a line may be the whole text. */
function atLineStart(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const char = text[before]!;
    if (char === "\n") return true;
    if (char.trim() !== "") return false;
  }
  return true;
}
