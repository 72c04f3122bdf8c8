export { createTimeline } from "@callboard/core/timeline";
export { fromAnthropic } from "@callboard/core/stream/anthropic";
