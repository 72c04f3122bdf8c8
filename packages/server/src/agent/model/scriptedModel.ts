import { randomUUID } from "node:crypto";
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3FunctionTool,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import { planCalls } from "./planCalls.ts";
import { readPrompt } from "./readPrompt.ts";
import { sayAbilities, sayAnswer, sayCalls, sayMissing } from "./sayResults.ts";
import { shapeOf } from "./toolShape.ts";

export interface ScriptedModelOptions {
  /** Milliseconds between the pieces of an answer; 12 unless given. */
  pace?: number;
  /** Names a call; unique in all conversations unless given. */
  createId?: () => string;
}

interface Answer {
  text: string;
  calls: { id: string; name: string; input: string }[];
}

const LONGEST_REQUEST = 4000;
const GREETING =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings|moin|hallo|servus|bonjour|hola|thanks?|thank you|what can you do|who are you|help)\b/i;

/**
 * The model for when there is none: a planner behind the interface of a real one. It picks tools by the words of the
 * request, calls them in sequence and side by side, and sums up what they gave. Equal prompts have equal answers.
 * @example
 * ```ts
 * const host = createHost({ registry, store, model: createScriptedModel({ pace: 0 }) });
 * ```
 */
export function createScriptedModel(options: ScriptedModelOptions = {}): LanguageModelV3 {
  const pace = options.pace ?? 12;
  const createId = options.createId ?? (() => `call_${randomUUID()}`);
  return {
    specificationVersion: "v3",
    provider: "callboard",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate(call) {
      call.abortSignal?.throwIfAborted();
      const answer = answerTo(call, createId);
      const content: LanguageModelV3Content[] = answer.calls.map(({ id, name, input }) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        input,
      }));
      if (answer.text) content.unshift({ type: "text", text: answer.text });
      return { content, finishReason: finishOf(answer), usage: usageOf(call, answer), warnings: [] };
    },
    async doStream(call) {
      call.abortSignal?.throwIfAborted();
      return { stream: streamOf(partsOf(call, answerTo(call, createId)), pace, call.abortSignal) };
    },
  };
}

function answerTo(call: LanguageModelV3CallOptions, createId: () => string): Answer {
  const turn = readPrompt(call.prompt);
  turn.request = turn.request.slice(0, LONGEST_REQUEST);
  const functions = (call.tools ?? []).filter((tool): tool is LanguageModelV3FunctionTool => tool.type === "function");
  const choice = call.toolChoice;
  const offered = choice?.type === "tool" ? functions.filter(({ name }) => name === choice.toolName) : functions;
  const tools = offered.map(shapeOf);
  const plan = planCalls(turn, choice?.type === "none" ? [] : tools);
  if (plan.calls.length > 0) {
    return {
      text: sayCalls(plan.calls, turn),
      calls: plan.calls.map(({ tool, input }) => ({ id: createId(), name: tool.slug, input: JSON.stringify(input) })),
    };
  }
  const missing = plan.missing.length > 0 ? sayMissing(plan.missing) : "";
  if (turn.outcomes.length > 0) {
    const said = sayAnswer(turn, tools, plan.skipped);
    return { text: missing ? `${said}\n\n${missing}` : said, calls: [] };
  }
  if (plan.skipped.length > 0) return { text: sayAbilities(tools, "nothing found"), calls: [] };
  if (missing) return { text: missing, calls: [] };
  const isGreeting = GREETING.test(turn.request) || !/[\p{L}\p{N}]/u.test(turn.request);
  return { text: sayAbilities(tools, isGreeting ? "greeting" : "unfit"), calls: [] };
}

function* partsOf(call: LanguageModelV3CallOptions, answer: Answer): Generator<LanguageModelV3StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "response-metadata", modelId: "scripted" };
  if (answer.text) {
    yield { type: "text-start", id: "text" };
    for (const delta of piecesOf(answer.text)) yield { type: "text-delta", id: "text", delta };
    yield { type: "text-end", id: "text" };
  }
  for (const { id, name, input } of answer.calls) {
    yield { type: "tool-input-start", id, toolName: name };
    for (const delta of input.match(/[^]{1,12}/gu) ?? []) yield { type: "tool-input-delta", id, delta };
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName: name, input };
  }
  yield { type: "finish", finishReason: finishOf(answer), usage: usageOf(call, answer) };
}

/** A word or two at a time, as models do. */
function piecesOf(text: string): string[] {
  return text.match(/\s*\S{1,24}(?:\s+\S{1,3}(?=\s))?\s*?/gu) ?? [];
}

/** Made piece by piece as it is read, so that an abort ends it at once and nothing is made for nobody. */
function streamOf(
  parts: Iterator<LanguageModelV3StreamPart>,
  pace: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = parts.next();
      if (done) return controller.close();
      if (pace > 0 && /-delta$|^tool-input-start$/.test(value.type)) await pause(pace, signal);
      signal?.throwIfAborted();
      controller.enqueue(value);
    },
  });
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

function finishOf({ calls }: Answer): LanguageModelV3FinishReason {
  return calls.length > 0 ? { unified: "tool-calls", raw: "tool_calls" } : { unified: "stop", raw: "stop" };
}

/** About four characters are a token. */
function usageOf(call: LanguageModelV3CallOptions, answer: Answer): LanguageModelV3Usage {
  const tokens = (length: number) => Math.ceil(length / 4);
  const input = tokens(JSON.stringify([call.prompt, call.tools ?? []]).length);
  const text = tokens(
    answer.text.length + answer.calls.reduce((sum, each) => sum + each.name.length + each.input.length, 0),
  );
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text, text, reasoning: 0 },
  };
}
