export { createTimeline } from "@callboard/core/timeline";
export { fromAcp } from "@callboard/core/stream/acp";
