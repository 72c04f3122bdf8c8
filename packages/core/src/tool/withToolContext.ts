import type { ToolContext } from "./context.ts";

/** What is known around a running function: at least the tenant that it works for. */
export interface ToolScope extends Partial<Omit<ToolContext, "tenantId">> {
  tenantId: string;
  /** The slug of the tool whose handler runs. */
  tool?: string;
}

/** Where a scope is kept while a function and all that it awaits run: Node's `AsyncLocalStorage` is one. */
export interface ToolScopeStorage {
  run<Result>(scope: ToolScope, fn: () => Result): Result;
  getStore(): ToolScope | undefined;
}

type Active = string | ToolScope | null | undefined;

/**
 * Whose request this is, where no scope says it: a tenant's id, or all that is known. An object is read once for as
 * long as it stays the same.
 */
export type ActiveTenant = () => Active | Promise<Active>;

let storage: ToolScopeStorage | undefined;
let activeTenant: ActiveTenant = () => null;
/** The scopes of functions that run now, where there is no storage: they hold until the function returns. */
const running: ToolScope[] = [];

/** Says where scopes are kept, and how the tenant of a request is found. `@callboard/server` does the first. */
export function provideToolContext(provided: { storage?: ToolScopeStorage; activeTenant?: ActiveTenant }): void {
  storage = provided.storage ?? storage;
  activeTenant = provided.activeTenant ?? activeTenant;
}

/**
 * Runs a function for a tenant: the tools that it runs find the tenant by `getTenantIdForTool()`, however deep they are
 * called. For work that no request began: schedules, queues, imports.
 * @throws when the function is asynchronous and nothing here can follow it: a browser, or a process without
 * `@callboard/server`.
 * @example
 * ```ts
 * await withToolContext({ tenantId }, () => executeTool("nightly-report", {}, "api"));
 * ```
 */
export function withToolContext<Result>(scope: ToolScope, fn: () => Result): Result {
  const result = runInScope(scope, fn);
  if (!storage && isThenable(result)) {
    result.then(undefined, () => undefined);
    throw new Error(
      "withToolContext() cannot follow an asynchronous function here. In Node, import it from @callboard/server; elsewhere give provideToolContext() a storage.",
    );
  }
  return result;
}

/** As `withToolContext`, for a handler: where nothing can follow it, its scope holds until its first `await`. */
export function runInScope<Result>(scope: ToolScope, fn: () => Result): Result {
  if (storage) return storage.run(scope, fn);
  running.push(scope);
  try {
    return fn();
  } finally {
    running.pop();
  }
}

/** The scope that this code runs in, if any. */
export function currentScope(): ToolScope | undefined {
  return storage ? storage.getStore() : running.at(-1);
}

/** The scope that this code runs in, else what is known of its request. */
export async function activeScope(): Promise<ToolScope | undefined> {
  const active = currentScope() ?? (await activeTenant());
  if (typeof active === "string") return active ? { tenantId: active } : undefined;
  return active ?? undefined;
}

/** The tenant that this code works for; null outside of `withToolContext` and of a tool's handler. */
export function getToolContextTenantId(): string | null {
  return currentScope()?.tenantId ?? null;
}

/**
 * The tenant that a tool works for: that of its scope, else that of the request.
 * @throws when neither is known.
 */
export async function getTenantIdForTool(): Promise<string> {
  const scope = await activeScope();
  if (scope?.tenantId) return scope.tenantId;
  throw new Error(
    "Nothing says which tenant this tool works for. Run the job in withToolContext({ tenantId }, …), or say by provideToolContext({ activeTenant }) whose request it is.",
  );
}

function isThenable(value: unknown): value is Promise<unknown> {
  return typeof (value as Promise<unknown> | null | undefined)?.then === "function";
}
