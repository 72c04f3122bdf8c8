export { ToolCallCard } from "@callboard/react";
export * as timeline from "@callboard/core/timeline";
