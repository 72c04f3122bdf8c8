import { createRecorder, isFinal, type EventError, type Registry, type ToolContext } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import type { LanguageModel } from "ai";
import type { Store } from "../db/store.ts";
import { AppendRefused } from "../log/appendEvents.ts";
import { beginCall, runApproved } from "./beginCall.ts";
import { claimSession, releaseSession, undrivenSessions, type Undriven } from "./claim.ts";
import { createConversation, foldConversation, rootOf, type Conversation, type LoopAgent } from "./conversation.ts";
import { nextDeadline, nextMoves, recoveryEvents, type Move } from "./nextMoves.ts";
import { promptFor, type TurnBudget } from "./prompt.ts";
import { takeStep } from "./takeStep.ts";

const PROCESS_ENDED = "The process that ran this ended before it did.";
const HOST_CLOSED = "The host was shut down while this ran.";
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
  stop: () => void;
  done: Promise<void>;
}

export function createDriver(options: DriverOptions): Driver {
  const { registry, store, model, worker, onProblem } = options;
  const budget = options.budget ?? { limit: 20, warnAt: 4 };
  const approvalTtl = options.approvalTtl ?? 24 * 60 * 60 * 1000;
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
    const claim = await claimSession(store.database, session, drive.workerId);
    // A living process drives it, and hears of what was written.
    if (!claim) return;
    const log = store.log(tenantId, { driver: drive.workerId });
    const conversation = createConversation();
    const making = new Map<string, { move: Move; abort: AbortController; done: Promise<void> }>();
    const failures = new Map<string, number>();
    let fenced = false;
    let stopping = false;
    let grown = true;
    let nudge = () => {};
    const changed = () => {
      grown = true;
      nudge();
    };
    drive.stop = () => {
      stopping = true;
      changed();
    };
    const catchUp = async () => {
      for (const event of await log.read(sessionId, conversation.lastSeq)) foldConversation(conversation, event);
    };
    const write = async (events: Parameters<typeof log.append>[1]) => {
      if (events.length > 0) await log.append(sessionId, events);
    };
    const make = (move: Move) => {
      const abort = new AbortController();
      const attempt = async () => {
        const delay = failures.get(move.key) ?? 0;
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        try {
          if (move.kind === "write") await write(move.events);
          else await perform(move, abort);
          failures.delete(move.key);
        } catch (error) {
          if (error instanceof AppendRefused) {
            // "ended" is somebody's answer that came first; anything else means that this process may not write any more.
            fenced ||= error.code !== "ended";
            return;
          }
          onProblem(`A move of session ${sessionId} failed and is tried again.`, error);
          failures.set(move.key, Math.min(30_000, Math.max(250, delay * 2)));
        }
      };
      const done = attempt().finally(() => {
        making.delete(move.key);
        changed();
      });
      making.set(move.key, { move, abort, done });
    };
    const perform = async (move: Exclude<Move, { kind: "write" }>, abort: AbortController) => {
      const { agent } = move;
      const recorder = createRecorder(log, sessionId, (error) => abort.abort(error));
      const context = contextOf(conversation, agent, tenantId);
      if (move.kind === "step") {
        const used = conversation.used.get(rootOf(conversation, agent.agentId)) ?? 0;
        const tools = used >= budget.limit ? [] : registry.available(context);
        await takeStep({
          model,
          agent,
          prompt: promptFor(conversation, agent, options.instructions, budget),
          tools: agent.delegation ? tools.filter(({ slug }) => agent.delegation!.tools.includes(slug)) : tools,
          recorder,
          signal: abort.signal,
          describeError: options.describeError,
        });
        return;
      }
      const { call } = move;
      const { signal } = abort;
      const createValidator = createAjvValidator;
      const common = {
        registry,
        context,
        agent,
        call,
        sessionId,
        recorder,
        signal,
        createValidator,
        budget,
        approvalTtl,
      };
      await (move.kind === "begin" ? beginCall(common) : runApproved(common));
    };
    const abortStale = () => {
      for (const { move, abort } of making.values()) {
        if (move.kind === "write") continue;
        const ended = move.agent.status !== "running" || (move.kind !== "step" && isFinal(move.call.status));
        if (ended || fenced) abort.abort("It was ended while it ran.");
      }
    };

    const unsubscribe = store.writer.subscribe(sessionId, changed);
    try {
      await catchUp();
      if (claim.abandoned) await write(recoveryEvents(conversation, PROCESS_ENDED));
      while (!stopping && !fenced) {
        if (grown) {
          grown = false;
          await catchUp();
        }
        abortStale();
        for (const move of nextMoves(conversation, Date.now())) if (!making.has(move.key)) make(move);
        if (grown) continue;
        if (
          making.size === 0 &&
          (await releaseSession(store.database, session, drive.workerId, conversation.lastSeq))
        ) {
          const deadline = nextDeadline(conversation);
          if (deadline !== null) wakeLater(session, deadline - Date.now());
          return;
        }
        if (making.size > 0 && !grown) {
          const deadline = nextDeadline(conversation);
          const timer =
            deadline === null ? undefined : setTimeout(changed, Math.min(deadline - Date.now(), LONGEST_TIMER_MS));
          await new Promise<void>((resolve) => (nudge = resolve));
          clearTimeout(timer);
        }
        grown = true;
      }
      if (stopping && !fenced) {
        await catchUp();
        await write(recoveryEvents(conversation, HOST_CLOSED));
      }
    } finally {
      unsubscribe();
      for (const { abort } of making.values()) abort.abort(HOST_CLOSED);
      await Promise.all([...making.values()].map(({ done }) => done));
      if (stopping && !fenced) {
        await catchUp();
        await releaseSession(store.database, session, drive.workerId, conversation.lastSeq);
      }
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
      for (const drive of drives.values()) if (drive.workerId === workerId) drive.stop();
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const running = [...drives.values()];
      for (const drive of running) drive.stop();
      await Promise.all(running.map((drive) => drive.done));
    },
  };
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
