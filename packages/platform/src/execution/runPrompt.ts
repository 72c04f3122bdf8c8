import { ToolError, type CallContext, type JsonSchema, type ToolCallbacks } from "@callboard/core";
import { renderTemplate, type DirectPrompt } from "@callboard/core/execution";
import { describeModelError } from "@callboard/server";
import { jsonSchema, Output, streamText, type LanguageModel } from "ai";

/** A prompt that is answered, and what it is answered for. */
export interface PromptRun {
  spec: DirectPrompt;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | undefined;
  input: unknown;
  model: LanguageModel;
  /** Whose prompt it is, such as an agent's instructions; default: none. */
  system?: string;
}

/** Whether an output is a text, which is told as it comes. */
export function isText(outputSchema: JsonSchema | undefined): boolean {
  return outputSchema === undefined || outputSchema.type === "string" || Object.keys(outputSchema).length === 0;
}

/**
 * Answers a prompt by a model: as text, told piece by piece, or as the object that its output schema describes.
 * @throws ToolError that says what of the template or the model is wrong.
 */
export async function runPrompt(
  { spec, inputSchema, outputSchema, input, model, system }: PromptRun,
  { signal }: Pick<CallContext, "signal">,
  { onOutput, onPartialResult }: Pick<ToolCallbacks, "onOutput" | "onPartialResult">,
): Promise<unknown> {
  const prompt = rendered(spec, input, inputSchema);
  let failure: { error: unknown } | undefined;
  const asked = {
    model,
    prompt,
    ...(system !== undefined && { system }),
    abortSignal: signal,
    onError: ({ error }: { error: unknown }) => void (failure ??= { error }),
  };
  try {
    if (isText(outputSchema)) {
      let text = "";
      for await (const delta of streamText(asked).textStream) {
        text += delta;
        onOutput(delta);
      }
      if (failure) throw failure.error;
      if (text.trim() === "")
        throw new ToolError("The model answered with nothing. Try again, or say it in other words.");
      return text;
    }
    const output = Output.object({ schema: jsonSchema(outputSchema as never) });
    const result = streamText({ ...asked, output });
    for await (const partial of result.partialOutputStream) onPartialResult(partial);
    if (failure) throw failure.error;
    return await result.output;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    throw new ToolError(describeModelError(failure ? failure.error : error).message, { cause: error });
  }
}

function rendered({ prompt_template }: DirectPrompt, input: unknown, inputSchema: JsonSchema): string {
  try {
    return renderTemplate(prompt_template, input, inputSchema);
  } catch (error) {
    throw new ToolError(
      `The prompt of this tool cannot be used. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
