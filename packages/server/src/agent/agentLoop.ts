import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { EventError, NewEvent, SessionLog, ToolContext } from "@callboard/core";
import { createRecorder, isAgentEnd, isCallEnd, isFinal, type Recorder } from "@callboard/core/host";
import type { HostAgent } from "../agents/agentCatalog.ts";
import { AppendRefused, type About } from "../log/appendEvents.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { Store } from "../store.ts";
import { LONGEST_TIMER_MS } from "../wholeNumbers.ts";
import { performCall, type CallHost } from "../calls/performCall.ts";
import { rootOf, type Conversation, type LoopAgent } from "../conversation/conversation.ts";
import type { Conversations, HeldSession } from "../conversation/conversations.ts";
import { nextDeadline, nextMoves, recoveryEvents, type Move } from "./nextMoves.ts";
import { promptFor } from "./prompt.ts";
import { withPresentRights, type PresentRights } from "../presentRights.ts";
import { notHere } from "../calls/startDelegated.ts";
import { spendBudget, tooDeep } from "./spendBudget.ts";
import { takeStep } from "./takeStep.ts";
import type { ToolModes } from "./toolModes.ts";
import { budgetsOver, isSpent, type TurnBudget } from "./turnBudget.ts";
import { whoIs, withToolsOf } from "./whoIs.ts";

const PROCESS_ENDED = "The process that ran this ended before it did.";
const HOST_CLOSED = "The host was shut down while this ran.";
const BROKE_OFF = "Something went wrong inside the host while this ran. Its log says what.";
/** How often a move is tried before it is given up. */
const MOST_TRIES = 5;
const GIVEN_UP: EventError = {
  code: "internal",
  message: "Something went wrong inside the host again and again. Its log says what. Try again later.",
};

/** What a session's moves are made with. */
export interface AgentHost extends CallHost, PresentRights {
  store: Store;
  conversations: Conversations;
  describeError: (error: unknown) => EventError;
  budget: TurnBudget;
  toolModes: ToolModes;
  /** Milliseconds that a model may be silent before its answer is given up. */
  silenceMs: number;
}

/** A loop over a session's agents, as whoever began it holds it: in order to wake and to stop it. */
export interface LoopControl {
  readonly session: SessionKey;
  /** The worker under whose lease it runs. */
  readonly workerId: string;
  /** Why it has to end, once somebody wants that. */
  stopped: string | null;
  /** The log has grown, a move has ended, or it was stopped, since the moves were last looked for. */
  isChanged: boolean;
  /** Ends the wait for a change. */
  wake: () => void;
}

export function createLoopControl(session: SessionKey, workerId: string): LoopControl {
  return { session, workerId, stopped: null, isChanged: true, wake: () => {} };
}

/** Lets a loop end, with what it runs; the first reason counts. */
export function stopLoop(control: LoopControl, reason: string): void {
  control.stopped ??= reason;
  markChanged(control);
}

function markChanged(control: LoopControl): void {
  control.isChanged = true;
  control.wake();
}

interface RunningMove {
  move: Move;
  /** The agent's epoch when the move began. */
  epoch: number;
  abort: AbortController;
  done: Promise<void>;
}

/** A loop whose session is claimed. */
interface Loop {
  host: AgentHost;
  control: LoopControl;
  live: HeldSession;
  running: Map<string, RunningMove>;
  /** How often each move has failed, by its key. */
  failures: Map<string, number>;
  /** A write was refused because another worker has the session. */
  isFenced: boolean;
  /** What becomes of its calls is written: they write no more, for those that go on do so in another process. */
  hasLeft: boolean;
}

/**
 * Makes the moves of a session's agents until none is left, unless a living worker has the session. Answers when the
 * next one is due (epoch milliseconds), or null.
 */
export async function runLoop(host: AgentHost, control: LoopControl): Promise<number | null> {
  const { session, workerId } = control;
  const { claims } = host.store;
  const claim = await claims.claim(session, workerId);
  // A living process has it, and hears of what was written.
  if (!claim) return null;
  const live = await host.conversations.hold(session, () => markChanged(control));
  const loop: Loop = { host, control, live, running: new Map(), failures: new Map(), isFenced: false, hasLeft: false };
  try {
    await live.catchUp();
    if (claim.abandoned) await recover(loop, PROCESS_ENDED);
    const settled = await makeMoves(loop);
    if (settled) return settled.dueAt;
    if (control.stopped !== null && !loop.isFenced) {
      live.recheck();
      await live.catchUp();
      await recover(loop, control.stopped);
      loop.hasLeft = true;
    }
  } catch (error) {
    // Another worker has the session: what there is to do is its to do.
    if (!(error instanceof AppendRefused)) throw error;
  } finally {
    for (const { abort } of loop.running.values()) abort.abort(HOST_CLOSED);
    await Promise.all([...loop.running.values()].map(({ done }) => done));
    live.release();
    if (control.stopped !== null) await claims.abandon(session, workerId);
  }
  return null;
}

