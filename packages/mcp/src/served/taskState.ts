import type { CallToolResult, InputRequest } from "@modelcontextprotocol/server";
import { contextOf, type Caller } from "./caller.ts";
import { failureOf, resultOf } from "./callResult.ts";
import type { McpClient } from "./client.ts";
import { questionOf } from "./elicitation.ts";
import { followedCall, type FollowedCall, type OpenAsk } from "./openAsks.ts";
import type { Served } from "./served.ts";
import { TASK_TTL_MS } from "./servedTasks.ts";
import type { WaitingCall } from "./waitingCalls.ts";

/** How soon a client is to look at its task again, in milliseconds. */
const POLL_MS = 1_000;

/** A task as the extension of 2026-07-28 has it. */
export interface Task {
  taskId: string;
  status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  pollIntervalMs: number;
}

/** A task with what it asks, or what has come of it. */
export interface DetailedTask extends Task {
  /** By the ids of the asks: none of them comes twice in a task. */
  inputRequests?: Record<string, InputRequest>;
  result?: CallToolResult;
  error?: { code: number; message: string };
}

/** A call of the log that a client follows. */
export interface ReadTask {
  call: FollowedCall;
  /** What it is at, in the words of its handler. */
  message: string | undefined;
  createdAt: number;
  lastUpdatedAt: number;
}

export async function readTask(
  { kernel }: Pick<Served, "kernel">,
  { actor }: Caller,
  { callId, sessionId }: WaitingCall,
): Promise<ReadTask> {
  const call = followedCall(callId);
  const read: ReadTask = { call, message: undefined, createdAt: 0, lastUpdatedAt: 0 };
  for (const event of await kernel.store.log(actor.tenantId).read(sessionId)) {
    call.note(event);
    if (!("callId" in event) || event.callId !== callId) continue;
    read.createdAt ||= event.at;
    read.lastUpdatedAt = event.at;
    if (event.type === "tool.progressed" && event.message !== undefined) read.message = event.message;
  }
  return read;
}

/** A task that goes on, as its client is told of it. */
export const workingTask = (taskId: string, { createdAt, lastUpdatedAt, message }: Omit<ReadTask, "call">): Task => ({
  taskId,
  status: "working",
  ...(message !== undefined && { statusMessage: message }),
  createdAt: new Date(createdAt).toISOString(),
  lastUpdatedAt: new Date(lastUpdatedAt).toISOString(),
  ttlMs: TASK_TTL_MS,
  pollIntervalMs: POLL_MS,
});

/** The state of a task, with what its client can put before its person, or what came of it. */
export async function detailedTask(
  served: Served,
  asking: { caller: Caller; client: McpClient; request: Request | undefined },
  found: WaitingCall,
): Promise<DetailedTask> {
  const { kernel } = served;
  const { caller, client } = asking;
  const read = await readTask(served, caller, found);
  const { call } = read;
  const task = workingTask(found.callId, read);
  const tool = await kernel.catalog.find(call.tool, await contextOf(kernel, caller));
  if (!call.end) {
    const questions = [...call.open.values()].flatMap((ask) => {
      const question = tool && questionOf(ask, tool, client);
      return question ? [[ask.id, question] as const] : [];
    });
    if (questions.length > 0) {
      return { ...task, status: "input_required", inputRequests: Object.fromEntries(questions) };
    }
    if (call.open.size === 0) return task;
    return {
      ...task,
      statusMessage: await linkWords(served, asking, found, tool?.name ?? call.tool, call.open.values()),
    };
  }
  if (call.end.how === "cancelled") return { ...task, status: "cancelled" };
  const { tenantId } = caller.actor;
  const ended = await kernel.calls.end({ tenantId, callId: found.callId });
  if (call.end.how === "interrupted" || !ended) {
    const message = ended?.error ?? "This call is not in the host's log any more.";
    return { ...task, status: "failed", error: { code: -32603, message } };
  }
  const { output, error } = ended;
  const result = error === null ? resultOf(tool, output) : failureOf(error);
  return { ...task, status: "completed", result };
}

/** What a client is told that cannot ask its person itself. */
async function linkWords(
  served: Served,
  { caller, client, request }: { caller: Caller; client: McpClient; request: Request | undefined },
  call: WaitingCall,
  name: string,
  open: Iterable<OpenAsk>,
): Promise<string> {
  const link = { ...call, actor: caller.actor, client: client.name, caller: caller.id };
  const linkTo = async (ask: OpenAsk) => {
    const key = `${caller.actor.tenantId} ${ask.id}`;
    const made = served.taskLinks.of(key, () => served.links.create(ask, link));
    // What failed is made again at the next look.
    made.catch(() => served.taskLinks.forget(key));
    return served.addressOf(await made, request);
  };
  const addresses = await Promise.all([...open].map(linkTo));
  return `“${name}” waits for a person. Give them this link, by which they read what is asked and decide: ${addresses.join(" ")}`;
}
