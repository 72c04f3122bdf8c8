import {
  createRecorder,
  isFinal,
  type EventError,
  type NewEvent,
  type Registry,
  type SessionEvent,
  type ToolContext,
} from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import type { LanguageModel } from "ai";
import type { Store } from "../db/store.ts";
import { AppendRefused } from "../log/appendEvents.ts";
import type { LogLine } from "../log/logReader.ts";
import { beginCall, runApproved } from "./beginCall.ts";
import { abandonSession, claimSession, releaseSession, undrivenSessions, type Undriven } from "./claim.ts";
import { createConversation, foldConversation, rootOf, type Conversation, type LoopAgent } from "./conversation.ts";
import { nextDeadline, nextMoves, recoveryEvents, type Move } from "./nextMoves.ts";
import { promptFor, type TurnBudget } from "./prompt.ts";
import { takeStep } from "./takeStep.ts";

const PROCESS_ENDED = "The process that ran this ended before it did.";
const HOST_CLOSED = "The host was shut down while this ran.";
const LEASE_LOST = "The process that ran this was taken for dead.";
const BROKE_OFF = "Something went wrong inside the host while this ran. Its log says what.";
/** How often a move is tried before the turn ends with the failure. */
const MOST_TRIES = 5;
const LONGEST_TIMER_MS = 2_000_000_000;

export interface DriverOptions {
  registry: Registry;
  store: Store;
  model: LanguageModel;
  /** What a turn's root agent is told that it is. */
  instructions: string;
  describeError: (error: unknown) => EventError;
  /** This process among those that drive sessions; the id changes when its lease was lost. */
  worker: { readonly id: string };
  budget?: TurnBudget;
  /** Milliseconds that a person has to answer an approval; a day unless given. */
  approvalTtl?: number;
  /** Milliseconds that a model may be silent before its answer is given up; five minutes unless given. */
  silenceMs?: number;
  onProblem: (message: string, error?: unknown) => void;
}

/**
 * Drives the agents of sessions: each move is made from the log and ends in the log, so it does not matter which process
 * makes it, nor that the one before was killed.
 */
export interface Driver {
  /** Takes up what dead processes left. */
  start(): Promise<void>;
  /** Looks for sessions whose driver died meanwhile. */
  sweep(): Promise<void>;
  /** Something was written that agents have to act on. */
  wake(session: Undriven): void;
  /** The worker's lease was lost: what ran under it is stopped, and its writes are refused. */
  lose(workerId: string): void;
  close(): Promise<void>;
}

interface Drive {
  workerId: string;
  again: boolean;
  stop: (reason: string) => void;
  done: Promise<void>;
}

/** A move that is being made. */
interface Making {
  move: Move;
  /** How often its agent had been told to go on when it was begun. */
  epoch: number;
  abort: AbortController;
  done: Promise<void>;
}

