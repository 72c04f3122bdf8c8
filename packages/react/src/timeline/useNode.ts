"use client";
import type { AgentView, CallView, NodeView, Timeline } from "@callboard/core";
import { useCallback, useSyncExternalStore } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";

const nothing = () => () => {};

/** The nearest provider's timeline, if there is one. */
export function useTimeline(): Timeline | undefined {
  return useCallboard().timeline;
}

/** A node of the nearest timeline; the component renders again when that node changes, and for no other. */
function useNode(id: string): NodeView | undefined {
  const timeline = useTimeline();
  const subscribe = useCallback(
    (listener: () => void) => (timeline ? timeline.subscribeNode(id, listener) : nothing()),
    [timeline, id],
  );
  const read = () => timeline?.getNode(id);
  return useSyncExternalStore(subscribe, read, read);
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
