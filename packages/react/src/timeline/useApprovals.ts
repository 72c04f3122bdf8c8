"use client";
import type { Timeline } from "@callboard/core";
import { useMemo } from "react";
import { askIndexOf, type ApprovalAsk, type Ask } from "./askIndex.ts";
import { useAsks, type Asks } from "./useAsks.ts";
import { useTimeline } from "./useNode.ts";
import { useStore, type Store } from "../useStore.ts";

/**
 * The pending approvals, and how to answer them. An answer rejects with `ToolClientError` where the client refuses it.
 */
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

/** What the calls below this agent or call wait for; null where none waits. */
export function useWaitingBelow(id: string): Ask["kind"] | null {
  const timeline = useTimeline();
  const store = useMemo(() => timeline && waitingBelowStore(timeline, id), [timeline, id]);
  return useStore(store) ?? null;
}

function waitingBelowStore(timeline: Timeline, id: string): Store<Ask["kind"] | null> {
  const { subscribe, waitingBelow } = askIndexOf(timeline);
  return { subscribe, read: () => waitingBelow(id) };
}
