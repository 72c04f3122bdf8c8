import { randomUUID } from "node:crypto";
import type { EventError, NewEvent, Recorder, RegisteredTool, Usage } from "@callboard/core";
import { jsonSchema, streamText, tool, type LanguageModel, type ToolSet } from "ai";
import type { LoopAgent } from "./conversation.ts";
import type { Prompt } from "./prompt.ts";

export interface StepOptions {
  model: LanguageModel;
  prompt: Prompt;
  agent: LoopAgent;
  /** What the model may call now; none when the budget is used up. */
  tools: readonly RegisteredTool[];
  recorder: Recorder;
  signal: AbortSignal;
  describeError: (error: unknown) => EventError;
}

/**
 * Asks the model for one answer and writes it to the log as it comes: text, reasoning, calls with their arguments, and at
 * the end that it is whole. Ends the agent, in words, where the model fails or says nothing. Nothing is written after an abort.
 */
export async function takeStep(options: StepOptions): Promise<void> {
  const { model, prompt, agent, tools, recorder, signal } = options;
  const { agentId } = agent;
  const step = agent.steps.length + 1;
  const stem = `${agentId}.${step}.${randomUUID().slice(0, 8)}`;
  const open = new Map<string, string>();
  let items = 0;
  let failure: { error: unknown } | null = null;
  let finished: { finishReason: string; usage: Usage } | null = null;

  const write = (...events: NewEvent[]) => {
    if (!signal.aborted) recorder.queue(...events);
  };
  const say = (id: string, kind: "text" | "reasoning", delta: string, provider?: unknown) => {
    const meta = provider === undefined ? undefined : { provider };
    if (delta !== "" || meta)
      write({ type: "agent.text_appended", agentId, delta, kind, itemId: `${stem}.${id}`, meta });
    if (delta !== "") items++;
  };
  const request = (id: string, name: string): string => {
    const callId = randomUUID();
    open.set(id, callId);
    items++;
    const title = tools.find(({ slug }) => slug === name)?.name;
    write({ type: "tool.requested", callId, tool: name, agentId, title, source: "agent" });
    return callId;
  };

  try {
    const result = streamText({
      model,
      system: prompt.system,
      messages: prompt.messages,
      tools: toolSetOf(tools),
      abortSignal: signal,
      onError: () => {},
    });
    for await (const part of result.fullStream) {
      if (signal.aborted) return;
      switch (part.type) {
        case "text-delta":
          say(part.id, "text", part.text);
          break;
        case "reasoning-delta":
          say(`r${part.id}`, "reasoning", part.text);
          break;
        case "reasoning-end":
          if (part.providerMetadata) say(`r${part.id}`, "reasoning", "", part.providerMetadata);
          break;
        case "tool-input-start":
          request(part.id, part.toolName);
          break;
        case "tool-input-delta": {
          const callId = open.get(part.id);
          if (callId && part.delta !== "") write({ type: "tool.input_appended", callId, delta: part.delta });
          break;
        }
        case "tool-call": {
          const callId = open.get(part.toolCallId) ?? request(part.toolCallId, part.toolName);
          open.delete(part.toolCallId);
          const meta = {
            ...(part.providerMetadata && { provider: part.providerMetadata }),
            ...(typeof part.input === "string" && { unreadable: true }),
          };
          write({ type: "tool.input_ready", callId, input: part.input, ...(Object.keys(meta).length > 0 && { meta }) });
          break;
        }
        case "finish-step":
          finished = { finishReason: part.finishReason, usage: usageOf(part.usage) };
          break;
        case "error":
          failure ??= { error: part.error };
          break;
      }
    }
  } catch (error) {
    failure ??= { error };
  }
  if (signal.aborted) return;

  const error = failure ? options.describeError(failure.error) : incomplete(finished, items);
  if (!error) {
    await recorder.commit({ type: "agent.step_completed", agentId, step, ...finished });
    return;
  }
  const halfWritten = [...open.values()].map((callId): NewEvent => ({
    type: "tool.interrupted",
    callId,
    reason: "The model's answer broke off.",
  }));
  await recorder.commit(...halfWritten, { type: "agent.failed", agentId, error });
}

/** What is wrong with an answer that came without an error; null where it is whole. */
function incomplete(finished: { finishReason: string } | null, items: number): EventError | null {
  if (!finished || finished.finishReason === "error") {
    const message = "The model's answer broke off before it was whole. Try again.";
    return { code: "model_cut_off", message };
  }
  if (items > 0) return null;
  return { code: "empty_answer", message: "The model answered with nothing. Try again, or say it in other words." };
}

/** Tools without execute: whether and how a call runs is decided over the log. */
function toolSetOf(tools: readonly RegisteredTool[]): ToolSet {
  const sorted = [...tools].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ slug, description, inputJsonSchema }) => [
      slug,
      tool({ description, inputSchema: jsonSchema(inputJsonSchema as never) }),
    ]),
  );
}

function usageOf(usage: object): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === "number"));
}
