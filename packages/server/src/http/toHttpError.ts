import type { HostRefusal, RefusalCode } from "../hostRefusal.ts";
import { HttpError } from "./httpError.ts";

/** Each code has its status here and nowhere else. */
const STATUS: Readonly<Record<RefusalCode, number>> = {
  agent_not_found: 404,
  already_answered: 409,
  already_ended: 409,
  approval_expired: 409,
  approval_mismatch: 409,
  approval_not_found: 404,
  call_not_found: 404,
  connection_not_found: 404,
  embed_not_found: 404,
  embed_not_in_scope: 403,
  interrupts_open: 409,
  question_expired: 409,
  question_not_found: 404,
  invalid_input: 422,
  invalid_message: 422,
  kind_not_found: 404,
  log_unavailable: 503,
  name_taken: 409,
  no_secret_key: 503,
  not_allowed: 403,
  not_found: 404,
  not_the_last: 409,
  not_yours: 403,
  nothing_to_resume: 409,
  origin_not_allowed: 403,
  output_not_found: 404,
  session_not_found: 404,
  share_not_found: 404,
  storage_full: 507,
  storage_unavailable: 503,
  too_many_requests: 429,
  tool_changed: 409,
  turn_running: 409,
  upload_not_found: 404,
};

/** A refusal as HTTP answers it. */
export function toHttpError({ code, message, path, issues, retryAfter }: HostRefusal): HttpError {
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  return new HttpError(STATUS[code], code, message, { path, issues, headers });
}
