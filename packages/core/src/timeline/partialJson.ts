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

// What is read next. Numbers by name, since an enum would be in every page as an object that nobody uses.
type Expect = number;
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY_OR_END = 2;
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const IN_STRING = 6;
const IN_ESCAPE = 7;
const IN_UNICODE = 8;
const IN_NUMBER = 9;
const IN_LITERAL = 10;
const AFTER_ALL = 11;

const ESCAPES: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const LITERALS: Record<string, unknown> = { true: true, false: false, null: null };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Makes an incremental JSON parser: each character is read once, whatever the sizes of the pieces. */
export function createPartialJson(): PartialJson {
  return new Parser();
}

/** A class, for there is one to each streaming call: closures made anew for each would be compiled anew for each. */
class Parser implements PartialJson {
  error: PartialJsonError | null = null;
  private readonly stack: Frame[] = [];
  private root: unknown = undefined;
  private expect: Expect = VALUE;
  private isKey = false;
  private text = "";
  private code = "";
  private position = 0;
  /** The root is what a reader would see now. */
  private fresh = true;
  /** A reader holds the open containers: all of them or, since a change copies all, none. */
  private shared = false;

  push(delta: string): void {
    const { length } = delta;
    let i = 0;
    while (i < length && !this.error) {
      switch (this.expect) {
        case IN_STRING:
          i = this.readString(delta, i);
          break;
        case IN_ESCAPE:
          this.readEscape(delta[i]!, i);
          i++;
          break;
        case IN_UNICODE:
          this.readDigit(delta[i]!, i);
          i++;
          break;
        case IN_NUMBER: {
          const start = i;
          while (i < length && isNumberChar(delta.charCodeAt(i))) i++;
          this.text += delta.slice(start, i);
          if (this.stack.length === 0) this.fresh = false;
          if (i === length) break;
          if (NUMBER.test(this.text)) this.finish(Number(this.text));
          else this.fail(i, `"${this.text}" is no number`);
          break;
        }
        case IN_LITERAL: {
          this.text += delta[i]!;
          const word = this.text[0] === "t" ? "true" : this.text[0] === "f" ? "false" : "null";
          if (!word.startsWith(this.text)) this.fail(i, `Expected ${word}, found "${this.text}"`);
          else if (this.text === word) this.finish(LITERALS[word]);
          i++;
          break;
        }
        default: {
          const char = delta[i]!;
          if (char !== " " && char !== "\n" && char !== "\r" && char !== "\t" && !this.structure(char)) {
            this.fail(i, `Unexpected ${JSON.stringify(char)}`);
          }
          i++;
        }
      }
    }
    this.position += length;
  }

  get value(): unknown {
    if (this.fresh) return this.root;
    const { expect } = this;
    const writing = expect === IN_STRING || expect === IN_ESCAPE || expect === IN_UNICODE;
    if (writing && !this.isKey) this.place(this.text);
    else if (this.isWholeNumber()) this.root = Number(this.text);
    this.shared = this.stack.length > 0;
    this.fresh = true;
    return this.root;
  }

  get path(): (string | number)[] {
    const path: (string | number)[] = [];
    for (const { key } of this.stack) if (key !== null) path.push(key);
    return path;
  }

  get done(): boolean {
    return !this.error && (this.expect === AFTER_ALL || this.isWholeNumber());
  }

