import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ExecuteResult, NewEvent, SessionLog, ToolContext } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import { type EndCause, callerOf, createOpenWork, isCallEnd, type OpenWork } from "@callboard/core/host";
import {
  checkInput,
  createRecorder,
  isFinal,
  runCall,
  startedEvent,
  type CallOptions,
  type CallResult,
} from "@callboard/core/host";
import { createAjvValidator } from "@callboard/core/ajv";
import { askEvents } from "../agent/askEvents.ts";
import { turnOf } from "../agent/conversation.ts";
import type { AgentLoops } from "../agent/agentLoops.ts";
import { startDelegated } from "../agent/startDelegated.ts";
import type { AgentCatalog } from "../agents/agentCatalog.ts";
import { AppendRefused, type Fence } from "../log/appendEvents.ts";
import { followSession } from "../log/followSession.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { AppendOptions } from "../log/logWriter.ts";
import { firstIssues, HostRefusal, refusalOfCall } from "../hostRefusal.ts";
import type { Store } from "../store.ts";
import type { Worker } from "../worker.ts";
import { callEnd } from "./callEnd.ts";
import { endCall, interruptAbandoned, writeOwnEnd } from "./interrupt.ts";

const CANCEL_CHANNEL = "callboard_cancel";
/** How long another process may take to end a call that it was asked to cancel, before it is ended over its head. */
const REMOTE_CANCEL_MS = 3_000;
/** How often a log that can be read may refuse a call's own end before it is told less. */
const OWN_END_ATTEMPTS = 3;

export interface RunnerOptions {
  store: Store;
  worker: Worker;
  /** The agents that tools delegate to by their slugs. */
  agents: AgentCatalog;
  /** Takes up the sub-agents that tools start. */
  agentLoops: Pick<AgentLoops, "wake">;
  /** Milliseconds that a person has to answer a question. */
  approvalTtl: number;
  /** The longest that a handler may run, in milliseconds, where its tool does not say. */
  timeLimit?: number | undefined;
  /** The most characters of JSON that a handler may answer. */
  mostOutput?: number | undefined;
  onProblem: (message: string, error?: unknown) => void;
}

/** A call that has begun: its first three events are committed. */
export interface Run {
  readonly sessionId: string;
  readonly callId: string;
  readonly done: Promise<ExecuteResult>;
}

/** Runs tools for a host: each run writes its own log, can be cancelled, and is ended truthfully whatever happens. */
export interface Runner {
  /** Ends what dead processes left, and listens for cancellations of other processes. */
  start(): Promise<void>;
  /**
   * Resolves when the call has begun. In a new session unless given one; with a `title` the new one is a chat.
   * @throws HostRefusal, of which nothing is logged, where the input is not valid or the log cannot be written.
   */
  run(
    tool: ResolvedTool,
    input: unknown,
    context: ToolContext & { tenantId: string },
    session?: { id?: string | undefined; title?: string | undefined },
  ): Promise<Run>;
  cancel(tenantId: string, callId: string, cause: EndCause): Promise<"cancelled" | "ended" | "unknown">;
  close(): Promise<void>;
}

interface ActiveRun extends Run {
  readonly session: SessionKey;
  readonly workerId: string;
  readonly abort: AbortController;
}

