import { createValidator as defaultValidator } from "../schema/cfworkerValidator.ts";
import type { CreateValidator, ValidationIssue } from "../schema/validator.ts";
import type { CallSource, EventError, NewEvent, SessionEvent } from "../events/event.ts";
import { createMemoryLog, followLog, type SessionLog } from "../events/sessionLog.ts";
import { callerOf, causeOf, checkInput, runCall, startedEvent, type CallOptions, type CallResult } from "./call.ts";
import { OTHER_PREVIEW, previewOf } from "./previewOf.ts";
import { tell, type CallListeners } from "./callbacks.ts";
import type { ToolContext } from "../tool/context.ts";
import type { Delegation } from "../tool/delegate.ts";
import { currentRegistry } from "../tool/defaultRegistry.ts";
import { errorMessage } from "../tool/errorMessage.ts";
import { linkAbort } from "./abort.ts";
import { sameJson } from "../json/sameJson.ts";
import { plainCopy } from "../json/plainCopy.ts";
import { inWords, type Said } from "../tool/said.ts";
import { createGivenAnswers, questionEvents } from "../tool/needInput.ts";
import { createRecorder } from "./recorder.ts";
import type { Registry } from "../tool/registry.ts";
import { catalogOf, type Resolved, type ToolCatalog } from "../catalog/catalog.ts";
import { currentAccess } from "../catalog/toolAccess.ts";
import { activeScope } from "../tool/withToolContext.ts";

/** How a call is made, and who hears of it: its own callbacks may stand here or under `callbacks`. */
export interface ExecuteOptions extends CallListeners {
  /**
   * Hears what the handler reports: all that a handler can call, each with the same arguments. A listener that throws
   * does not fail the call.
   */
  callbacks?: CallListeners;
  /** The tools of a registry; the default one unless given. */
  registry?: Registry;
  /** Tools of any source, in the place of a registry; the caller's context then says what its tenant has. */
  catalog?: ToolCatalog;
  /** The log of the call's events; none unless given. An approval needs one, because the answer arrives through it. */
  log?: SessionLog;
  sessionId?: string;
  callId?: string;
  agentId?: string;
  signal?: AbortSignal;
  permissions?: readonly string[];
  createValidator?: CreateValidator;
  /** Called when `tool.started` is in the log, before the handler runs. */
  onStarted?: () => void;
  /** Runs the sub-agent that a handler delegates to: the event that starts it, and how the call ends in the end. */
  delegation?: { start: (delegation: Delegation) => NewEvent; result: () => Promise<CallResult> };
  /** Called once when a call that was not refused has ended: the `tool_run` analytics event. */
  onToolRun?: (run: ToolRunAnalytics) => void;
  /**
   * Whether the result waits until the log has the call's last events: for source `api` unless given; for `web` and
   * `agent` they are queued in order. `tool.started` is in the log before the handler runs in any case.
   */
  waitForLog?: boolean;
  /**
   * Told once where a log that fails has not all of a call that began; written to the console unless given. The call
   * keeps its result.
   */
  onUnlogged?: (message: string) => void;
}

export interface ToolRunAnalytics {
  event: "tool_run";
  slug: string;
  runId: string;
  source: CallSource;
  success: boolean;
  durationMs: number;
}

/** The result of `executeTool`, which does not throw on a caller's mistakes. `runId` is the call's id. */
export interface ExecuteResult {
  output: unknown;
  /** The failure in words, or null. */
  error: string | null;
  /**
   * The failure's stable code: `not_found`, `not_allowed`, `invalid_input`, `tool_error`, `invalid_output`, `denied`,
   * `expired`, `cancelled`, `log_unavailable`, `access_unavailable`.
   */
  code?: string;
  issues?: ValidationIssue[];
  /** Why the log has not all of the call, where that is known by then: always where the result waited for the log. */
  unlogged?: string;
  durationMs: number;
  runId: string;
}

