/** Where and why a JSON text is invalid. */
export interface PartialJsonError {
  message: string;
  /** Characters from the start of the text. */
  position: number;
}

/** A JSON text that is still being written, and its value so far. */
export interface PartialJson {
  push(delta: string): void;
  /**
   * The value so far; `undefined` before it begins. Parts that did not change since the last read keep their identity.
   * Strings show as they grow; numbers and literals show when they are whole.
   */
  readonly value: unknown;
  /** Keys and indexes down to the place that is being written. */
  readonly path: (string | number)[];
  /** True when the text is a whole JSON document. */
  readonly done: boolean;
  /** Set once the text cannot become JSON any more; the value stays as it was. */
  readonly error: PartialJsonError | null;
}

interface Frame {
  node: unknown[] | Record<string, unknown>;
  /** The index or key that is being written. */
  key: number | string | null;
  isArray: boolean;
}

// The reader's states, as numbers: an enum would add an unused object to every page.
type Expect = number;
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY_OR_END = 2;
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const IN_STRING = 6;
const IN_ESCAPE = 7;
const IN_NUMBER = 8;
const IN_LITERAL = 9;
const AFTER_ALL = 10;

const ESCAPES: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const LITERALS: Record<string, string> = { t: "true", f: "false", n: "null" };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The state of a reader: its position, and the value so far. */
export interface JsonReader {
  /** Where the text stopped being JSON, in characters from its start. */
  failedAt: number | null;
  stack: Frame[];
  root: unknown;
  expect: Expect;
  isKey: boolean;
  /** The string, number or literal that is being read. */
  text: string;
  /** The escape that is being read. */
  code: string;
  position: number;
  /** The root is the value as it stands. */
  fresh: boolean;
  /** A reader of the value holds the open containers: all of them or, since a change copies all, none. */
  shared: boolean;
}

/**
 * Makes a reader at the start of its text. An object literal instead of a class: its hidden class survives a garbage
 * collection that finds no reader alive.
 */
export function createJsonReader(): JsonReader {
  return {
    failedAt: null,
    stack: [],
    root: undefined,
    expect: VALUE,
    isKey: false,
    text: "",
    code: "",
    position: 0,
    fresh: true,
    shared: false,
  };
}

/** Makes an incremental JSON parser: each character is read once, whatever the sizes of the pieces. */
export function createPartialJson(): PartialJson {
  const reader = createJsonReader();
  return {
    push: (delta) => readJson(reader, delta),
    get value() {
      return valueOf(reader);
    },
    get path() {
      return pathOf(reader);
    },
    get done() {
      return reader.failedAt === null && (reader.expect === AFTER_ALL || isWholeNumber(reader));
    },
    get error() {
      const { failedAt: position } = reader;
      return position === null ? null : { message: `${messageOf(reader)} at position ${position}`, position };
    },
  };
}

export function readJson(reader: JsonReader, delta: string): void {
  const { length } = delta;
  let i = 0;
  while (i < length && reader.failedAt === null) {
    switch (reader.expect) {
      case IN_STRING:
        i = readString(reader, delta, i);
        break;
      case IN_ESCAPE:
        readEscape(reader, delta[i]!, i);
        i++;
        break;
      case IN_NUMBER: {
        const start = i;
        while (i < length && isNumberChar(delta.charCodeAt(i))) i++;
        reader.text += delta.slice(start, i);
        if (reader.stack.length === 0) reader.fresh = false;
        if (i === length) break;
        if (NUMBER.test(reader.text)) finish(reader, Number(reader.text));
        else fail(reader, i);
        break;
      }
      case IN_LITERAL: {
        const text = (reader.text += delta[i]!);
        const word = LITERALS[text[0]!]!;
        if (!word.startsWith(text)) fail(reader, i);
        else if (text === word) finish(reader, JSON.parse(word));
        i++;
        break;
      }
      default: {
        const char = delta[i]!;
        if (char !== " " && char !== "\n" && char !== "\r" && char !== "\t" && !readStructure(reader, char)) {
          reader.text = char;
          fail(reader, i);
        }
        i++;
      }
    }
  }
  reader.position += length;
}

export function valueOf(reader: JsonReader): unknown {
  if (reader.fresh) return reader.root;
  const { expect } = reader;
  if ((expect === IN_STRING || expect === IN_ESCAPE) && !reader.isKey) place(reader, reader.text);
  else if (isWholeNumber(reader)) reader.root = Number(reader.text);
  reader.shared = reader.stack.length > 0;
  reader.fresh = true;
  return reader.root;
}

export function pathOf({ stack }: JsonReader): (string | number)[] {
  const path: (string | number)[] = [];
  for (const { key } of stack) if (key !== null) path.push(key);
  return path;
}

