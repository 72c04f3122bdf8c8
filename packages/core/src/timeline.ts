export { createTimeline } from "./timeline/timeline.ts";
export type { Timeline, TimelineOptions } from "./timeline/timeline.ts";
export type { RootView } from "./timeline/readers.ts";
export { workedTime } from "./timeline/waits.ts";
export { createReplay } from "./timeline/replay.ts";
export type { Replay } from "./timeline/replay.ts";
export { createPartialJson } from "./json/partialJson.ts";
export type { PartialJson, PartialJsonError } from "./json/partialJson.ts";
export { CALL_ENDS, isFinal, waitsForTurn, isWaiting } from "./events/callLife.ts";
export type { AgentStatus, CallStatus } from "./events/callLife.ts";
export type { SessionEvent, NewEvent, EventBody, CallSource, EventError } from "./events/event.ts";
export type {
  AgentView,
  Approval,
  CallView,
  ItemRef,
  NodeView,
  Progress,
  Question,
  TextView,
  Wait,
} from "./timeline/node.ts";
export type { AgentSnapshot, CallSnapshot, Snapshot, TextSnapshot } from "./timeline/snapshot.ts";
export type { Allowance, Message, Notice } from "./timeline/state.ts";
export type { Gap } from "./timeline/sequence.ts";
export { createMemoryLog } from "./events/sessionLog.ts";
export type { SessionLog } from "./events/sessionLog.ts";
