import { fieldsIn, isFields, listIn, textIn, type Fields } from "./agUiEvent.ts";
import { applyJsonPatch } from "./agUiPatch.ts";
import type { AgUiTurns } from "./agUiTurns.ts";

interface Activity {
  content: Fields;
  /** The call that it is about, else the item that stands for it. */
  callId: string;
  isItem: boolean;
  agentId: string;
}

/**
 * What an agent shows of its work beside its words. An activity that names a call (in `toolCallId`, or by its own id) is
 * that call's progress and streamed output; any other is an item of its own: its type as the tool, its content as the output.
 */
export interface AgUiActivities {
  snapshot(event: Fields, agentId: () => string): void;
  delta(event: Fields, agentId: () => string): void;
  /** A turn is over: its activities, which are among its calls, stand as they are. */
  endAll(calls: ReadonlySet<string>): void;
}

/** Streamed text of a call, by the fields in which producers put it; null is the output itself. */
const CHANNELS: Record<string, string | null> = {
  output: null,
  text: null,
  stdout: "stdout",
  stderr: "stderr",
  log: "log",
};

/** Makes the activities of a chat. */
export function createAgUiActivities(turns: AgUiTurns): AgUiActivities {
  const { writer } = turns;
  const activities = new Map<string, Activity>();
  const usedIds = new Set<string>();

  const open = (event: Fields, content: Fields, agentId: string): Activity => {
    const messageId = textIn(event, "messageId") ?? "";
    const metadata = fieldsIn(event, "metadata");
    const about = [content.toolCallId, content.tool_call_id, metadata.toolCallId, messageId].find(
      (id): id is string => typeof id === "string" && writer.stateOf(id) !== undefined,
    );
    if (about !== undefined) return { content: {}, callId: about, isItem: false, agentId };
    let callId = `activity:${messageId}`;
    for (let again = 2; usedIds.has(callId); again++) callId = `activity:${messageId}:${again}`;
    usedIds.add(callId);
    turns.request(callId, { tool: textIn(event, "activityType") ?? "activity", agentId, messageId });
    writer.startCall(callId);
    return { content: {}, callId, isItem: true, agentId };
  };
  const show = (activity: Activity, content: Fields, isFirst: boolean) => {
    const before = activity.content;
    activity.content = content;
    const { callId } = activity;
    if (activity.isItem) {
      if (isFirst || !isSameJson(before, content))
        writer.emit({ type: "tool.output_replaced", callId, output: content });
      return;
    }
    if (writer.stateOf(callId) === "ended") return;
    // What still gets its arguments runs all the same, but must not lose them.
    if (writer.stateOf(callId) !== "requested") writer.startCall(callId);
    showProgress(callId, before, content);
    showOutput(callId, before, content);
  };
  const showProgress = (callId: string, before: Fields, content: Fields) => {
    const { progress, total } = content;
    const message = textIn(content, "message") ?? textIn(content, "status");
    const wasMessage = textIn(before, "message") ?? textIn(before, "status");
    if (typeof progress !== "number" && message === undefined) return;
    if (progress === before.progress && total === before.total && message === wasMessage) return;
    writer.emit({
      type: "tool.progressed",
      callId,
      progress: typeof progress === "number" ? progress : 0,
      total: typeof total === "number" ? total : undefined,
      message,
    });
  };
  const showOutput = (callId: string, before: Fields, content: Fields) => {
    let isStreamed = false;
    for (const [field, channel] of Object.entries(CHANNELS)) {
      const now = content[field];
      if (typeof now !== "string") continue;
      isStreamed = true;
      const was = typeof before[field] === "string" ? before[field] : "";
      if (now === was) continue;
      if (!now.startsWith(was)) writer.emit({ type: "tool.output_replaced", callId, output: now });
      else
        writer.emit({
          type: "tool.output_appended",
          callId,
          delta: now.slice(was.length),
          channel: channel ?? undefined,
        });
    }
    const { progress: _progress, total: _total, message: _message, status: _status, ...rest } = content;
    const { toolCallId: _id, tool_call_id: _otherId, ...output } = rest;
    if (!isStreamed && Object.keys(output).length > 0 && !isSameJson(before, content)) {
      writer.emit({ type: "tool.output_replaced", callId, output: "output" in output ? output.output : output });
    }
  };
  const known = (event: Fields): Activity | undefined => {
    const activity = activities.get(textIn(event, "messageId") ?? "");
    return activity?.isItem && writer.stateOf(activity.callId) === "ended" ? undefined : activity;
  };
  const opened = (event: Fields, content: Fields, agentId: () => string): Activity => {
    const activity = open(event, content, agentId());
    activities.set(textIn(event, "messageId") ?? "", activity);
    return activity;
  };

  return {
    snapshot(event, agentId) {
      const content = isFields(event.content) ? event.content : { value: event.content };
      const last = activities.get(textIn(event, "messageId") ?? "");
      // One that ended and is said again as it was is no news.
      if (last && isSameJson(last.content, content)) return;
      const before = known(event);
      if (before && event.replace === false) return;
      show(before ?? opened(event, content, agentId), content, before === undefined);
    },
    delta(event, agentId) {
      const last = activities.get(textIn(event, "messageId") ?? "");
      const content = applyJsonPatch(last?.content ?? {}, listIn(event, "patch"));
      if (!isFields(content)) throw new Error("An activity's content is an object.");
      const before = known(event);
      show(before ?? opened(event, content, agentId), content, before === undefined);
    },
    endAll(calls) {
      for (const { isItem, callId, content, agentId } of activities.values()) {
        if (!isItem || !calls.has(callId) || writer.isWaiting(agentId)) continue;
        writer.endCall(callId, { status: "completed", output: content });
      }
    },
  };
}

function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
