"use client";
import { useEffect } from "react";
import { agUiSessionOf, type AgUiAgent, type AgUiTimeline } from "./agUiSession.ts";

/**
 * The calls of an AG-UI agent's chat, live and saved, and a client that answers them; all components that use it for
 * one agent share one timeline. The app keeps the chat's messages itself.
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
