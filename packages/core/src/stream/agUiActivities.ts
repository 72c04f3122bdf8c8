import { agentOf } from "./agUiSubagents.ts";
import { requestCall, unusedId, type AgUiActivity, type AgUiChat } from "./agUiChat.ts";
import { fieldsIn, isFields, listIn, refused, textIn, type Fields } from "./agUiEvent.ts";
import { applyJsonPatch, isSameJson } from "./agUiPatch.ts";

/** Streamed text of a call, by the fields in which producers put it; undefined is the output itself. */
const CHANNELS: [field: string, channel?: string][] = [
  ["output"],
  ["text"],
  ["stdout", "stdout"],
  ["stderr", "stderr"],
  ["log", "log"],
];

/** What an activity about a call says of it beside its output. */
const NOT_OUTPUT = ["progress", "total", "message", "status", "toolCallId", "tool_call_id"];

/**
 * A snapshot or a patch of an activity. One that names a call (in `toolCallId`, or by its own id) is that call's progress and
 * streamed output; any other is an item of its own: its type as the tool, its content as the output.
 */
export function takeActivity(chat: AgUiChat, event: Fields): void {
  const { activities, writer } = chat;
  const id = textIn(event, "messageId") ?? "";
  const last = activities.get(id);
  let content: unknown = isFields(event.content) ? event.content : { value: event.content };
  if (event.type === "ACTIVITY_DELTA") content = applyJsonPatch(last?.content ?? {}, listIn(event, "patch"));
  if (!isFields(content)) throw refused();
  // One that ended and is said again as it was is no news.
  if (last && isSameJson(last.content, content)) return;
  let activity = last;
  if (!activity || (activity.isItem && writer.stateOf(activity.callId) === "ended")) {
    activities.set(id, (activity = open(chat, event, content, id)));
  } else if (event.replace === false) return;
  const { callId, isItem, content: before } = activity;
  activity.content = content;
  if (isItem) return writer.emit({ type: "tool.output_replaced", callId, output: content });
  const state = writer.stateOf(callId);
  if (state === "ended") return;
  // What still gets its arguments runs all the same, but must not lose them.
  if (state !== "requested") writer.startCall(callId);
  showProgress(chat, callId, before, content);
  showOutput(chat, callId, before, content);
}

/** The turn succeeded: its activities, which are among its calls, stand as they are. */
export function settleActivities({ activities, turn, writer }: AgUiChat): void {
  for (const { isItem, callId, content } of activities.values()) {
    if (isItem && turn.calls.has(callId)) writer.endCall(callId, { status: "completed", output: content });
  }
}

function open(chat: AgUiChat, event: Fields, content: Fields, messageId: string): AgUiActivity {
  const { writer } = chat;
  const metadata = fieldsIn(event, "metadata");
  const about = [content.toolCallId, content.tool_call_id, metadata.toolCallId, messageId].find(
    (id): id is string => typeof id === "string" && writer.stateOf(id) !== undefined,
  );
  if (about !== undefined) return { content: {}, callId: about, isItem: false };
  const callId = unusedId(chat, `activity:${messageId}`);
  const agentId = agentOf(chat, textIn(event, "subagentRunId"), event);
  requestCall(chat, callId, { tool: textIn(event, "activityType") ?? "activity", agentId, messageId });
  writer.startCall(callId);
  return { content: {}, callId, isItem: true };
}

function showProgress({ writer }: AgUiChat, callId: string, before: Fields, content: Fields): void {
  const [was, now] = [before, content].map((said) => ({
    progress: typeof said.progress === "number" ? said.progress : undefined,
    total: typeof said.total === "number" ? said.total : undefined,
    message: textIn(said, "message") ?? textIn(said, "status"),
  }));
  const { progress = 0, ...more } = now!;
  if (isSameJson(was, now) || (now!.progress ?? more.message) === undefined) return;
  writer.emit({ type: "tool.progressed", callId, progress, ...more });
}

function showOutput({ writer }: AgUiChat, callId: string, before: Fields, content: Fields): void {
  let isStreamed = false;
  for (const [field, channel] of CHANNELS) {
    const now = textIn(content, field);
    if (now === undefined) continue;
    isStreamed = true;
    const was = textIn(before, field) ?? "";
    const delta = now.slice(was.length);
    if (!now.startsWith(was)) writer.emit({ type: "tool.output_replaced", callId, output: now });
    else if (delta !== "") writer.emit({ type: "tool.output_appended", callId, delta, channel });
  }
  const output = { ...content };
  for (const field of NOT_OUTPUT) delete output[field];
  if (isStreamed || Object.keys(output).length === 0) return;
  writer.emit({ type: "tool.output_replaced", callId, output: "output" in output ? output.output : output });
}
