import { randomUUID } from "node:crypto";
import { ToolError, type JsonSchema, type ToolContext, type ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import type { RunDetail } from "@callboard/core/client";
import type { Kernel } from "@callboard/server";
import { retryRun } from "../runs/retryRun.ts";
import { objectSchema } from "../tools/objectSchema.ts";
import { said } from "../tools/said.ts";
import { messages } from "./taskWords.ts";

/** What the tools of tasks have in common: agents have them by their group, and people have pages. */
const shared = {
  group: toolGroups.workflow,
  category: "administration",
  origin: "platform",
  available: ({ tenantId, source }: ToolContext) => !!tenantId && source !== "web",
  messages,
} as const;

const idField = (title: string, description: string): JsonSchema => ({
  type: "string",
  minLength: 1,
  maxLength: 256,
  title,
  description,
});

const taskSchema: JsonSchema = {
  type: "object",
  title: "Task",
  properties: {
    taskId: { type: "string", title: "Task" },
    sessionId: { type: "string", title: "Session" },
    tool: { type: "string", title: "Tool" },
    status: { type: "string", title: "State" },
    requestedAt: { type: "string", format: "date-time", title: "Asked for" },
    durationMs: { type: ["number", "null"], title: "Duration in milliseconds" },
    error: { type: ["string", "null"], title: "Why it failed" },
    retriedAs: { type: "array", title: "Run again as", items: { type: "string" } },
  },
  required: ["taskId", "sessionId", "tool", "status", "requestedAt", "durationMs", "error", "retriedAs"],
};

const taskOf = (run: RunDetail) => ({
  taskId: run.callId,
  sessionId: run.sessionId,
  tool: run.tool,
  status: run.status,
  requestedAt: new Date(run.requestedAt).toISOString(),
  durationMs: run.endedAt === null ? null : run.endedAt - run.requestedAt,
  error: run.error === null ? null : `${run.error.code}: ${run.error.message}`,
  retriedAs: run.retries.map(({ callId }) => callId),
});

/** The tools of tasks: how one is, and a failed one once more. Each does what REST does, with its permission. */
export function taskTools({
  store,
  calls,
  presentContext,
}: Pick<Kernel, "store" | "calls" | "presentContext">): ToolDefinition[] {
  async function runOf(tenantId: string, taskId: string, sessionId?: string): Promise<RunDetail> {
    const run = await store.runs.find(tenantId, taskId, sessionId);
    if (run) return run;
    throw new ToolError(`There is no task "${taskId.slice(0, 80)}" here. Name it as what began it answered.`, {
      path: "/taskId",
    });
  }

  const getTaskStatus: ToolDefinition<{ taskId: string; sessionId?: string }> = {
    ...shared,
    slug: "getTaskStatus",
    name: "Get Task Status",
    requiredPermission: "runs.tenant.read",
    description:
      "Says how a task or any other run of this workspace is: its state, how long it took, and why it failed. Use the `taskId` that a tool which " +
      "began a task answered. Look again only where the person waits for it; a task goes on by itself.",
    userDescription: "Says how a task is.",
    icon: "clock",
    inputSchema: objectSchema(
      {
        taskId: idField("Task", "As the tool that began it answered."),
        sessionId: idField("Session", "Of several tasks of this id, the one of this session."),
      },
      ["taskId"],
    ),
    outputSchema: { type: "object", properties: { task: taskSchema }, required: ["task"] },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          key: "task",
          label: "Task",
          config: {
            fields: [
              { key: "tool", label: "Tool", format: "plain" },
              { key: "status", label: "State", format: "badge" },
              { key: "requestedAt", label: "Asked for", format: "datetime" },
              { key: "durationMs", label: "Duration", format: "milliseconds" },
              { key: "error", label: "Why it failed", format: "text" },
            ],
          },
        },
      ],
      only: true,
    },
    summary: ({ taskId }) => taskId,
    execute: async ({ taskId, sessionId }, { tenantId }) => ({
      task: taskOf(await runOf(tenantOf(tenantId), taskId, sessionId || undefined)),
    }),
  };

  const retrySession: ToolDefinition<{ sessionId: string; taskId?: string }> = {
    ...shared,
    slug: "retrySession",
    name: "Retry Session",
    requiredPermission: "runs.tenant.retry",
    permissionPolicy: "always_ask",
    description:
      "Runs again what failed last in a session, with the same input and in a session of its own; with a `taskId`, that run. Find out why it failed " +
      "with getTaskStatus first: what it did before it failed, it may do twice. The person approves each call.",
    userDescription: "Runs again what failed in a session.",
    icon: "refresh-cw",
    inputSchema: objectSchema(
      {
        sessionId: idField("Session", "In which it failed."),
        taskId: idField("Task", "What failed last unless given."),
      },
      ["sessionId"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        retried: taskSchema,
        taskId: { type: "string", title: "New task" },
        sessionId: { type: "string", title: "New session" },
      },
      required: ["retried", "taskId", "sessionId"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          key: "retried",
          label: "Run again",
          config: {
            fields: [
              { key: "tool", label: "Tool", format: "plain" },
              { key: "error", label: "Why it failed", format: "text" },
            ],
          },
        },
      ],
      only: true,
    },
    execute: async ({ sessionId, taskId }, context) => {
      const tenantId = tenantOf(context.tenantId);
      const failed = taskId
        ? await runOf(tenantId, taskId, sessionId)
        : await store.runs.lastFailed(tenantId, sessionId);
      if (!failed) {
        throw new ToolError("Nothing has failed in this session. Name a task to run that again.", {
          path: "/sessionId",
        });
      }
      const { userId, spaceId, tenantSlug = null, permissions = [] } = context;
      const person = { userId, spaceId, tenantSlug, permissions, requestId: randomUUID(), tenantId };
      // It runs as a person's own run of it would, and not as a step of this agent.
      const begun = await said(async () =>
        retryRun(calls, failed, await presentContext(person), { origin: "task", by: "retrySession" }),
      );
      return { retried: taskOf(failed), taskId: begun.callId, sessionId: begun.sessionId };
    },
  };

  return [getTaskStatus, retrySession] as ToolDefinition[];
}

function tenantOf(tenantId: string | null | undefined): string {
  if (tenantId) return tenantId;
  throw new ToolError("Tasks are of a tenant, and this call has none.");
}
