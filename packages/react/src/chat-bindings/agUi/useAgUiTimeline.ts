"use client";
import { useEffect } from "react";
import { agUiSessionOf, type AgUiAgent, type AgUiTimeline } from "./agUiSession.ts";

/**
 * The calls of an AG-UI agent's chat, live and as saved, and how to answer them; all who use it for one agent share one
 * timeline. The chat's messages stay the host's own.
 * @example
 * ```tsx
 * const { timeline, client } = useAgUiTimeline(agent);
 * return (
 *   <ToolProvider timeline={timeline} client={client}>
 *     {message.toolCalls?.map(({ id }) => <ToolCallCard key={id} callId={id} />)}
 *   </ToolProvider>
 * );
 * ```
 */
export function useAgUiTimeline(agent: AgUiAgent): AgUiTimeline {
  const session = agUiSessionOf(agent);
  useEffect(() => session.attach(), [session]);
  return session.view;
}
