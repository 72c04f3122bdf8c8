import { sessionKeyText, type SessionKey } from "../log/logReader.ts";
import { LONGEST_TIMER_MS } from "../wholeNumbers.ts";
import type { Worker } from "../worker.ts";
import { createLoopControl, runLoop, stopLoop, type AgentHost, type LoopControl } from "./agentLoop.ts";

const HOST_CLOSED = "The host was shut down while this ran.";
const LEASE_LOST = "The process that ran this was taken for dead.";

export interface AgentLoopsOptions extends AgentHost {
  worker: Worker;
}

/**
 * Runs the agents of sessions: each move is made from the log and ends in the log, so it does not matter which process
 * makes it, nor that the one before was killed.
 */
export interface AgentLoops {
  /** Takes up what dead processes left, now and whenever one dies. */
  start(): Promise<void>;
  /** Something was written that agents have to act on. */
  wake(session: SessionKey): void;
  close(): Promise<void>;
}

interface RunningLoop {
  control: LoopControl;
  /** It was woken while it ran: what woke it may have come too late for its last look. */
  again: boolean;
  done: Promise<void>;
}

export function createAgentLoops(options: AgentLoopsOptions): AgentLoops {
  const { worker, onProblem } = options;
  const { claims } = options.store;
  const loops = new Map<string, RunningLoop>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let closed = false;

  function wake(session: SessionKey): void {
    const key = sessionKeyText(session);
    if (closed) return;
    clearTimeout(timers.get(key));
    timers.delete(key);
    const running = loops.get(key);
    if (running) {
      running.again = true;
      return;
    }
    const next: RunningLoop = { control: createLoopControl(session, worker.id), again: false, done: Promise.resolve() };
    loops.set(key, next);
    next.done = runLoop(options, next.control)
      .then((dueAt) => {
        if (dueAt !== null) wakeLater(session, dueAt - Date.now());
      })
      .catch((error: unknown) => {
        onProblem(
          `The agents of session ${session.sessionId} could not go on; they are taken up again shortly.`,
          error,
        );
        wakeLater(session, 1000);
      })
      .finally(() => {
        loops.delete(key);
        if (next.again) wake(session);
      });
  }

  function wakeLater(session: SessionKey, delay: number): void {
    if (closed) return;
    const key = sessionKeyText(session);
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => wake(session), Math.min(Math.max(0, delay), LONGEST_TIMER_MS));
    timer.unref();
    timers.set(key, timer);
  }

  async function takeUp(all: boolean): Promise<void> {
    for (const session of await claims.unclaimed(all)) wake(session);
  }

  return {
    async start() {
      worker.listen({
        onLost(workerId) {
          for (const running of loops.values()) {
            if (running.control.workerId !== workerId) continue;
            // Under the worker's new id, unless another one has the session by then.
            running.again = true;
            stopLoop(running.control, LEASE_LOST);
          }
        },
        sweep: () => takeUp(false),
      });
      await takeUp(true);
    },
    wake,
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const running = [...loops.values()];
      for (const { control } of running) stopLoop(control, HOST_CLOSED);
      await Promise.all(running.map(({ done }) => done));
    },
  };
}
