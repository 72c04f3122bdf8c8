import type { CallLimits } from "./callLimits.ts";
import type { AnswerAction, EventBody, EventType, SessionEvent } from "./event.ts";

/** The states of a call; the last six are final. `interrupted` means that the stream or the process ended first. */
export type CallStatus =
  | "requested"
  | "ready"
  | "awaiting-approval"
  | "awaiting-input"
  | "running"
  | "denied"
  | "expired"
  | "completed"
  | "failed"
  | "cancelled"
  | "interrupted";

/** The states of an agent; every one but `running` is an end, which a retraction undoes. */
export type AgentStatus = "running" | "completed" | "failed" | "cancelled" | "interrupted";

/** The states of an approval: `pending` until its one answer. */
export type ApprovalState = "pending" | "approved" | "denied" | "expired";

/** The states of a question: `pending` until its one answer. */
export type QuestionState = "pending" | "accepted" | "declined" | "cancelled" | "expired";

/** The tool of a call whose wire has not named it: a name that comes later takes its place. */
export const UNKNOWN_TOOL = "unknown";

/** The final event types of a call, each with the status it leaves. */
export const CALL_ENDS = {
  "tool.completed": "completed",
  "tool.failed": "failed",
  "tool.cancelled": "cancelled",
  "tool.interrupted": "interrupted",
  "tool.denied": "denied",
  "tool.approval_expired": "expired",
  "tool.input_expired": "expired",
} as const satisfies Partial<Record<EventType, CallStatus>>;

/** The final event types of an agent, each with the status it leaves. */
export const AGENT_ENDS = {
  "agent.completed": "completed",
  "agent.failed": "failed",
  "agent.cancelled": "cancelled",
  "agent.interrupted": "interrupted",
} as const satisfies Partial<Record<EventType, AgentStatus>>;

/** A committed event that ends its call. */
export type CallEndEvent = Extract<SessionEvent, { type: keyof typeof CALL_ENDS }>;
/** A committed event that ends its agent. */
export type AgentEndEvent = Extract<SessionEvent, { type: keyof typeof AGENT_ENDS }>;

type CallEvent = Extract<EventBody, { type: `tool.${string}` }>;
type AgentRetracted = Extract<EventBody, { type: "agent.retracted" }>;
type AgentEvent = AgentRetracted | Extract<EventBody, { type: keyof typeof AGENT_ENDS }>;

const FINAL: ReadonlySet<CallStatus> = new Set(Object.values(CALL_ENDS));

/** True when a call in this status will not change any more. */
export function isFinal(status: CallStatus): boolean {
  return FINAL.has(status);
}

/** True while a call waits for a person: for an approval, or for answers to its questions. */
export function isWaiting(status: CallStatus): boolean {
  return status === "awaiting-approval" || status === "awaiting-input";
}

/** Whether an event is of a type that ends its call. */
export function isCallEnd<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: keyof typeof CALL_ENDS }> {
  return Object.hasOwn(CALL_ENDS, event.type);
}

/** Whether an event is of a type that ends its agent. */
export function isAgentEnd<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: keyof typeof AGENT_ENDS }> {
  return Object.hasOwn(AGENT_ENDS, event.type);
}

type ApprovalAnswerEvent = Extract<CallEvent, { type: keyof typeof APPROVAL_ANSWERS }>;

const isApprovalAnswer = (event: CallEvent): event is ApprovalAnswerEvent =>
  Object.hasOwn(APPROVAL_ANSWERS, event.type);

/** The state of an approval after each of its answers. */
export const APPROVAL_ANSWERS = {
  "tool.approved": "approved",
  "tool.denied": "denied",
  "tool.approval_expired": "expired",
} as const satisfies Partial<Record<EventType, ApprovalState>>;

/** The state of a question after each answer. */
export const QUESTION_ANSWERS = {
  accept: "accepted",
  decline: "declined",
  cancel: "cancelled",
} as const satisfies Record<AnswerAction, QuestionState>;

/** The status of a call after each event that changes it. */
const STATUS_AFTER: { [Type in CallEvent["type"]]?: CallStatus } = {
  ...CALL_ENDS,
  "tool.input_ready": "ready",
  "tool.needs_approval": "awaiting-approval",
  "tool.approved": "ready",
  "tool.needs_input": "awaiting-input",
  "tool.handed_over": "ready",
  "tool.started": "running",
};

