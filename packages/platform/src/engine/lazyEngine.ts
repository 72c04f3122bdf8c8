import { setTimeout as pause } from "node:timers/promises";
import { EngineTaken, dbosEngine } from "./dbosEngine.ts";
import type { EngineOptions, OpenEngine, WorkOf } from "./engine.ts";
import { inProcessEngine } from "./inProcessEngine.ts";

/** An engine that is opened when there is something for it to do. */
export interface LazyEngine {
  /** Begins a work that the log has. */
  begin(of: WorkOf): void;
  /** Takes up what the log says is still to be done, in the background; opens nothing where that is nothing. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface LazyEngineOptions extends EngineOptions {
  open: OpenEngine;
  /** What becomes of a work for which no engine opens. */
  fail: (of: WorkOf, error: unknown) => Promise<void>;
}

const MOST_TRIES = 3;

export function createLazyEngine({ open, fail, ...options }: LazyEngineOptions): LazyEngine {
  const { store, worker, onProblem } = options;
  let opening: ReturnType<OpenEngine> | undefined;
  /** How often an engine was let go. */
  let turn = 0;
  /** Settles when the engine before this one is closed: the library serves one at a time. */
  let isFree: Promise<void> = Promise.resolve();
  let closed = false;

  /** What keeps it from opening may be over in a moment: a database that restarts, a deadlock. */
  async function opened(): ReturnType<OpenEngine> {
    for (let tries = 1; ; tries++) {
      try {
        return await open(options);
      } catch (error) {
        if (closed || tries >= MOST_TRIES) throw error;
        await pause(250 * 2 ** tries, undefined, { ref: false });
      }
    }
  }
  const engine = () => {
    if (closed) return Promise.reject(new Error("The host is closing."));
    const mine = turn;
    opening ??= isFree.then(opened).catch((error: unknown) => {
      if (turn === mine) opening = undefined;
      throw error;
    });
    return opening;
  };
  const isIdle = async () => closed || (await store.claims.openWork()).length === 0;
  const takeUp = async () => await (await engine()).recover();
  const letGo = () => {
    const last = opening;
    opening = undefined;
    turn++;
    const end = isFree.then(async () => await (await last?.catch(() => undefined))?.close());
    isFree = end.catch(() => undefined);
    return end;
  };

  worker.listen({
    // What it was at belongs to whoever took it over: it opens again under the worker's new name.
    onLost: () => void letGo().catch((error: unknown) => onProblem("The durable engine could not be closed.", error)),
    async sweep() {
      if (!(await isIdle())) await takeUp();
    },
  });

  return {
    begin(of) {
      const mine = turn;
      engine()
        .then((opened) => opened.start(of))
        .catch(async (error: unknown) => {
          // An engine that was let go leaves it in the log, where the next one finds it.
          if (closed || turn !== mine) return;
          onProblem("The durable engine did not take a call up.", error);
          await fail(of, error);
        })
        .catch((error: unknown) => onProblem(`The end of call ${of.callId} could not be written.`, error));
    },
    async start() {
      if (await isIdle()) return;
      void takeUp().catch((error: unknown) => onProblem("What is still to be done was not taken up.", error));
    },
    async close() {
      closed = true;
      await letGo();
    },
  };
}

/** The durable engine; where another host of the process has it, one that keeps nothing beside the log. */
export const durableEngine: OpenEngine = async (options) => {
  try {
    return await dbosEngine(options);
  } catch (error) {
    if (!(error instanceof EngineTaken)) throw error;
    options.onProblem(
      "Another host of this process has the durable engine, which serves one. What this host's tools do goes on after a " +
        "restart, but queues, limits and schedules are this host's alone. Give each host a process of its own.",
    );
    return await inProcessEngine(options);
  }
};