  /** Takes one character outside strings, numbers and literals; false where it cannot stand. */
  private structure(char: string): boolean {
    const top = this.stack[this.stack.length - 1];
    switch (this.expect) {
      case VALUE:
      case VALUE_OR_END:
        if (char === "]" && this.expect === VALUE_OR_END) this.close();
        else if (char === "{" || char === "[") this.open(char === "[");
        else if (char === '"') this.start(IN_STRING, "", false);
        else if (char === "-" || (char >= "0" && char <= "9")) this.start(IN_NUMBER, char, false);
        else if (char === "t" || char === "f" || char === "n") this.start(IN_LITERAL, char, false);
        else return false;
        return true;
      case KEY_OR_END:
      case KEY:
        if (char === "}" && this.expect === KEY_OR_END) this.close();
        else if (char === '"') this.start(IN_STRING, "", true);
        else return false;
        return true;
      case COLON:
        this.expect = VALUE;
        return char === ":";
      case COMMA_OR_END:
        if (char === (top!.isArray ? "]" : "}")) this.close();
        else if (char !== ",") return false;
        else if (top!.isArray) {
          (top!.key as number)++;
          this.expect = VALUE;
        } else {
          top!.key = null;
          this.expect = KEY;
        }
        return true;
      default:
        return false;
    }
  }

  /** Reads a string up to its end or its next escape; answers how far it came. */
  private readString(delta: string, start: number): number {
    const { length } = delta;
    let i = start;
    let char = 0;
    while (i < length && (char = delta.charCodeAt(i)) !== 34 && char !== 92 && char >= 32) i++;
    if (i > start) {
      this.text += delta.slice(start, i);
      this.fresh = false;
    }
    if (i === length) return i;
    if (char === 92) this.expect = IN_ESCAPE;
    else if (char !== 34) this.fail(i, "A control character must be escaped inside a string");
    else if (!this.isKey) this.finish(this.text);
    else {
      this.stack[this.stack.length - 1]!.key = this.text;
      this.expect = COLON;
    }
    return i + 1;
  }

  private readEscape(char: string, at: number): void {
    if (char === "u") {
      this.code = "";
      this.expect = IN_UNICODE;
    } else if (Object.hasOwn(ESCAPES, char)) this.unescaped(ESCAPES[char]!);
    else this.fail(at, `"\\${char}" is no escape`);
  }

  private readDigit(char: string, at: number): void {
    if (!/[0-9a-fA-F]/.test(char)) this.fail(at, "\\u takes four hexadecimal digits");
    else if ((this.code += char).length === 4) this.unescaped(String.fromCharCode(Number.parseInt(this.code, 16)));
  }

  private unescaped(char: string): void {
    this.text += char;
    this.fresh = false;
    this.expect = IN_STRING;
  }

  private start(kind: Expect, text: string, isKey: boolean): void {
    this.text = text;
    this.isKey = isKey;
    this.fresh = false;
    this.expect = kind;
  }

  private open(isArray: boolean): void {
    const node = isArray ? [] : {};
    this.place(node);
    this.stack.push({ node, key: isArray ? 0 : null, isArray });
    this.expect = isArray ? VALUE_OR_END : KEY_OR_END;
  }

  private close(): void {
    this.stack.pop();
    this.expect = this.stack.length === 0 ? AFTER_ALL : COMMA_OR_END;
  }

  private finish(value: unknown): void {
    this.place(value);
    this.expect = this.stack.length === 0 ? AFTER_ALL : COMMA_OR_END;
  }

  private place(value: unknown): void {
    if (this.stack.length === 0) this.root = value;
    else write(this.own(), value);
    this.fresh = false;
  }

  /** The innermost container, free to be changed: once a reader has seen the open containers, they are copied first. */
  private own(): Frame {
    const { stack } = this;
    if (this.shared) {
      for (let i = 0; i < stack.length; i++) {
        const frame = stack[i]!;
        frame.node = frame.isArray ? (frame.node as unknown[]).slice() : { ...frame.node };
        if (i === 0) this.root = frame.node;
        else write(stack[i - 1]!, frame.node);
      }
      this.shared = false;
    }
    return stack[stack.length - 1]!;
  }

  private isWholeNumber(): boolean {
    return this.expect === IN_NUMBER && this.stack.length === 0 && NUMBER.test(this.text);
  }

  private fail(at: number, message: string): void {
    const position = this.position + at;
    this.error = { message: `${message} at position ${position}`, position };
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
