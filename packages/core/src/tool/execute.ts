import { createValidator as defaultValidator } from "../schema/cfworkerValidator.ts";
import type { CreateValidator, ValidationIssue } from "../schema/validator.ts";
import { createMemoryLog, type SessionLog } from "../timeline/sessionLog.ts";
import type { CallSource, EventError, NewEvent, SessionEvent } from "../timeline/event.ts";
import { callerOf, checkInput, resolveCall, runCall, startedEvent, type CallOptions, type CallResult } from "./call.ts";
import type { ToolContext } from "./context.ts";
import type { Delegation } from "./delegate.ts";
import { targetRegistry } from "./defaultRegistry.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import type { Registry } from "./registry.ts";

export interface ExecuteOptions {
  registry?: Registry;
  /** Where the call's events go; kept nowhere unless given. An approval needs one, for the answer comes through it. */
  log?: SessionLog;
  sessionId?: string;
  callId?: string;
  agentId?: string;
  signal?: AbortSignal;
  permissions?: readonly string[];
  createValidator?: CreateValidator;
  /** Told when the handler is about to run: `tool.started` is in the log. */
  onStarted?: () => void;
  /** Runs the sub-agent that a handler delegates to: the event that starts it, and how the call ends in the end. */
  delegation?: { start: (delegation: Delegation) => NewEvent; result: () => Promise<CallResult> };
  /** Told once when the call has ended: the seed's `tool_run` analytics event. */
  onToolRun?: (run: ToolRunAnalytics) => void;
}

export interface ToolRunAnalytics {
  event: "tool_run";
  slug: string;
  runId: string;
  source: CallSource;
  success: boolean;
  durationMs: number;
}

/** What `executeTool` answers; it does not throw for what a caller can do wrong. `runId` is the call's id. */
export interface ExecuteResult {
  output: unknown;
  /** The failure in words, or null. */
  error: string | null;
  /** The failure's stable code: `not_found`, `not_allowed`, `invalid_input`, `tool_error`, `invalid_output`, `denied`, `cancelled`, `log_unavailable`. */
  code?: string;
  issues?: ValidationIssue[];
  durationMs: number;
  runId: string;
}

/**
 * Runs a tool through its whole life: resolve, permission, validation, approval (only for source `agent` and tools that
 * ask), run, validated output, and an event for each step.
 * @example
 * ```ts
 * const { output, error } = await executeTool("roi-calculator", { investment: 10_000 }, "api");
 * ```
 */
export async function executeTool(
  slug: string,
  rawInput: unknown,
  caller: CallSource | ToolContext,
  options: ExecuteOptions = {},
): Promise<ExecuteResult> {
  const callId = options.callId ?? crypto.randomUUID();
  const sessionId = options.sessionId ?? crypto.randomUUID();
  const context = contextOf(caller, options);
  const createValidator = options.createValidator ?? defaultValidator;
  const refused = (error: EventError, issues?: ValidationIssue[]): ExecuteResult => ({
    output: null,
    error: error.message,
    code: error.code,
    issues,
    durationMs: 0,
    runId: callId,
  });

  const resolved = resolveCall(options.registry ?? targetRegistry(), slug, context);
  if (resolved.refusal) return refused(resolved.refusal);
  const { tool } = resolved;
  const checked = await checkInput(tool, rawInput, createValidator);
  if (checked.refusal) return refused(checked.refusal, checked.refusal.issues);

  const log = options.log ?? createMemoryLog();
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const recorder = createRecorder(log, sessionId, (error) => stop.abort(error));
  const { agentId } = options;
  const requested: NewEvent[] = [
    { type: "tool.requested", callId, tool: tool.slug, agentId, title: tool.name, ...callerOf(context) },
    { type: "tool.input_ready", callId, input: rawInput },
  ];

  let result: CallResult;
  try {
    const call: CallOptions = {
      tool,
      input: checked.input,
      context,
      sessionId,
      callId,
      agentId,
      recorder,
      signal,
      createValidator,
      delegate: options.delegation?.start,
    };
    if (tool.permissionPolicy === "always_ask" && context.source === "agent") {
      if (!options.log) {
        return refused({
          code: "not_allowed",
          message: `"${tool.slug}" asks for approval, and there is no log through which an answer could come. Pass executeTool a log.`,
        });
      }
      await recorder.commit(...requested);
      const answer = await askApproval(call, options.log, recorder);
      if ("result" in answer) result = answer.result;
      else {
        await recorder.commit(startedEvent({ ...call, input: answer.input }));
        options.onStarted?.();
        result = await finish(runCall({ ...call, input: answer.input }), options);
      }
    } else {
      await recorder.commit(...requested, startedEvent(call));
      options.onStarted?.();
      result = await finish(runCall(call), options);
    }
  } catch (cause) {
    return refused({
      code: "log_unavailable",
      message: `The call of "${tool.slug}" could not be written to its session: ${cause instanceof Error ? cause.message : String(cause)}`,
    });
  }
  options.onToolRun?.({
    event: "tool_run",
    slug: tool.slug,
    runId: callId,
    source: context.source ?? "api",
    success: result.error === null,
    durationMs: result.durationMs,
  });
  return {
    output: result.output,
    error: result.error?.message ?? null,
    code: result.error?.code,
    durationMs: result.durationMs,
    runId: callId,
  };
}

