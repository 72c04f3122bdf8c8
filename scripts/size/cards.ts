export { ToolCallCard } from "@callboard/react/timeline";
export * as timeline from "@callboard/core/timeline";
