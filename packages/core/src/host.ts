// For whoever builds a host: a call from its tool's name to its last event.
export { toToolDetail, toToolListing } from "./tool/registry.ts";
export { createRecent } from "./search/recent.ts";
export type { Recent } from "./search/recent.ts";
export { plainCopy } from "./json/plainCopy.ts";
export { isRecord } from "./json/record.ts";
export { canonicalJson } from "./json/jsonKey.ts";
export { sameJson } from "./json/sameJson.ts";
export { inWords } from "./tool/said.ts";
export { callerOf, causeOf, checkInput, checkOutput, runCall, startedEvent } from "./calls/call.ts";
export type {
  CallOptions,
  CallRefusal,
  CallResult,
  Delegated,
  InputRefusal,
  Outcome,
  OutputCheck,
} from "./calls/call.ts";
export { isSearched, reservedNames } from "./bridge/searchTools.ts";
export { isForModels } from "./tool/visibility.ts";
export { fillTemplate } from "./tool/said.ts";
export { OTHER_PREVIEW, previewOf } from "./calls/previewOf.ts";
export { createRecorder } from "./calls/recorder.ts";
export type { Recorder } from "./calls/recorder.ts";
export {
  AGENT_ENDS,
  CALL_ENDS,
  isAgentEnd,
  isCallEnd,
  isFinal,
  isWaiting,
  NEW_CALL,
  nextAgentStatus,
  nextCallState,
  waitsForTurn,
} from "./events/callLife.ts";
export type { CallEndEvent, CallState, CallTurn } from "./events/callLife.ts";
export { followLog } from "./events/sessionLog.ts";
export { joinDeltas } from "./events/joinDeltas.ts";
export { createOpenWork } from "./events/openWork.ts";
export type { EndCause, OpenWork } from "./events/openWork.ts";
export { appendSessionEvent } from "./events/appendSessionEvent.ts";
export { createGivenAnswers, isInputNeeded, questionEvents } from "./tool/needInput.ts";
export { isHandedOver } from "./tool/handOver.ts";
export type { GivenAnswers } from "./tool/needInput.ts";
export { delegatedAgent, isDelegation, leaveWork } from "./tool/delegate.ts";
export type { LeftWork } from "./tool/delegate.ts";
export { budgetNote } from "./tool/budget.ts";
export { embedLine, embedRoom } from "./client/embedFiles.ts";
export type { EmbedFiles } from "./client/embedFiles.ts";
export { PAGES_STATE } from "./client/pagesState.ts";
export type { PagesState } from "./client/pagesState.ts";
