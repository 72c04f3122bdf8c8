export { createTimeline } from "@callboard/core/timeline";
export { fromOpenAiResponses } from "@callboard/core/stream/openai";
