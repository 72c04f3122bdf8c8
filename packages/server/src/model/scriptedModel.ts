import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import { NoModelError } from "./describeModelError.ts";

/** A piece of an answer. A plain string is text; adjacent strings and quoted results are one text. */
export type ScriptedPart =
  | string
  | { reasoning: string }
  /** Quotes a call's result of this turn: the first is 0, the last -1. `at` is the path to a value of a JSON result. */
  | { result: number; at?: readonly (string | number)[] }
  /** A string as `input` is sent as it stands, even where it is no JSON. */
  | { call: string; input: object | string }
  /** Milliseconds. */
  | { wait: number }
  /** The answer fails here. */
  | { error: string };

/**
 * How the calls of the previous answer ended: `denied` if one of them was, else `failed` if one of them did not
 * complete.
 */
export type ScriptedOutcome = "done" | "denied" | "failed";

/** One answer, or one for each way in which the calls of the previous answer can end. */
export type ScriptedStep =
  readonly ScriptedPart[] | Readonly<Partial<Record<ScriptedOutcome, readonly ScriptedPart[]>>>;

export interface ScriptedTurn {
  /**
   * What it answers: a message, word for word but for white space; or fields of a sub-agent's task, which is a JSON
   * object. Anything, unless given.
   */
  message?: string | Readonly<Record<string, unknown>>;
  /** The first answers the message; each of the others answers the results of the calls before it. */
  steps: readonly ScriptedStep[];
}

export interface ScriptedModelOptions {
  /** The first that fits a message answers it. Where none fits, the answer fails: no model is connected. */
  turns: readonly ScriptedTurn[];
  /** Milliseconds before each word and each piece of a call's arguments; 0 unless given. */
  pace?: number;
}

/**
 * A model that plays a script. What it answers follows from the prompt alone, so one model serves any number of
 * sessions, and a turn that goes on after a crash goes on in the right step.
 * @example
 * ```ts
 * const turns = [{ message: "Is it late?", steps: [[{ call: "clock", input: {} }], ["It is ", { result: 0 }, "."]] }];
 * const host = createHost({ registry, store, model: createScriptedModel({ turns }) });
 * ```
 */
export function createScriptedModel({ turns, pace = 0 }: ScriptedModelOptions): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: "callboard",
    modelId: "scripted",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("A scripted model only streams its answers.")),
    async doStream(options) {
      return { stream: streamOf(play(turns, options, pace)) };
    },
  };
}

type Part = Exclude<ScriptedPart, string> | { text: string };

/** Where a prompt stands in its turn. */
interface Position {
  message: string;
  /** The answers since the message. */
  answers: number;
  /** The results of all their calls, in order. */
  results: LanguageModelV3ToolResultPart[];
  outcome: ScriptedOutcome;
}

function positionOf(prompt: LanguageModelV3Prompt): Position {
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const message = prompt[asked];
  // Before the person's words there may be a part that says what they ran themselves.
  const words = message?.role === "user" ? message.content.at(-1) : undefined;
  const since = prompt.slice(asked + 1);
  const types = resultsIn(since.slice(-1)).map(({ output }) => output.type);
  const failed = types.some((type) => type.startsWith("error"));
  return {
    message: words?.type === "text" ? words.text : "",
    answers: since.filter(({ role }) => role === "assistant").length,
    results: resultsIn(since),
    outcome: types.includes("execution-denied") ? "denied" : failed ? "failed" : "done",
  };
}

function resultsIn(prompt: LanguageModelV3Prompt): LanguageModelV3ToolResultPart[] {
  return prompt.flatMap((message) =>
    message.role === "tool" ? message.content.filter((part) => part.type === "tool-result") : [],
  );
}

function stepAt(turns: readonly ScriptedTurn[], { message, answers, outcome }: Position): Part[] {
  const turn = turns.find((each) => fits(each.message, message));
  if (!turn) throw new NoModelError();
  const step = turn.steps[answers];
  const parts = step && "length" in step ? step : step?.[outcome];
  if (!parts) throw new Error(`The script has no step ${answers + 1} for calls that are ${outcome}.`);
  return parts.map((part) => (typeof part === "string" ? { text: part } : part));
}

function fits(wanted: ScriptedTurn["message"], message: string): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return withoutBreaks(wanted) === withoutBreaks(message);
  try {
    const task = JSON.parse(message) as unknown;
    if (typeof task !== "object" || task === null) return false;
    return Object.entries(wanted).every(([key, value]) => isDeepStrictEqual((task as typeof wanted)[key], value));
  } catch {
    return false;
  }
}

function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The value at a path of a result, as text. */
function quote({ results }: Position, { result, at = [] }: Extract<Part, { result: number }>): string {
  const output = results.at(result)?.output;
  if (!output) throw new Error(`There is no result ${result} to quote.`);
  const whole = output.type === "execution-denied" ? (output.reason ?? "") : output.value;
  if (at.length === 0 && typeof whole === "string") return whole;
  const json = typeof whole === "string" ? (JSON.parse(whole) as unknown) : whole;
  const value = at.reduce<unknown>(
    (found, key) => (found as Record<string | number, unknown> | undefined)?.[key],
    json,
  );
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** The stream of one answer, made as it is read. */
async function* play(
  turns: readonly ScriptedTurn[],
  { prompt, abortSignal: signal }: LanguageModelV3CallOptions,
  pace: number,
): AsyncGenerator<LanguageModelV3StreamPart> {
  const position = positionOf(prompt);
  const wait = async (milliseconds: number) => {
    if (milliseconds > 0) await pause(milliseconds, undefined, { signal });
    signal?.throwIfAborted();
  };
  let count = 0;
  let open: "text" | "reasoning" | null = null;
  let reason: "stop" | "tool-calls" | "error" = "stop";
  yield { type: "stream-start", warnings: [] };
  for (const part of stepAt(turns, position)) {
    if ("wait" in part) {
      await wait(part.wait);
      continue;
    }
    const kind = "reasoning" in part ? "reasoning" : "text" in part || "result" in part ? "text" : null;
    if (open && open !== kind) yield { type: `${open}-end`, id: `${count}` };
    if (kind && open !== kind) yield { type: `${kind}-start`, id: `${++count}` };
    open = kind;
    if ("error" in part) {
      yield { type: "error", error: new Error(part.error) };
      reason = "error";
      break;
    } else if ("call" in part) {
      // Unique in its conversation, and the same each time.
      const id = `call-${prompt.length}-${++count}`;
      const input = typeof part.input === "string" ? part.input : JSON.stringify(part.input);
      yield { type: "tool-input-start", id, toolName: part.call };
      for (const delta of input.match(/[^]{1,12}/gu) ?? []) {
        await wait(pace);
        yield { type: "tool-input-delta", id, delta };
      }
      yield { type: "tool-input-end", id };
      yield { type: "tool-call", toolCallId: id, toolName: part.call, input };
      reason = "tool-calls";
    } else {
      const text = "result" in part ? quote(position, part) : "text" in part ? part.text : part.reasoning;
      for (const delta of text.match(/\s*\S+\s*/g) ?? [text]) {
        await wait(pace);
        yield { type: `${kind!}-delta`, id: `${count}`, delta };
      }
    }
  }
  if (open) yield { type: `${open}-end`, id: `${count}` };
  yield { type: "finish", finishReason: { unified: reason, raw: reason }, usage: NO_USAGE };
}

/** A script uses no tokens. */
const NO_USAGE: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function streamOf<Value>(parts: AsyncGenerator<Value>): ReadableStream<Value> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}
