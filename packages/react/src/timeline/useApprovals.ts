"use client";
import type { Timeline } from "@callboard/core";
import { useMemo } from "react";
import { askIndexOf, type ApprovalAsk } from "./askIndex.ts";
import { useAsks, type Asks } from "./useAsks.ts";
import { useTimeline } from "./useNode.ts";
import { useStore, type Store } from "../useStore.ts";

/** The pending approvals, and how to answer them. An answer rejects with `ToolClientError` where the client refuses it. */
export interface Approvals extends Pick<Asks, "approve" | "deny"> {
  /** Every pending approval at any depth, in the order of arrival. */
  asks: readonly ApprovalAsk[];
}

/**
 * The pending approvals of the nearest timeline, and how to answer them; `useAsks` has the questions too.
 * @example
 * ```tsx
 * const { asks, approve } = useApprovals();
 * return asks.map((ask) => <button onClick={() => approve(ask)}>{ask.call.title}</button>);
 * ```
 */
export function useApprovals(): Approvals {
  const { asks, approve, deny } = useAsks();
  return useMemo(() => ({ asks: asks.filter((ask) => ask.kind === "approval"), approve, deny }), [asks, approve, deny]);
}

/** True while a call somewhere below this agent or call waits for an answer. */
export function useWaitingBelow(id: string): boolean {
  const timeline = useTimeline();
  const store = useMemo(() => timeline && waitingBelowStore(timeline, id), [timeline, id]);
  return useStore(store) ?? false;
}

function waitingBelowStore(timeline: Timeline, id: string): Store<boolean> {
  const { subscribe, isWaitingBelow } = askIndexOf(timeline);
  return { subscribe, read: () => isWaitingBelow(id) };
}
