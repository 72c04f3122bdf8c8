import { randomUUID } from "node:crypto";
import type { EventError, NewEvent, RegisteredTool, Usage } from "@callboard/core";
import { toAnthropicTools } from "@callboard/core/bridge";
import type { Recorder } from "@callboard/core/host";
import { jsonSchema, streamText, tool, type LanguageModel, type ToolSet } from "ai";
import type { LoopAgent } from "../conversation/conversation.ts";
import { INVOKED, invocationOf } from "./invocation.ts";
import { ModelSilentError } from "../model/describeModelError.ts";
import { readTextCalls } from "../model/textCalls.ts";
import type { Prompt } from "./prompt.ts";

export interface StepOptions {
  model: LanguageModel;
  prompt: Prompt;
  agent: LoopAgent;
  /** What the model may call now; none when the budget is used up. */
  tools: readonly RegisteredTool[];
  /** The name of any tool, for the title of a call. */
  titleOf?: (slug: string) => string | undefined;
  /** Whether the model runs tools by `tool_invoke`, whose calls are those of the inner tools. */
  unwraps?: boolean;
  recorder: Recorder;
  signal: AbortSignal;
  describeError: (error: unknown) => EventError;
  /** Milliseconds that the model may be silent. */
  silenceMs: number;
}

/**
 * Asks the model for one answer and writes it to the log as it comes: text, reasoning, calls with their arguments, and
 * at the end that it is whole. Ends the agent with a message where the model fails or answers nothing. Nothing is
 * written after an abort.
 */
export async function takeStep(options: StepOptions): Promise<void> {
  const { model, prompt, agent, tools, titleOf = nameless, unwraps = false, recorder, signal } = options;
  const { agentId } = agent;
  const step = agent.steps.length + 1;
  const stem = `${agentId}.${step}.${randomUUID().slice(0, 8)}`;
  /** The call of each of the model's own ids, and which of them have no arguments yet. */
  const calls = new Map<string, { callId: string; open: boolean }>();
  const requested: { callId: string; open: boolean }[] = [];
  const itemIds = new Map<string, string>();
  let items = 0;
  let answered = false;
  let cut = false;
  let failure: { error: unknown } | null = null;
  let finished: { finishReason: string; usage: Usage } | null = null;

  const write = (...events: NewEvent[]) => {
    if (!signal.aborted) recorder.queue(...events);
  };
  // Models give one id to several texts of an answer; each text is an item of its own.
  const begin = (id: string) => itemIds.set(id, `${stem}.${++items}`);
  const say = (id: string, kind: "text" | "reasoning", delta: string, provider?: unknown) => {
    const meta = provider === undefined ? undefined : { provider };
    if (!itemIds.has(id)) begin(id);
    if (delta !== "" || meta)
      write({ type: "agent.text_appended", agentId, delta, kind, itemId: itemIds.get(id), meta });
    if (kind === "text" && delta.trim() !== "") answered = true;
  };
  const request = (id: string, name: string) => {
    const call = { callId: randomUUID() as string, open: true };
    calls.set(id, call);
    requested.push(call);
    answered = true;
    write({ type: "tool.requested", callId: call.callId, tool: name, agentId, title: titleOf(name), source: "agent" });
    return call;
  };

  const begunAt = performance.now();
  const stop = new AbortController();
  try {
    const result = streamText({
      model: readTextCalls(model),
      system: prompt.system,
      messages: prompt.messages,
      tools: toolSetOf(tools, model),
      abortSignal: AbortSignal.any([signal, stop.signal]),
      onError: () => {},
    });
    for await (const part of untilSilent(result.fullStream, signal, options.silenceMs)) {
      switch (part.type) {
        case "text-start":
          begin(part.id);
          break;
        case "text-delta":
          say(part.id, "text", part.text);
          break;
        case "reasoning-start":
          begin(`r${part.id}`);
          break;
        case "reasoning-delta":
          say(`r${part.id}`, "reasoning", part.text);
          break;
        case "reasoning-end":
          if (part.providerMetadata) say(`r${part.id}`, "reasoning", "", part.providerMetadata);
          break;
        case "tool-input-start":
          // Which tool it runs is known once its arguments are whole.
          if (!(unwraps && part.toolName === INVOKED.via)) request(part.id, part.toolName);
          break;
        case "tool-input-delta": {
          const call = calls.get(part.id);
          if (call?.open && part.delta !== "")
            write({ type: "tool.input_appended", callId: call.callId, delta: part.delta });
          break;
        }
        case "tool-call": {
          const begun = calls.get(part.toolCallId);
          const invoked = unwraps && part.toolName === INVOKED.via ? invocationOf(part.input) : null;
          const call = begun?.open ? begun : request(part.toolCallId, invoked?.tool ?? part.toolName);
          call.open = false;
          const { callId } = call;
          const meta = {
            ...(part.providerMetadata && { provider: part.providerMetadata }),
            ...(typeof part.input === "string" && { unreadable: true }),
            ...(invoked && INVOKED),
          };
          const input = invoked ? invoked.input : part.input;
          write({ type: "tool.input_ready", callId, input, ...(Object.keys(meta).length > 0 && { meta }) });
          break;
        }
        case "finish-step":
          finished = { finishReason: part.finishReason, usage: usageOf(part.usage) };
          // The AI SDK reports this where the model's stream just ended.
          cut = part.finishReason === "other" && part.rawFinishReason === undefined && isEmpty(finished.usage);
          break;
        case "error":
          failure ??= { error: part.error };
          break;
      }
    }
  } catch (error) {
    failure ??= { error };
  } finally {
    stop.abort();
  }
  if (signal.aborted) return;

  const error = failure ? options.describeError(failure.error) : incomplete(cut ? null : finished, answered);
  if (!error) {
    const durationMs = Math.round(performance.now() - begunAt);
    await recorder.commit({
      type: "agent.step_completed",
      agentId,
      step,
      ...finished,
      model: modelName(model),
      durationMs,
    });
    return;
  }
  // In one append with the agent's end: none of its calls may stay open, even if the process is killed here.
  const withdrawn = requested.map(({ callId, open }): NewEvent =>
    open
      ? { type: "tool.interrupted", callId, reason: "The model's answer broke off." }
      : { type: "tool.cancelled", callId, reason: "The answer that asked for it broke off, so it did not run." },
  );
  await recorder.commit(...withdrawn, { type: "agent.failed", agentId, error, model: modelName(model) });
}

