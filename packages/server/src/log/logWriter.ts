import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { NewEvent, SessionEvent } from "@callboard/core";
import type { Database, Transaction } from "../db/database.ts";
import type { CallRow } from "./callProjection.ts";
import { takeLargeOutputs } from "./largeOutputs.ts";
import { sessionKeyText, toLine, type LogLine, type SessionKey } from "./logReader.ts";
import {
  AppendRefused,
  appendEvents,
  lockSession,
  type AppendOutcome,
  type Fence,
  type PendingAppend,
} from "./appendEvents.ts";

const CHANNEL = "callboard_session";
/** The most that one transaction writes, so that readers and other sessions get their turn. */
const MAX_EVENTS = 2_000;
const MAX_CHARACTERS = 4_000_000;
const LONGEST_PAUSE_MS = 20;

export interface AppendOptions {
  fence?: Fence;
  /** The person who gets the session if these are its first events; with a title it is a chat. */
  creator?: { userId: string | null; title?: string };
}

/**
 * Called when a session has grown. `lines` are all that one transaction added, in order; without them the log has to be
 * read.
 */
export type LogListener = (lines?: readonly LogLine[]) => void;

/** A process's only writer of the log: appends that wait are committed together, many events a transaction. */
export interface LogWriter {
  /** Resolves when the events are committed. Appends to one session are written in the order of the calls. */
  append(
    tenantId: string,
    sessionId: string,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<SessionEvent[]>;
  /** Decides what to append in the transaction that has the session locked; again where that was rolled back. */
  decide(
    tenantId: string,
    sessionId: string,
    events: (tx: Transaction) => Promise<NewEvent[]>,
  ): Promise<SessionEvent[]>;
  /**
   * Calls the listener whenever the session has grown: with the lines, where this process wrote them. Answers how to
   * stop.
   */
  subscribe(session: SessionKey, listener: LogListener): () => void;
  /** Calls the listener once for every run whose end this process committed. Answers how to stop. */
  onCallEnd(listener: CallEndListener): () => void;
  /** Resolves when every append is committed or refused. */
  idle(): Promise<void>;
}

/** Told of a run that has ended, and of whose it was. */
export type CallEndListener = (call: CallRow, tenantId: string) => void;

interface Queued extends PendingAppend {
  tenantId: string;
  characters: number;
  resolve(events: SessionEvent[]): void;
  reject(error: unknown): void;
}

export async function createLogWriter(database: Database, now: () => number = Date.now): Promise<LogWriter> {
  // On one connection a second lane would only wait; on a server it keeps a locked session from holding up the others.
  const lanes = Array.from({ length: database.kind === "postgres" ? 4 : 1 }, () => createLane(commit));
  // By the text of a session's key, as the channel has it, too.
  const listeners = new Map<string, Set<LogListener>>();
  const endListeners = new Set<CallEndListener>();
  const writerId = randomUUID();

  await database.listen(CHANNEL, (payload) => {
    const [from] = payload.split(" ", 1);
    if (from !== writerId) wake(payload.slice(writerId.length + 1));
  });

  function wake(key: string, lines?: readonly LogLine[]): void {
    for (const listener of [...(listeners.get(key) ?? [])]) listener(lines);
  }

  function announce(tx: Transaction, tenantId: string, sessionIds: ReadonlySet<string>): Promise<void> {
    const payloads = [...sessionIds].map((sessionId) => `${writerId} ${sessionKeyText({ tenantId, sessionId })}`);
    return database.notify(tx, CHANNEL, payloads);
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

  /** Writes the appends of a failed batch one by one, so that only the one that cannot be written is refused. */
  async function commitSingly(tenantId: string, appends: readonly Queued[]): Promise<void> {
    const failed = new Map<string, unknown>();
    for (const append of appends) {
      try {
        // No append overtakes a failed one of its session: a log has no holes.
        if (failed.has(append.sessionId)) throw failed.get(append.sessionId);
        settle([append], await write(tenantId, [append]));
      } catch (error) {
        failed.set(append.sessionId, error);
        append.reject(error);
      }
    }
  }

  /** Appends in one transaction, and tells of the runs that ended in it once it is committed. */
  async function writeIn<Result>(
    tenantId: string,
    work: (tx: Transaction, append: (appends: readonly PendingAppend[]) => Promise<AppendOutcome[]>) => Promise<Result>,
  ): Promise<Result> {
    let ended: CallRow[] = [];
    const result = await database.asTenant(tenantId, (tx) => {
      ended = [];
      return work(tx, async (appends) => {
        const outcomes = await appendEvents(tx, tenantId, appends, (call) => ended.push(call));
        await announce(tx, tenantId, new Set(appends.map((append) => append.sessionId)));
        return outcomes;
      });
    });
    for (const call of ended) for (const listener of [...endListeners]) listener(call, tenantId);
    return result;
  }

  function write(tenantId: string, appends: readonly PendingAppend[]): Promise<AppendOutcome[]> {
    return writeIn(tenantId, (_tx, append) => append(appends));
  }

  function settle(appends: readonly Queued[], outcomes: readonly AppendOutcome[]): void {
    const grown = new Map<string, LogLine[]>();
    appends.forEach((append, index) => {
      const outcome = outcomes[index]!;
      if (outcome instanceof AppendRefused) return append.reject(outcome);
      append.resolve(outcome);
      const key = sessionKeyText(append);
      let lines = grown.get(key);
      if (!lines) grown.set(key, (lines = []));
      if (!listeners.has(key)) return;
      outcome.forEach((event, at) => lines.push(toLine(append.sessionId, event.seq, event.at, append.bodies[at]!)));
    });
    for (const [key, lines] of grown) wake(key, lines.length > 0 ? lines : undefined);
  }

  return {
    append(tenantId, sessionId, given, options = {}) {
      if (given.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        // Written as JSON now, so that a later change by the caller does not reach the log.
        const { events, outputs } = takeLargeOutputs(given);
        const bodies = events.map((event) => toBody(event));
        lanes[laneOf(sessionId, lanes.length)]!.push({
          ...options,
          tenantId,
          sessionId,
          events,
          bodies,
          outputs,
          at: now(),
          characters:
            bodies.reduce((sum, body) => sum + body.length, 0) +
            outputs.reduce((sum, { json }) => sum + json.length, 0),
          resolve,
          reject,
        });
      });
    },
    async decide(tenantId, sessionId, decideEvents) {
      const outcome = await writeIn(tenantId, async (tx, append): Promise<AppendOutcome> => {
        await lockSession(tx, sessionId);
        const { events, outputs } = takeLargeOutputs(await decideEvents(tx));
        if (events.length === 0) return [];
        const bodies = events.map((event) => toBody(event));
        const [result] = await append([{ sessionId, events, bodies, outputs, at: now() }]);
        return result!;
      });
      if (outcome instanceof AppendRefused) throw outcome;
      if (outcome.length > 0) wake(sessionKeyText({ tenantId, sessionId }));
      return outcome;
    },
    subscribe(session, listener) {
      const key = sessionKeyText(session);
      let set = listeners.get(key);
      if (!set) listeners.set(key, (set = new Set()));
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
      };
    },
    onCallEnd(listener) {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
    async idle() {
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
  };
}

/** An event without its envelope, which only the log sets. */
function toBody(event: NewEvent): string {
  const { v: _v, seq: _seq, sessionId: _sessionId, at: _at, ...body } = event as NewEvent & Partial<SessionEvent>;
  return JSON.stringify(body);
}

/** A queue that commits all appends that wait, in order, as soon as the last commit is done. */
function createLane(commit: (batch: Queued[]) => Promise<void>) {
  let waiting: Queued[] = [];
  let draining: Promise<void> | undefined;

  function nextBatch(): Queued[] {
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
    // The embedded database works on this thread. Without a turn for timers and sockets between two transactions one
    // busy stream would write alone; with a pause as long as the work, appends of all streams share the next
    // transaction.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const began = performance.now();
      await commit(nextBatch());
      await pause(Math.min(performance.now() - began, LONGEST_PAUSE_MS));
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
