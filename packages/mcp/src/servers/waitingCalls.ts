import { ToolError, type CallStatus, type NewEvent } from "@callboard/core";
import { isFinal } from "@callboard/core/host";
import type { Kernel } from "@callboard/server";
import type { WaitingCall } from "./callTool.ts";
import { isBroken } from "./connection.ts";
import type { LiveCalls } from "./liveCalls.ts";
import { readState, type KeptTask } from "./questions.ts";

type WatchKernel = Pick<Kernel, "store" | "agentLoops" | "onProblem">;

/** How often the database is asked in case a wake-up was lost. */
const HEARTBEAT_MS = 15_000;
const LOST =
  "The connection to the server ended while its question waited, and the question with it. The tool may have run; look before you run it again.";

/** What says once that a call has ended, however that came about. */
export interface EndedCalls {
  /** Tells of the end of a call that has not ended yet; of one call once, however often it is asked for. */
  tell(call: WaitingCall, listener: (status: CallStatus) => void): void;
  close(): void;
}

/** Follows calls by the log alone, so that it hears of those that another process ends, too. */
export function createEndedCalls({ store, onProblem }: Pick<Kernel, "store" | "onProblem">): EndedCalls {
  const followed = new Map<string, () => void>();
  return {
    tell({ tenantId, sessionId, callId }, listener) {
      const key = JSON.stringify([tenantId, callId]);
      if (!tenantId || followed.has(key)) return;
      const stop = () => {
        followed.delete(key);
        clearInterval(heart);
        stopListening();
      };
      const look = async () => {
        const found = await store.sessions.findCall(tenantId, callId, sessionId);
        if (!followed.has(key) || (found && !isFinal(found.status))) return;
        stop();
        if (found) listener(found.status);
      };
      const guard = () =>
        void look().catch((error: unknown) => onProblem(`Whether the call ${callId} has ended is not known.`, error));
      const stopListening = store.log(tenantId).subscribe(sessionId, guard);
      const heart = setInterval(guard, HEARTBEAT_MS);
      heart.unref();
      followed.set(key, stop);
      guard();
    },
    close() {
      for (const stop of followed.values()) stop();
    },
  };
}

/** Keeps an eye on calls that wait for a person while they run on their server. */
export interface WaitingCalls {
  /**
   * Follows a call until its questions are answered or one of the two ends: where the log's call does, the server's is
   * stopped; where the server's does, the log says so.
   */
  watch<Result>(live: LiveCalls<Result>, call: WaitingCall): void;
  /** Resolves when what has to be written is written. */
  settle(): Promise<void>;
}

export function createWaitingCalls(kernel: WatchKernel): WaitingCalls {
  const writes = new Set<Promise<void>>();
  return {
    watch(live, call) {
      watchCall(kernel, live, call, (work) => {
        const written = work().catch((error: unknown) =>
          kernel.onProblem(`The call ${call.callId} of an MCP server is not followed.`, error),
        );
        writes.add(written);
        void written.then(() => writes.delete(written));
      });
    },
    async settle() {
      while (writes.size > 0) await Promise.all(writes);
    },
  };
}

function watchCall<Result>(
  { store, agentLoops }: WatchKernel,
  live: LiveCalls<Result>,
  { tenantId, sessionId, callId }: WaitingCall,
  run: (work: () => Promise<void>) => void,
): void {
  if (!tenantId) return;
  const session = { tenantId, sessionId };
  let isOver = false;
  // The handler has yet to hand its questions over when this begins.
  let hasWaited = false;
  const guard = (work: () => Promise<void>) => () => run(work);
  const look = guard(async () => {
    const found = isOver ? undefined : await store.sessions.findCall(tenantId, callId, sessionId);
    if (isOver) return;
    if (found?.status === "awaiting-input") {
      hasWaited = true;
      return;
    }
    const isRunning = found?.status === "running" || found?.status === "ready";
    if (isRunning && !hasWaited) return;
    end();
    // Answered, it is gone on with; whatever else became of it, nobody waits for it any more.
    if (!isRunning) live.stop(callId);
  });
  const stopListening = store.log(tenantId).subscribe(sessionId, look);
  const heart = setInterval(look, HEARTBEAT_MS);
  heart.unref();
  const end = () => {
    isOver = true;
    clearInterval(heart);
    stopListening();
  };
  live.onEnd(callId, (error) =>
    guard(async () => {
      if (isOver) return;
      end();
      const written = await store.sessions.decide(session, async (locked): Promise<NewEvent[]> => {
        if ((await locked.statusOf(callId)) !== "awaiting-input") return [];
        if (error instanceof ToolError && isBroken(error.cause))
          return [{ type: "tool.interrupted", callId, reason: LOST }];
        // It went on without an answer: its handler is called again, and says what came of it.
        const open = await locked.openQuestions(callId);
        return open.map((askId): NewEvent => ({ type: "tool.input_given", callId, askId, action: "cancel" }));
      });
      if (written.length > 0) agentLoops.wake(session);
    })(),
  );
  look();
}

/**
 * Ends the calls whose question waited with the connection of a process that is gone; `onTask` is told of those that
 * ask as tasks of their server, which live on there.
 */
export async function interruptLost(
  { store, agentLoops }: WatchKernel,
  onTask: (call: WaitingCall, task: KeptTask) => void,
): Promise<void> {
  const rows = await store.database.asHost((tx) =>
    tx.query<{ tenant_id: string; session_id: string; call_id: string }>(
      "select tenant_id, session_id, call_id from callboard.calls where status = 'awaiting-input'",
    ),
  );
  const living = new Set(
    (await store.database.asHost((tx) => tx.query<{ id: string }>("select id from callboard.workers"))).map(
      ({ id }) => id,
    ),
  );
  for (const { tenant_id: tenantId, session_id: sessionId, call_id: callId } of rows) {
    const session = { tenantId, sessionId };
    const written = await store.sessions.decide(session, async (locked): Promise<NewEvent[]> => {
      const asked = (await locked.eventsOf("tool.needs_input")).findLast((event) => event.callId === callId);
      const { live, worker, task } = readState(asked?.state) ?? {};
      if (task) onTask({ ...session, callId }, task);
      if (live === undefined || (worker !== undefined && living.has(worker))) return [];
      const isWaiting = (await locked.statusOf(callId)) === "awaiting-input";
      return isWaiting ? [{ type: "tool.interrupted", callId, reason: LOST }] : [];
    });
    if (written.length > 0) agentLoops.wake(session);
  }
}
