import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type AuthInfo,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { TASKS_EXTENSION } from "../tasksExtension.ts";
import type { Caller } from "./caller.ts";
import { clientOf } from "./client.ts";
import type { Served } from "./served.ts";
import { takeAnswers } from "./takeAnswers.ts";
import { detailedTask, readTask } from "./taskState.ts";
import type { WaitingCall } from "./waitingCalls.ts";

/** What asks for a task by its id, in the extension of 2026-07-28. */
export const TASK_METHODS = ["tasks/get", "tasks/update", "tasks/cancel"] as const;

const anything = z.looseObject({});
const schemas = { params: z.looseObject({ taskId: z.string() }), result: anything };

/**
 * Answers what clients of 2026-07-28 ask of their tasks. A task is a call of the log, so it outlives the host, and
 * another caller than its own has none of it.
 */
export function serveTasks(
  { server }: McpServer,
  served: Served,
  callerIn: (authInfo: AuthInfo | undefined) => Caller,
): void {
  const { kernel } = served;
  const asked = async (taskId: string, { mcpReq, http }: ServerContext) => {
    const client = clientOf(server, mcpReq);
    if (!client.followsTasks) {
      const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
    }
    const caller = callerIn(http?.authInfo);
    const found: WaitingCall | undefined = await served.tasks.find(caller, taskId);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such task.");
    return { found, asking: { client, caller, request: http?.req } };
  };
  server.setRequestHandler("tasks/get", schemas, async ({ taskId }, context) => {
    const { found, asking } = await asked(taskId, context);
    return { ...(await detailedTask(served, asking, found)) };
  });
  server.setRequestHandler("tasks/update", schemas, async ({ taskId }, context) => {
    const { found, asking } = await asked(taskId, context);
    const { call } = await readTask(served, asking.caller, found);
    await takeAnswers(kernel, asking.caller, { callId: taskId, asks: call.asks }, context.mcpReq);
    return {};
  });
  server.setRequestHandler("tasks/cancel", schemas, async ({ taskId }, context) => {
    const { asking } = await asked(taskId, context);
    const { tenantId, userId } = asking.caller.actor;
    const cause = { reason: "The client that had asked for it cancelled it.", by: userId };
    await kernel.calls.cancel(tenantId, taskId, cause);
    return {};
  });
}