/** As much of a call as decides what an event does to it. */
export interface CallState {
  readonly status: CallStatus;
  /** The approval that was asked for last. */
  readonly approval: { readonly id: string; readonly state: ApprovalState } | null;
  /** The ids of all approvals and questions that were asked. */
  readonly asked: readonly string[];
  /** The ids of the questions that wait for an answer. */
  readonly questions: readonly string[];
  /** The turn that it waits for, or has until it ends or waits for a person; null where its tool has no limits. */
  readonly turn: CallTurn | null;
}

/** A call's place among those that its tool's limits let run. */
export interface CallTurn {
  readonly id: string;
  readonly limits: CallLimits;
  readonly isGiven: boolean;
}

/** Whether a call would run, and its tool's limits do not let it yet. */
export const waitsForTurn = ({ turn }: { readonly turn: CallTurn | null }): boolean => turn !== null && !turn.isGiven;

/** The state of a call before its first event. */
export const NEW_CALL = {
  status: "requested",
  approval: null,
  asked: [],
  questions: [],
  turn: null,
} as const satisfies CallState;

/**
 * The state of a call after an event; null where the event does not apply and must change nothing of the call: it comes
 * too late, or twice, or answers what does not wait for it.
 */
export function nextCallState(call: CallState, event: CallEvent): CallState | null {
  const { type } = event;
  const { status } = call;
  let { approval, asked, questions, turn } = call;
  let after = STATUS_AFTER[type];
  if (isFinal(status)) return null;
  if (type === "tool.input_appended" || type === "tool.input_ready") {
    // Once a person is asked about the input, or it runs, no late event may change it.
    if (status !== "requested" && (status !== "ready" || type === "tool.input_appended")) return null;
  } else if (type === "tool.needs_approval") {
    const { approvalId: id } = event;
    // An approval is asked for once: it comes back neither after its answer nor after a newer one.
    if (asked.includes(id)) return null;
    approval = { id, state: "pending" };
    asked = [...asked, id];
  } else if (isApprovalAnswer(event)) {
    const { approvalId: id } = event;
    // Where no approval was asked for, the asking was lost, and any answer counts.
    if (approval && (approval.id !== id || approval.state !== "pending")) return null;
    if (!approval) asked = [id];
    approval = { id, state: APPROVAL_ANSWERS[event.type] };
    if (type === "tool.approved" && status === "running") after = status;
  } else if (type === "tool.needs_input") {
    if (asked.includes(event.askId)) return null;
    asked = [...asked, event.askId];
    questions = [...questions, event.askId];
  } else if (type === "tool.input_given" || type === "tool.input_expired") {
    if (!questions.includes(event.askId)) return null;
    questions = questions.filter((id) => id !== event.askId);
    if (type === "tool.input_given") after = questions.length === 0 ? "ready" : status;
  } else if (type === "tool.needs_turn") {
    if (status !== "ready" || turn?.id === event.turnId) return null;
    turn = { id: event.turnId, limits: event.limits, isGiven: false };
  } else if (type === "tool.turn_given") {
    if (turn?.id !== event.turnId || turn.isGiven) return null;
    turn = { ...turn, isGiven: true };
  }
  if (after !== undefined && (isFinal(after) || isWaiting(after))) turn = null;
  // Whatever else a call does, it does not wait for answers any more.
  if (after !== undefined && after !== "awaiting-input" && questions.length > 0) questions = NEW_CALL.questions;
  return { status: after ?? status, approval, asked, questions, turn };
}

/**
 * The status of an agent after an event; null where the event ends an agent that has ended. A retraction lets an agent
 * run again.
 */
export function nextAgentStatus(status: AgentStatus, event: AgentRetracted): AgentStatus;
export function nextAgentStatus(status: AgentStatus, event: AgentEvent): AgentStatus | null;
export function nextAgentStatus(status: AgentStatus, event: AgentEvent): AgentStatus | null {
  if (event.type === "agent.retracted") return "running";
  return status === "running" ? AGENT_ENDS[event.type] : null;
}
