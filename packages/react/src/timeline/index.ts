export { ToolProvider, useCallboard } from "../provider/ToolProvider.tsx";
export type { Callboard, ToolProviderProps } from "../provider/ToolProvider.tsx";
export { useAgent, useCall, useTimeline } from "./useNode.ts";
export { useSession } from "./useSession.ts";
export type { FollowedSession } from "./useSession.ts";
export { ToolCallCard } from "../call/ToolCallCard.tsx";
export type { ToolCallCardProps } from "../call/ToolCallCard.tsx";
