import { setTimeout as pause } from "node:timers/promises";
import type { ExecuteResult, NewEvent, SessionLog } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import {
  causeOf,
  createOpenWork,
  createRecorder,
  isCallEnd,
  runCall,
  startedEvent,
  type CallOptions,
  type OpenWork,
} from "@callboard/core/host";
import type { CallerMeta } from "../conversation/conversation.ts";
import { AppendRefused } from "../log/appendEvents.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { AppendOptions } from "../log/logWriter.ts";
import type { Store } from "../store.ts";
import type { Worker } from "../worker.ts";
import { callEnd, toExecuteResult } from "./callEnd.ts";
import type { BegunCall } from "./calls.ts";
import { runningCall, type CallHost } from "./performCall.ts";
import { endCall, ENDED_ABOVE, writeOwnEnd, type Recovering } from "./recovery.ts";

/** How often a log that can be read may refuse a call's own end before it is told less. */
const OWN_END_ATTEMPTS = 3;

/** What a process holds its calls with. */
export interface Holding extends CallHost, Recovering {
  worker: Worker;
  /** Lets a session go on from its log: a call in it waits no more, or was left to it. */
  wake: (session: SessionKey) => void;
}

/** A call whose tool and input are checked. */
export interface CallStart extends Pick<CallOptions, "tool" | "input" | "context" | "agentId"> {
  session: SessionKey;
  callId: string;
  caller: CallerMeta;
  requested: NewEvent[];
  /** Of a new session. */
  creator?: { userId: string | null; title?: string };
}

/** A call that this process runs under its worker, until it ends or waits. */
export interface HeldCall extends BegunCall {
  readonly session: SessionKey;
  readonly workerId: string;
  readonly abort: AbortController;
}

/** The calls that this process runs: each writes its own log, and is ended truthfully whatever happens. */
export interface HeldCalls {
  /** Several of one id for as long as it is not settled which of them begins it. */
  readonly active: ReadonlySet<HeldCall>;
  /** Starts a call; rejects where its first events cannot be written. */
  hold(start: CallStart): Promise<BegunCall>;
  /** Ends all with `interrupted`. */
  close(): Promise<void>;
}

/** Makes a process's calls; after `closing` nobody waits for one that goes on elsewhere. */
export function createHeldCalls(options: Holding, closing: AbortSignal): HeldCalls {
  const { store, worker, wake, onProblem } = options;
  const active = new Set<HeldCall>();

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
      if (!result.delegated && !result.asked && !result.handedOver) {
        return { ...toExecuteResult(callId, result), ...(unlogged !== undefined && { unlogged }) };
      }
      // Stopped while it was handed to the log: nobody else has seen that.
      if (call.signal?.aborted) await endCall(options, session, callId, { how: "cancelled", ...causeOf(call.signal) });
      // From here on the log has it: this process may end, and the call goes on in the next.
      letGo();
      wake(session);
      return toExecuteResult(callId, await callEnd(store, { ...session, callId }, closing));
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
    for (let wait = 250, left = own ? OWN_END_ATTEMPTS : 0; !closing.aborted; wait = Math.min(wait * 2, 30_000)) {
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

  return {
    active,
    async hold({ session, callId, requested, creator, ...start }: CallStart): Promise<BegunCall> {
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
      const run: HeldCall = { sessionId: session.sessionId, callId, done, session, workerId, abort };
      active.add(run);
      await begun;
      return run;
    },
    async close() {
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

/** What is said of a call whose events cannot be written. */
export function unwritable(tool: ResolvedTool, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The call of "${tool.slug}" could not be written to its session: ${why}`;
}

/**
 * The session's log as a worker writes one call that it holds. What is written first begins the call; its final event
 * takes along the ends of what is still open below it.
 */
function heldLog(
  { writer }: Store,
  { tenantId }: SessionKey,
  { workerId, callId, creator }: { workerId: string; callId: string } & Pick<AppendOptions, "creator">,
): Pick<SessionLog, "append"> {
  const work = createOpenWork(callId);
  let hasBegun = false;
  return {
    async append(sessionId, events) {
      const about = { callId, ...(!hasBegun && { begins: "held" as const }) };
      const options = { fence: { workerId, about }, ...(creator && { creator }) };
      const written = await writer.append(tenantId, sessionId, endingAllBelow(callId, events, work), options);
      hasBegun = true;
      return written;
    },
  };
}

function endingAllBelow(callId: string, events: readonly NewEvent[], work: OpenWork): readonly NewEvent[] {
  for (const event of events) work.note(event);
  const last = events.at(-1);
  if (!last || !isCallEnd(last) || last.callId !== callId) return events;
  const ends =
    last.type === "tool.cancelled"
      ? work.endsBelow(callId, "cancelled", { reason: last.reason, by: last.by })
      : work.endsBelow(callId, "interrupted", { reason: ENDED_ABOVE });
  return [...events.slice(0, -1), ...ends, last];
}
