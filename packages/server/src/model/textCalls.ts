import { randomUUID } from "node:crypto";
import type { LanguageModelV3FunctionTool, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { createTextToolCalls, type ShownText, type TextToolCalls } from "@callboard/core/stream/text";
import { wrapLanguageModel, type LanguageModel } from "ai";

/**
 * The same model, whose calls are calls also where it writes them as text: its tags are never shown, and thinking
 * blocks become reasoning. An answer with native calls is left as it came.
 */
export function readTextCalls(model: LanguageModel): LanguageModel {
  if (typeof model === "string" || model.specificationVersion !== "v3") return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v3",
      async wrapStream({ doStream, params }) {
        const tools = (params.tools ?? []).filter((tool) => tool.type === "function");
        if (tools.length === 0) return doStream();
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: stream.pipeThrough(textCallsTransform(tools)) };
      },
    },
  });
}

type Part = LanguageModelV3StreamPart;

function textCallsTransform(tools: readonly LanguageModelV3FunctionTool[]): TransformStream<Part, Part> {
  /** One reader for the whole answer: a model may cut its text into several parts. */
  let reader: TextToolCalls | null = createTextToolCalls({ tools });
  /** The text part that is open, told on when something of it is shown. */
  let textId: string | null = null;
  let blank = "";
  let isNative = false;
  let thoughts = 0;
  let thoughtId: string | null = null;
  type Controller = TransformStreamDefaultController<Part>;
  const show = (controller: Controller, { text, reasoning }: ShownText) => {
    if (reasoning !== "") {
      if (thoughtId === null)
        controller.enqueue({ type: "reasoning-start", id: (thoughtId = `thought-${++thoughts}`) });
      controller.enqueue({ type: "reasoning-delta", id: thoughtId, delta: reasoning });
    }
    // The lines around thoughts and calls say nothing by themselves.
    blank += text;
    if (textId === null || blank.trim() === "") return;
    if (thoughtId !== null) controller.enqueue({ type: "reasoning-end", id: thoughtId });
    thoughtId = null;
    controller.enqueue({ type: "text-delta", id: textId, delta: blank });
    blank = "";
  };
  /** Tells what was held back, and closes what was told. Answers the calls. */
  const finish = (controller: Controller) => {
    if (!reader) return null;
    const { calls, ...rest } = reader.end(isNative);
    reader = null;
    show(controller, rest);
    if (thoughtId !== null) controller.enqueue({ type: "reasoning-end", id: thoughtId });
    if (textId !== null) controller.enqueue({ type: "text-end", id: textId });
    return calls;
  };
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      switch (part.type) {
        case "text-start":
          if (textId !== null) controller.enqueue({ type: "text-end", id: textId });
          textId = part.id;
          break;
        case "text-delta":
          return reader ? show(controller, reader.push(part.delta)) : controller.enqueue(part);
        case "text-end":
          // What is held back may still be text of this part: it ends with the next one, or with the answer.
          return reader ? undefined : controller.enqueue(part);
        case "tool-input-start":
        case "tool-call":
          isNative = true;
          break;
        case "finish": {
          const calls = finish(controller);
          for (const { name, arguments: input } of calls ?? []) {
            controller.enqueue({
              type: "tool-call",
              toolCallId: randomUUID(),
              toolName: name,
              input: JSON.stringify(input),
            });
          }
          if (!calls) break;
          return controller.enqueue({ ...part, finishReason: { unified: "tool-calls", raw: part.finishReason.raw } });
        }
      }
      controller.enqueue(part);
    },
    // An answer that breaks off has no calls, and what it said is told.
    flush(controller) {
      isNative = true;
      finish(controller);
    },
  });
}
