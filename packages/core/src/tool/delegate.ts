import type { NewEvent } from "../events/event.ts";

/** A sub-agent that a tool asks for instead of answering itself: the call completes when that agent does. */
export interface Delegation {
  name: string;
  description?: string;
  /** The system prompt of the sub-agent. */
  instructions: string;
  /** Slugs of the tools that it may use. */
  tools: readonly string[];
  /** The task of the sub-agent. */
  input: unknown;
}

const DELEGATION = Symbol.for("callboard.delegation");

/**
 * What a handler returns to start a sub-agent that lives in the log, so that an approval inside it survives the process.
 * @example
 * ```ts
 * execute: ({ path, question }) =>
 *   delegate({ name: "Document analyst", instructions: "Answer from the document only.", tools: ["read_document"], input: { path, question } }),
 * ```
 */
export function delegate(delegation: Delegation): Delegation {
  return Object.defineProperty({ ...delegation }, DELEGATION, { value: true });
}

export function isDelegation(value: unknown): value is Delegation {
  return typeof value === "object" && value !== null && DELEGATION in value;
}

/** The event that starts a delegated agent; its `meta` holds everything that the agent loop needs, and additions of the host. */
export function delegatedAgent(callId: string, agentId: string, delegation: Delegation, more: object = {}): NewEvent {
  const { name, description, instructions, tools, input } = delegation;
  const meta = { ...more, delegation: { instructions, tools: [...tools], input } };
  return { type: "agent.started", agentId, parentCallId: callId, name, description, meta };
}