export function createRunner(options: RunnerOptions): Runner {
  const { store, worker, agents, agentLoops, approvalTtl, timeLimit, mostOutput, onProblem } = options;
  const active = new Map<string, ActiveRun>();
  const closing = new AbortController();
  const closed = () => closing.signal.aborted;

  /** Runs a call that has begun to its end, in whichever process that is. */
  async function finish(session: SessionKey, call: CallOptions): Promise<ExecuteResult> {
    const { callId } = call;
    const begunAt = Date.now();
    let unlogged: string | undefined;
    const settle = (written: Promise<void>, end: NewEvent) =>
      written.catch((error: unknown) => {
        if (error instanceof AppendRefused) throw error;
        unlogged = unwritable(call.tool, error);
        void closeUnwritable(session, callId, unlogged, end);
      });
    try {
      const result = await runCall({ ...call, settle });
      if (!result.delegated && !result.asked) {
        return { ...toResult(callId, result), ...(unlogged !== undefined && { unlogged }) };
      }
      // From here on the log has it: this process may end, and the call goes on in the next.
      active.delete(callId);
      agentLoops.wake(session);
      return toResult(callId, await callEnd(store, { ...session, callId }, closing.signal));
    } catch (error) {
      const failure = { output: null, durationMs: Date.now() - begunAt, runId: callId };
      if (error instanceof AppendRefused) {
        // Somebody else ended the call: the answer is what the log says, not what the handler did.
        const code =
          (await store.sessions.findCall(session.tenantId, callId, session.sessionId))?.status ?? "interrupted";
        const message = `The call was ended from outside while it ran; its status is ${code}.`;
        return { ...failure, error: message, code };
      }
      const message = unwritable(call.tool, error);
      void closeUnwritable(session, callId, message);
      return { ...failure, error: message, code: "log_unavailable" };
    } finally {
      active.delete(callId);
    }
  }

  /**
   * A call whose events could not be written must not look as if it still ran: its end is written as soon as that
   * works. Its own end where it has one; a log that is there and does not take that one is told that the call was
   * interrupted.
   */
  async function closeUnwritable(session: SessionKey, callId: string, reason: string, own?: NewEvent): Promise<void> {
    onProblem(reason);
    for (let wait = 250, left = own ? OWN_END_ATTEMPTS : 0; !closed(); wait = Math.min(wait * 2, 30_000)) {
      try {
        if (own && left > 0) return await writeOwnEnd(store, session, callId, own);
        return await endCall(store, session, callId, { how: "interrupted", reason });
      } catch (error) {
        onProblem(`The end of call ${callId} could not be written: ${String(error)}`);
        const isThere = await store.sessions.find(session).catch(() => undefined);
        if (isThere) left--;
        await pause(wait, undefined, { ref: false });
      }
    }
  }

  return {
    async start() {
      worker.listen({
        onLost(workerId) {
          for (const run of active.values()) {
            if (run.workerId === workerId) run.abort.abort("Another process took this run for dead and ended it.");
          }
        },
        sweep: () => interruptAbandoned(store),
      });
      await interruptAbandoned(store);
      await store.database.listen(CANCEL_CHANNEL, (payload) => {
        const [callId, cause] = JSON.parse(payload) as [callId: string, cause: EndCause];
        active.get(callId)?.abort.abort(cause);
      });
    },
    async run(tool, input, context, { id: sessionId, title } = {}) {
      if (closed()) throw new Error("The host is closing and takes no more runs.");
      const checked = await checkInput(tool, input, createAjvValidator);
      if (checked.refusal) throw refusalOfCall(checked.refusal);
      const callId = randomUUID();
      const session = { tenantId: context.tenantId, sessionId: sessionId ?? randomUUID() };
      const abort = new AbortController();
      const workerId = worker.id;
      const log = logOfRun(store, session, {
        fence: { callId, workerId, epoch: 1 },
        ...(sessionId === undefined && { creator: { userId: context.userId, ...(title && { title }) } }),
      });
      const call: CallOptions = {
        tool,
        input: checked.input,
        context,
        sessionId: session.sessionId,
        callId,
        recorder: createRecorder(log, session.sessionId, (error) => {
          // A call that somebody else ended has to stop; one whose log fails runs on, and its end is written later.
          if (error instanceof AppendRefused) abort.abort(error);
        }),
        signal: abort.signal,
        createValidator: createAjvValidator,
        timeLimit,
        mostOutput,
        delegate: (delegation) => startDelegated({ agents, context, callId, onProblem }, delegation, turnOf(context)),
        ask: (needed) =>
          askEvents(callId, tool, needed, {
            approvalTtl,
            caller: { ...turnOf(context), source: context.source ?? "api" },
          }),
      };
      const begun = call.recorder.commit(
        { type: "tool.requested", callId, tool: tool.slug, title: tool.name, ...callerOf(context) },
        { type: "tool.input_ready", callId, input },
        startedEvent(call),
      );
      const done = begun.then(() => finish(session, call));
      done.catch(() => undefined);
      const run: ActiveRun = { sessionId: session.sessionId, callId, done, session, workerId, abort };
      active.set(callId, run);
      try {
        await begun;
      } catch (error) {
        active.delete(callId);
        throw new HostRefusal("log_unavailable", unwritable(tool, error));
      }
      return run;
    },
    async cancel(tenantId, callId, cause) {
      const local = active.get(callId);
      if (local?.session.tenantId === tenantId) {
        local.abort.abort(cause);
        const { code } = await local.done;
        return code === "cancelled" ? "cancelled" : "ended";
      }
      const call = await store.sessions.findCall(tenantId, callId);
      if (!call) return "unknown";
      if (isFinal(call.status)) return "ended";
      const session = { tenantId, sessionId: call.sessionId };
      if (call.workerId !== null && call.workerId !== worker.id && store.database.kind === "postgres") {
        await store.database.asTenant(tenantId, (tx) =>
          store.database.notify(tx, CANCEL_CHANNEL, [JSON.stringify([callId, cause])]),
        );
        await waitForEnd(store, session, callId);
      }
      await endCall(store, session, callId, { how: "cancelled", ...cause });
      // A turn that waited for this call goes on: nobody has claimed a session that waits.
      agentLoops.wake(session);
      const ended = await store.sessions.findCall(tenantId, callId, call.sessionId);
      return ended?.status === "cancelled" ? "cancelled" : "ended";
    },
    async close() {
      if (closed()) return;
      closing.abort();
      await Promise.all(
        [...active.values()].map(async (run) => {
          await endCall(store, run.session, run.callId, {
            how: "interrupted",
            reason: "The host was shut down while this call ran. Run it again if you still need it.",
          });
          run.abort.abort("The host is shutting down.");
          await run.done.catch(() => undefined);
        }),
      );
    },
  };
}

