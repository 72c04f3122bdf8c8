import type { InputRequests, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";
import { takeMessages } from "../listeners.ts";

/** How a task stands on its server: as the extension of 2026-07-28 and the revision 2025-11-25 both have it. */
export interface TaskNow {
  taskId: string;
  status: TaskStatus;
  /** What it is at, in words. */
  message?: string;
  /** How soon its server wants to be asked again. */
  pollMs?: number;
  /** What it asks, in the extension alone. */
  inputRequests?: InputRequests;
  /** What it came to, in the extension alone. */
  result?: unknown;
  /** Why it came to nothing, in words. */
  error?: string;
}

const STATUSES = ["working", "input_required", "completed", "failed", "cancelled"] as const;
export type TaskStatus = (typeof STATUSES)[number];

/** Reads a task in either shape; undefined for what is none. */
export function readTask(value: unknown): TaskNow | undefined {
  if (!isRecord(value)) return undefined;
  const { taskId, statusMessage, inputRequests, result, error } = value;
  const status = STATUSES.find((known) => known === value["status"]);
  if (typeof taskId !== "string" || taskId === "" || !status) return undefined;
  const pollMs = value["pollIntervalMs"] ?? value["pollInterval"];
  const failure = isRecord(error) ? error["message"] : undefined;
  return {
    taskId,
    status,
    ...(typeof statusMessage === "string" && statusMessage !== "" && { message: statusMessage }),
    ...(typeof pollMs === "number" && pollMs >= 0 && { pollMs }),
    ...(isRecord(inputRequests) && { inputRequests: inputRequests as InputRequests }),
    ...(result !== undefined && { result }),
    ...(typeof failure === "string" && { error: failure }),
  };
}

/**
 * Lets the library take a task for an answer to `tools/call`: it refuses what has no content, whichever revision it is
 * of, and throws away what the extension answers. So either shape is handed to it as `task` beside no content; marked
 * as an error, for of an output it would demand what the tool's schema says.
 */
export const admitTasks = (transport: Transport): void => takeMessages(transport, withTask);

function withTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || !isRecord(message.result)) return message;
  const { result } = message;
  const task = result["resultType"] === "task" ? result : result["task"];
  if (!readTask(task)) return message;
  return { ...message, result: { resultType: "complete", content: [], isError: true, task } };
}

/** The task that a `tools/call` was answered with. */
export const taskIn = (result: object): TaskNow | undefined => ("task" in result ? readTask(result.task) : undefined);
