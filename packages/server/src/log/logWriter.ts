import { randomUUID } from "node:crypto";
import type { NewEvent, SessionEvent } from "@callboard/core";
import type { Database, Transaction } from "../db/database.ts";
import { toLine, type LogLine } from "./logReader.ts";
import {
  AppendRefused,
  appendEvents,
  type About,
  type AppendOutcome,
  type Fence,
  type PendingAppend,
} from "./appendEvents.ts";

const CHANNEL = "callboard_session";
/** One transaction takes at most this much, so that readers and other sessions get their turn. */
const MAX_EVENTS = 2_000;
const MAX_CHARACTERS = 4_000_000;
const LONGEST_PAUSE_MS = 20;

/**
 * Errors after which nothing of the transaction can have been committed, and a second attempt may go through: it was idle
 * too long (the process was blocked or paused), or lost to another one.
 */
const ROLLED_BACK: ReadonlySet<string> = new Set(["25P03", "40P01", "40001"]);

export interface AppendOptions {
  fence?: Fence;
  /** The worker that must still drive the session's agents. */
  driver?: string;
  /** What this is written about, and must be open: the agent as it was last told to go on, or the call. */
  about?: About;
  /** Whose session it becomes if these are its first events; with a title it is a chat. */
  creator?: { userId: string | null; title?: string };
}

/** `lines` are committed, in order, and all that one transaction added to the session; without them, re-read. */
export type LogListener = (lines?: readonly LogLine[]) => void;

/** The one way into the log of a process: queued appends are committed together, many events a transaction. */
export interface LogWriter {
  /** Resolves when the events are committed. Appends to one session are written in the order of the calls. */
  append(
    tenantId: string,
    sessionId: string,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<SessionEvent[]>;
  /** Decides what to append from what is there, with the session locked meanwhile. */
  decide(
    tenantId: string,
    sessionId: string,
    events: (tx: Transaction) => Promise<NewEvent[]>,
  ): Promise<SessionEvent[]>;
  /** Told whenever the session has grown; with the lines where this process wrote them, so that a reader who has all before need not ask the database. */
  subscribe(sessionId: string, listener: LogListener): () => void;
  /** Resolves when all that was queued is committed or refused. */
  idle(): Promise<void>;
}

interface Queued extends PendingAppend {
  tenantId: string;
  characters: number;
  resolve(events: SessionEvent[]): void;
  reject(error: unknown): void;
}

export async function createLogWriter(database: Database, now: () => number = Date.now): Promise<LogWriter> {
  // On one connection a second lane would only wait; on a server it keeps a locked session from holding up the others.
  const lanes = Array.from({ length: database.kind === "postgres" ? 4 : 1 }, () => createLane(commit));
  const listeners = new Map<string, Set<LogListener>>();
  const writerId = randomUUID();

  await database.listen(CHANNEL, (payload) => {
    const [from, sessionId = ""] = payload.split(" ");
    if (from !== writerId) wake(sessionId);
  });

  function wake(sessionId: string, lines?: readonly LogLine[]): void {
    for (const listener of [...(listeners.get(sessionId) ?? [])]) listener(lines);
  }

  async function announce(tx: Transaction, sessionIds: Iterable<string>): Promise<void> {
    if (database.kind !== "postgres") return;
    await tx.query("select pg_notify($1, $2 || ' ' || id) from unnest($3::text[]) as n (id)", [
      CHANNEL,
      writerId,
      [...sessionIds],
    ]);
  }

  async function commit(batch: readonly Queued[]): Promise<void> {
    const byTenant = new Map<string, Queued[]>();
    for (const append of batch) {
      const same = byTenant.get(append.tenantId);
      if (same) same.push(append);
      else byTenant.set(append.tenantId, [append]);
    }
    for (const [tenantId, appends] of byTenant) {
      try {
        settle(appends, await write(tenantId, appends));
      } catch (error) {
        if (appends.length === 1) appends[0]!.reject(error);
        else await commitSingly(tenantId, appends);
      }
    }
  }

  /** After a failed batch: what can be written is written, and only the append that cannot is refused. */
  async function commitSingly(tenantId: string, appends: readonly Queued[]): Promise<void> {
    const failed = new Map<string, unknown>();
    for (const append of appends) {
      try {
        // Nothing overtakes a failed append in its session: a log has no holes.
        if (failed.has(append.sessionId)) throw failed.get(append.sessionId);
        settle([append], await write(tenantId, [append]));
      } catch (error) {
        failed.set(append.sessionId, error);
        append.reject(error);
      }
    }
  }

  async function write(tenantId: string, appends: readonly PendingAppend[]): Promise<AppendOutcome[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await database.asTenant(tenantId, async (tx) => {
          const outcomes = await appendEvents(tx, tenantId, appends);
          await announce(tx, new Set(appends.map((append) => append.sessionId)));
          return outcomes;
        });
      } catch (error) {
        if (attempt >= 4 || !ROLLED_BACK.has((error as { code?: string }).code ?? "")) throw error;
      }
    }
  }

  function settle(appends: readonly Queued[], outcomes: readonly AppendOutcome[]): void {
    const grown = new Map<string, LogLine[]>();
    appends.forEach((append, index) => {
      const outcome = outcomes[index]!;
      if (outcome instanceof AppendRefused) return append.reject(outcome);
      append.resolve(outcome);
      let lines = grown.get(append.sessionId);
      if (!lines) grown.set(append.sessionId, (lines = []));
      if (!listeners.has(append.sessionId)) return;
      outcome.forEach((event, at) => lines.push(toLine(append.sessionId, event.seq, event.at, append.bodies[at]!)));
    });
    for (const [sessionId, lines] of grown) wake(sessionId, lines.length > 0 ? lines : undefined);
  }

  return {
    append(tenantId, sessionId, events, options = {}) {
      if (events.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        // Written as JSON now: what the caller changes later does not change the log.
        const bodies = events.map((event) => toBody(event));
        lanes[laneOf(sessionId, lanes.length)]!.push({
          ...options,
          tenantId,
          sessionId,
          events,
          bodies,
          at: now(),
          characters: bodies.reduce((sum, body) => sum + body.length, 0),
          resolve,
          reject,
        });
      });
    },
    async decide(tenantId, sessionId, decideEvents) {
      const outcome = await database.asTenant(tenantId, async (tx): Promise<AppendOutcome> => {
        await tx.query("select id from callboard.sessions where id = $1 for update", [sessionId]);
        const events = await decideEvents(tx);
        if (events.length === 0) return [];
        const bodies = events.map((event) => toBody(event));
        const [result] = await appendEvents(tx, tenantId, [{ sessionId, events, bodies, at: now() }]);
        await announce(tx, [sessionId]);
        return result!;
      });
      if (outcome instanceof AppendRefused) throw outcome;
      if (outcome.length > 0) wake(sessionId);
      return outcome;
    },
    subscribe(sessionId, listener) {
      let set = listeners.get(sessionId);
      if (!set) listeners.set(sessionId, (set = new Set()));
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(sessionId) === set) listeners.delete(sessionId);
      };
    },
    async idle() {
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
  };
}