/** Reads one character outside strings, numbers and literals; false if it is invalid there. */
function readStructure(reader: JsonReader, char: string): boolean {
  const top = reader.stack[reader.stack.length - 1];
  switch (reader.expect) {
    case VALUE:
    case VALUE_OR_END:
      if (char === "]" && reader.expect === VALUE_OR_END) close(reader);
      else if (char === "{" || char === "[") open(reader, char === "[");
      else if (char === '"') start(reader, IN_STRING, "", false);
      else if (char === "-" || (char >= "0" && char <= "9")) start(reader, IN_NUMBER, char, false);
      else if (Object.hasOwn(LITERALS, char)) start(reader, IN_LITERAL, char, false);
      else return false;
      return true;
    case KEY_OR_END:
    case KEY:
      if (char === "}" && reader.expect === KEY_OR_END) close(reader);
      else if (char === '"') start(reader, IN_STRING, "", true);
      else return false;
      return true;
    case COLON:
      reader.expect = VALUE;
      return char === ":";
    case COMMA_OR_END:
      if (char === (top!.isArray ? "]" : "}")) close(reader);
      else if (char !== ",") return false;
      else if (top!.isArray) {
        (top!.key as number)++;
        reader.expect = VALUE;
      } else {
        top!.key = null;
        reader.expect = KEY;
      }
      return true;
    default:
      return false;
  }
}

/** Reads a string up to its end or its next escape; answers how far it came. */
function readString(reader: JsonReader, delta: string, start: number): number {
  const { length } = delta;
  let i = start;
  let char = 0;
  while (i < length && (char = delta.charCodeAt(i)) !== 34 && char !== 92 && char >= 32) i++;
  if (i > start) {
    reader.text += delta.slice(start, i);
    reader.fresh = false;
  }
  if (i === length) return i;
  if (char === 92) {
    reader.code = "";
    reader.expect = IN_ESCAPE;
  } else if (char !== 34) fail(reader, i);
  else if (!reader.isKey) finish(reader, reader.text);
  else {
    reader.stack[reader.stack.length - 1]!.key = reader.text;
    reader.expect = COLON;
  }
  return i + 1;
}

/** Reads one character after a backslash. */
function readEscape(reader: JsonReader, char: string, at: number): void {
  const code = (reader.code += char);
  let plain = ESCAPES[code];
  if (code[0] === "u") {
    if (code.length > 1 && !/[0-9a-fA-F]/.test(char)) return fail(reader, at);
    if (code.length < 5) return;
    plain = String.fromCharCode(Number.parseInt(code.slice(1), 16));
  } else if (plain === undefined) return fail(reader, at);
  reader.text += plain;
  reader.fresh = false;
  reader.expect = IN_STRING;
}

function start(reader: JsonReader, kind: Expect, text: string, isKey: boolean): void {
  reader.text = text;
  reader.isKey = isKey;
  reader.fresh = false;
  reader.expect = kind;
}

function open(reader: JsonReader, isArray: boolean): void {
  const node = isArray ? [] : {};
  place(reader, node);
  reader.stack.push({ node, key: isArray ? 0 : null, isArray });
  reader.expect = isArray ? VALUE_OR_END : KEY_OR_END;
}

function close(reader: JsonReader): void {
  reader.stack.pop();
  goOn(reader);
}

function finish(reader: JsonReader, value: unknown): void {
  place(reader, value);
  goOn(reader);
}

function goOn(reader: JsonReader): void {
  reader.expect = reader.stack.length === 0 ? AFTER_ALL : COMMA_OR_END;
}

function place(reader: JsonReader, value: unknown): void {
  if (reader.stack.length === 0) reader.root = value;
  else write(own(reader), value);
  reader.fresh = false;
}

/** The innermost container, free to be changed: once a reader has seen the open containers, they are copied first. */
function own(reader: JsonReader): Frame {
  const { stack } = reader;
  if (reader.shared) {
    for (let i = 0; i < stack.length; i++) {
      const frame = stack[i]!;
      frame.node = Array.isArray(frame.node) ? frame.node.slice() : { ...frame.node };
      if (i === 0) reader.root = frame.node;
      else write(stack[i - 1]!, frame.node);
    }
    reader.shared = false;
  }
  return stack[stack.length - 1]!;
}

function isWholeNumber(reader: JsonReader): boolean {
  return reader.expect === IN_NUMBER && reader.stack.length === 0 && NUMBER.test(reader.text);
}

/** Stops the reader at a character that cannot stand there; `messageOf` says why from where the reader stopped. */
function fail(reader: JsonReader, at: number): void {
  reader.failedAt = reader.position + at;
}

function messageOf({ expect, text, code }: JsonReader): string {
  switch (expect) {
    case IN_STRING:
      return "A control character must be escaped inside a string";
    case IN_ESCAPE:
      return code[0] === "u" ? "\\u takes four hexadecimal digits" : `"\\${code}" is no escape`;
    case IN_NUMBER:
      return `"${text}" is no number`;
    case IN_LITERAL:
      return `Expected ${LITERALS[text[0]!]!}, found "${text}"`;
    default:
      return `Unexpected ${JSON.stringify(text)}`;
  }
}

function isNumberChar(char: number): boolean {
  return (char >= 48 && char <= 57) || char === 43 || char === 45 || char === 46 || char === 69 || char === 101;
}

/** `__proto__` is a key like any other. */
function write(frame: Frame, value: unknown): void {
  if (frame.key === "__proto__") {
    Object.defineProperty(frame.node, frame.key, { value, writable: true, enumerable: true, configurable: true });
  } else (frame.node as Record<string, unknown>)[frame.key!] = value;
}
