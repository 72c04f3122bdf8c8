import type { AgentDetails, EventWriter } from "./eventWriter.ts";
import { failed } from "./toolResult.ts";

/** What the Agent SDK says of a task: a sub-agent, a shell or a workflow, in the foreground or behind it. */
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

interface Task {
  callId: string;
  isAgent: boolean;
  /** What ended it, where its last word has not come yet. */
  outcome?: string | undefined;
}

/** The tasks of a session. */
export interface Tasks {
  take(message: TaskMessage): void;
  /** A result says that the call has only been started, under this task. */
  detach(callId: string, taskId: string | undefined): void;
  /** Whether a call goes on behind the conversation. */
  isBehind(callId: string): boolean;
  /** The turn is over: tasks that had ended have no other last word. */
  settle(): void;
}

const badEnd = (status: string, words: string | undefined) =>
  status === "failed" ? failed("task_failed", words) : ({ status: "cancelled", reason: words } as const);

/** Joins tasks with the calls that started them; `agentUnder` gives the sub-agent under a call, made if need be. */
export function createTasks(
  writer: EventWriter,
  { agentUnder, rootAgent }: { agentUnder: (callId: string, details: AgentDetails) => string; rootAgent: () => string },
): Tasks {
  const tasks = new Map<string, Task>();
  const behind = new Set<string>();

  const begin = (message: TaskMessage) => {
    const { task_id: id = "", description, subagent_type: agent, task_type: type } = message;
    if (message.skip_transcript || message.ambient) return;
    const callId = message.tool_use_id || tasks.get(id)?.callId || `task:${id}`;
    const isAgent = agent !== undefined || type === "local_agent";
    const isOwn = !message.tool_use_id && writer.stateOf(callId) === undefined;
    tasks.set(id, { callId, isAgent });
    if (isOwn) {
      // A task that no call started stands for itself.
      const parent = tasks.get(message.parent_task_id ?? "");
      const agentId = parent?.isAgent ? agentUnder(parent.callId, {}) : rootAgent();
      writer.requestCall(callId, { tool: message.workflow_name ?? agent ?? type ?? "Task", agentId });
      writer.finishInput(callId, { value: { description, prompt: message.prompt } });
    }
    // Its call ends when the task does; that of a task in the foreground, by the call's own result.
    if (isOwn || message.is_backgrounded) behind.add(callId);
    if (writer.stateOf(callId) !== undefined) writer.startCall(callId);
    if (isAgent) agentUnder(callId, { name: agent, description });
  };
  const progress = (message: TaskMessage) => {
    const callId = message.tool_use_id || tasks.get(message.task_id ?? "")?.callId;
    if (!callId || !["ready", "running"].includes(writer.stateOf(callId) ?? "")) return;
    writer.startCall(callId);
    const text = message.summary ?? message.last_tool_name ?? message.description;
    const count = message.usage?.tool_uses ?? 0;
    writer.emit({ type: "tool.progressed", callId, progress: count, message: text });
  };
  const endAgent = (task: Task, status: string, words: string | undefined) => {
    if (!task.isAgent) return;
    const end = status === "completed" ? ({ status, result: words } as const) : badEnd(status, words);
    writer.endAgent(agentUnder(task.callId, {}), end);
  };
  const endCall = (task: Task, status: string, words: string | undefined, output: unknown) => {
    if (behind.has(task.callId))
      writer.endCall(task.callId, status === "completed" ? { status, output } : badEnd(status, words));
  };
  const update = (message: TaskMessage) => {
    const task = tasks.get(message.task_id ?? "");
    if (!task) return;
    if (message.patch?.is_backgrounded) behind.add(task.callId);
    const status = message.patch?.status;
    if (status === "killed" || status === "failed") {
      endAgent(task, status, message.patch?.error);
      endCall(task, status, message.patch?.error, null);
    } else if (status === "completed") task.outcome = status;
  };
  const notify = (message: TaskMessage) => {
    const callId = message.tool_use_id || undefined;
    const task = tasks.get(message.task_id ?? "") ?? (callId ? { callId, isAgent: false } : undefined);
    if (!task || message.skip_transcript) return;
    const { status = "completed", summary, output_file, resource_links } = message;
    task.outcome = undefined;
    endAgent(task, status, summary);
    endCall(task, status, summary, {
      summary,
      ...(output_file && { output_file }),
      ...(resource_links !== undefined && { resource_links }),
    });
  };

  return {
    take(message) {
      if (message.subtype === "task_started") begin(message);
      else if (message.subtype === "task_progress") progress(message);
      else if (message.subtype === "task_updated") update(message);
      else if (message.subtype === "task_notification") notify(message);
    },
    detach(callId, taskId) {
      behind.add(callId);
      writer.startCall(callId);
      if (taskId && !tasks.has(taskId)) tasks.set(taskId, { callId, isAgent: false });
    },
    isBehind: (callId) => behind.has(callId),
    settle() {
      for (const task of tasks.values()) {
        if (task.outcome === undefined) continue;
        endAgent(task, task.outcome, undefined);
        endCall(task, task.outcome, undefined, null);
      }
    },
  };
}
