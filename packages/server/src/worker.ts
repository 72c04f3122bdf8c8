import { randomUUID } from "node:crypto";
import type { Store } from "./store.ts";

/** The embedded database has one process, whose death its folder lock tells: nobody waits for a lease there. */
const NO_LEASE_MS = 1e14;

/** Who works under a worker's lease. */
export interface WorkerListener {
  /** The lease was lost to another worker: what was begun under this id is to be stopped. */
  onLost(workerId: string): void;
  /** Dead workers were struck out: what they left is to be taken up. */
  sweep(): Promise<void>;
}

/** This process among those that work on one database. */
export interface Worker {
  /** Changes when the lease was lost: what was begun under the old id may not write any more. */
  readonly id: string;
  /** Listeners are called one after the other, in the order in which they were added. */
  listen(listener: WorkerListener): void;
  /** Takes the lease and keeps it; dead workers are struck out first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  store: Store;
  /** How long a silent process counts as living, where several share a PostgreSQL database. */
  leaseMs?: number | undefined;
  onProblem: (message: string) => void;
}

export function createWorker({ store, leaseMs = 15_000, onProblem }: WorkerOptions): Worker {
  const { claims } = store;
  const isLeased = store.database.kind === "postgres";
  const listeners: WorkerListener[] = [];
  let id = randomUUID() as string;
  let timers: ReturnType<typeof setInterval>[] = [];
  const register = () => claims.enter(id, isLeased ? leaseMs : NO_LEASE_MS);

  const renew = onceAtATime(async () => {
    if (await claims.renew(id, leaseMs)) return;
    const lost = id;
    id = randomUUID();
    await register();
    for (const listener of listeners) listener.onLost(lost);
  }, reporting("The worker's heartbeat failed"));

  const sweep = onceAtATime(async () => {
    await claims.strikeDead();
    for (const listener of listeners) await listener.sweep();
  }, reporting("Looking for abandoned work failed"));

  function reporting(what: string) {
    return (error: unknown) => onProblem(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  return {
    get id() {
      return id;
    },
    listen: (listener) => void listeners.push(listener),
    async start() {
      await claims.strikeDead();
      await register();
      if (!isLeased) return;
      timers = [setInterval(renew, leaseMs / 3), setInterval(sweep, leaseMs / 2)];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([renew.idle(), sweep.idle()]);
      await claims.leave(id);
    },
  };
}

/** Work that is not begun again while it runs. */
function onceAtATime(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  return Object.assign(begin, { idle: async () => running });
}
