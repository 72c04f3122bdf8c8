export { ToolProvider } from "./provider/ToolProvider.tsx";
export type {
  OnSurfaceAction,
  OnSurfaceCall,
  RenderText,
  SurfaceAction,
  SurfaceCall,
  ToolProviderProps,
} from "./provider/ToolProvider.tsx";
export type { ViewChoices } from "./provider/viewChoices.ts";
export { useCallboard } from "./provider/useCallboard.ts";
export type { Callboard } from "./provider/useCallboard.ts";
export { useAgent, useCall, useText, useTimeline } from "./timeline/useNode.ts";
export { useSession } from "./timeline/useSession.ts";
export type { FollowedSession } from "./timeline/useSession.ts";
export { useApprovals } from "./timeline/useApprovals.ts";
export type { Approvals } from "./timeline/useApprovals.ts";
export { useAllowances, useAsks } from "./timeline/useAsks.ts";
export type { Allowances, Asks } from "./timeline/useAsks.ts";
export type { ApprovalAsk, Ask, QuestionAsk } from "./timeline/askIndex.ts";
export { useFollowEnd } from "./timeline/useFollowEnd.ts";
export type { FollowedEnd } from "./timeline/useFollowEnd.ts";
export { AgentTimeline } from "./card/AgentTimeline.tsx";
export type { AgentTimelineProps } from "./card/AgentTimeline.tsx";
export { card } from "./provider/card.ts";
export type { Card, CardBodyProps } from "./provider/card.ts";
export { AskDock } from "./card/AskDock.tsx";
export type { AskDockProps } from "./card/AskDock.tsx";
export { useToolText } from "./card/useToolText.ts";
export type { ToolText } from "./card/useToolText.ts";
export { ToolCallCard } from "./card/ToolCallCard.tsx";
export type { ToolCallCardProps } from "./card/ToolCallCard.tsx";
