import { AsyncLocalStorage } from "node:async_hooks";
import { provideToolContext, withToolContext as within, type ToolScope } from "@callboard/core/access";

let kept = false;

/** Lets scopes follow what a function awaits, in this process. */
export function keepToolScopes(): void {
  if (kept) return;
  kept = true;
  provideToolContext({ storage: new AsyncLocalStorage<ToolScope>() });
}

/**
 * Runs a function for a tenant, with all that it awaits: the tools that it runs find the tenant by `getTenantIdForTool()`. For work that no
 * request began: schedules, queues, imports.
 * @example
 * ```ts
 * await withToolContext({ tenantId }, () => executeTool("nightly-report", {}, "api"));
 * ```
 */
export function withToolContext<Result>(scope: ToolScope, fn: () => Result): Result {
  keepToolScopes();
  return within(scope, fn);
}