/**
 * Makes moves until nothing is left to do and the session is given back; undefined where the loop was stopped or fenced
 * first.
 */
async function makeMoves(loop: Loop): Promise<{ dueAt: number | null } | undefined> {
  const { host, control, live, running } = loop;
  const { conversation } = live;
  while (control.stopped === null && !loop.isFenced) {
    if (control.isChanged) {
      control.isChanged = false;
      await live.catchUp();
      // What a move wrote that ended meanwhile may not be read yet: the move would come up again as if it had not been
      // made.
      if (control.isChanged) continue;
    }
    abortEnded(loop);
    const moves = nextMoves(conversation, Date.now(), host.budget);
    // A move that broke off may have left something half done that is no move any more.
    const broken = recoveryEvents(conversation, BROKE_OFF, (id) => isRunning(loop, id));
    if (broken.length > 0) moves.push({ kind: "write", key: "recover", events: broken });
    for (const move of moves) if (!running.has(move.key)) begin(loop, move);
    if (control.isChanged) continue;
    const dueAt = nextDeadline(conversation, host.budget);
    if (running.size === 0) {
      const { claims } = host.store;
      if (await claims.release(control.session, control.workerId, { lastSeq: conversation.lastSeq, dueAt })) {
        return { dueAt };
      }
      live.recheck();
    } else {
      await nextChange(control, dueAt);
    }
    control.isChanged = true;
  }
  return undefined;
}

/** Waits until something changes, or the next deadline. */
async function nextChange(control: LoopControl, dueAt: number | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    control.wake = resolve;
    if (control.isChanged) resolve();
    else if (dueAt !== null) timer = setTimeout(resolve, Math.min(Math.max(0, dueAt - Date.now()), LONGEST_TIMER_MS));
  });
  control.wake = () => {};
  clearTimeout(timer);
}

/** Ends what nobody goes on with. */
async function recover(loop: Loop, reason: string): Promise<void> {
  const events = recoveryEvents(loop.live.conversation, reason);
  if (events.length > 0) await logOf(loop).append(loop.control.session.sessionId, events);
}

/** Aborts moves whose agent or call has ended, or was begun anew, meanwhile. */
function abortEnded({ running, isFenced }: Loop): void {
  for (const { move, epoch, abort } of running.values()) {
    if (move.kind === "write") continue;
    const { agent } = move;
    const hasEnded =
      (agent && (agent.status !== "running" || agent.epoch !== epoch)) ||
      (move.kind !== "step" && isFinal(move.call.status));
    if (hasEnded || isFenced) abort.abort("It was ended while it ran.");
  }
}

/** Whether a move is at this agent's answer, or at this call. */
function isRunning({ running }: Loop, id: string): boolean {
  return [...running.values()].some(({ move }) =>
    move.kind === "step" ? move.agent.agentId === id : move.kind !== "write" && move.call.callId === id,
  );
}

function begin(loop: Loop, move: Move): void {
  const abort = new AbortController();
  const epoch = move.agent?.epoch ?? 0;
  const done = attempt(loop, move, epoch, abort).finally(() => {
    loop.running.delete(move.key);
    markChanged(loop.control);
  });
  loop.running.set(move.key, { move, epoch, abort, done });
}

