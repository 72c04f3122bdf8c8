import { createTimeline, isFinal, ToolClientError, type Timeline, type ToolClient } from "@callboard/core";
import {
  fromAgUi,
  isExpired,
  takesInput,
  toResumeEntry,
  type AgUiAnswer,
  type AgUiEvent,
  type AgUiInterrupt,
  type AgUiMessage,
  type AgUiResumeEntry,
} from "@callboard/core/stream/ag-ui";

/** What is used of an AG-UI client's subscriber. */
export interface AgUiSubscriber {
  onEvent?(params: { event: AgUiEvent; input?: unknown }): void;
  onRunFailed?(params: { error: Error; input?: unknown }): void;
  onRunFinalized?(): void;
}

/** What is used of an AG-UI client's agent: `HttpAgent`, or any other `AbstractAgent`. */
export interface AgUiAgent {
  messages: readonly AgUiMessage[];
  threadId?: string;
  isRunning?: boolean;
  pendingInterrupts?: readonly AgUiInterrupt[];
  subscribe(subscriber: AgUiSubscriber): { unsubscribe(): void };
  runAgent(parameters?: { resume?: AgUiResumeEntry[] }): Promise<unknown>;
  abortRun(): void;
}

/** An agent's timeline, and the client that answers its asks: a decision is held until one resume covers all that is open. */
export interface AgUiTimeline {
  timeline: Timeline;
  client: Required<Pick<ToolClient, "answer" | "can" | "cancel">>;
}

interface AgUiSession {
  threadId: string | undefined;
  view: AgUiTimeline;
  /** Follows the agent for as long as anybody needs it; returns how to stop. */
  attach(): () => void;
}

type Fields = Record<string, unknown>;

/** Milliseconds between looks at a run that began before anybody followed it: its events go to others only. */
const LOOK_EVERY = 200;

const sessions = new WeakMap<AgUiAgent, AgUiSession>();

/** The session of an agent's thread; the same for all who ask. */
export function agUiSessionOf(agent: AgUiAgent): AgUiSession {
  let session = sessions.get(agent);
  if (!session || session.threadId !== agent.threadId) sessions.set(agent, (session = createAgUiSession(agent)));
  return session;
}

