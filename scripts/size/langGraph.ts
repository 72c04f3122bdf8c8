export { createTimeline } from "@callboard/core/timeline";
export { fromLangGraph } from "@callboard/core/stream/langgraph";
