import { ToolError } from "@callboard/core";
import { ProtocolError, type CallToolResult, type InputRequests } from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";
import { UNLIMITED_MS, type ServerConnection, type TaskRequest } from "./connection.ts";
import type { Listener } from "./liveCalls.ts";
import type { KeptTask } from "./questions.ts";
import { readTask, type TaskNow } from "./taskWire.ts";
import { WORDS } from "./serverWords.ts";

/** What following a task comes to: its result, or what it needs before it goes on. */
export type TaskEnd = { said: CallToolResult } | { needs: InputRequests };

/** How often a task is looked at, where its server does not say; and the least and the most, whatever it says. */
const POLL_MS = 1_000;
const SHORTEST_POLL_MS = 100;
const LONGEST_POLL_MS = 30_000;
/** How long one look may take. */
const LOOK_MS = 60_000;
/** How long a server may be away before its task counts as lost. */
const AWAY_MS = 10 * 60_000;

/**
 * Follows a task on its server until that has a result or asks: over connections that break and are made again, for the
 * server has the task and not the connection.
 * @throws ToolError where there will be no result: why, and whether the tool may have run.
 */
export async function followTask(
  connection: ServerConnection,
  task: KeptTask,
  listener: Listener,
  name: string,
): Promise<TaskEnd> {
  const { signal } = listener;
  const taskId = task.id;
  const answered = new Set(task.answered);
  const ask = createPatientAsk(connection, signal, name);
  const { responses } = task;
  if (responses) await ask({ method: "tasks/update", params: { taskId, inputResponses: responses } }, LOOK_MS);
  const over = new AbortController();
  let result: Promise<unknown> | undefined;
  let words: string | undefined;
  let steps = 0;
  const hear = ({ message }: TaskNow) => {
    if (message === undefined || message === words) return;
    words = message;
    listener.onProgress({ progress: ++steps, message });
  };
  while (!over.signal.aborted) {
    const now = readTask(await ask({ method: "tasks/get", params: { taskId } }, LOOK_MS));
    if (!now) throw new ToolError({ template: WORDS.taskUnread, values: { name } }, { isUnknown: true });
    hear(now);
    if (now.status === "cancelled") throw new ToolError({ template: WORDS.taskCancelled, values: { name } });
    if (!result && connection.hasOlderTasks()) {
      // In the revision 2025-11-25 the server asks its questions, and ends, in the answer to this.
      result = ask({ method: "tasks/result", params: { taskId } }, UNLIMITED_MS);
      const end = () => over.abort();
      result.then(end, end);
    }
    if (now.status === "failed") {
      const said = await result?.catch(() => undefined);
      if (said !== undefined) return { said: resultOf(said, name) };
      throw new ToolError({ template: WORDS.taskFailed, values: { name, said: now.error ?? now.message ?? "?" } });
    }
    if (now.status === "completed") return { said: resultOf(result ? await result : now.result, name) };
    const open = Object.entries(now.inputRequests ?? {}).filter(([key]) => !answered.has(key));
    if (now.status === "input_required" && open.length > 0) return { needs: Object.fromEntries(open) };
    const pollMs = Math.min(Math.max(now.pollMs ?? POLL_MS, SHORTEST_POLL_MS), LONGEST_POLL_MS);
    await pause(pollMs, AbortSignal.any([signal, over.signal]));
    signal.throwIfAborted();
  }
  return { said: resultOf(await result, name) };
}

/** Stops a task whose call has ended, as far as its server can be reached. */
export async function cancelTask(connection: ServerConnection, { id }: KeptTask): Promise<void> {
  const request: TaskRequest = { method: "tasks/cancel", params: { taskId: id } };
  // Whether it is still there to be stopped is the server's to know.
  await connection.task(request, { timeout: LOOK_MS }).catch(() => undefined);
}

/** Asks a server again while it is away, for as long as it may be. */
function createPatientAsk(connection: ServerConnection, signal: AbortSignal, name: string) {
  return async (request: TaskRequest, timeout: number): Promise<unknown> => {
    let awaySince: number | undefined;
    for (let wait = SHORTEST_POLL_MS; ; wait = Math.min(wait * 2, LONGEST_POLL_MS)) {
      signal.throwIfAborted();
      try {
        return await connection.task(request, { signal, timeout });
      } catch (error) {
        if (signal.aborted || !(error instanceof ToolError)) throw error;
        const said = error.cause instanceof Error ? error.cause.message : error.message;
        const unknown = (template: string) =>
          new ToolError({ template, values: { name, said } }, { isUnknown: true, cause: error });
        if (error.cause instanceof ProtocolError) throw unknown(WORDS.taskLost);
        awaySince ??= Date.now();
        if (Date.now() - awaySince > AWAY_MS) throw unknown(WORDS.taskAway);
      }
      await pause(wait, signal);
    }
  };
}

function resultOf(result: unknown, name: string): CallToolResult {
  if (!isRecord(result)) throw new ToolError({ template: WORDS.taskUnread, values: { name } }, { isUnknown: true });
  const { content } = result;
  return { ...result, content: Array.isArray(content) ? content : [] };
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
