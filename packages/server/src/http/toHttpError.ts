import type { HostRefusal, KernelRefusal } from "../hostRefusal.ts";
import { HttpError } from "./httpError.ts";

/** Each code of the kernel has its status here and nowhere else; those of a module stand in it. */
const STATUS: Readonly<Record<KernelRefusal, number>> = {
  agent_not_found: 404,
  already_answered: 409,
  call_taken: 409,
  already_ended: 409,
  approval_expired: 409,
  approval_mismatch: 409,
  approval_not_found: 404,
  call_not_found: 404,
  interrupts_open: 409,
  question_expired: 409,
  question_not_found: 404,
  invalid_input: 422,
  invalid_message: 422,
  kind_not_found: 404,
  log_unavailable: 503,
  no_secret_key: 503,
  not_allowed: 403,
  not_found: 404,
  not_permitted: 403,
  not_the_last: 409,
  not_yours: 403,
  nothing_to_resume: 409,
  output_not_found: 404,
  session_not_found: 404,
  storage_unavailable: 503,
  too_many_requests: 429,
  tool_changed: 409,
  turn_running: 409,
};

/**
 * The status of every code that a host with these modules may answer.
 * @throws Error where a module takes a code that is the kernel's, or that another module gives another status, or gives
 * it a status that is no refusal.
 */
export function refusalStatuses(
  modules: readonly { name: string; refusals?: Readonly<Record<string, number>> }[],
): Readonly<Record<string, number>> {
  const statuses: Record<string, number> = { ...STATUS };
  for (const { name, refusals = {} } of modules) {
    for (const [code, status] of Object.entries(refusals)) {
      // Two modules may refuse alike, such as a change to what has moved on.
      if (Object.hasOwn(STATUS, code) || (statuses[code] ?? status) !== status)
        throw new Error(`The module "${name}" takes the code "${code}", which is in use.`);
      if (!(status >= 400 && status < 600)) {
        throw new Error(
          `The module "${name}" gives "${code}" the status ${status}; a refusal has one from 400 to 599.`,
        );
      }
      statuses[code] = status;
    }
  }
  return statuses;
}

/** A refusal as HTTP answers it. */
export function toHttpError(
  { code, message, path, issues, retryAfter }: HostRefusal,
  statuses: Readonly<Record<string, number>>,
): HttpError {
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  return new HttpError(statuses[code]!, code, message, { path, issues, headers });
}
