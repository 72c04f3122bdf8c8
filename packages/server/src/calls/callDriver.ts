import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { ExecuteResult, NewEvent, ToolContext } from "@callboard/core";
import type { ToolAccess } from "@callboard/core/access";
import { createAjvValidator } from "@callboard/core/ajv";
import type { ResolvedTool } from "@callboard/core/catalog";
import {
  callerOf,
  checkInput,
  createRecorder,
  isFinal,
  runCall,
  startedEvent,
  type CallOptions,
  type CallResult,
  type EndCause,
} from "@callboard/core/host";
import { turnOf, type CallerMeta } from "../conversation/conversation.ts";
import { isId } from "../db/storable.ts";
import { firstIssues, HostRefusal, notYours, refusalOfCall } from "../hostRefusal.ts";
import { AppendRefused } from "../log/appendEvents.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { SessionAccess } from "../sessionAccess.ts";
import type { Worker } from "../worker.ts";
import { answerApproval } from "./answerApproval.ts";
import { answerQuestion } from "./answerQuestion.ts";
import { callEnd, waitForEnd } from "./callEnd.ts";
import type { BegunCall, CallRequest, Calls } from "./calls.ts";
import { heldLog } from "./heldLog.ts";
import { endCall, interruptAbandoned, writeOwnEnd, type Recovering } from "./recovery.ts";
import { runningCall, type CallHost } from "./performCall.ts";

const CANCEL_CHANNEL = "callboard_cancel";
/** How long another process may take to end a call that it was asked to cancel, before it is ended over its head. */
const REMOTE_CANCEL_MS = 3_000;
/** How often a log that can be read may refuse a call's own end before it is told less. */
const OWN_END_ATTEMPTS = 3;

export interface CallDriverOptions extends CallHost, Recovering {
  worker: Worker;
  /** What tenants have switched and installed. */
  access: ToolAccess;
  sessionAccess: SessionAccess;
  /** Lets a session go on from its log: a call in it waits no more, or was left to it. */
  wake: (session: SessionKey) => void;
}

