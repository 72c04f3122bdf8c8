import { stateOf, writeAgentEnd, writeEnd, writeEvent, writeInput, writeRequest, writeStart } from "../eventWriter.ts";
import { failed } from "../toolResult.ts";
import { laneUnder, rootOf, type Stream, type Task } from "./stream.ts";

/** A message of the Agent SDK about a task. */
export interface TaskMessage {
  subtype?: string;
  task_id?: string;
  tool_use_id?: string | null;
  description?: string;
  subagent_type?: string;
  is_backgrounded?: boolean;
  parent_task_id?: string;
  task_type?: string;
  workflow_name?: string;
  prompt?: string;
  skip_transcript?: boolean;
  ambient?: boolean;
  patch?: { status?: string; error?: string; is_backgrounded?: boolean } | null;
  status?: string;
  summary?: string;
  output_file?: string;
  resource_links?: unknown;
  last_tool_name?: string;
  usage?: { total_tokens?: number; tool_uses?: number; duration_ms?: number } | null;
}

/** Joins a task with the call that started it. */
export function applyTask(stream: Stream, message: TaskMessage): void {
  switch (message.subtype) {
    case "task_started":
      return beginTask(stream, message);
    case "task_progress":
      return applyProgress(stream, message);
    case "task_updated":
      return applyUpdate(stream, message);
    case "task_notification":
      return applyNotification(stream, message);
  }
}

/** The call goes on in the background, as this task. */
export function detachCall({ writer, tasks, background }: Stream, callId: string, taskId: string | undefined): void {
  background.add(callId);
  writeStart(writer, callId);
  if (taskId && !tasks.has(taskId)) tasks.set(taskId, { callId, isAgent: false });
}

/** The turn is over: ends the tasks that ended without a notification. */
export function settleTasks(stream: Stream): void {
  for (const task of stream.tasks.values()) {
    if (task.outcome !== undefined) endTask(stream, task, task.outcome, undefined, null);
  }
}

function beginTask(stream: Stream, message: TaskMessage): void {
  const { writer, tasks, background } = stream;
  const { task_id: id = "", description, subagent_type: agent, task_type: type } = message;
  if (message.skip_transcript || message.ambient) return;
  const callId = callOf(stream, message) || `task:${id}`;
  const isAgent = agent !== undefined || type === "local_agent";
  const isStandIn = !message.tool_use_id && stateOf(writer, callId) === undefined;
  tasks.set(id, { callId, isAgent });
  if (isStandIn) {
    // A task that no call started is shown as a call.
    const parent = tasks.get(message.parent_task_id ?? "");
    const { agentId } = parent?.isAgent ? laneUnder(stream, parent.callId) : rootOf(stream);
    writeRequest(writer, callId, { tool: message.workflow_name ?? agent ?? type ?? "Task", agentId });
    writeInput(writer, callId, { value: { description, prompt: message.prompt } });
  }
  // The call of a background task ends with the task; that of a foreground task, by the call's own result.
  if (isStandIn || message.is_backgrounded) background.add(callId);
  if (stateOf(writer, callId) !== undefined) writeStart(writer, callId);
  if (isAgent) laneUnder(stream, callId, { name: agent, description });
}

/** The call that a message's task runs for, where it names one or its task has one. */
function callOf({ tasks, latest }: Stream, { task_id: id = "", tool_use_id: wireId }: TaskMessage) {
  return tasks.get(id)?.callId ?? latest.get(wireId ?? "") ?? wireId;
}

function applyProgress(stream: Stream, message: TaskMessage): void {
  const { writer } = stream;
  const callId = callOf(stream, message);
  if (!callId || !["ready", "running"].includes(stateOf(writer, callId) ?? "")) return;
  writeStart(writer, callId);
  const text = message.summary ?? message.last_tool_name ?? message.description;
  const count = message.usage?.tool_uses ?? 0;
  writeEvent(writer, { type: "tool.progressed", callId, progress: count, message: text });
}

function applyUpdate(stream: Stream, { task_id: id = "", patch }: TaskMessage): void {
  const task = stream.tasks.get(id);
  if (!task) return;
  if (patch?.is_backgrounded) stream.background.add(task.callId);
  const status = patch?.status;
  if (status === "killed" || status === "failed") endTask(stream, task, status, patch?.error, null);
  else if (status === "completed") task.outcome = status;
}

function applyNotification(stream: Stream, message: TaskMessage): void {
  const callId = callOf(stream, message);
  if (!callId || message.skip_transcript) return;
  const task: Task = stream.tasks.get(message.task_id ?? "") ?? { callId, isAgent: false };
  const { status = "completed", summary, output_file, resource_links } = message;
  task.outcome = undefined;
  endTask(stream, task, status, summary, {
    summary,
    ...(output_file && { output_file }),
    ...(resource_links !== undefined && { resource_links }),
  });
}

/** Ends the sub-agent of a task, and its call where that is in the background. */
function endTask(stream: Stream, task: Task, status: string, text: string | undefined, output: unknown): void {
  const { writer, background } = stream;
  const { callId, isAgent } = task;
  const failure = status === "failed" ? failed("task_failed", text) : ({ status: "cancelled", reason: text } as const);
  const isCompleted = status === "completed";
  if (isAgent) {
    const { agentId } = laneUnder(stream, callId);
    writeAgentEnd(writer, agentId, isCompleted ? { status, result: text } : failure);
  }
  if (background.has(callId)) writeEnd(writer, callId, isCompleted ? { status, output } : failure);
}
