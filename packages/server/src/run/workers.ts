import { randomUUID } from "node:crypto";
import type { Database, Transaction } from "../db/database.ts";

/** The database's clock, so that processes need not agree on theirs. Epoch milliseconds. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
/** The embedded database has one process, whose death its folder lock tells: nobody waits for a lease there. */
const NO_LEASE_MS = 1e14;

/** This process among those that run tools on one database. */
export interface Worker {
  /** Changes when the lease was lost: runs begun under the old id may not write any more. */
  readonly id: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  database: Database;
  /** How long a silent worker counts as living. */
  leaseMs: number;
  /** The lease was lost to another worker: what ran under it is to be stopped. */
  onLost: (workerId: string) => void;
  onProblem: (message: string) => void;
}

export function createWorker({ database, leaseMs, onLost, onProblem }: WorkerOptions): Worker {
  const leased = database.kind === "postgres";
  let id = randomUUID() as string;
  let timer: ReturnType<typeof setInterval> | undefined;
  let beating: Promise<void> | undefined;

  async function register(): Promise<void> {
    await database.asHost((tx) =>
      tx.query(`insert into callboard.workers (id, started_at, lease_until) values ($1, ${NOW}, ${NOW} + $2::bigint)`, [
        id,
        leased ? leaseMs : NO_LEASE_MS,
      ]),
    );
  }

  async function beat(): Promise<void> {
    try {
      const renewed = await database.asHost((tx) =>
        tx.query(`update callboard.workers set lease_until = ${NOW} + $2::bigint where id = $1 returning id`, [
          id,
          leaseMs,
        ]),
      );
      if (renewed.length > 0) return;
      const lost = id;
      id = randomUUID();
      await register();
      onLost(lost);
    } catch (error) {
      onProblem(`The worker's heartbeat failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    get id() {
      return id;
    },
    async start() {
      await register();
      if (!leased) return;
      timer = setInterval(() => {
        beating ??= beat().finally(() => (beating = undefined));
      }, leaseMs / 3);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await database.asHost((tx) => tx.query("delete from callboard.workers where id = $1", [id]));
    },
  };
}

/** Strikes out workers whose lease has run out. One that was only paused finds its row gone, and its writes refused. */
export async function strikeDeadWorkers(tx: Transaction): Promise<void> {
  await tx.query(`delete from callboard.workers where lease_until < ${NOW}`);
}
