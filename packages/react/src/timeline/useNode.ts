"use client";
import type { AgentView, CallView, NodeView, TextView, Timeline } from "@callboard/core";
import { useMemo } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStore, type Store } from "../useStore.ts";

/** The nearest provider's timeline, if there is one. */
export function useTimeline(): Timeline | undefined {
  return useKit().timeline;
}

/** A node of the nearest timeline; the component renders again when that node changes, and for no other. */
function useNode(id: string): NodeView | undefined {
  const timeline = useTimeline();
  return useStore(useMemo(() => timeline && nodeStore(timeline, id), [timeline, id]));
}

/** A call by its id, live; `undefined` until it has appeared. */
export function useCall(callId: string): CallView | undefined {
  const node = useNode(callId);
  return node?.kind === "call" ? node : undefined;
}

/** An agent by its id, live; `undefined` until it has appeared. */
export function useAgent(agentId: string): AgentView | undefined {
  const node = useNode(agentId);
  return node?.kind === "agent" ? node : undefined;
}

/** A piece of an agent's text by its id, live; `undefined` until it has appeared. */
export function useText(id: string): TextView | undefined {
  const node = useNode(id);
  return node?.kind === "text" || node?.kind === "reasoning" ? node : undefined;
}

function nodeStore(timeline: Timeline, id: string): Store<NodeView | undefined> {
  return { subscribe: (listener) => timeline.subscribeNode(id, listener), read: () => timeline.getNode(id) };
}