/** Makes a move once; never rejects. One that was refused, or failed, comes up again, and must not spin. */
async function attempt(loop: Loop, move: Move, epoch: number, abort: AbortController): Promise<void> {
  const { failures, live, control } = loop;
  const tries = failures.get(move.key) ?? 0;
  const { signal } = abort;
  if (tries > 0) await pause(Math.min(30_000, 125 * 2 ** tries), undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return;
  try {
    if (tries >= MOST_TRIES) await giveUp(loop, move, epoch);
    else await perform(loop, move, epoch, abort);
    failures.delete(move.key);
  } catch (error) {
    failures.set(move.key, tries + 1);
    // Whether a failed write is in the log only the log knows.
    live.recheck();
    if (error instanceof AppendRefused) loop.isFenced ||= error.code !== "ended";
    else loop.host.onProblem(`A move of session ${control.session.sessionId} failed (${move.key}).`, error);
  }
}

/** The log in which a move may write, as long as what it is about is as it was. */
function logOf(loop: Loop, move?: Move, epoch = 0): SessionLog {
  const { session, workerId } = loop.control;
  const about = move && aboutOf(move, epoch);
  const log = loop.host.store.log(session.tenantId, { fence: { workerId, ...(about && { about }) } });
  return {
    ...log,
    async append(sessionId, events) {
      if (loop.hasLeft) throw new AppendRefused("fenced", "This process has given the session back.");
      return await log.append(sessionId, events);
    },
  };
}

function aboutOf(move: Move, epoch: number): About | undefined {
  if ("call" in move) return { callId: move.call.callId };
  return move.agent && { agentId: move.agent.agentId, epoch };
}

async function perform(loop: Loop, move: Move, epoch: number, abort: AbortController): Promise<void> {
  const { host, live, control } = loop;
  const { tenantId, sessionId } = control.session;
  const log = logOf(loop, move, epoch);
  if (move.kind === "write") return void (await log.append(sessionId, move.events));
  const { conversation } = live;
  const recorder = createRecorder(log, sessionId, (error) => abort.abort(error));
  const caller = await withPresentRights(host, contextOf(conversation, move, tenantId));
  const { signal } = abort;
  const who = move.agent && (await whoIs(host.agents, conversation, move.agent, caller));
  if (who && "missing" in who) {
    const error = { code: "agent_not_found", message: notHere(who.missing) };
    const gone: NewEvent =
      move.kind === "step"
        ? { type: "agent.failed", agentId: move.agent.agentId, error }
        : { type: "tool.failed", callId: move.call.callId, error };
    return void (await log.append(sessionId, [gone]));
  }
  const context = who && move.agent ? withToolsOf(caller, who, move.agent) : caller;
  if (move.kind === "step") return who && step(loop, { agent: move.agent, who, context, recorder, signal });
  const { call, agent } = move;
  const spending = agent && { conversation, agent, call, budget: host.budget };
  const beyond =
    spending && move.kind === "begin" && call.turn === null ? await spendBudget(spending, recorder) : undefined;
  if (beyond) return await recorder.commit(beyond);
  const { allowances } = conversation;
  const mayDelegate = spending && (() => tooDeep(spending));
  await performCall(host, move.kind, {
    call,
    context,
    tenantId,
    sessionId,
    recorder,
    signal,
    allowances,
    mayDelegate,
  });
}

/** Asks the model of an agent for its next answer. */
async function step(
  { host, live }: Loop,
  asked: { agent: LoopAgent; who: HostAgent; context: ToolContext; recorder: Recorder; signal: AbortSignal },
): Promise<void> {
  const { catalog, budget, toolModes } = host;
  const { conversation } = live;
  const { agent, who, context, recorder, signal } = asked;
  const isOver = isSpent(conversation, budgetsOver(conversation, agent.agentId, budget));
  const available = isOver ? [] : await catalog.toolsFor(context);
  // The tools of a sub-agent that a tool describes were chosen for its task.
  const { tools, mode } = agent.delegation?.tools
    ? { tools: available, mode: "direct" as const }
    : await toolModes.offer(available, context);
  const names = new Map([...available, ...tools].map(({ slug, name }) => [slug, name]));
  const canRead = tools.some(({ slug }) => slug === "read_output");
  await takeStep({
    model: who.model,
    agent,
    prompt: promptFor(conversation, agent, who.instructions, budget, canRead),
    tools,
    titleOf: (slug) => names.get(slug),
    unwraps: mode === "search_registry",
    recorder,
    signal,
    silenceMs: host.silenceMs,
    describeError: host.describeError,
  });
}

/**
 * After many failures of one move: what it is about fails, and says why. Where the log cannot be written at all this
 * fails too and comes up again, so that no session is lost; once it can, what a move that only writes has to say comes
 * before its failure.
 */
async function giveUp(loop: Loop, move: Move, epoch: number): Promise<void> {
  const log = logOf(loop, move, epoch);
  const { sessionId } = loop.control.session;
  if (move.kind !== "write") {
    const event = move.kind === "step" ? failedAgent(move.agent.agentId) : failedCall(move.call.callId);
    return void (await log.append(sessionId, [event]));
  }
  try {
    await log.append(sessionId, move.events);
  } catch (error) {
    if (error instanceof AppendRefused) throw error;
    await log.append(sessionId, move.events.flatMap(endsAsFailed));
  }
}

/** An end that cannot be written, as one that says nothing of its own. */
function endsAsFailed(event: NewEvent): NewEvent[] {
  if (isCallEnd(event)) return [failedCall(event.callId)];
  return isAgentEnd(event) ? [failedAgent(event.agentId)] : [];
}

const failedAgent = (agentId: string): NewEvent => ({ type: "agent.failed", agentId, error: GIVEN_UP });
const failedCall = (callId: string): NewEvent => ({ type: "tool.failed", callId, error: GIVEN_UP });

/** For whom a move is made: the actor of the turn that its agent belongs to, or the person whose own call it is. */
function contextOf(conversation: Conversation, move: Exclude<Move, { kind: "write" }>, tenantId: string) {
  const { agent } = move;
  const caller = move.kind === "step" ? undefined : move.call.caller;
  const turn = agent ? conversation.agents.get(rootOf(conversation, agent.agentId))?.turn : caller?.turn;
  return {
    userId: turn?.userId ?? null,
    spaceId: turn?.spaceId ?? null,
    requestId: agent?.agentId ?? randomUUID(),
    tenantId,
    tenantSlug: turn?.tenantSlug ?? null,
    permissions: turn?.permissions ?? [],
    source: agent ? "agent" : (caller?.source ?? "web"),
  };
}