function contextOf(caller: CallSource | ToolContext, options: ExecuteOptions): ToolContext {
  const context: ToolContext =
    typeof caller === "string"
      ? { userId: null, spaceId: null, requestId: crypto.randomUUID(), source: caller }
      : { ...caller, source: caller.source ?? "api" };
  return options.permissions ? { ...context, permissions: options.permissions } : context;
}

/** A delegated call is over when its sub-agent is. */
async function finish(running: Promise<CallResult>, options: ExecuteOptions): Promise<CallResult> {
  const result = await running;
  return result.delegated && options.delegation ? options.delegation.result() : result;
}

/** Asks, and waits for the answer in the log. An edited input is validated again; one that is wrong is not run. */
async function askApproval(
  call: CallOptions,
  log: SessionLog,
  recorder: Recorder,
): Promise<{ input: unknown } | { result: CallResult }> {
  const { tool, callId, input, sessionId, signal } = call;
  const approvalId = crypto.randomUUID();
  const end = (code: string, message: string): { result: CallResult } => ({
    result: { output: null, error: { code, message }, durationMs: 0 },
  });
  await recorder.commit({ type: "tool.needs_approval", callId, approvalId, input, inputSchema: tool.inputJsonSchema });
  const answer = await answerOf(log, sessionId, approvalId, signal);
  if (!answer) {
    await recorder.commit({ type: "tool.cancelled", callId });
    return end("cancelled", "The call was cancelled before it was approved.");
  }
  if (answer.type === "tool.denied") return end("denied", answer.reason ?? "The call was denied.");
  if (answer.type === "tool.approval_expired") return end("expired", "Nobody approved the call in time.");
  if (answer.input === undefined) return { input };
  const checked = await checkInput(tool, answer.input, call.createValidator);
  if (!checked.refusal) return { input: checked.input };
  const error: EventError = {
    code: checked.refusal.code,
    message: checked.refusal.message,
    path: checked.refusal.path,
  };
  await recorder.commit({ type: "tool.failed", callId, error });
  return { result: { output: null, error, durationMs: 0 } };
}

type Answer = Extract<SessionEvent, { type: "tool.approved" | "tool.denied" | "tool.approval_expired" }>;

function answerOf(log: SessionLog, sessionId: string, approvalId: string, signal: AbortSignal): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    let seen = 0;
    const done = (answer: Answer | null) => {
      unsubscribe();
      signal.removeEventListener("abort", cancelled);
      resolve(answer);
    };
    const cancelled = () => done(null);
    const look = () => {
      log.read(sessionId, seen).then((events) => {
        for (const event of events) {
          seen = Math.max(seen, event.seq);
          if (!("approvalId" in event) || event.approvalId !== approvalId) continue;
          if (event.type !== "tool.needs_approval") return done(event);
        }
      }, reject);
    };
    const unsubscribe = log.subscribe(sessionId, look);
    signal.addEventListener("abort", cancelled, { once: true });
    if (signal.aborted) cancelled();
    else look();
  });
}