/** The envelope is the log's own to give: whatever an event says of it is left out. */
function toBody(event: NewEvent): string {
  const { v: _v, seq: _seq, sessionId: _sessionId, at: _at, ...body } = event as NewEvent & Partial<SessionEvent>;
  return JSON.stringify(body);
}

/** A queue that hands over all that waits, in order, as soon as the last hand-over is done. */
function createLane(commit: (batch: Queued[]) => Promise<void>) {
  let waiting: Queued[] = [];
  let draining: Promise<void> | undefined;

  function take(): Queued[] {
    let events = 0;
    let characters = 0;
    let count = 0;
    for (const append of waiting) {
      events += append.events.length;
      characters += append.characters;
      if (count > 0 && (events > MAX_EVENTS || characters > MAX_CHARACTERS)) break;
      count++;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
  }

  async function drain(): Promise<void> {
    // The embedded database works on this thread: without a turn for timers and sockets between two transactions, the
    // first stream would go round alone, and with a pause as long as the work all that wait share the next one.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const began = performance.now();
      await commit(take());
      const pause = Math.min(performance.now() - began, LONGEST_PAUSE_MS);
      await new Promise<void>((resolve) => setTimeout(resolve, pause));
    }
    draining = undefined;
  }

  return {
    push(append: Queued): void {
      waiting.push(append);
      draining ??= drain();
    },
    idle: async () => {
      while (draining) await draining;
    },
  };
}

function laneOf(sessionId: string, lanes: number): number {
  let hash = 0;
  for (let index = 0; index < sessionId.length; index++) hash = (hash * 31 + sessionId.charCodeAt(index)) | 0;
  return Math.abs(hash) % lanes;
}
