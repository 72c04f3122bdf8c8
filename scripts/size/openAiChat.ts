export { createTimeline } from "@callboard/core/timeline";
export { fromOpenAiChat } from "@callboard/core/stream/openai";
