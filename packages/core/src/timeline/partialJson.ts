/** Where and why a JSON text stopped being one. */
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

const enum Expect {
  Value,
  ValueOrEnd,
  KeyOrEnd,
  Key,
  Colon,
  CommaOrEnd,
  String,
  Escape,
  Unicode,
  Number,
  Literal,
  End,
}

const ESCAPES: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const LITERALS: Record<string, unknown> = { true: true, false: false, null: null };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Makes an incremental JSON parser: each character is read once, whatever the sizes of the pieces. */
export function createPartialJson(): PartialJson {
  const stack: Frame[] = [];
  let root: unknown;
  let expect: Expect = Expect.Value;
  let isKey = false;
  let text = "";
  let code = "";
  let position = 0;
  /** The root is what a reader would see now. */
  let fresh = true;
  /** A reader holds the open containers: all of them or, since a change copies all, none. */
  let shared = false;
  let error: PartialJsonError | null = null;

  const fail = (at: number, message: string) => {
    error = { message: `${message} at position ${at}`, position: at };
  };

  /** The innermost container, free to be changed: once a reader has seen the open containers, they are copied first. */
  const own = (): Frame => {
    if (shared) {
      for (let i = 0; i < stack.length; i++) {
        const frame = stack[i]!;
        frame.node = frame.isArray ? (frame.node as unknown[]).slice() : { ...frame.node };
        if (i === 0) root = frame.node;
        else write(stack[i - 1]!, frame.node);
      }
      shared = false;
    }
    return stack[stack.length - 1]!;
  };

  const place = (value: unknown) => {
    if (stack.length === 0) root = value;
    else write(own(), value);
    fresh = false;
  };
  const finish = (value: unknown) => {
    place(value);
    expect = stack.length === 0 ? Expect.End : Expect.CommaOrEnd;
  };
  const open = (isArray: boolean) => {
    const node = isArray ? [] : {};
    place(node);
    stack.push({ node, key: isArray ? 0 : null, isArray });
    expect = isArray ? Expect.ValueOrEnd : Expect.KeyOrEnd;
  };
  const close = () => {
    stack.pop();
    expect = stack.length === 0 ? Expect.End : Expect.CommaOrEnd;
  };

  /** Takes one character outside strings, numbers and literals; false where it cannot stand. */
  const structure = (char: string): boolean => {
    const top = stack[stack.length - 1];
    switch (expect) {
      case Expect.Value:
      case Expect.ValueOrEnd:
        if (char === "]" && expect === Expect.ValueOrEnd) close();
        else if (char === "{" || char === "[") open(char === "[");
        else if (char === '"') startString(false);
        else if (char === "-" || (char >= "0" && char <= "9")) startScalar(Expect.Number, char);
        else if (char === "t" || char === "f" || char === "n") startScalar(Expect.Literal, char);
        else return false;
        return true;
      case Expect.KeyOrEnd:
      case Expect.Key:
        if (char === "}" && expect === Expect.KeyOrEnd) close();
        else if (char === '"') startString(true);
        else return false;
        return true;
      case Expect.Colon:
        expect = Expect.Value;
        return char === ":";
      case Expect.CommaOrEnd:
        if (char === (top!.isArray ? "]" : "}")) close();
        else if (char !== ",") return false;
        else if (top!.isArray) {
          (top!.key as number)++;
          expect = Expect.Value;
        } else {
          top!.key = null;
          expect = Expect.Key;
        }
        return true;
      default:
        return false;
    }
  };
  const startString = (key: boolean) => {
    isKey = key;
    text = "";
    fresh = false;
    expect = Expect.String;
  };
  const startScalar = (kind: Expect, char: string) => {
    text = char;
    fresh = false;
    expect = kind;
  };
  const endString = () => {
    if (isKey) {
      stack[stack.length - 1]!.key = text;
      expect = Expect.Colon;
    } else finish(text);
  };

  const push = (delta: string) => {
    const length = delta.length;
    let i = 0;
    while (i < length && !error) {
      switch (expect) {
        case Expect.String: {
          const start = i;
          let char = 0;
          while (i < length && (char = delta.charCodeAt(i)) !== 34 && char !== 92 && char >= 32) i++;
          if (i > start) {
            text += delta.slice(start, i);
            fresh = false;
          }
          if (i === length) break;
          if (char === 34) endString();
          else if (char === 92) expect = Expect.Escape;
          else fail(position + i, "A control character must be escaped inside a string");
          i++;
          break;
        }
        case Expect.Escape: {
          const char = delta[i]!;
          if (char === "u") {
            code = "";
            expect = Expect.Unicode;
          } else if (Object.hasOwn(ESCAPES, char)) {
            text += ESCAPES[char];
            fresh = false;
            expect = Expect.String;
          } else fail(position + i, `"\\${char}" is no escape`);
          i++;
          break;
        }
        case Expect.Unicode: {
          const char = delta[i]!;
          if (!/[0-9a-fA-F]/.test(char)) fail(position + i, "\\u takes four hexadecimal digits");
          else if ((code += char).length === 4) {
            text += String.fromCharCode(Number.parseInt(code, 16));
            fresh = false;
            expect = Expect.String;
          }
          i++;
          break;
        }
        case Expect.Number: {
          const start = i;
          while (i < length && isNumberChar(delta.charCodeAt(i))) i++;
          text += delta.slice(start, i);
          if (stack.length === 0) fresh = false;
          if (i === length) break;
          if (NUMBER.test(text)) finish(Number(text));
          else fail(position + i, `"${text}" is no number`);
          break;
        }
        case Expect.Literal: {
          text += delta[i]!;
          const word = text[0] === "t" ? "true" : text[0] === "f" ? "false" : "null";
          if (!word.startsWith(text)) fail(position + i, `Expected ${word}, found "${text}"`);
          else if (text === word) finish(LITERALS[word]);
          i++;
          break;
        }
        default: {
          const char = delta[i]!;
          if (char !== " " && char !== "\n" && char !== "\r" && char !== "\t" && !structure(char)) {
            fail(position + i, `Unexpected ${JSON.stringify(char)}`);
          }
          i++;
        }
      }
    }
    position += length;
  };

  const topLevelNumber = () => expect === Expect.Number && stack.length === 0 && NUMBER.test(text);
  return {
    push,
    get value() {
      if (fresh) return root;
      const writing = expect === Expect.String || expect === Expect.Escape || expect === Expect.Unicode;
      if (writing && !isKey) place(text);
      else if (topLevelNumber()) root = Number(text);
      shared = stack.length > 0;
      fresh = true;
      return root;
    },
    get path() {
      return stack.map((frame) => frame.key).filter((key) => key !== null);
    },
    get done() {
      return !error && (expect === Expect.End || topLevelNumber());
    },
    get error() {
      return error;
    },
  };
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
