import {
  createTimeline,
  ToolClientError,
  type ApprovalAnswer,
  type QuestionAnswer,
  type Timeline,
  type ToolClient,
} from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import {
  carriesAnswers,
  checkCustomAnswer,
  fromAgUi,
  isExpired,
  takesInput,
  toResumeCommand,
  toResumeEntry,
  type AgUiAnswer,
  type AgUiEvent,
  type AgUiInterrupt,
  type AgUiMessage,
  type AgUiResumeEntry,
} from "@callboard/core/stream/ag-ui";

/** The part of an AG-UI client's subscriber that is used here. */
export interface AgUiSubscriber {
  onEvent?(params: { event: AgUiEvent; input?: unknown }): void;
  onRunFailed?(params: { error: Error; input?: unknown }): void;
  onRunFinalized?(): void;
}

/** The part of an AG-UI client's agent that is used here: `HttpAgent`, or any other `AbstractAgent`. */
export interface AgUiAgent {
  messages: readonly AgUiMessage[];
  threadId?: string;
  isRunning?: boolean;
  pendingInterrupts?: readonly AgUiInterrupt[];
  subscribe(subscriber: AgUiSubscriber): { unsubscribe(): void };
  runAgent(parameters?: { resume?: AgUiResumeEntry[]; forwardedProps?: Record<string, unknown> }): Promise<unknown>;
  abortRun(): void;
}

/**
 * An agent's timeline, and the client that answers its approvals: a decision is kept until one resume covers all that
 * is open.
 */
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

/** The milliseconds between two reads of a run that began before anybody followed it: its events go to others only. */
const POLL_INTERVAL = 200;

const sessions = new WeakMap<AgUiAgent, AgUiSession>();

/** The session of an agent's thread; one for all readers. */
export function agUiSessionOf(agent: AgUiAgent): AgUiSession {
  let session = sessions.get(agent);
  if (!session || session.threadId !== agent.threadId) sessions.set(agent, (session = createAgUiSession(agent)));
  return session;
}

/**
 * The run that the subscriber sees: `none` before its first event and once it is finalized, `over` from its last event
 * until it is finalized. One that was started by a resume is `resuming` until another event shows that the agent has
 * accepted it.
 */
type RunState = "none" | "resuming" | "running" | "over";

/**
 * Decisions on their way: `queued` until the agent's current run is finalized, then `sent` until the agent accepts or
 * refuses.
 */
type ResumeState =
  { at: "queued"; start: () => void } | { at: "sent"; accept: () => void; refuse: (error: ToolClientError) => void };

interface SessionState {
  readonly agent: AgUiAgent;
  readonly timeline: Timeline;
  readonly adapter: ReturnType<typeof fromAgUi>;
  /** The interrupts that wait for an answer, by id. */
  readonly open: Map<string, AgUiInterrupt>;
  /** The decisions so far, by the id of their interrupt. */
  readonly decisions: Map<string, AgUiAnswer>;
  run: RunState;
  resume: ResumeState | null;
  isCancelling: boolean;
}

