import { setTimeout as pause } from "node:timers/promises";
import { EngineTaken, dbosEngine } from "./dbosEngine.ts";
import type { TurnOfCall } from "@callboard/server";
import type { Engine, EngineOptions, OpenEngine, WorkOf } from "./engine.ts";
import { inProcessEngine } from "./inProcessEngine.ts";

/** An engine that is opened when there is something for it to do. */
export interface LazyEngine {
  /** Begins a work that the log has. */
  begin(of: WorkOf): void;
  /** Lets a call, whose log says that it waits, wait for its turn. */
  wait(of: TurnOfCall): void;
  /** Takes up what the log says is still to be done, in the background; opens nothing where that is nothing. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface LazyEngineOptions extends EngineOptions {
  open: OpenEngine;
  /** What becomes of a call for which no engine opens. */
  fail: (of: WorkOf | TurnOfCall, error: unknown) => Promise<void>;
}

const MOST_TRIES = 3;

export function createLazyEngine({ open, fail, ...options }: LazyEngineOptions): LazyEngine {
  const { store, worker, onProblem } = options;
  let opening: ReturnType<OpenEngine> | undefined;
  /** How often an engine was let go. */
  let letGone = 0;
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
    const mine = letGone;
    opening ??= isFree
      .then(opened)
      .then(takingUp)
      .catch((error: unknown) => {
        if (letGone === mine) opening = undefined;
        throw error;
      });
    return opening;
  };
  /** What dead processes were at holds others up, whatever this engine was opened for. */
  const takingUp = async (opened: Engine) => {
    try {
      await opened.recover();
    } catch (error) {
      onProblem("What is still to be done was not taken up.", error);
    }
    return opened;
  };
  const isIdle = async () => {
    if (closed) return true;
    const { claims } = store;
    return (await claims.openWork()).length === 0 && (await claims.turns()).length === 0;
  };
  const give = (of: WorkOf | TurnOfCall, to: (opened: Engine) => Promise<void>) => {
    const mine = letGone;
    engine()
      .then(to)
      .catch(async (error: unknown) => {
        // An engine that was let go leaves it in the log, where the next one finds it.
        if (closed || letGone !== mine) return;
        onProblem("The durable engine did not take a call up.", error);
        await fail(of, error);
      })
      .catch((error: unknown) => onProblem(`The end of call ${of.callId} could not be written.`, error));
  };
  const letGo = () => {
    const last = opening;
    opening = undefined;
    letGone++;
    const end = isFree.then(async () => await (await last?.catch(() => undefined))?.close());
    isFree = end.catch(() => undefined);
    return end;
  };

  worker.listen({
    // What it was at belongs to whoever took it over: it opens again under the worker's new name.
    onLost: () => void letGo().catch((error: unknown) => onProblem("The durable engine could not be closed.", error)),
    async sweep() {
      if (opening) await (await opening).recover();
      else if (!(await isIdle())) await engine();
    },
  });

  return {
    begin: (of) => give(of, (opened) => opened.start(of)),
    wait: (of) => give(of, (opened) => opened.enqueue(of)),
    async start() {
      if (await isIdle()) return;
      void engine().catch((error: unknown) => onProblem("What is still to be done was not taken up.", error));
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
