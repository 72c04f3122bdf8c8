import { ToolError, type CallContext, type ExecuteResult, type ToolCallbacks, type ToolContext } from "@callboard/core";
import { isReference, type Composition, type TaskExecution } from "@callboard/core/execution";
import { pointerSegments } from "@callboard/core/form";
import { HostRefusal, type Kernel } from "@callboard/server";

/** What calls of other tools are made by. */
export type StepKernel = Pick<Kernel, "calls" | "store">;

/** The most tools that call others below each other, when a tool is saved and again when it runs. */
export const MOST_DEPTH = 5;

/** The tool whose steps are run. */
interface StepOwner {
  slug: string;
  name: string;
}

/**
 * Runs a composition: each step is a call of the log under the composition's own, so that its card is a timeline, and a
 * step that asks waits for a person as any call does.
 * @throws ToolError where a step does not complete: which one, and why.
 */
export async function runComposition(
  { calls, store }: StepKernel,
  spec: Composition,
  owner: StepOwner,
  input: unknown,
  context: CallContext,
  { onProgress }: Pick<ToolCallbacks, "onProgress">,
): Promise<unknown> {
  const { callId, sessionId, signal } = context;
  const tenantId = tenantOf(context);
  checkDepth(owner, callId);
  const log = store.log(tenantId);
  const agentId = `${callId}.steps`;
  await log.append(sessionId, [{ type: "agent.started", agentId, name: owner.name, parentCallId: callId }]);
  const results = new Map<string, unknown>([["input", input]]);
  let last: unknown = null;
  try {
    for (const [index, step] of spec.steps.entries()) {
      onProgress(index, spec.steps.length);
      const id = `${callId}.${step.id}`;
      const run = await begun(step.id, () =>
        calls.begin({
          tool: step.tool,
          input: resolved(step.input ?? {}, results),
          context: { ...callerOf(context), tenantId },
          origin: "step",
          by: owner.slug,
          session: { id: sessionId },
          callId: id,
          agentId,
        }),
      );
      const { output, error } = await ended(calls, { tenantId, callId: id }, run.done, signal);
      if (error !== null) throw new ToolError(`Step "${step.id}" (${step.tool}) did not complete: ${error}`);
      last = output;
      results.set(step.id, output);
    }
    onProgress(spec.steps.length, spec.steps.length);
    await log.append(sessionId, [{ type: "agent.completed", agentId }]);
    return spec.output === undefined ? last : resolved(spec.output, results);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const end = signal.aborted
      ? ({ type: "agent.cancelled", agentId } as const)
      : ({ type: "agent.failed", agentId, error: { code: "step_failed", message } } as const);
    // The call says how it ended, also where the agent's end cannot be written any more.
    await log.append(sessionId, [end]).catch(() => undefined);
    throw error;
  }
}

/** Runs another tool in a session of its own, and waits for it where the spec says so. */
export async function runTask(
  { calls }: StepKernel,
  { task, wait }: TaskExecution,
  owner: StepOwner,
  input: unknown,
  context: CallContext,
): Promise<unknown> {
  const tenantId = tenantOf(context);
  checkDepth(owner, context.callId);
  const run = await begun(task, () =>
    calls.begin({
      tool: task,
      input,
      context: { ...callerOf(context), tenantId },
      origin: "task",
      by: owner.slug,
      callId: `${context.callId}.task`,
    }),
  );
  if (!wait) return { taskId: run.callId, sessionId: run.sessionId, status: "started" };
  const { output, error } = await ended(calls, { tenantId, callId: run.callId }, run.done, context.signal);
  if (error !== null) throw new ToolError(`The task "${task}" did not complete: ${error}`);
  return output;
}

/**
 * Each step and task adds one part to the id of the call above it, so an id says how deep its call stands.
 * @throws ToolError where that is too deep to call another tool: one below may have changed since this one was saved.
 */
function checkDepth({ slug }: StepOwner, callId: string): void {
  const depth = callId.split(".").length;
  if (depth <= MOST_DEPTH) return;
  const most = `More than ${MOST_DEPTH} tools that call others stand below each other`;
  throw new ToolError(`${most}, and "${slug}" is one too many. Take a step or a task out of one of them.`);
}

/** A call that begins, or why it does not, in words of the tool that makes it. */
async function begun<Run>(step: string, begin: () => Promise<Run>): Promise<Run> {
  try {
    return await begin();
  } catch (error) {
    if (!(error instanceof HostRefusal)) throw error;
    throw new ToolError(`"${step}" did not begin: ${error.message}`, { cause: error });
  }
}

/** How a call ends; where the one that made it is cancelled it is too. */
async function ended(
  calls: StepKernel["calls"],
  call: { tenantId: string; callId: string },
  done: Promise<ExecuteResult>,
  signal: AbortSignal,
): Promise<ExecuteResult> {
  const cancel = () =>
    void calls.cancel(call.tenantId, call.callId, { reason: "The call that made it was cancelled." }).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (signal.aborted) cancel();
    const result = await done;
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Who calls, without what holds for the calling agent or embed alone: a tool's steps are its own. */
function callerOf({
  userId,
  spaceId,
  requestId,
  tenantSlug,
  permissions,
  switches,
  bundles,
  facts,
  source,
}: CallContext) {
  const context: ToolContext = {
    userId,
    spaceId,
    requestId,
    ...(tenantSlug !== undefined && { tenantSlug }),
    ...(permissions && { permissions }),
    ...(switches && { switches }),
    ...(bundles && { bundles }),
    ...(facts && { facts }),
    ...(source && { source }),
  };
  return context;
}

/** A value with each reference in it replaced by what it refers to; null where that is not there. */
function resolved(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (isReference(value)) return readAt(results.get(value.$from), value.path ?? "");
  if (Array.isArray(value)) return value.map((part) => resolved(part, results));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part, results)]));
}

function readAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of pointerSegments(path)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Record<string, unknown>)[key];
  }
  return found ?? null;
}

function tenantOf({ tenantId }: CallContext): string {
  if (tenantId) return tenantId;
  throw new ToolError("This tool runs for a tenant, and this call has none.");
}
