export { createTimeline } from "@callboard/core/timeline";
export { fromAiSdk } from "@callboard/core/stream/ai-sdk";
