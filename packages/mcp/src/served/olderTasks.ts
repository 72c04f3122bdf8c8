import { followLog } from "@callboard/core/host";
import {
  ProtocolError,
  ProtocolErrorCode,
  type AuthInfo,
  type InputRequest,
  type McpServer,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Caller } from "./caller.ts";
import { clientOf } from "./client.ts";
import { questionOf } from "./elicitation.ts";
import { followedCall } from "./openAsks.ts";
import type { Served } from "./served.ts";
import { steadyLog } from "./steadyLog.ts";
import { takeAnswers } from "./takeAnswers.ts";
import { contextOf } from "./caller.ts";
import { detailedTask, type Task } from "./taskState.ts";
import type { WaitingCall } from "./waitingCalls.ts";

/** What the revision 2025-11-25 calls the tasks of a server, as a server says that it has them. */
export const OLDER_TASKS = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** The key by which a message says of which task it is. */
const RELATED = "io.modelcontextprotocol/related-task";
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const PAGE = 20;

const result = z.looseObject({});
const ofTask = { params: z.looseObject({ taskId: z.string() }), result };
const ofList = { params: z.looseObject({ cursor: z.string().optional() }).optional(), result };

/** A task as the revision 2025-11-25 has it. */
export const olderTask = ({
  taskId,
  status,
  statusMessage,
  createdAt,
  lastUpdatedAt,
  ttlMs,
  pollIntervalMs,
}: Task) => ({
  taskId,
  status,
  ...(statusMessage !== undefined && { statusMessage }),
  createdAt,
  lastUpdatedAt,
  ttl: ttlMs,
  pollInterval: pollIntervalMs,
});

/**
 * Answers what clients of 2025-11-25 ask of the tasks that they asked for. The task is the call in the log as in the
 * later revision; what it asks is asked while its client waits for the result.
 */
export function serveOlderTasks(
  { server }: McpServer,
  served: Served,
  callerIn: (authInfo: AuthInfo | undefined) => Caller,
): void {
  const { kernel, tasks } = served;
  const askingOf = ({ mcpReq, http }: ServerContext) => ({
    client: clientOf(server, mcpReq),
    caller: callerIn(http?.authInfo),
    request: http?.req,
  });
  const found = async (taskId: string, caller: Caller): Promise<WaitingCall> => {
    const call = await tasks.find(caller, taskId);
    if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such task.");
    return call;
  };
  server.setRequestHandler("tasks/get", ofTask, async ({ taskId }, context) => {
    const asking = askingOf(context);
    return olderTask(await detailedTask(served, asking, await found(taskId, asking.caller)));
  });
  server.setRequestHandler("tasks/list", ofList, async (params, context) => {
    const asking = askingOf(context);
    const page = await tasks.list(asking.caller, { after: params?.cursor, limit: PAGE + 1 });
    const shown = page.slice(0, PAGE);
    const read = await Promise.all(shown.map((call) => detailedTask(served, asking, call)));
    const last = shown.at(-1);
    return { tasks: read.map(olderTask), ...(last && page.length > PAGE && { nextCursor: last.callId }) };
  });
  server.setRequestHandler("tasks/cancel", ofTask, async ({ taskId }, context) => {
    const asking = askingOf(context);
    const call = await found(taskId, asking.caller);
    const { tenantId, userId } = asking.caller.actor;
    const cause = { reason: "The client that had asked for it cancelled it.", by: userId };
    if ((await kernel.calls.cancel(tenantId, taskId, cause)) === "ended") {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This task has ended: there is nothing to cancel.");
    }
    return olderTask(await detailedTask(served, asking, call));
  });
  server.setRequestHandler("tasks/result", ofTask, async ({ taskId }, context) => {
    const asking = askingOf(context);
    const call = await found(taskId, asking.caller);
    await askAndFollow(server, served, asking, call, context);
    const { result: said, status, error } = await detailedTask(served, asking, call);
    if (said) return { ...said, _meta: { ...said._meta, [RELATED]: { taskId } } };
    throw new ProtocolError(error?.code ?? ProtocolErrorCode.InternalError, error?.message ?? `The task is ${status}.`);
  });
}

/** Follows a task to its end, and puts what it asks before the person of the client that waits for it. */
async function askAndFollow(
  server: Server,
  served: Served,
  { caller, client }: Pick<Parameters<typeof detailedTask>[1], "caller" | "client">,
  { callId, sessionId }: WaitingCall,
  { mcpReq }: ServerContext,
): Promise<void> {
  const { kernel } = served;
  const stop = new AbortController();
  const until = AbortSignal.any([mcpReq.signal, stop.signal]);
  const log = steadyLog(kernel.store.log(caller.actor.tenantId), until);
  const call = followedCall(callId);
  const asked = new Set<string>();
  const options = { relatedRequestId: mcpReq.id, timeout: LONGEST_TIMER_MS, signal: until };
  try {
    for await (const events of followLog(log, sessionId, 0, until)) {
      for (const event of events) call.note(event);
      if (call.end) return;
      const tool = call.open.size > 0 && (await kernel.catalog.find(call.tool, await contextOf(kernel, caller)));
      if (!tool) continue;
      for (const ask of call.open.values()) {
        const question = asked.has(ask.id) ? undefined : questionOf(ask, tool, client);
        if (!question) continue;
        asked.add(ask.id);
        putQuestion(server, question, callId, options)
          .then((response) => {
            const inputResponses = { [ask.id]: response };
            return takeAnswers(kernel, caller, { callId, asks: call.asks }, { inputResponses });
          })
          .catch((error: unknown) => {
            // A client that puts it away is asked again when it next waits; the link and the pages answer too.
            if (!until.aborted)
              kernel.onProblem(`The client of the task ${callId} did not answer what it asks.`, error);
          });
      }
    }
    mcpReq.signal.throwIfAborted();
  } finally {
    stop.abort();
  }
}

/** Asks a client of an older revision by another request, which says of which task it is. */
async function putQuestion(
  server: Server,
  question: InputRequest,
  taskId: string,
  options: { relatedRequestId: string | number; timeout: number; signal: AbortSignal },
): Promise<Awaited<ReturnType<Server["elicitInput" | "createMessage" | "listRoots"]>>> {
  const _meta = { [RELATED]: { taskId } };
  switch (question.method) {
    case "elicitation/create":
      return server.elicitInput({ ...question.params, _meta }, options);
    case "sampling/createMessage":
      return server.createMessage({ ...question.params, _meta }, options);
    case "roots/list":
      return server.listRoots({ ...question.params, _meta }, options);
  }
}
