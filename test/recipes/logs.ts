import { createPartialJson, createTimeline, toLegacyToolRun, type SessionEvent } from "@callboard/core";
import { createReplay } from "@callboard/core/timeline";
import { sessionEventSchema } from "@callboard/core/event-schema";
import { readSessionFile, redactEvents, writeSessionFile, writeSessionPage } from "@callboard/core/share";
import type { SessionViewer } from "@callboard/core/share";

export function readSaved(lines: string) {
  // #region saved
  const timeline = createTimeline();
  for (const line of lines.trim().split("\n")) timeline.apply(sessionEventSchema.parse(JSON.parse(line)));
  // #endregion
  return timeline;
}

export function readOld(lines: string) {
  // #region old
  const timeline = createTimeline();
  const events = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SessionEvent);
  timeline.apply(events);
  const { notices } = timeline.snapshot(); // empty where all of it was read
  // #endregion
  return { timeline, notices };
}

export function replayTo(events: readonly SessionEvent[], place: number) {
  // #region replay
  const replay = createReplay(events);
  replay.seek(place); // any `seq` from 0 to replay.lastSeq, forwards or backwards
  const tree = replay.snapshot();
  // #endregion
  return { replay, tree };
}

export async function keep(events: readonly SessionEvent[], viewer: SessionViewer) {
  // #region file
  const log = writeSessionFile(events, { title: "Refunds" }); // one event a line
  const page = await writeSessionPage(events, viewer, { title: "Refunds" }); // opens from disk
  const report = writeSessionFile(redactEvents(events), { redacted: true }); // for a bug
  const back = await readSessionFile(page); // reads each of them; null where there is no session
  // #endregion
  return { log, page, report, back };
}

export function listen(events: readonly SessionEvent[], callId: string, show: (status: string) => void) {
  // #region node
  const timeline = createTimeline();
  const stop = timeline.subscribeNode(callId, () => {
    const call = timeline.getNode(callId);
    if (call?.kind === "call") show(call.status);
  });
  timeline.apply(events);
  timeline.flush(); // subscribers are called once a frame; flush calls them now
  // #endregion
  return stop;
}

export function readArguments(deltas: readonly string[]) {
  // #region partial
  const json = createPartialJson();
  for (const delta of deltas) json.push(delta);
  const { value, path, done } = json;
  // #endregion
  return { value, path, done };
}

export function toRecord(events: readonly SessionEvent[]) {
  // #region legacy
  const record = toLegacyToolRun(events, { tenantId: "acme" });
  // #endregion
  return record;
}
