export { createTimeline } from "@callboard/core/timeline";
export { fromMcp } from "@callboard/core/stream/mcp";
