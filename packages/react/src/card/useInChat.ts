"use client";
import type { CallView, Timeline, ToolDetail, ToolSpecs } from "@callboard/core";
import { useCallback } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";

/** Whether the result of a call stands in the thread, unless a later call of its agent used the tool. */
export function mayStandInChat(
  { status, tool: slug }: CallView,
  tool: ToolDetail | undefined,
  registry: ToolSpecs,
): boolean {
  return status === "completed" && (tool?.viewSpec ?? registry.viewSpec(slug))?.inChat === "open";
}

/** Whether a closed card shows its result: the tool's view asks for it, and no later call of the same agent used the tool. */
export function useInChat(call: CallView, tool: ToolDetail | undefined): boolean {
  const { registry, timeline } = useKit();
  const { id, agentId, tool: slug } = call;
  const asks = mayStandInChat(call, tool, registry);
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
