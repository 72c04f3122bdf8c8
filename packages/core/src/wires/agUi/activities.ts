import { stateOf, writeEnd, writeEvent, writeStart } from "../eventWriter.ts";
import { isRecord } from "../../json/record.ts";
import { sameJson } from "../../json/sameJson.ts";
import { agentOf } from "./subagents.ts";
import { requestCall, unusedId, type AgUiActivity, type AgUiChat } from "./chat.ts";
import { fieldsIn, listIn, refused, optionalString, type Fields } from "./eventFields.ts";
import { applyJsonPatch } from "./jsonPatch.ts";

/** Streamed text of a call, by the fields in which producers put it; undefined is the output itself. */
const CHANNELS: [field: string, channel?: string][] = [
  ["output"],
  ["text"],
  ["stdout", "stdout"],
  ["stderr", "stderr"],
  ["log", "log"],
];

/** The fields of an activity about a call that are not its output. */
const NOT_OUTPUT = ["progress", "total", "message", "status", "toolCallId", "tool_call_id"];

/**
 * A snapshot or a patch of an activity. One that names a call (in `toolCallId`, or by its own id) is that call's
 * progress and streamed output. Any other is shown as a call: its type as the tool, its content as the output.
 */
export function applyActivity(chat: AgUiChat, event: Fields): void {
  const { activities, writer } = chat;
  const id = optionalString(event, "messageId") ?? "";
  const last = activities.get(id);
  if (last && chat.retelling && stateOf(writer, last.callId) === "ended") return;
  let content: unknown = isRecord(event.content) ? event.content : { value: event.content };
  if (event.type === "ACTIVITY_DELTA") content = applyJsonPatch(last?.content ?? {}, listIn(event, "patch"));
  if (!isRecord(content)) throw refused();
  // A repeated snapshot changes nothing, also after the activity has ended.
  if (last && sameJson(last.content, content)) return;
  let activity = last;
  if (!activity || (activity.isItem && stateOf(writer, activity.callId) === "ended")) {
    activities.set(id, (activity = open(chat, event, content, id)));
  } else if (event.replace === false) return;
  const { callId, isItem, content: before } = activity;
  activity.content = content;
  if (isItem) return writeEvent(writer, { type: "tool.output_replaced", callId, output: content });
  const state = stateOf(writer, callId);
  if (state === "ended") return;
  // A call whose arguments still stream runs too, but is not started, so that it does not lose them.
  if (state !== "requested") writeStart(writer, callId);
  showProgress(chat, callId, before, content);
  showOutput(chat, callId, before, content);
}

/** The turn succeeded: its activities are completed with their last content. */
export function settleActivities({ activities, turn, writer }: AgUiChat): void {
  for (const { isItem, callId, content } of activities.values()) {
    if (isItem && turn.calls.has(callId)) writeEnd(writer, callId, { status: "completed", output: content });
  }
}

function open(chat: AgUiChat, event: Fields, content: Fields, messageId: string): AgUiActivity {
  const { writer } = chat;
  const metadata = fieldsIn(event, "metadata");
  const about = [content.toolCallId, content.tool_call_id, metadata.toolCallId, messageId].find(
    (id): id is string => typeof id === "string" && stateOf(writer, id) !== undefined,
  );
  if (about !== undefined) return { content: {}, callId: about, isItem: false };
  const callId = unusedId(chat, `activity:${messageId}`);
  const agentId = agentOf(chat, optionalString(event, "subagentRunId"), event);
  requestCall(chat, callId, { tool: optionalString(event, "activityType") ?? "activity", agentId, messageId });
  writeStart(writer, callId);
  return { content: {}, callId, isItem: true };
}

function showProgress({ writer }: AgUiChat, callId: string, before: Fields, content: Fields): void {
  const [was, now] = [before, content].map((fields) => ({
    progress: typeof fields.progress === "number" ? fields.progress : undefined,
    total: typeof fields.total === "number" ? fields.total : undefined,
    message: optionalString(fields, "message") ?? optionalString(fields, "status"),
  }));
  const { progress = 0, ...more } = now!;
  if (sameJson(was, now) || (now!.progress ?? more.message) === undefined) return;
  writeEvent(writer, { type: "tool.progressed", callId, progress, ...more });
}

function showOutput({ writer }: AgUiChat, callId: string, before: Fields, content: Fields): void {
  let isStreamed = false;
  for (const [field, channel] of CHANNELS) {
    const now = optionalString(content, field);
    if (now === undefined) continue;
    isStreamed = true;
    const was = optionalString(before, field) ?? "";
    const delta = now.slice(was.length);
    if (!now.startsWith(was)) writeEvent(writer, { type: "tool.output_replaced", callId, output: now });
    else if (delta !== "") writeEvent(writer, { type: "tool.output_appended", callId, delta, channel });
  }
  const output = { ...content };
  for (const field of NOT_OUTPUT) delete output[field];
  if (isStreamed || Object.keys(output).length === 0) return;
  writeEvent(writer, { type: "tool.output_replaced", callId, output: "output" in output ? output.output : output });
}