function createAgUiSession(agent: AgUiAgent): AgUiSession {
  const state: SessionState = {
    agent,
    timeline: createTimeline(),
    adapter: fromAgUi(),
    open: new Map(),
    decisions: new Map(),
    run: "none",
    resume: null,
    isCancelling: false,
  };
  readSaved(state);
  const subscriber = subscriberOf(state);
  let users = 0;
  let stop = () => {};
  return {
    threadId: agent.threadId,
    view: { timeline: state.timeline, client: clientOf(state) },
    attach() {
      if (users++ === 0) {
        const { unsubscribe } = agent.subscribe(subscriber);
        readSaved(state);
        const stopPolling = pollForeignRun(state);
        stop = () => {
          stopPolling();
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

function subscriberOf(state: SessionState): AgUiSubscriber {
  return {
    onEvent: ({ event, input }) => handleEvent(state, event, input),
    onRunFailed({ error, input }) {
      // A run that failed before its first event is a failed turn, but a resume that failed so has changed nothing.
      const isFailedTurn = state.run === "none" && !isAbort(state, error) && !isResume(input);
      if (isFailedTurn) handleEvent(state, { type: "RUN_STARTED" }, input);
      endRun(state, error);
    },
    onRunFinalized() {
      endRun(state, null);
      state.run = "none";
      if (state.resume?.at === "queued") state.resume.start();
    },
  };
}

function handleEvent(state: SessionState, event: AgUiEvent, input: unknown): void {
  const fields: Fields = { ...event };
  if (event.type === "RUN_STARTED") {
    const runInput = fields.input ?? input;
    state.run = isResume(runInput) ? "resuming" : "running";
    return push(state, { ...event, input: runInput });
  }
  if (event.type === "RUN_ERROR") {
    if (state.isCancelling) return endRun(state, null);
    // The agent did not accept what it refuses: the decisions stay, to be sent again.
    if (state.resume?.at === "sent")
      state.resume.refuse(new ToolClientError(String(fields.message), { code: codeOf(fields.code), status: 502 }));
    state.run = "over";
  } else if (state.run === "resuming") {
    state.run = "running";
    setOpen(state, []);
    if (state.resume?.at === "sent") state.resume.accept();
  }
  if (event.type === "RUN_FINISHED") {
    state.run = "over";
    setOpen(state, interruptsOf(fields));
  }
  push(state, event);
  // An older producer has told what it asks by an event of its own.
  if (event.type === "RUN_FINISHED" && state.open.size === 0) setOpen(state, state.adapter.interrupts());
}

/** Whether a run goes on with answers, in the protocol's way or in that of older producers. */
function isResume(input: unknown): boolean {
  const { resume, forwardedProps } = (input ?? {}) as { resume?: unknown; forwardedProps?: { command?: unknown } };
  const { command } = forwardedProps ?? {};
  const isCommand = typeof command === "object" && command !== null && "resume" in command;
  return isCommand || (Array.isArray(resume) ? resume.length > 0 : resume !== undefined && resume !== null);
}

/** Ends a run that has had no last event: it was cancelled, it failed, or its stream just stopped. */
function endRun(state: SessionState, error: Error | null): void {
  const wasAborted = isAbort(state, error);
  state.isCancelling = false;
  if (!isFollowing(state)) return;
  state.run = "over";
  if (wasAborted) push(state, { type: "RUN_ERROR", code: "abort" });
  else if (error) push(state, { type: "RUN_ERROR", message: error.message });
  else state.timeline.apply(state.adapter.end());
}

/** Reads what the agent has saved; the adapter skips what is in the timeline already. */
function readSaved(state: SessionState): void {
  if (isFollowing(state)) return;
  const { messages, isRunning } = state.agent;
  const pendingInterrupts = pendingOf(state);
  const interrupts = pendingInterrupts.filter(({ id }) => !state.open.has(id));
  if (isRunning || interrupts.length > 0) push(state, { type: "RUN_STARTED", runId: "not ours", input: { messages } });
  else state.timeline.apply(state.adapter.replay(messages));
  if (isRunning || interrupts.length === 0) return;
  setOpen(state, pendingInterrupts);
  push(state, { type: "RUN_FINISHED", outcome: { type: "interrupt", interrupts } });
}

/** Follows a run whose events go elsewhere by the messages that it leaves in the agent. */
function pollForeignRun(state: SessionState): () => void {
  const { agent, timeline, adapter } = state;
  if (!agent.isRunning || isFollowing(state)) return () => {};
  const timer = setInterval(() => {
    if (isFollowing(state)) return clearInterval(timer);
    timeline.apply(adapter.replay(agent.messages));
    if (agent.isRunning) return;
    clearInterval(timer);
    const pendingInterrupts = pendingOf(state);
    setOpen(state, pendingInterrupts);
    const outcome = pendingInterrupts.length > 0 ? { type: "interrupt", interrupts: pendingInterrupts } : undefined;
    push(state, { type: "RUN_FINISHED", outcome });
  }, POLL_INTERVAL);
  return () => clearInterval(timer);
}

/** The interrupts that the agent has saved, which nobody has checked. */
function pendingOf({ agent }: SessionState): AgUiInterrupt[] {
  const pending: unknown = agent.pendingInterrupts;
  return Array.isArray(pending) ? pending.filter((one): one is AgUiInterrupt => typeof one?.id === "string") : [];
}

function clientOf(state: SessionState): AgUiTimeline["client"] {
  const { agent, timeline, open, decisions } = state;
  return {
    async answer(given) {
      const approvalId = "askId" in given ? given.askId : given.approvalId;
      const interrupt = open.get(approvalId);
      if (!interrupt || state.resume) {
        const message = interrupt
          ? "The answers are on their way."
          : "The agent does not wait for this answer any more.";
        throw new ToolClientError(message, { code: "already_answered", status: 409 });
      }
      const answer = answerOf(given);
      const now = Date.now();
      // Throws where the interrupt cannot take this answer, before the answer is kept.
      if (interrupt.onInterrupt) {
        // All of them, where there are several that this wire cannot tell apart, are refused.
        if (!carriesAnswers([...open.values()])) toResumeCommand([...open.values()], []);
        checkCustomAnswer(interrupt, answer);
      } else toResumeEntry(interrupt, answer, now);
      decisions.set(approvalId, answer);
      const isCovered = [...open.values()].every((one) => decisions.has(one.id) || isExpired(one, now));
      if (isCovered) await sendResume(state);
    },
    can(callId) {
      const call = timeline.getNode(callId);
      if (call?.kind !== "call") return { answer: false, edit: false, cancel: false };
      const asked = call.approval?.state === "pending" ? open.get(call.approval.id) : undefined;
      const interrupt = asked ?? open.get(call.questions.find(({ id }) => open.has(id))?.id ?? "");
      return {
        answer: interrupt !== undefined && (!interrupt.onInterrupt || carriesAnswers([...open.values()])),
        // The wire has one way to say no.
        decline: false,
        edit: interrupt !== undefined && takesInput(interrupt),
        cancel: agent.isRunning === true && !isFinal(call.status),
      };
    },
    async cancel() {
      if (agent.isRunning === false) {
        throw new ToolClientError("The agent is not running.", { code: "already_ended", status: 409 });
      }
      state.isCancelling = true;
      agent.abortRun();
    },
  };
}

function answerOf(given: ApprovalAnswer | QuestionAnswer): AgUiAnswer {
  if ("askId" in given) {
    const { action, content } = given;
    return { action, ...(content !== undefined && { content }) };
  }
  const { decision, input, reason } = given;
  return { decision, ...(input !== undefined && { input }), ...(reason !== undefined && { reason }) };
}

/**
 * Sends one resume for all open interrupts; what expired undecided counts as denied. Resolves once the agent accepts
 * it.
 */
async function sendResume(state: SessionState): Promise<void> {
  const { agent, open, decisions } = state;
  const now = Date.now();
  const interrupts = [...open.values()];
  const given = interrupts.map((interrupt): AgUiAnswer => decisions.get(interrupt.id) ?? { decision: "deny" });
  const parameters = interrupts[0]?.onInterrupt
    ? { forwardedProps: { command: toResumeCommand(interrupts, given) } }
    : { resume: interrupts.map((interrupt, index) => toResumeEntry(interrupt, given[index]!, now)) };
  try {
    if (agent.isRunning) await new Promise<void>((start) => (state.resume = { at: "queued", start }));
    const accepted = new Promise<void>((accept, refuse) => (state.resume = { at: "sent", accept, refuse }));
    await Promise.race([accepted, agent.runAgent(parameters)]);
  } catch (error) {
    throw error instanceof ToolClientError ? error : resumeFailure(error);
  } finally {
    state.resume = null;
  }
}

/** Whether the events of a run come here: from its first to its last. */
function isFollowing({ run }: SessionState): boolean {
  return run === "resuming" || run === "running";
}

function isAbort({ isCancelling }: SessionState, error: Error | null): boolean {
  return isCancelling || error?.name === "AbortError";
}

function push({ timeline, adapter }: SessionState, event: object): void {
  timeline.apply(adapter.push(event as AgUiEvent));
}

/** Replaces the open interrupts; a decision for one that is gone is dropped. */
function setOpen({ open, decisions }: SessionState, interrupts: readonly AgUiInterrupt[]): void {
  open.clear();
  for (const interrupt of interrupts) open.set(interrupt.id, interrupt);
  for (const id of decisions.keys()) if (!open.has(id)) decisions.delete(id);
}

function interruptsOf({ outcome }: Fields): AgUiInterrupt[] {
  const { interrupts } = (outcome ?? {}) as { interrupts?: unknown };
  return Array.isArray(interrupts) ? interrupts.filter((one): one is AgUiInterrupt => typeof one?.id === "string") : [];
}

function codeOf(code: unknown): string {
  return typeof code === "string" ? code : "run_error";
}

/**
 * The error of a resume that was not accepted: an HTTP error carries its status, any other means that no host was
 * reached.
 */
function resumeFailure(error: unknown): ToolClientError {
  const { status } = (error ?? {}) as { status?: unknown };
  const message = error instanceof Error ? error.message : String(error);
  return new ToolClientError(message, {
    code: "resume_failed",
    status: typeof status === "number" ? status : 0,
    cause: error,
  });
}