/**
 * Runs a tool through its whole life: resolve, permission, validation, approval (only for source `agent` and tools that
 * ask), run, validated output, and an event for each step. A caller that is a source alone is whoever the scope or the
 * request says; of a tool in the default registry, what the caller's tenant has switched and installed is read by the
 * access of `provideToolAccess`. The fourth argument holds options, callbacks or both; a function there is told each
 * status as text.
 * @example
 * ```ts
 * const { output, error } = await executeTool("roi-calculator", { investment: 10_000 }, "api");
 * await executeTool("deep-analysis", { query: "refunds" }, "api", { onSubAgentChunk: (_agent, text) =>
 * process.stdout.write(text) });
 * ```
 */
export async function executeTool(
  slug: string,
  rawInput: unknown,
  caller: CallSource | ToolContext,
  given: ExecuteOptions | ((status: string) => void) = {},
): Promise<ExecuteResult> {
  const options: ExecuteOptions = typeof given === "function" ? { on_status: given } : given;
  const callId = options.callId ?? crypto.randomUUID();
  const sessionId = options.sessionId ?? crypto.randomUUID();
  const createValidator = options.createValidator ?? defaultValidator;
  const refused = (error: EventError, issues?: ValidationIssue[]): ExecuteResult => ({
    output: null,
    error: error.message,
    code: error.code,
    issues,
    durationMs: 0,
    runId: callId,
  });

  const { registry } = options;
  const isDefault = registry === undefined || registry === currentRegistry();
  const catalog = options.catalog ?? (isDefault ? currentAccess().catalogOf() : catalogOf(registry));
  let context: ToolContext;
  let resolved: Resolved;
  try {
    context = await contextOf(caller, options, catalog);
    resolved = await catalog.resolve(slug, context);
  } catch (cause) {
    const message = `Whether "${slug}" may be run could not be read, so it was not: ${errorMessage(cause)}`;
    return refused({ code: "access_unavailable", message });
  }
  if (resolved.refusal) return refused(resolved.refusal);
  const { tool } = resolved;
  let asked: unknown;
  try {
    asked = plainCopy(rawInput);
  } catch (cause) {
    const message = `The input of "${tool.slug}" is not valid: ${errorMessage(cause)}.`;
    return refused({ code: "invalid_input", message }, [{ path: "", code: "custom", message }]);
  }
  const checked = await checkInput(tool, asked, createValidator);
  if (checked.refusal) return refused(checked.refusal, checked.refusal.issues);
  const mustAsk = tool.permissionPolicy === "always_ask" && context.source === "agent";
  if (mustAsk && !options.log) {
    return refused({
      code: "not_allowed",
      message: `"${tool.slug}" asks for approval, and there is no log through which an answer could come. Pass executeTool a log.`,
    });
  }

  const begunAt = Date.now();
  const log = options.log ?? createMemoryLog();
  const stop = new AbortController();
  const unlink = linkAbort(options.signal, stop);
  // A log that fails does not stop what runs: what then cannot be written is told when the call ends.
  const recorder = createRecorder(log, sessionId, () => {});
  let unlogged: string | undefined;
  const waits = options.waitForLog ?? context.source === "api";
  const settle = (written: Promise<void>) => {
    const told = written.catch((cause: unknown) => {
      unlogged = `What "${tool.slug}" did could not be written to its session whole: ${errorMessage(cause)}`;
      const { onUnlogged = console.error } = options;
      tell(() => onUnlogged(unlogged!));
    });
    if (waits) return told;
    return void tails.add(log, sessionId, told);
  };
  const { agentId } = options;
  const call: CallOptions = {
    tool,
    input: checked.input,
    context,
    sessionId,
    callId,
    agentId,
    recorder,
    signal: stop.signal,
    createValidator,
    delegate: options.delegation?.start,
    listeners: [options, ...(options.callbacks ? [options.callbacks] : [])],
    settle,
    handOver: ({ state }) => ({ type: "tool.handed_over", callId, state: plainCopy(state ?? null) }),
    // Without a log of the caller's, nobody could answer.
    ...(options.log && {
      ask: (needed) => questionEvents(callId, needed, { askId: () => crypto.randomUUID() }),
    }),
  };
  let result: CallResult;
  try {
    await tails.of(log, sessionId);
    const requested: NewEvent[] = [
      { type: "tool.requested", callId, tool: tool.slug, agentId, title: tool.name, ...callerOf(context) },
      { type: "tool.input_ready", callId, input: asked },
    ];
    const running = mustAsk
      ? runApproved(call, log, requested, options.onStarted)
      : runStarted(call, requested, options.onStarted);
    result = await finish(whenAnswered(call, log, running), options);
  } catch (cause) {
    const message = `The call of "${tool.slug}" could not be written to its session: ${errorMessage(cause)}`;
    result = { output: null, error: { code: "log_unavailable", message }, durationMs: Date.now() - begunAt };
  } finally {
    unlink();
  }
  tell(() =>
    options.onToolRun?.({
      event: "tool_run",
      slug: tool.slug,
      runId: callId,
      source: context.source ?? "api",
      success: result.error === null,
      durationMs: result.durationMs,
    }),
  );
  return {
    output: result.output,
    error: result.error?.message ?? null,
    code: result.error?.code,
    issues: result.issues,
    ...(unlogged !== undefined && { unlogged }),
    durationMs: result.durationMs,
    runId: callId,
  };
}

