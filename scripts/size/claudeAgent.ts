export { createTimeline } from "@callboard/core/timeline";
export { fromClaudeAgent } from "@callboard/core/stream/claude-agent";
