import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const start: LanguageModelV3StreamPart = { type: "stream-start", warnings: [] };
const finish = (unified: "stop" | "tool-calls"): LanguageModelV3StreamPart => ({
  type: "finish",
  usage,
  finishReason: { unified, raw: unified },
});

const text = (words: string): LanguageModelV3StreamPart[] => [
  { type: "text-start", id: "text" },
  ...words.split(/(?<= )/).map((delta): LanguageModelV3StreamPart => ({ type: "text-delta", id: "text", delta })),
  { type: "text-end", id: "text" },
];

const call = (id: string, toolName: string, input: string): LanguageModelV3StreamPart[] => [
  { type: "tool-input-start", id, toolName },
  ...(input.match(/[^]{1,8}/g) ?? []).map((delta): LanguageModelV3StreamPart => ({
    type: "tool-input-delta",
    id,
    delta,
  })),
  { type: "tool-input-end", id },
  { type: "tool-call", toolCallId: id, toolName, input },
];

type Ending = "close" | { error: unknown } | "hang";

/** A model whose answers are these parts, whatever it is asked; then the stream closes, breaks or hangs until it is aborted. */
function modelOf(
  name: string,
  partsOf: (step: number) => LanguageModelV3StreamPart[],
  ending: Ending = "close",
): LanguageModelV3 {
  let steps = 0;
  return {
    specificationVersion: "v3",
    provider: "misbehaving",
    modelId: name,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Only streams misbehave.")),
    async doStream({ abortSignal }) {
      const parts = partsOf(steps++);
      return {
        stream: new ReadableStream({
          async pull(controller) {
            const next = parts.shift();
            if (next) return controller.enqueue(next);
            if (ending === "close") return controller.close();
            if (typeof ending === "object") return controller.error(ending.error);
            await new Promise<void>((_, reject) => {
              const end = () => reject(abortSignal?.reason ?? new Error("Aborted."));
              if (abortSignal?.aborted) end();
              else abortSignal?.addEventListener("abort", end, { once: true });
            });
          },
        }),
      };
    },
  };
}

/** Calls a tool that does not exist, and then answers. */
export const unknownToolModel = (tool = "no_such_tool"): LanguageModelV3 =>
  modelOf("unknown-tool", (step) =>
    step === 0
      ? [start, ...call("call-1", tool, "{}"), finish("tool-calls")]
      : [start, ...text("That did not work."), finish("stop")],
  );

/** Calls a tool with arguments that are no JSON, and then answers. */
export const brokenArgumentsModel = (tool: string, input = '{"query": "tree'): LanguageModelV3 =>
  modelOf("broken-arguments", (step) =>
    step === 0
      ? [start, ...call("call-1", tool, input), finish("tool-calls")]
      : [start, ...text("That did not work."), finish("stop")],
  );

/** Makes the same call in each answer, and never says anything. */
export const endlessCallModel = (tool: string, input: unknown): LanguageModelV3 =>
  modelOf("endless-call", (step) => [
    start,
    ...call(`call-${step}`, tool, JSON.stringify(input)),
    finish("tool-calls"),
  ]);

/** Makes many calls in one answer, and then answers. */
export const manyCallsModel = (tool: string, input: unknown, count = 40): LanguageModelV3 =>
  modelOf("many-calls", (step) =>
    step === 0
      ? [
          start,
          ...Array.from({ length: count }, (_, index) => call(`call-${index}`, tool, JSON.stringify(input))).flat(),
          finish("tool-calls"),
        ]
      : [start, ...text("That was a lot."), finish("stop")],
  );

/** Ends each answer without a word or a call. */
export const emptyModel = (): LanguageModelV3 => modelOf("empty", () => [start, finish("stop")]);

/** Says something, then that an error happened, and closes its stream as if all were well. */
export const errorPartModel = (error: unknown = new Error("The model broke.")): LanguageModelV3 =>
  modelOf("error-part", () => [start, ...text("I was about to say").slice(0, -1), { type: "error", error }]);

/** Says something and begins a call, and then its stream just ends: no finish. */
export const cutStreamModel = (tool?: string): LanguageModelV3 =>
  modelOf("cut-stream", () => [
    start,
    ...text("I was about to"),
    ...(tool ? call("call-1", tool, '{"query":"tree"}').slice(0, 2) : []),
  ]);

/** Says something, and then its stream breaks as a connection does. */
export const brokenStreamModel = (error: unknown = new TypeError("terminated")): LanguageModelV3 =>
  modelOf("broken-stream", () => [start, ...text("I was about to").slice(0, -1)], { error });

/** Says something and then nothing more, until it is aborted. */
export const hangingModel = (): LanguageModelV3 =>
  modelOf("hanging", () => [start, ...text("Let me think").slice(0, -1)], "hang");