/**
 * The last events of calls that are over and nobody waits for: the next call of their session begins behind them, in
 * whatever order a log appends.
 */
const tails = createTails();

function createTails() {
  const byLog = new WeakMap<SessionLog, Map<string, Promise<void>>>();
  return {
    of: (log: SessionLog, sessionId: string) => byLog.get(log)?.get(sessionId),
    add(log: SessionLog, sessionId: string, written: Promise<void>) {
      const bySession = byLog.get(log) ?? new Map<string, Promise<void>>();
      byLog.set(log, bySession);
      const all = Promise.all([bySession.get(sessionId), written]).then(() => {
        if (bySession.get(sessionId) === all) bySession.delete(sessionId);
      });
      bySession.set(sessionId, all);
    },
  };
}

/** Who calls, with what their tenant has switched and installed where nobody has read it for this call yet. */
async function contextOf(
  caller: CallSource | ToolContext,
  { permissions }: ExecuteOptions,
  catalog: ToolCatalog,
): Promise<ToolContext> {
  const given = typeof caller === "string" ? await callerInScope(caller) : caller;
  const context: ToolContext = { ...given, source: given.source ?? "api", ...(permissions && { permissions }) };
  if (context.switches || catalog !== currentAccess().catalogOf()) return context;
  const access = currentAccess();
  await access.ensureSystemToolsRegistered();
  const filled = await access.contextFor(context);
  return context.bundles ? { ...filled, bundles: context.bundles } : filled;
}

/**
 * What the scope or the request says of a caller. That an agent or an embed has some tools alone holds for what it
 * calls, and not for what that calls.
 */
async function callerInScope(source: CallSource): Promise<ToolContext> {
  const { agent: _agent, embed: _embed, ...scope } = (await activeScope()) ?? {};
  return { userId: null, spaceId: null, requestId: crypto.randomUUID(), ...scope, source };
}

/** A delegated call is over when its sub-agent is. */
async function finish(running: Promise<CallResult>, options: ExecuteOptions): Promise<CallResult> {
  const result = await running;
  return result.delegated && options.delegation ? options.delegation.result() : result;
}

/** Commits `tool.started` with the events that precede it, and runs the call. */
async function runStarted(
  call: CallOptions,
  before: NewEvent[],
  onStarted: () => void = () => {},
): Promise<CallResult> {
  await call.recorder.commit(...before, startedEvent(call));
  tell(onStarted);
  return runCall(call);
}

/**
 * Asks for approval, waits for the answer in the log, and runs the approved input. An edited input is validated again
 * before it runs.
 */
