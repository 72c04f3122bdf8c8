import type { CreateValidator, ValidationIssue } from "../schema/validator.ts";
import type { CallSource, EventError, NewEvent } from "../timeline/event.ts";
import { unlessAborted } from "./abort.ts";
import { createCallbacks, toolError } from "./callbacks.ts";
import type { ToolContext } from "./context.ts";
import { isDelegation, type Delegation } from "./delegate.ts";
import { errorMessage } from "./errorMessage.ts";
import { parseValue } from "./parseValue.ts";
import { plainCopy } from "./plainCopy.ts";
import type { Recorder } from "./recorder.ts";
import type { RegisteredTool, Registry } from "./registry.ts";
import { canUse } from "./visibility.ts";

/** Why a call does not run. `not_found` is also said of tools that this context may not see. */
export interface CallRefusal {
  code: "not_found" | "not_allowed" | "invalid_input";
  message: string;
  /** Where the first issue is, as JSON Pointer into the input. */
  path?: string;
  issues: ValidationIssue[];
}

/** A tool that this context may run. */
export type ResolvedCall = { tool: RegisteredTool; refusal?: undefined } | { refusal: CallRefusal };

/** Finds a tool and asks whether this context may see and run it. */
export function resolveCall(registry: Registry, slug: string, context: ToolContext): ResolvedCall {
  const tool = registry.get(slug);
  const usability = tool && canUse(tool, context);
  if (!tool || !usability?.see) {
    return refuse("not_found", `There is no tool "${slug}" here. The tool library lists those that you can use.`);
  }
  if (!usability.run) return refuse("not_allowed", usability.why?.message ?? `"${slug}" may not be run here.`);
  return { tool };
}

function refuse(code: CallRefusal["code"], message: string): { refusal: CallRefusal } {
  return { refusal: { code, message, issues: [] } };
}

/** An input as the tool takes it, or the refusal that names each field that is wrong. */
export async function checkInput(
  tool: RegisteredTool,
  input: unknown,
  createValidator: CreateValidator,
): Promise<{ input: unknown; refusal?: undefined } | { refusal: CallRefusal }> {
  const parsed = await parseValue(tool.inputSchema, input, createValidator);
  if (!parsed.issues) return { input: parsed.value };
  const [first] = parsed.issues;
  return {
    refusal: {
      code: "invalid_input",
      message: `The input of "${tool.slug}" is not valid. ${first?.path || "Input"}: ${first?.message ?? "not valid"}`,
      path: first?.path,
      issues: parsed.issues,
    },
  };
}

/** What a call is made of, once it may run. */
export interface CallOptions {
  tool: RegisteredTool;
  /** As asked; `input` is what runs. */
  input: unknown;
  context: ToolContext;
  sessionId: string;
  callId: string;
  recorder: Recorder;
  /** Aborting cancels the call; the signal's reason, if a string, is kept in the log. */
  signal: AbortSignal;
  createValidator: CreateValidator;
  agentId?: string;
  /** Makes the event that starts the sub-agent a handler delegates to; without it, delegating fails the call. */
  delegate?: (delegation: Delegation) => NewEvent;
  now?: () => number;
}

/** How a call ended: the output, or the error of a call that failed or was cancelled. */
export interface CallResult {
  output: unknown;
  error: EventError | null;
  /** What was wrong with an input that somebody edited while approving it. */
  issues?: ValidationIssue[];
  durationMs: number;
  /** The call stays open: it ends when the sub-agent that it started does. */
  delegated?: boolean;
}

/** The event that says that a call runs. It is committed before the handler sees the input. */
export function startedEvent(call: Pick<CallOptions, "tool" | "callId" | "input" | "agentId" | "context">): NewEvent {
  const { tool, callId, input, agentId, context } = call;
  return {
    type: "tool.started",
    callId,
    tool: tool.slug,
    input,
    summary: summaryOf(tool, input),
    agentId,
    ...callerOf(context),
  };
}

/** A tool's own words for a call; a summary that throws must not keep the call from running. */
function summaryOf(tool: RegisteredTool, input: unknown): string | undefined {
  try {
    return tool.summary?.(input) || undefined;
  } catch {
    return undefined;
  }
}

/** Who made a call, as the log names them. */
export function callerOf(context: ToolContext): { source: CallSource; userId?: string } {
  return { source: context.source ?? "api", userId: context.userId ?? undefined };
}

/**
 * Runs a call whose `tool.started` is committed: handler, validated output, one final event. Cancelling ends it even
 * where the handler ignores the signal; whatever that handler still says is dropped. Rejects only when the log does.
 */
export async function runCall(call: CallOptions): Promise<CallResult> {
  const { tool, input, context, sessionId, callId, recorder, signal } = call;
  const now = call.now ?? Date.now;
  const startedAt = now();
  let open = true;
  const callbacks = createCallbacks(callId, (event) => {
    if (open) recorder.queue(event);
  });
  const end = async (event: NewEvent, result: Omit<CallResult, "durationMs">): Promise<CallResult> => {
    open = false;
    const durationMs = Math.max(0, Math.round(now() - startedAt));
    await recorder.commit({ ...event, durationMs } as NewEvent);
    return { ...result, durationMs };
  };

  const outcome = await unlessAborted(signal, () =>
    attempt(async () => tool.execute(input, { ...context, callId, sessionId, signal }, callbacks)),
  );
  if (!outcome) {
    const reason = cancelReason(signal);
    const error = { code: "cancelled", message: reason ?? "The call was cancelled." };
    return end({ type: "tool.cancelled", callId, reason }, { output: null, error });
  }
  if ("value" in outcome && isDelegation(outcome.value) && call.delegate) {
    open = false;
    await recorder.commit(call.delegate(outcome.value));
    return { output: null, error: null, durationMs: 0, delegated: true };
  }
  const checked = "error" in outcome ? outcome : await checkOutput(tool, outcome.value, call.createValidator);
  if ("error" in checked) {
    return end({ type: "tool.failed", callId, error: checked.error }, { output: null, error: checked.error });
  }
  return end({ type: "tool.completed", callId, output: checked.value }, { output: checked.value, error: null });
}

type Outcome = { value: unknown } | { error: EventError };

async function attempt(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (thrown) {
    return { error: toolError(errorMessage(thrown)) };
  }
}

/** Why a call was cancelled, where whoever did it said so in words. */
export function cancelReason(signal: AbortSignal): string | undefined {
  return typeof signal.reason === "string" ? signal.reason : undefined;
}

/** An output as plain JSON that keeps its schema. */
async function checkOutput(tool: RegisteredTool, output: unknown, createValidator: CreateValidator): Promise<Outcome> {
  let value: unknown;
  if (isDelegation(output)) {
    const message = `"${tool.slug}" starts a sub-agent, and nothing here runs agents. Run it through a host.`;
    return { error: { code: "no_agents", message } };
  }
  try {
    value = plainCopy(output ?? null);
  } catch (cause) {
    return invalidOutput(tool, errorMessage(cause));
  }
  if (!tool.outputSchema) return { value };
  const parsed = await parseValue(tool.outputSchema, value, createValidator);
  if (!parsed.issues) return { value: parsed.value };
  const [first] = parsed.issues;
  return invalidOutput(tool, `${first?.path || "the whole"}: ${first?.message ?? "not valid"}`);
}

function invalidOutput(tool: RegisteredTool, why: string): Outcome {
  const message = `"${tool.slug}" ran, but its output breaks its own output schema: ${why}. The tool's author has to mend it.`;
  return { error: { code: "invalid_output", message } };
}