/** Makes the calls of a host. Those that it begins itself it holds; those that wait go on under whoever claims their session. */
export interface CallDriver extends Calls {
  /** Ends what dead processes left, and listens for cancellations of other processes. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface ActiveCall extends BegunCall {
  readonly session: SessionKey;
  readonly workerId: string;
  readonly abort: AbortController;
}

/** A call whose tool and input are checked. */
interface CallStart extends Pick<CallOptions, "tool" | "input" | "context" | "agentId"> {
  session: SessionKey;
  callId: string;
  caller: CallerMeta;
  requested: NewEvent[];
  /** Of a new session. */
  creator?: { userId: string | null; title?: string };
}

export function createCallDriver(options: CallDriverOptions): CallDriver {
  const { store, worker, wake, onProblem } = options;
  /** What this process runs: several of one id for as long as it is not settled which of them begins it. */
  const active = new Set<ActiveCall>();
  const closing = new AbortController();
  // Every call that is waited for listens.
  setMaxListeners(0, closing.signal);
  const closed = () => closing.signal.aborted;

  /** Runs a call that has begun to its end, in whichever process that is. */
  async function finish(session: SessionKey, call: CallOptions, letGo: () => void): Promise<ExecuteResult> {
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
      letGo();
      wake(session);
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
        if (own && left > 0) return await writeOwnEnd(options, session, callId, own);
        return await endCall(options, session, callId, { how: "interrupted", reason });
      } catch (error) {
        onProblem(`The end of call ${callId} could not be written: ${String(error)}`);
        const isThere = await store.sessions.find(session).catch(() => undefined);
        if (isThere) left--;
        await pause(wait, undefined, { ref: false });
      }
    }
  }

  /** A call under its caller's own id that was begun before. */
  async function begunBefore(session: SessionKey, callId: string, userId: string | null) {
    const known = await store.sessions.findCall(session.tenantId, callId, session.sessionId);
    if (!known) return undefined;
    if (known.userId !== userId) throw notYours("session", "begin this call");
    return following(session, callId);
  }

  /** A call that goes on from the log, whoever makes it. */
  function following(session: SessionKey, callId: string, after = 0): BegunCall {
    let done: Promise<ExecuteResult> | undefined;
    const end = async () => toResult(callId, await callEnd(store, { ...session, callId }, closing.signal, after));
    return {
      sessionId: session.sessionId,
      callId,
      // Nobody reads a log for a caller who does not wait.
      get done() {
        return (done ??= end());
      },
    };
  }

  /** Leaves a call to the log: whoever claims its session asks for its approval, and runs it. */
  async function queue(start: CallStart): Promise<BegunCall> {
    const { session, callId, requested, creator } = start;
    const fence = { workerId: worker.id, about: { callId, begins: "queued" as const } };
    const log = store.log(session.tenantId, { fence, ...(creator && { creator }) });
    const [first] = await log.append(session.sessionId, requested);
    wake(session);
    return following(session, callId, first ? first.seq - 1 : 0);
  }

  /** Starts a call in this process, which holds it until it ends or waits. */
  async function hold({ session, callId, requested, creator, ...start }: CallStart): Promise<BegunCall> {
    const abort = new AbortController();
    const workerId = worker.id;
    const log = heldLog(store, session, { workerId, callId, ...(creator && { creator }) });
    const call = runningCall(options, {
      ...start,
      sessionId: session.sessionId,
      callId,
      recorder: createRecorder(log, session.sessionId, (error) => {
        // A call that somebody else ended has to stop; one whose log fails runs on, and its end is written later.
        if (error instanceof AppendRefused) abort.abort(error);
      }),
      signal: abort.signal,
    });
    const begun = call.recorder.commit(...requested, startedEvent(call));
    const letGo = () => void active.delete(run);
    const done = begun.then(() => finish(session, call, letGo)).finally(letGo);
    done.catch(() => undefined);
    const run: ActiveCall = { sessionId: session.sessionId, callId, done, session, workerId, abort };
    active.add(run);
    await begun;
    return run;
  }

  async function toolOf({ catalog }: CallHost, tool: CallRequest["tool"], context: ToolContext): Promise<ResolvedTool> {
    if (typeof tool !== "string") return tool;
    const resolved = await catalog.resolve(tool, context);
    if (resolved.refusal) throw refusalOfCall(resolved.refusal);
    return resolved.tool;
  }

  return {
    async start() {
      worker.listen({
        onLost(workerId) {
          for (const run of active) {
            if (run.workerId === workerId) run.abort.abort("Another process took this run for dead and ended it.");
          }
        },
        sweep: () => interruptAbandoned(options),
      });
      await interruptAbandoned(options);
      await store.database.listen(CANCEL_CHANNEL, (payload) => {
        const [callId, cause] = JSON.parse(payload) as [callId: string, cause: EndCause];
        for (const run of active) if (run.callId === callId) run.abort.abort(cause);
      });
    },
    async begin(request) {
      if (closed()) throw new Error("The host is closing and begins no more calls.");
      const { input, origin = "person", by, agentId, callId: ownId, session: { id, title } = {} } = request;
      if (ownId !== undefined && !isId(ownId)) throw new Error(`"${ownId.slice(0, 80)}" cannot be the id of a call.`);
      const { tenantId, userId } = request.context;
      const context = origin === "person" ? request.context : { ...request.context, source: "agent" as const };
      const callId = ownId ?? randomUUID();
      const session = { tenantId, sessionId: id ?? ownId ?? randomUUID() };
      const before = ownId === undefined ? undefined : await begunBefore(session, ownId, userId);
      if (before) return before;
      const tool = await toolOf(options, request.tool, context);
      const checked = await checkInput(tool, input, createAjvValidator);
      if (checked.refusal) throw refusalOfCall(checked.refusal);
      const isQueued = origin !== "person" && tool.permissionPolicy === "always_ask";
      const caller: CallerMeta = {
        ...turnOf(context),
        source: context.source ?? "api",
        ...(origin !== "person" && { origin }),
        ...(by !== undefined && { by }),
        ...(isQueued && { queued: true as const }),
      };
      const start: CallStart = {
        session,
        callId,
        tool,
        input: checked.input,
        context,
        caller,
        ...(agentId !== undefined && { agentId }),
        ...(id === undefined && { creator: { userId, ...(title && { title }) } }),
        requested: [
          {
            type: "tool.requested",
            callId,
            tool: tool.slug,
            title: tool.name,
            agentId,
            ...callerOf(context),
            ...(origin !== "person" && { meta: { caller } }),
          },
          { type: "tool.input_ready", callId, input },
        ],
      };
      try {
        return await (isQueued ? queue(start) : hold(start));
      } catch (error) {
        // Somebody else has begun it since.
        const meanwhile =
          error instanceof AppendRefused && error.code === "begun" && (await begunBefore(session, callId, userId));
        if (meanwhile) return meanwhile;
        throw new HostRefusal("log_unavailable", unwritable(tool, error));
      }
    },
    async end({ tenantId, callId }, signal) {
      const call = isId(callId) ? await store.sessions.findCall(tenantId, callId) : undefined;
      if (!call) return undefined;
      const { sessionId } = call;
      const stopped = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
      const result = await callEnd(store, { tenantId, sessionId, callId }, stopped);
      signal?.throwIfAborted();
      return toResult(callId, result);
    },
    answer: (actor, answer) =>
      "approvalId" in answer
        ? answerApproval({ ...options, actor }, answer)
        : answerQuestion({ ...options, actor }, answer),
    async cancel(tenantId, callId, cause) {
      const local = [...active].find((run) => run.callId === callId && run.session.tenantId === tenantId);
      if (local) {
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
        await waitForEnd(store, session, callId, REMOTE_CANCEL_MS);
      }
      await endCall(options, session, callId, { how: "cancelled", ...cause });
      // A turn that waited for this call goes on: nobody has claimed a session that waits.
      wake(session);
      const ended = await store.sessions.findCall(tenantId, callId, call.sessionId);
      return ended?.status === "cancelled" ? "cancelled" : "ended";
    },
    async close() {
      if (closed()) return;
      closing.abort();
      await Promise.all(
        [...active].map(async (run) => {
          await endCall(options, run.session, run.callId, {
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

function toResult(runId: string, { output, error, issues, durationMs }: CallResult): ExecuteResult {
  const named = issues && firstIssues(issues).named;
  return { output, error: error?.message ?? null, code: error?.code, issues: named, durationMs, runId };
}

function unwritable(tool: ResolvedTool, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The call of "${tool.slug}" could not be written to its session: ${why}`;
}