const modelName = (model: LanguageModel): string => (typeof model === "string" ? model : model.modelId);

const nameless = () => undefined;

/** What is wrong with an answer that came without an error; null where it is whole. */
function incomplete(finished: { finishReason: string } | null, answered: boolean): EventError | null {
  if (!finished || finished.finishReason === "error") {
    const message = "The model's answer broke off before it was whole. Try again.";
    return { code: "model_cut_off", message };
  }
  if (answered) return null;
  return { code: "empty_answer", message: "The model answered with nothing. Try again, or say it in other words." };
}

/** A stream's parts until an abort; does not wait for a model that ignores the abort, or is silent for too long. */
async function* untilSilent<Part>(
  stream: AsyncIterable<Part>,
  signal: AbortSignal,
  silenceMs: number,
): AsyncGenerator<Part> {
  const parts = stream[Symbol.asyncIterator]();
  let onAbort = () => {};
  const aborted = new Promise<"aborted">((resolve) => (onAbort = () => resolve("aborted")));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (!signal.aborted) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<"silent">((resolve) => (timer = setTimeout(() => resolve("silent"), silenceMs)));
      const next = parts.next();
      // Nobody handles this where the abort or the silence comes first.
      next.catch(() => {});
      const first = await Promise.race([next, aborted, silence]).finally(() => clearTimeout(timer));
      if (first === "aborted") return;
      if (first === "silent") throw new ModelSilentError(silenceMs);
      if (first.done) return;
      yield first.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    void parts.return?.()?.catch(() => {});
  }
}

/**
 * Tools without execute, because calls run from the log; in the order of their names, so that a provider may keep them.
 */
function toolSetOf(tools: readonly RegisteredTool[], model: LanguageModel): ToolSet {
  const isAnthropic = typeof model !== "string" && model.provider.startsWith("anthropic");
  // A registry takes no slug that a provider refuses, so names need no way back.
  const definitions = toAnthropicTools(tools, { cache: isAnthropic }).tools;
  return Object.fromEntries(
    definitions.map(({ name, description = "", input_schema, cache_control: cacheControl }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(input_schema as never),
        ...(cacheControl && { providerOptions: { anthropic: { cacheControl } } }),
      }),
    ]),
  );
}

function isEmpty(usage: Usage): boolean {
  return Object.keys(usage).length === 0;
}

function usageOf(usage: object): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === "number"));
}
