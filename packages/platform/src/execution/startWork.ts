import { randomUUID } from "node:crypto";
import { ToolError, type CallContext, type CallSource, type JsonSchema, type ToolContext } from "@callboard/core";
import type { Composition, TaskExecution } from "@callboard/core/execution";
import { leaveWork, type LeftWork } from "@callboard/core/host";
import { HostRefusal, type Kernel } from "@callboard/server";
import type { LazyEngine } from "../engine/lazyEngine.ts";
import { checkDepth } from "./steps.ts";

/** For whom a work is done: what its steps may do. */
export interface WorkPerson {
  userId: string | null;
  spaceId: string | null;
  tenantSlug: string | null;
  permissions: readonly string[];
  source: CallSource;
}

/** What the log keeps of a call that an engine goes on with: it is done as it was when it began. */
export interface WorkRecord {
  spec: Composition | TaskExecution;
  /** The tool whose call it is. */
  tool: { slug: string; outputSchema?: JsonSchema };
  person: WorkPerson;
}

/** The tool that a spec is of. */
export interface WorkOwner {
  slug: string;
  name: string;
  outputSchema: JsonSchema | undefined;
}

/** What begins a task. */
export type TaskStart = Pick<Kernel, "calls" | "presentContext">;

/** What leaves work to the engine. */
export interface WorkStart extends TaskStart {
  engine: Pick<LazyEngine, "begin">;
}

/** The agent under which the steps of a call stand. */
const stepsOf = (callId: string): string => `${callId}.steps`;

/**
 * Leaves a composition to the engine, or a task that is waited for: from here on its log says what was done, so it goes
 * on whatever becomes of this process.
 */
export function startWork(
  { engine }: WorkStart,
  spec: WorkRecord["spec"],
  owner: WorkOwner,
  context: CallContext,
): LeftWork {
  const { callId, sessionId } = context;
  const tenantId = tenantOf(context);
  checkDepth(owner, callId);
  const { slug, name, outputSchema } = owner;
  const work: WorkRecord = { spec, tool: { slug, ...(outputSchema && { outputSchema }) }, person: personOf(context) };
  const agentId = stepsOf(callId);
  return leaveWork({ agentId, name, work, begin: () => engine.begin({ tenantId, sessionId, callId, agentId }) });
}

/** Lets another tool run in a session of its own, and does not wait for it. */
export async function startTask(
  { calls, presentContext }: TaskStart,
  { task }: Pick<TaskExecution, "task">,
  owner: Pick<WorkOwner, "slug">,
  input: unknown,
  context: CallContext,
): Promise<{ taskId: string; sessionId: string; status: "started" }> {
  const tenantId = tenantOf(context);
  checkDepth(owner, context.callId);
  try {
    const { sessionId, callId } = await calls.begin({
      tool: task,
      input,
      // What the tenant has switched and installed holds for the task too.
      context: await presentContext({ ...personOf(context), requestId: randomUUID(), tenantId }),
      origin: "task",
      by: owner.slug,
      callId: `${context.callId}.task`,
    });
    return { taskId: callId, sessionId, status: "started" };
  } catch (error) {
    throw notBegun(task, error);
  }
}

/** Why a call did not begin, in words of the tool that makes it; what else went wrong as it is. */
export function notBegun(step: string, error: unknown): unknown {
  if (!(error instanceof HostRefusal)) return error;
  return new ToolError(`"${step}" did not begin: ${error.message}`, { cause: error });
}

/** Who calls, without what holds for the calling agent or embed alone: a tool's steps are its own. */
export function personOf({
  userId,
  spaceId,
  tenantSlug = null,
  permissions = [],
  source = "api",
}: ToolContext): WorkPerson {
  return { userId, spaceId, tenantSlug, permissions: [...permissions], source };
}

function tenantOf({ tenantId }: CallContext): string {
  if (tenantId) return tenantId;
  throw new ToolError("This tool runs for a tenant, and this call has none.");
}
