import type { TurnOfCall } from "@callboard/server";
import { idOf, idOfTurn, lineOf, never, type OpenEngine, type WorkOf } from "./engine.ts";

/**
 * An engine that keeps nothing beside the log: what it was at when its process ended is begun again by the next start
 * of the host, and goes on where the log says that it was. Its limits hold for this process. For tests, and where no
 * database is wanted for it.
 */
export const inProcessEngine: OpenEngine = async ({ store, work, turn, onProblem }) => {
  const { default: PQueue } = await import("p-queue");
  const running = new Set<string>();
  const lines = new Map<string, InstanceType<typeof PQueue>>();
  let closed = false;
  const start = (of: WorkOf) => {
    const id = idOf(of);
    if (closed || running.has(id)) return;
    running.add(id);
    work(of, {
      async step(_name, perform) {
        if (closed) await never();
        await perform();
        if (closed) await never();
      },
    })
      .catch((error: unknown) => onProblem(`The work of call ${of.callId} broke off.`, error))
      .finally(() => running.delete(id));
  };
  /** Calls wait for each other under the same limits: those of a tool whose limits have changed begin a line anew. */
  const queueFor = (of: TurnOfCall) => {
    const { concurrency, rate } = of.limits;
    const key = `${lineOf(of)} ${JSON.stringify([concurrency, rate])}`;
    const known = lines.get(key);
    if (known) return known;
    const queue = new PQueue({
      ...(concurrency !== undefined && { concurrency }),
      ...(rate && { intervalCap: rate.calls, interval: rate.seconds * 1000 }),
    });
    lines.set(key, queue);
    return queue;
  };
  const enqueue = (of: TurnOfCall) => {
    const id = idOfTurn(of);
    if (closed || running.has(id)) return;
    running.add(id);
    queueFor(of)
      .add(() => turn(of))
      .catch((error: unknown) => onProblem(`The turn of call ${of.callId} broke off.`, error))
      .finally(() => running.delete(id));
  };
  return {
    start: async (of) => start(of),
    enqueue: async (of) => enqueue(of),
    async recover() {
      (await store.claims.openWork()).forEach(start);
      (await store.claims.turns()).forEach(enqueue);
    },
    async close() {
      closed = true;
      for (const queue of lines.values()) queue.clear();
    },
  };
};