async function runApproved(
  call: CallOptions,
  log: SessionLog,
  requested: NewEvent[],
  onStarted?: () => void,
  reason?: Said,
): Promise<CallResult> {
  const { tool, callId, input, recorder, signal } = call;
  const approvalId = crypto.randomUUID();
  const ended = (code: string, message: string): CallResult => ({
    output: null,
    error: { code, message },
    durationMs: 0,
  });
  const fail = async (error: EventError, issues?: ValidationIssue[]): Promise<CallResult> => {
    await recorder.commit({ type: "tool.failed", callId, error });
    return { ...ended(error.code, error.message), ...(issues && { issues }) };
  };
  const shown = await previewOf(call);
  if (shown.refusal) {
    await recorder.commit(...requested);
    return fail(shown.refusal);
  }
  const { preview } = shown;
  const { text, wording } = inWords(reason);
  await recorder.commit(...requested, {
    type: "tool.needs_approval",
    callId,
    approvalId,
    input: plainCopy(input),
    inputSchema: tool.inputJsonSchema,
    ...(text !== undefined && { reason: text }),
    ...(wording && { wording }),
    ...(preview !== null && { preview }),
  });
  const answer = await answerOf(call, log, approvalId);
  if (!answer) {
    const cause = causeOf(signal);
    await recorder.commit({ type: "tool.cancelled", callId, ...cause });
    return ended("cancelled", cause.reason ?? "The call was cancelled before it was approved.");
  }
  if (answer.type === "tool.denied") return ended("denied", answer.reason ?? "The call was denied.");
  if (answer.type === "tool.approval_expired") return ended("expired", "Nobody approved the call in time.");
  const now = await previewOf(call);
  if (now.refusal) return fail(now.refusal);
  if (!sameJson(now.preview, preview)) return runApproved(call, log, [], onStarted, { template: OTHER_PREVIEW });
  if (answer.input === undefined) return runStarted({ ...call, preview }, [], onStarted);
  const checked = await checkInput(tool, answer.input, call.createValidator);
  if (!checked.refusal) return runStarted({ ...call, preview, input: checked.input }, [], onStarted);
  const { code, message, path, issues } = checked.refusal;
  return fail({ code, message, path }, issues);
}

/**
 * Runs the handler again for as long as it asks, each time that all its questions are answered, or hands its work over.
 */
async function whenAnswered(call: CallOptions, log: SessionLog, running: Promise<CallResult>): Promise<CallResult> {
  let result = await running;
  while (result.asked || result.handedOver) {
    const given = await answersIn(call, log);
    if (given === "expired") {
      result = { output: null, error: { code: given, message: "Nobody answered in time." }, durationMs: 0 };
    } else if (given) result = await runStarted({ ...call, given }, []);
    else {
      const cause = causeOf(call.signal);
      await call.recorder.commit({ type: "tool.cancelled", callId: call.callId, ...cause });
      const message = cause.reason ?? "The call was cancelled before its questions were answered.";
      result = { output: null, error: { code: "cancelled", message }, durationMs: 0 };
    }
  }
  return result;
}

/**
 * What a handler is called again with, once no question of its call is open; null when the call is cancelled before.
 */
async function answersIn(call: CallOptions, log: SessionLog): Promise<CallOptions["given"] | "expired" | null> {
  const given = createGivenAnswers();
  const open = new Set<string>();
  let isGoingOn = false;
  for await (const events of followLog(log, call.sessionId, 0, call.signal)) {
    for (const event of events) {
      if (event.type === "tool.handed_over" && event.callId === call.callId) {
        given.note(event);
        isGoingOn = true;
      }
      if (!("askId" in event) || event.callId !== call.callId) continue;
      if (event.type === "tool.input_expired") return "expired";
      if (event.type === "tool.needs_input") open.add(event.askId);
      else if (!open.delete(event.askId)) continue;
      given.note(event);
    }
    if ((given.hasAsked || isGoingOn) && open.size === 0) return given.given();
  }
  return null;
}

type Answer = Extract<SessionEvent, { type: "tool.approved" | "tool.denied" | "tool.approval_expired" }>;

/** The first answer to an approval; null when the call is cancelled before. */
async function answerOf(call: CallOptions, log: SessionLog, approvalId: string): Promise<Answer | null> {
  for await (const events of followLog(log, call.sessionId, 0, call.signal)) {
    for (const event of events) {
      if (!("approvalId" in event) || event.type === "tool.needs_approval") continue;
      if (event.callId === call.callId && event.approvalId === approvalId) return event;
    }
  }
  return null;
}
