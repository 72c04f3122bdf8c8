"use client";
import { ToolClientError, type Timeline } from "@callboard/core";
import { useMemo } from "react";
import { useTimeline } from "../../timeline/useNode.ts";
import { useStore } from "../../useStore.ts";

const lateByTimeline = new WeakMap<Timeline, Set<string>>();
const listeners = new Set<() => void>();

/** Notes that an answer of this page did not count, since the ask had its answer or its end. Its card says so, whoever has drawn the ask. */
export function noteIfLate(timeline: Timeline | undefined, askId: string, error: unknown): void {
  // A tool that has changed asks anew, and says so there.
  if (!timeline || !(error instanceof ToolClientError) || error.status !== 409 || error.code === "tool_changed") return;
  const late = lateByTimeline.get(timeline) ?? new Set();
  lateByTimeline.set(timeline, late.add(askId));
  for (const listener of [...listeners]) listener();
}

/** Whether this page has answered an ask too late. */
export function useLate(askId: string): boolean {
  const timeline = useTimeline();
  const store = useMemo(
    () => ({
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      read: () => timeline !== undefined && lateByTimeline.get(timeline)?.has(askId) === true,
      readOnServer: () => false,
    }),
    [timeline, askId],
  );
  return useStore(store);
}