/** Waits for a call that another process ends, but not for long. */
async function waitForEnd(store: Store, session: SessionKey, callId: string): Promise<void> {
  const after = (await store.sessions.find(session))?.lastSeq ?? 0;
  const hasEnded = async () => {
    const call = await store.sessions.findCall(session.tenantId, callId, session.sessionId);
    return !call || isFinal(call.status);
  };
  if (await hasEnded()) return;
  const signal = AbortSignal.timeout(REMOTE_CANCEL_MS);
  for await (const _lines of followSession(store, session, { after, signal, heartbeatMs: 250 })) {
    if (await hasEnded()) return;
  }
}

function toResult(runId: string, { output, error, issues, durationMs }: CallResult): ExecuteResult {
  const named = issues && firstIssues(issues).named;
  return { output, error: error?.message ?? null, code: error?.code, issues: named, durationMs, runId };
}

function unwritable(tool: ResolvedTool, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The call of "${tool.slug}" could not be written to its session: ${why}`;
}

/** The session's log as one run writes it: the call's final event takes along the ends of what is still open below it. */
function logOfRun(
  { writer }: Store,
  { tenantId }: SessionKey,
  options: AppendOptions & { fence: Fence },
): Pick<SessionLog, "append"> {
  const { callId } = options.fence;
  const work = createOpenWork(callId);
  return {
    append: (sessionId, events) => writer.append(tenantId, sessionId, endingAllBelow(callId, events, work), options),
  };
}

function endingAllBelow(callId: string, events: readonly NewEvent[], work: OpenWork): readonly NewEvent[] {
  for (const event of events) work.note(event);
  const last = events.at(-1);
  if (!last || !isCallEnd(last) || last.callId !== callId) return events;
  const ends =
    last.type === "tool.cancelled"
      ? work.endsBelow(callId, "cancelled", { reason: last.reason, by: last.by })
      : work.endsBelow(callId, "interrupted", { reason: "The call that began it ended first." });
  return [...events.slice(0, -1), ...ends, last];
}