function createAgUiSession(agent: AgUiAgent): AgUiSession {
  const timeline = createTimeline();
  const adapter = fromAgUi();
  const open = new Map<string, AgUiInterrupt>();
  const held = new Map<string, AgUiAnswer>();
  /** Told when the run is heard of that a resume began. */
  let waiting: { accept: () => void; refuse: (error: ToolClientError) => void } | null = null;
  let isSending = false;
  let isCancelling = false;
  /** From its first event to its last: whose events are ours. */
  let isFollowing = false;
  /** Whether the run, over or not, had a first event. */
  let hasBegun = false;
  let isResumed = false;
  let idle: (() => void)[] = [];

  const push = (event: object) => timeline.apply(adapter.push(event as AgUiEvent));
  const openUp = (interrupts: readonly AgUiInterrupt[]) => {
    open.clear();
    for (const interrupt of interrupts) open.set(interrupt.id, interrupt);
    for (const id of held.keys()) if (!open.has(id)) held.delete(id);
  };
  const take = (event: AgUiEvent, input: unknown) => {
    const fields: Fields = { ...event };
    if (event.type === "RUN_STARTED") {
      isFollowing = true;
      hasBegun = true;
      const said = fields.input ?? input;
      isResumed = ((said as { resume?: unknown[] } | undefined)?.resume?.length ?? 0) > 0;
      return push({ ...event, input: said });
    }
    if (event.type === "RUN_ERROR") {
      if (isCancelling) return end(null);
      // What an agent refuses it was not told: the decisions stand, to be sent again.
      waiting?.refuse(new ToolClientError(String(fields.message), { code: codeOf(fields.code), status: 502 }));
      isFollowing = false;
    } else if (isResumed) {
      isResumed = false;
      openUp([]);
      waiting?.accept();
    }
    if (event.type === "RUN_FINISHED") {
      isFollowing = false;
      openUp(interruptsOf(fields));
    }
    push(event);
  };
  const end = (error: Error | null) => {
    const wasCancelled = isCancelling || error?.name === "AbortError";
    isCancelling = false;
    if (!isFollowing) return;
    isFollowing = false;
    if (wasCancelled) push({ type: "RUN_ERROR", code: "abort" });
    else if (error) push({ type: "RUN_ERROR", message: error.message });
    else timeline.apply(adapter.end());
  };
  const subscriber: AgUiSubscriber = {
    onEvent: ({ event, input }) => take(event, input),
    onRunFailed({ error, input }) {
      const { resume } = (input ?? {}) as { resume?: unknown };
      // One that failed before its first event is a turn that failed; but a resume that failed has changed nothing.
      const wasStopped = isCancelling || error.name === "AbortError";
      if (!hasBegun && !wasStopped && resume === undefined) take({ type: "RUN_STARTED" }, input);
      end(error);
    },
    onRunFinalized() {
      end(null);
      hasBegun = false;
      const told = idle;
      idle = [];
      for (const tell of told) tell();
    },
  };

  /** Takes what the agent has saved; what is known already is not doubled. */
  const catchUp = () => {
    const { messages, isRunning, pendingInterrupts = [] } = agent;
    const asks = pendingInterrupts.filter(({ id }) => !open.has(id));
    if (isFollowing) return;
    if (isRunning || asks.length > 0) push({ type: "RUN_STARTED", runId: "not ours", input: { messages } });
    else timeline.apply(adapter.replay(messages));
    if (isRunning || asks.length === 0) return;
    openUp(pendingInterrupts);
    push({ type: "RUN_FINISHED", outcome: { type: "interrupt", interrupts: asks } });
  };
  /** Follows a run whose events go elsewhere by what it leaves in the agent's messages. */
  const look = (): (() => void) => {
    if (!agent.isRunning || isFollowing) return () => {};
    const timer = setInterval(() => {
      if (isFollowing) return clearInterval(timer);
      timeline.apply(adapter.replay(agent.messages));
      if (agent.isRunning) return;
      clearInterval(timer);
      const { pendingInterrupts = [] } = agent;
      openUp(pendingInterrupts);
      const outcome = pendingInterrupts.length > 0 ? { type: "interrupt", interrupts: pendingInterrupts } : undefined;
      push({ type: "RUN_FINISHED", outcome });
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  };

  const send = async () => {
    const now = Date.now();
    const resume = [...open.values()].map((interrupt) =>
      toResumeEntry(interrupt, held.get(interrupt.id) ?? { decision: "deny" }, now),
    );
    isSending = true;
    try {
      if (agent.isRunning) await new Promise<void>((resolve) => idle.push(resolve));
      const heard = new Promise<void>((accept, refuse) => (waiting = { accept, refuse }));
      await Promise.race([heard, agent.runAgent({ resume })]);
    } catch (error) {
      throw error instanceof ToolClientError ? error : asClientError(error);
    } finally {
      isSending = false;
      waiting = null;
    }
  };
  const client: AgUiTimeline["client"] = {
    async answer({ approvalId, decision, input, reason }) {
      const interrupt = open.get(approvalId);
      if (!interrupt || isSending) {
        const message = interrupt
          ? "The answers are on their way."
          : "The agent does not wait for this answer any more.";
        throw new ToolClientError(message, { code: "already_answered", status: 409 });
      }
      const answer: AgUiAnswer = {
        decision,
        ...(input !== undefined && { input }),
        ...(reason !== undefined && { reason }),
      };
      const now = Date.now();
      toResumeEntry(interrupt, answer, now);
      held.set(approvalId, answer);
      const isCovered = [...open.values()].every((one) => held.has(one.id) || isExpired(one, now));
      if (isCovered) await send();
    },
    can(callId) {
      const call = timeline.getNode(callId);
      if (call?.kind !== "call") return { answer: false, edit: false, cancel: false };
      const interrupt = call.approval?.state === "pending" ? open.get(call.approval.id) : undefined;
      return {
        answer: interrupt !== undefined,
        edit: interrupt !== undefined && takesInput(interrupt),
        cancel: agent.isRunning === true && !isFinal(call.status),
      };
    },
    async cancel() {
      if (agent.isRunning === false) {
        throw new ToolClientError("The agent is not running.", { code: "already_ended", status: 409 });
      }
      isCancelling = true;
      agent.abortRun();
    },
  };

  catchUp();
  let users = 0;
  let stop = () => {};
  return {
    threadId: agent.threadId,
    view: { timeline, client },
    attach() {
      if (users++ === 0) {
        const { unsubscribe } = agent.subscribe(subscriber);
        catchUp();
        const stopLooking = look();
        stop = () => {
          stopLooking();
          unsubscribe();
        };
      }
      let isAttached = true;
      return () => {
        if (!isAttached) return;
        isAttached = false;
        if (--users === 0) stop();
      };
    },
  };
}

function interruptsOf({ outcome }: Fields): AgUiInterrupt[] {
  const { interrupts } = (outcome ?? {}) as { interrupts?: unknown };
  return Array.isArray(interrupts) ? (interrupts as AgUiInterrupt[]) : [];
}

function codeOf(code: unknown): string {
  return typeof code === "string" ? code : "run_error";
}

/** What a run was rejected with: an HTTP error carries its status, anything else means that nobody was reached. */
function asClientError(error: unknown): ToolClientError {
  const { status } = (error ?? {}) as { status?: unknown };
  const message = error instanceof Error ? error.message : String(error);
  return new ToolClientError(message, {
    code: "resume_failed",
    status: typeof status === "number" ? status : 0,
    cause: error,
  });
}
