import type { CreateValidator, ValidationIssue } from "../schema/validator.ts";
import type { CallSource, EventError, NewEvent, Wording } from "../events/event.ts";
import type { EndCause } from "../events/openWork.ts";
import type { ToolRefusal } from "../catalog/catalog.ts";
import type { ResolvedTool } from "../catalog/toolSource.ts";
import { isLongerThan } from "../json/jsonSize.ts";
import { isRecord } from "../json/record.ts";
import { linkAbort, unlessAborted } from "./abort.ts";
import { createCallbacks, withListeners, type CallListeners, type OutputLimit } from "./callbacks.ts";
import type { ToolContext } from "../tool/context.ts";
import { isDelegation, isLeftWork, leftWork, type Delegation } from "../tool/delegate.ts";
import { isHandedOver, type HandedOver } from "../tool/handOver.ts";
import { isInputNeeded, type InputAnswer, type InputNeeded } from "../tool/needInput.ts";
import { errorMessage } from "../tool/errorMessage.ts";
import { inWords } from "../tool/said.ts";
import { isUnknownEnd, OutputTooLarge, thrownError } from "../tool/toolError.ts";
import { parseValue } from "../tool/parseValue.ts";
import { plainCopy } from "../json/plainCopy.ts";
import type { Recorder } from "./recorder.ts";
import type { RegisteredTool } from "../tool/registry.ts";
import { runInScope } from "../tool/withToolContext.ts";

/** Why an input does not run. */
export interface InputRefusal {
  code: "invalid_input";
  message: string;
  /** Where the first issue is, as JSON Pointer into the input. */
  path?: string;
  issues: ValidationIssue[];
}

/** Why a call does not run. */
export type CallRefusal = ToolRefusal | InputRefusal;

