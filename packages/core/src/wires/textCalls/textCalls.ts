import { isStandardSchema } from "../../schema/jsonSchema.ts";
import { toJsonSchema } from "../../schema/toJsonSchema.ts";
import { readSegments, type KnownTools, type Segment, type Source, type TextToolCall } from "./grammar.ts";

export type { TextToolCall };

/** A tool as the parser needs it: its name, and the schema that types its string arguments. */
export interface TextTool {
  name?: string;
  slug?: string;
  /**
   * JSON Schema or a Standard Schema; `parameters` is the same under OpenAI's name, which may wrap it all in
   * `function`.
   */
  inputSchema?: unknown;
  parameters?: unknown;
  function?: TextTool;
}

export interface TextToolCallOptions {
  /** The tools that may be called: a call of any other stays text. Any name is a tool's unless given. */
  tools?: readonly (TextTool | string)[];
}

/** The text that may be shown after a piece of a model's text. */
export interface ShownText {
  text: string;
  /** From inside thinking blocks. */
  reasoning: string;
}

/** Reads a model's text while it streams: shows what is certainly text, and holds back what may become a call. */
export interface TextToolCalls {
  push(delta: string): ShownText;
  /**
   * The rest of the text, and the calls; null where there were none, or where `isPlain` says that all of it is text.
   */
  end(isPlain?: boolean): ShownText & { calls: TextToolCall[] | null };
}

/**
 * The calls that a model wrote as text: `<function=…>`, else `<tool_call>` and the tags of other models, else bare
 * JSON; null where it is plain text. Thinking blocks are left out; what is nearly a call (wrong JSON, an unknown tool,
 * an argument whose end is not certain) stays text. A record without any mark is a call only of one of `tools`. Not for
 * answers that came with native calls.
 * @example
 * ```ts
 * parseTextToolCalls('<tool_call>{"name": "search", "arguments": {"query": "tides"}}</tool_call>');
 * // [{ name: "search", arguments: { query: "tides" } }]
 * ```
 */
export function parseTextToolCalls(text: string, options: TextToolCallOptions = {}): TextToolCall[] | null {
  const reader = createTextToolCalls(options);
  reader.push(text);
  return reader.end().calls;
}

/** Makes a reader of a model's streamed text; each character is looked at once, however it is cut. */
export function createTextToolCalls(options: TextToolCallOptions = {}): TextToolCalls {
  const source: Source = { text: "", ended: false };
  let news: Segment[] = [];
  /** Calls and the text beside them, until the format is certain. */
  let found: Extract<Segment, { kind: "calls" }>[] = [];
  const reading = readSegments(source, knownTools(options.tools), {
    add: (segment) => news.push(segment),
    // Held calls come after what was shown beside them, in one piece as in many.
    thinkingUntilNow() {
      const held = [...found, ...news.filter((segment) => segment.kind === "calls")];
      news = news.filter((segment) => segment.kind !== "calls");
      news.push(...held.map(({ text }): Segment => ({ kind: "reasoning", text })));
      found = [];
    },
  });
  const drain = (): ShownText => {
    const shown: ShownText = { text: "", reasoning: "" };
    for (const segment of news) {
      if (segment.kind === "calls") found.push(segment);
      else shown[segment.kind] += segment.text;
    }
    news = [];
    return shown;
  };
  return {
    push(delta) {
      source.text += delta;
      reading.next();
      return drain();
    },
    end(isPlain = false) {
      source.ended = true;
      reading.next();
      const shown = drain();
      const counts = Math.min(...found.map(({ format }) => format));
      const calls: TextToolCall[] = [];
      for (const segment of found) {
        if (!isPlain && segment.format === counts) calls.push(...segment.calls);
        else shown.text += segment.text;
      }
      return { ...shown, calls: calls.length > 0 ? calls : null };
    },
  };
}

function knownTools(tools: TextToolCallOptions["tools"]): KnownTools {
  if (!tools) return undefined;
  return new Map(
    tools.map((tool): [string, unknown] => {
      if (typeof tool === "string") return [tool, undefined];
      const own = tool.function ?? tool;
      const schema = own.inputSchema ?? own.parameters;
      return [own.slug ?? own.name ?? "", isStandardSchema(schema) ? toJsonSchema(schema) : schema];
    }),
  );
}
