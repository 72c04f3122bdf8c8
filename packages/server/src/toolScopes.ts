import { AsyncLocalStorage } from "node:async_hooks";
import { provideToolContext, withToolContext as within, type ToolScope } from "@callboard/core/access";

const scopes = new AsyncLocalStorage<ToolScope>();

let kept = false;

/** Lets scopes follow what a function awaits, in this process. */
export function keepToolScopes(): void {
  if (kept) return;
  kept = true;
  provideToolContext({ storage: scopes });
}

/** The slug of the tool whose handler began what runs now, if one did. */
export const toolAtWork = (): string | undefined => scopes.getStore()?.tool;

/**
 * Runs a function for a tenant, with all that it awaits: the tools that it runs find the tenant by
 * `getTenantIdForTool()`. For work that no request began: schedules, queues, imports.
 * @example
 * ```ts
 * await withToolContext({ tenantId }, () => executeTool("nightly-report", {}, "api"));
 * ```
 */
export function withToolContext<Result>(scope: ToolScope, fn: () => Result): Result {
  keepToolScopes();
  return within(scope, fn);
}