/** The parsed input, or a refusal that names each wrong field. */
export async function checkInput(
  tool: RegisteredTool,
  input: unknown,
  createValidator: CreateValidator,
): Promise<{ input: unknown; refusal?: undefined } | { refusal: InputRefusal }> {
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

/** A call that may run. */
export interface CallOptions {
  tool: ResolvedTool;
  /** The input as requested; `input` is the parsed value that runs. */
  input: unknown;
  context: ToolContext;
  sessionId: string;
  callId: string;
  recorder: Recorder;
  /** Aborting cancels the call; the signal's reason, if a string, is kept in the log. */
  signal: AbortSignal;
  createValidator: CreateValidator;
  agentId?: string;
  /**
   * Makes the event that starts the sub-agent a handler delegates to, or says why there may be none; without it,
   * delegating fails the call.
   */
  delegate?: (delegation: Delegation) => Delegated | Promise<Delegated>;
  /** Makes the events that ask a handler's questions; without it, asking fails the call. */
  ask?: (questions: InputNeeded) => NewEvent[];
  /** Makes the event that keeps what a handler hands over; without it, handing over fails the call. */
  handOver?: (handedOver: HandedOver) => NewEvent;
  /** The preview that its approver was shown. */
  preview?: unknown;
  /** What was answered to the questions that the handler asked before. */
  given?: { answers: Readonly<Record<string, InputAnswer>>; state?: unknown };
  /** The longest that the handler may run, in milliseconds, where its tool does not say. */
  timeLimit?: number | undefined;
  /** The most characters of JSON that it may answer, or report while it runs; no limit unless given. */
  mostOutput?: number | undefined;
  /** Who hears what the handler reports, beside the log. */
  listeners?: readonly CallListeners[];
  /**
   * What becomes of the write of the final event, which is queued already: waited for unless given, and its failure is
   * the call's.
   */
  settle?: (written: Promise<void>, end: NewEvent) => Promise<void> | void;
  now?: () => number;
}

/** The event that starts a sub-agent, or why there may be none. */
export type Delegated = NewEvent | { refused: EventError };

/** How a call ended: the output, or the error of a call that failed or was cancelled. */
export interface CallResult {
  output: unknown;
  error: EventError | null;
  /** The issues of an input that was edited during approval. */
  issues?: ValidationIssue[];
  durationMs: number;
  /** The call stays open: it ends when the sub-agent or the work that it started does. */
  delegated?: boolean;
  /** The call stays open: the handler runs again when a person has answered. */
  asked?: boolean;
  /** The call stays open: the handler runs again with what it handed over. */
  handedOver?: boolean;
}

/** The event that starts a call. It is committed before the handler sees the input. */
export function startedEvent(call: Pick<CallOptions, "tool" | "callId" | "input" | "agentId" | "context">): NewEvent {
  const { tool, callId, input, agentId, context } = call;
  return {
    type: "tool.started",
    callId,
    tool: tool.slug,
    input: plainCopy(input),
    version: tool.version,
    ...summaryOf(tool, input),
    agentId,
    ...callerOf(context),
  };
}

/** A tool's own words for a call; a summary that throws must not keep the call from running. */
function summaryOf(tool: RegisteredTool, input: unknown): { summary?: string; wording?: Wording } {
  try {
    const { text, wording } = inWords(tool.summary?.(input));
    return { summary: text, ...(wording && { wording }) };
  } catch {
    return {};
  }
}

/** Who made a call, as the log names them. */
export function callerOf(context: ToolContext): { source: CallSource; userId?: string } {
  return { source: context.source ?? "api", userId: context.userId ?? undefined };
}

/**
 * Runs a call whose `tool.started` is committed: handler, validated output, one final event. Cancelling ends it even
 * where the handler ignores the signal; later reports of that handler are dropped. Rejects only when the log does, and
 * where `settle` is given only when a question, a sub-agent or what is handed over could not be written: what ran
 * keeps its result.
 */
export async function runCall(call: CallOptions): Promise<CallResult> {
  const { tool, input, context, sessionId, callId, recorder, signal } = call;
  const now = call.now ?? Date.now;
  const startedAt = now();
  let open = true;
  const emit = (event: NewEvent) => {
    if (open) recorder.queue(event);
  };
  const events = createCallbacks(callId, emit, outputLimit(call));
  const callbacks = call.listeners ? withListeners(events, call.listeners, () => open) : events;
  const end = async (event: NewEvent, result: Omit<CallResult, "durationMs">): Promise<CallResult> => {
    open = false;
    const durationMs = Math.max(0, Math.round(now() - startedAt));
    const last = { ...event, durationMs } as NewEvent;
    const written = recorder.commit(last);
    await (call.settle ? call.settle(written, last) : written);
    return { ...result, durationMs };
  };

  const stop = new AbortController();
  const unlink = linkAbort(signal, stop);
  const limit = tool.timeLimit ?? call.timeLimit;
  const timer = limit === undefined ? undefined : setTimeout(() => stop.abort(OVER_TIME), limit);
  const { given, preview = undefined } = call;
  const shown = preview !== undefined && preview !== null && { preview };
  const surroundings = { ...context, callId, sessionId, signal: stop.signal, answers: {}, ...shown, ...given };
  const outcome = await unlessAborted(stop.signal, () =>
    attempt(() => inScopeOf(call, async () => tool.execute(input, surroundings, callbacks))),
  );
  clearTimeout(timer);
  unlink();
  if (!outcome && stop.signal.reason === OVER_TIME) {
    const error = overTime(tool, limit!);
    return end({ type: "tool.failed", callId, error }, { output: null, error });
  }
  if (!outcome) {
    const cause = causeOf(signal);
    const error = { code: "cancelled", message: cause.reason ?? "The call was cancelled." };
    return end({ type: "tool.cancelled", callId, ...cause }, { output: null, error });
  }
  if ("value" in outcome && isDelegation(outcome.value) && call.delegate) {
    const started = await call.delegate(outcome.value);
    if ("refused" in started) {
      return end({ type: "tool.failed", callId, error: started.refused }, { output: null, error: started.refused });
    }
    open = false;
    await recorder.commit(started);
    return { output: null, error: null, durationMs: 0, delegated: true };
  }
  if ("value" in outcome && isLeftWork(outcome.value) && call.delegate) {
    open = false;
    await recorder.commit(leftWork(callId, outcome.value));
    outcome.value.begin();
    return { output: null, error: null, durationMs: 0, delegated: true };
  }
  if ("value" in outcome && isInputNeeded(outcome.value) && call.ask) {
    const asking = asked(call.ask, outcome.value);
    if (!("error" in asking)) {
      open = false;
      await recorder.commit(...asking);
      return { output: null, error: null, durationMs: 0, asked: true };
    }
    return end({ type: "tool.failed", callId, error: asking.error }, { output: null, error: asking.error });
  }
  if ("value" in outcome && isHandedOver(outcome.value) && call.handOver) {
    const handedOver = call.handOver(outcome.value);
    open = false;
    await recorder.commit(handedOver);
    return { output: null, error: null, durationMs: 0, handedOver: true };
  }
  const checked = "error" in outcome ? outcome : await checkOutput(call, outcome.value);
  if ("error" in checked && checked.isUnknown) {
    const error = { ...checked.error, code: "interrupted" };
    return end({ type: "tool.interrupted", callId, reason: error.message }, { output: null, error });
  }
  if ("error" in checked) {
    return end({ type: "tool.failed", callId, error: checked.error }, { output: null, error: checked.error });
  }
  return end(
    { type: "tool.completed", callId, output: plainCopy(checked.value) },
    { output: checked.value, error: null },
  );
}

/**
 * Refuses what would hold everybody else up while it is copied, checked and written.
 * @throws OutputTooLarge, into the handler where it reports while it runs.
 */
function outputLimit({ tool, mostOutput }: OutputCheck): OutputLimit | undefined {
  if (mostOutput === undefined) return undefined;
  let streamed = 0;
  return (output, isPiece = false) => {
    if (isPiece) streamed += String(output).length;
    if (isPiece ? streamed > mostOutput : isLongerThan(output, mostOutput)) {
      throw new OutputTooLarge(tool.slug, mostOutput);
    }
  };
}

const OVER_TIME = Symbol("over time");

/** A handler, and all that it calls, finds its tenant by `getTenantIdForTool`. */
export function inScopeOf<Result>(
  { context, tool }: Pick<CallOptions, "context" | "tool">,
  handler: () => Result,
): Result {
  const { tenantId } = context;
  return tenantId ? runInScope({ ...context, tenantId, tool: tool.slug }, handler) : handler();
}

function overTime(tool: RegisteredTool, limit: number): EventError {
  const seconds = Math.round(limit / 100) / 10;
  const message = `"${tool.slug}" was stopped after ${seconds} s, the longest that it may run. What it did until then is not undone.`;
  return { code: "time_limit", message };
}

/** A handler's questions as events, or why they cannot be asked. */
function asked(
  ask: (questions: InputNeeded) => NewEvent[],
  questions: InputNeeded,
): NewEvent[] | { error: EventError } {
  try {
    return ask(questions);
  } catch (thrown) {
    return { error: thrownError(thrown) };
  }
}

/** What came of something that may fail. */
export type Outcome = { value: unknown } | { error: EventError; isUnknown?: boolean };

async function attempt(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (thrown) {
    return { error: thrownError(thrown), isUnknown: isUnknownEnd(thrown) };
  }
}

/** Why a signal was aborted: a reason as text, or a cause that names who did it. */
export function causeOf({ reason: cause }: AbortSignal): EndCause {
  if (typeof cause === "string") return { reason: cause };
  if (!isRecord(cause) || cause instanceof Error) return {};
  const { reason, by } = cause;
  return { ...(typeof reason === "string" && { reason }), ...(typeof by === "string" && { by }) };
}

/** What an output is checked against. */
export interface OutputCheck extends Pick<CallOptions, "createValidator" | "mostOutput"> {
  tool: Pick<RegisteredTool, "slug" | "outputSchema">;
}

/** An output as plain JSON that keeps its schema, or why it is none. */
export async function checkOutput(call: OutputCheck, output: unknown): Promise<Outcome> {
  const { tool, createValidator } = call;
  let value: unknown;
  if (isDelegation(output)) {
    const message = `"${tool.slug}" starts a sub-agent, and nothing here runs agents. Run it through a host.`;
    return { error: { code: "no_agents", message } };
  }
  if (isHandedOver(output) || isLeftWork(output)) {
    const message = `"${tool.slug}" hands its work over, and nothing here goes on with it. Run it through a host.`;
    return { error: { code: "nobody_to_go_on", message } };
  }
  if (isInputNeeded(output)) {
    const message = `"${tool.slug}" asks a person something, and nothing here brings an answer. Run it through a host.`;
    return { error: { code: "nobody_to_ask", message } };
  }
  try {
    outputLimit(call)?.(output);
    value = plainCopy(output ?? null);
  } catch (cause) {
    if (cause instanceof OutputTooLarge) return { error: thrownError(cause) };
    return invalidOutput(tool, errorMessage(cause));
  }
  if (!tool.outputSchema) return { value };
  const parsed = await parseValue(tool.outputSchema, value, createValidator);
  if (!parsed.issues) return { value: parsed.value };
  const [first] = parsed.issues;
  return invalidOutput(tool, `${first?.path || "the whole"}: ${first?.message ?? "not valid"}`);
}

function invalidOutput(tool: OutputCheck["tool"], why: string): Outcome {
  const message = `"${tool.slug}" ran, but its output breaks its own output schema: ${why}. The tool's author has to mend it.`;
  return { error: { code: "invalid_output", message } };
}
