"use client";
import type { CallView, Timeline, ToolDetail } from "@callboard/core";
import { useCallback } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";

/**
 * Whether the result of a call stands in the thread: the tool's view asks for it, and no later call of the same agent
 * used the tool.
 */
export function useInChat(call: CallView | undefined, tool: ToolDetail | undefined): boolean {
  const { registry, timeline } = useKit();
  const { id = "", agentId = null, tool: slug = "", status } = call ?? {};
  const asks = status === "completed" && (tool?.viewSpec ?? registry.viewSpec(slug))?.inChat === "open";
  const isLatest = useCallback((from: Timeline) => isLatestOfTool(from, agentId, slug, id), [agentId, slug, id]);
  return useTimelineValue(asks ? timeline : undefined, isLatest) ?? false;
}

function isLatestOfTool(timeline: Timeline, agentId: string | null, slug: string, callId: string): boolean {
  const agent = agentId === null ? undefined : timeline.getNode(agentId);
  if (agent?.kind !== "agent") return true;
  const last = agent.items.findLast(({ kind, id }) => {
    if (kind !== "call") return false;
    const node = timeline.getNode(id);
    return node?.kind === "call" && node.tool === slug && node.status !== "failed";
  });
  return last === undefined || last.id === callId;
}