export function createDriver(options: DriverOptions): Driver {
  const { registry, store, model, worker, onProblem } = options;
  const budget = options.budget ?? { limit: 20, warnAt: 4 };
  const { approvalTtl = 24 * 60 * 60 * 1000, silenceMs = 5 * 60 * 1000 } = options;
  const drives = new Map<string, Drive>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let closed = false;

  function wake(session: Undriven): void {
    if (closed) return;
    clearTimeout(timers.get(session.sessionId));
    timers.delete(session.sessionId);
    const running = drives.get(session.sessionId);
    if (running) {
      running.again = true;
      return;
    }
    const drive: Drive = { workerId: worker.id, again: false, stop: () => {}, done: Promise.resolve() };
    drives.set(session.sessionId, drive);
    drive.done = run(session, drive)
      .catch((error: unknown) => {
        onProblem(
          `The agents of session ${session.sessionId} could not go on; they are taken up again shortly.`,
          error,
        );
        wakeLater(session, 1000);
      })
      .finally(() => {
        drives.delete(session.sessionId);
        if (drive.again) wake(session);
      });
  }

  function wakeLater(session: Undriven, delay: number): void {
    if (closed) return;
    clearTimeout(timers.get(session.sessionId));
    const timer = setTimeout(() => wake(session), Math.min(Math.max(0, delay), LONGEST_TIMER_MS));
    timer.unref();
    timers.set(session.sessionId, timer);
  }

  async function run(session: Undriven, drive: Drive): Promise<void> {
    const { tenantId, sessionId } = session;
    const { workerId } = drive;
    let stopped: string | null = null;
    let grown = true;
    let nudge = () => {};
    const changed = () => {
      grown = true;
      nudge();
    };
    drive.stop = (reason) => {
      stopped ??= reason;
      changed();
    };
    const claim = await claimSession(store.database, session, workerId);
    // A living process drives it, and hears of what was written.
    if (!claim) return;
    const log = store.log(tenantId, { driver: workerId });
    const conversation = createConversation();
    const making = new Map<string, Making>();
    const failures = new Map<string, number>();
    let fenced = false;

    // What this process wrote itself need not be read again; null where somebody else wrote.
    let heard: LogLine[] | null = null;
    const unsubscribe = store.writer.subscribe(sessionId, (lines) => {
      if (lines) heard?.push(...lines);
      else heard = null;
      changed();
    });
    const catchUp = async () => {
      const lines: readonly LogLine[] | null = heard;
      heard = [];
      for (const { seq, json } of lines ?? []) {
        if (seq > conversation.lastSeq + 1) break;
        if (seq > conversation.lastSeq) foldConversation(conversation, JSON.parse(json) as SessionEvent);
      }
      if (lines && (lines.at(-1)?.seq ?? 0) <= conversation.lastSeq) return;
      for (const event of await log.read(sessionId, conversation.lastSeq)) foldConversation(conversation, event);
    };
    const readAll = () => {
      heard = null;
      return catchUp();
    };

    const make = (move: Move) => {
      const abort = new AbortController();
      const epoch = move.agent?.epoch ?? 0;
      const attempt = async () => {
        const tries = failures.get(move.key) ?? 0;
        if (tries > 0) await pause(Math.min(30_000, 125 * 2 ** tries), abort.signal);
        if (abort.signal.aborted) return;
        try {
          if (tries >= MOST_TRIES) await giveUp(move, epoch);
          else await perform(move, epoch, abort);
          failures.delete(move.key);
        } catch (error) {
          // A move that comes up again although it was refused, or failed, must not spin.
          failures.set(move.key, tries + 1);
          // Whether a failed write is in the log only the log knows.
          heard = null;
          if (error instanceof AppendRefused) fenced ||= error.code !== "ended";
          else onProblem(`A move of session ${sessionId} failed (${move.key}).`, error);
        }
      };
      const done = attempt().finally(() => {
        making.delete(move.key);
        changed();
      });
      making.set(move.key, { move, epoch, abort, done });
    };
    /** The log in which a move may write, as long as what it is about is as it was. */
    const logOf = (move: Move, epoch: number) => {
      if (move.kind === "begin" || move.kind === "run") {
        return store.log(tenantId, { driver: workerId, about: { callId: move.call.callId } });
      }
      if (!move.agent) return log;
      return store.log(tenantId, { driver: workerId, about: { agentId: move.agent.agentId, epoch } });
    };
    const perform = async (move: Move, epoch: number, abort: AbortController) => {
      const own = logOf(move, epoch);
      if (move.kind === "write") return void (await own.append(sessionId, move.events));
      const { agent } = move;
      const recorder = createRecorder(own, sessionId, (error) => abort.abort(error));
      const context = contextOf(conversation, agent, tenantId);
      const { signal } = abort;
      if (move.kind === "step") {
        const used = conversation.used.get(rootOf(conversation, agent.agentId)) ?? 0;
        const tools = used >= budget.limit ? [] : registry.available(context);
        return takeStep({
          model,
          agent,
          prompt: promptFor(conversation, agent, options.instructions, budget),
          tools: agent.delegation ? tools.filter(({ slug }) => agent.delegation!.tools.includes(slug)) : tools,
          recorder,
          signal,
          silenceMs,
          describeError: options.describeError,
        });
      }
      const { call } = move;
      const createValidator = createAjvValidator;
      const common = { registry, context, agent, call, sessionId, recorder, signal, createValidator };
      await (move.kind === "begin" ? beginCall : runApproved)({ ...common, budget, approvalTtl });
    };
    /** After many failures of one move: the turn ends, and says why. */
    const giveUp = async (move: Move, epoch: number) => {
      if (move.kind === "write") return void (await logOf(move, epoch).append(sessionId, move.events));
      const message = "Something went wrong inside the host again and again. Its log says what. Try again later.";
      const error = { code: "internal", message };
      const { agentId } = move.agent;
      const event: NewEvent =
        move.kind === "step"
          ? { type: "agent.failed", agentId, error }
          : { type: "tool.failed", callId: move.call.callId, error };
      await logOf(move, epoch).append(sessionId, [event]);
    };
    const abortStale = () => {
      for (const { move, epoch, abort } of making.values()) {
        if (move.kind === "write") continue;
        const ended =
          move.agent.status !== "running" ||
          move.agent.epoch !== epoch ||
          (move.kind !== "step" && isFinal(move.call.status));
        if (ended || fenced) abort.abort("It was ended while it ran.");
      }
    };
    const isHeld = (id: string) =>
      [...making.values()].some(({ move }) =>
        move.kind === "step" ? move.agent.agentId === id : move.kind !== "write" && move.call.callId === id,
      );

    try {
      await catchUp();
      if (claim.abandoned) {
        const events = recoveryEvents(conversation, PROCESS_ENDED);
        if (events.length > 0) await log.append(sessionId, events);
      }
      while (stopped === null && !fenced) {
        if (grown) {
          grown = false;
          await catchUp();
        }
        abortStale();
        const moves = nextMoves(conversation, Date.now(), budget.limit);
        // A move that broke off may have left something half done that is no move any more.
        const broken = grown ? [] : recoveryEvents(conversation, BROKE_OFF, isHeld);
        if (broken.length > 0) moves.push({ kind: "write", key: "recover", events: broken });
        for (const move of moves) if (!making.has(move.key)) make(move);
        if (grown) continue;
        const dueAt = nextDeadline(conversation);
        if (making.size === 0) {
          const settled = { lastSeq: conversation.lastSeq, dueAt };
          if (await releaseSession(store.database, session, workerId, settled)) {
            if (dueAt !== null) wakeLater(session, dueAt - Date.now());
            return;
          }
          heard = null;
        } else {
          const timer =
            dueAt === null
              ? undefined
              : setTimeout(changed, Math.min(Math.max(0, dueAt - Date.now()), LONGEST_TIMER_MS));
          await new Promise<void>((resolve) => {
            nudge = resolve;
            if (grown) resolve();
          });
          clearTimeout(timer);
        }
        grown = true;
      }
      if (stopped !== null && !fenced) {
        await readAll();
        const events = recoveryEvents(conversation, stopped);
        if (events.length > 0) await log.append(sessionId, events);
      }
    } catch (error) {
      // Another worker has the session: what there is to do is its to do.
      if (!(error instanceof AppendRefused)) throw error;
    } finally {
      unsubscribe();
      for (const { abort } of making.values()) abort.abort(HOST_CLOSED);
      await Promise.all([...making.values()].map(({ done }) => done));
      if (stopped !== null) await abandonSession(store.database, session, workerId);
    }
  }

  return {
    async start() {
      for (const session of await undrivenSessions(store.database, true)) wake(session);
    },
    async sweep() {
      for (const session of await undrivenSessions(store.database, false)) wake(session);
    },
    wake,
    lose(workerId) {
      for (const drive of drives.values()) {
        if (drive.workerId !== workerId) continue;
        // Under the worker's new id, unless another one has the session by then.
        drive.again = true;
        drive.stop(LEASE_LOST);
      }
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const running = [...drives.values()];
      for (const drive of running) drive.stop(HOST_CLOSED);
      await Promise.all(running.map((drive) => drive.done));
    },
  };
}

/** Waits, unless it is aborted first. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Whom an agent acts for: the actor of the turn that it belongs to. */
function contextOf(conversation: Conversation, agent: LoopAgent, tenantId: string): ToolContext {
  const turn = conversation.agents.get(rootOf(conversation, agent.agentId))?.turn;
  return {
    userId: turn?.userId ?? null,
    spaceId: turn?.spaceId ?? null,
    requestId: agent.agentId,
    tenantId,
    tenantSlug: turn?.tenantSlug ?? null,
    permissions: turn?.permissions ?? [],
    source: "agent",
  };
}
