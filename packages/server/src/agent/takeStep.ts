import { randomUUID } from "node:crypto";
import type { EventError, NewEvent, Recorder, RegisteredTool, Usage } from "@callboard/core";
import { jsonSchema, streamText, tool, type LanguageModel, type ToolSet } from "ai";
import type { LoopAgent } from "./conversation.ts";
import { ModelSilentError } from "./model/describeModelError.ts";
import { readTextCalls } from "./model/textCalls.ts";
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
  /** Milliseconds that the model may be silent. */
  silenceMs: number;
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
  // Models give one id to several texts of an answer: an item of ours is one text.
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
    const title = tools.find(({ slug }) => slug === name)?.name;
    write({ type: "tool.requested", callId: call.callId, tool: name, agentId, title, source: "agent" });
    return call;
  };

  const stop = new AbortController();
  try {
    const result = streamText({
      model: readTextCalls(model),
      system: prompt.system,
      messages: prompt.messages,
      tools: toolSetOf(tools),
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
          request(part.id, part.toolName);
          break;
        case "tool-input-delta": {
          const call = calls.get(part.id);
          if (call?.open && part.delta !== "")
            write({ type: "tool.input_appended", callId: call.callId, delta: part.delta });
          break;
        }
        case "tool-call": {
          const begun = calls.get(part.toolCallId);
          const call = begun?.open ? begun : request(part.toolCallId, part.toolName);
          call.open = false;
          const { callId } = call;
          const meta = {
            ...(part.providerMetadata && { provider: part.providerMetadata }),
            ...(typeof part.input === "string" && { unreadable: true }),
          };
          write({ type: "tool.input_ready", callId, input: part.input, ...(Object.keys(meta).length > 0 && { meta }) });
          break;
        }
        case "finish-step":
          finished = { finishReason: part.finishReason, usage: usageOf(part.usage) };
          // What the AI SDK makes up where the model's stream just ended.
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
    await recorder.commit({ type: "agent.step_completed", agentId, step, ...finished });
    return;
  }
  // In one append with the agent's end: nothing that it asked for may stay open, even if the process is killed here.
  const withdrawn = requested.map(({ callId, open }): NewEvent =>
    open
      ? { type: "tool.interrupted", callId, reason: "The model's answer broke off." }
      : { type: "tool.cancelled", callId, reason: "The answer that asked for it broke off, so it did not run." },
  );
  await recorder.commit(...withdrawn, { type: "agent.failed", agentId, error });
}

/** What is wrong with an answer that came without an error; null where it is whole. */
function incomplete(finished: { finishReason: string } | null, answered: boolean): EventError | null {
  if (!finished || finished.finishReason === "error") {
    const message = "The model's answer broke off before it was whole. Try again.";
    return { code: "model_cut_off", message };
  }
  if (answered) return null;
  return { code: "empty_answer", message: "The model answered with nothing. Try again, or say it in other words." };
}

/** A stream's parts, until an abort; a model that ignores the abort, or says nothing for too long, is not waited for. */
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
      // Where something else comes first, nobody waits for this any more.
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

function isEmpty(usage: Usage): boolean {
  return Object.keys(usage).length === 0;
}

function usageOf(usage: object): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === "number"));
}
