import type { EventError } from "@callboard/core";
import { fillTemplate } from "@callboard/core/host";

/** What ends a call or a turn that went beyond a limit of the host. */
export type LimitCode = "budget_exhausted" | "repeated_call" | "too_deep" | "time_exhausted";

/**
 * The error of a limit: its message in English, for models too, and its values, by which readers are told in their own
 * language.
 */
export function limitError(code: LimitCode, template: string, values: Record<string, string | number>): EventError {
  return { code, message: fillTemplate(template, values), wording: { template, values } };
}
