import type { ValidationIssue } from "@callboard/core";
import type { CallRefusal } from "@callboard/core/host";

/** The stable codes of the kernel's refusals. */
export type KernelRefusal =
  | "agent_not_found"
  | "already_answered"
  | "already_ended"
  | "approval_expired"
  | "approval_mismatch"
  | "approval_not_found"
  | "question_expired"
  | "question_not_found"
  | "call_not_found"
  | "call_taken"
  | "interrupts_open"
  | "invalid_input"
  | "invalid_message"
  | "kind_not_found"
  | "log_unavailable"
  | "no_secret_key"
  | "not_allowed"
  | "not_found"
  | "not_permitted"
  | "not_the_last"
  | "not_yours"
  | "nothing_to_resume"
  | "output_not_found"
  | "session_not_found"
  | "storage_unavailable"
  | "too_many_requests"
  | "tool_changed"
  | "turn_running";

export interface RefusalDetails {
  /** JSON Pointer of the field: into the tool's input for `invalid_input`, else into what was sent. */
  path?: string | undefined;
  issues?: readonly ValidationIssue[] | undefined;
  /** The whole seconds after which it may be asked again. */
  retryAfter?: number | undefined;
  /** What went wrong inside: for the operator's log, never for an answer. */
  cause?: unknown;
}

/**
 * Thrown where the host does not do what it was asked to: `code` for programs, `message` for people, with the mend. A
 * module throws codes of its own, which its `refusals` give a status.
 */
export class HostRefusal extends Error {
  override readonly name = "HostRefusal";
  readonly code: string;
  readonly path: string | undefined;
  readonly issues: readonly ValidationIssue[] | undefined;
  readonly retryAfter: number | undefined;
  constructor(
    code: KernelRefusal | (string & {}),
    message: string,
    { path, issues, retryAfter, cause }: RefusalDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/**
 * The refusal of what a colleague asks for. It may say that the thing exists: in a tenant everybody may read a session
 * or a file whose id they know. Whether something of another tenant exists is never said.
 */
export function notYours(thing: "session" | "file", act: string): HostRefusal {
  return new HostRefusal("not_yours", `Only the person whose ${thing} this is can ${act}.`);
}

/** The most issues that an answer names: nobody mends more at once, and an input may have as many as it has bytes. */
const MOST_ISSUES = 20;

/** The first issues, and how many there are beyond them. */
export function firstIssues(issues: readonly ValidationIssue[]): { named: ValidationIssue[]; more: number } {
  return { named: issues.slice(0, MOST_ISSUES), more: Math.max(0, issues.length - MOST_ISSUES) };
}

/** The refusal of a call that core did not let run. */
export function refusalOfCall(refusal: CallRefusal): HostRefusal {
  const { code, message } = refusal;
  if (code !== "invalid_input") return new HostRefusal(code, message);
  const { path, issues } = refusal;
  return new HostRefusal(code, message, { path, issues: issues.length > 0 ? issues : undefined });
}
