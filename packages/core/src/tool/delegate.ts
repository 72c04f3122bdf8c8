import type { NewEvent } from "../events/event.ts";

/** A sub-agent that a tool asks for instead of answering itself: the call completes when that agent does. */
export type Delegation = InstructedDelegation | AgentDelegation;

/** A sub-agent that the tool describes. It answers by the model of the agent that called the tool. */
export interface InstructedDelegation {
  name: string;
  description?: string;
  /** The system prompt of the sub-agent. */
  instructions: string;
  /** Slugs of the tools that it may use. */
  tools: readonly string[];
  /** The task of the sub-agent. */
  input: unknown;
}

/** An agent that the host knows, as a sub-agent: with its own instructions, tools, model and budget. */
export interface AgentDelegation {
  /** The agent's slug. The call fails where the host has none of it for this caller. */
  agent: string;
  /** What it is called here; its own name unless given. */
  name?: string;
  description?: string;
  /** The task of the sub-agent. */
  input: unknown;
}

const DELEGATION = Symbol.for("callboard.delegation");

/**
 * What a handler returns to start a sub-agent that lives in the log, so that an approval inside it survives the
 * process.
 * @example
 * ```ts
 * execute: ({ path, question }) =>
 *   delegate({
 *     name: "Document analyst",
 *     instructions: "Answer from the document only.",
 *     tools: ["read_document"],
 *     input: { path, question },
 *   }),
 * // An agent of the host's, by its slug:
 * execute: ({ text }) => delegate({ agent: "translator", input: { text } }),
 * ```
 */
export function delegate(delegation: Delegation): Delegation {
  return Object.defineProperty({ ...delegation }, DELEGATION, { value: true });
}

export function isDelegation(value: unknown): value is Delegation {
  return typeof value === "object" && value !== null && DELEGATION in value;
}

/**
 * The event that starts a delegated agent; its `meta` holds everything that the agent loop needs, and additions of the
 * host.
 */
export function delegatedAgent(callId: string, agentId: string, delegation: Delegation, more: object = {}): NewEvent {
  const { name, description, input } = delegation;
  const own = "agent" in delegation ? {} : { instructions: delegation.instructions, tools: [...delegation.tools] };
  const meta = { ...more, delegation: { ...own, input } };
  return { type: "agent.started", agentId, parentCallId: callId, name, description, meta };
}

/** Work that an engine of the host goes on with from the log, in whichever process: the call ends when that ends it. */
export interface LeftWork {
  /** The agent of the log under which the calls of the work stand, and what it is called. */
  agentId: string;
  name: string;
  /** All that the work needs, as JSON: it is kept in the log. */
  work: unknown;
  /** Called once the log has it: the work may begin. Where the process dies before, the log says what is to be done. */
  begin: () => void;
}

const LEFT_WORK = Symbol.for("callboard.leftWork");

/** What a handler returns that leaves the work of its call to an engine. */
export function leaveWork(work: LeftWork): LeftWork {
  return Object.defineProperty({ ...work }, LEFT_WORK, { value: true });
}

export function isLeftWork(value: unknown): value is LeftWork {
  return typeof value === "object" && value !== null && LEFT_WORK in value;
}

/** The event that keeps what an engine goes on with: from here on no process holds the call. */
export function leftWork(callId: string, { agentId, name, work }: Omit<LeftWork, "begin">): NewEvent {
  return { type: "agent.started", agentId, parentCallId: callId, name, meta: { work } };
}
