"use client";
import type { Timeline } from "@callboard/core";
import { useCallback, useRef, useSyncExternalStore } from "react";

/**
 * A value read from a whole timeline; the component renders again when the value differs, and not when the rest changes.
 * `read` runs after every change, so it has to be cheap.
 */
export function useTimelineValue<T>(
  timeline: Timeline | undefined,
  read: (timeline: Timeline) => T,
  equal: (one: T, other: T) => boolean = Object.is,
): T | undefined {
  const last = useRef<{ of: Timeline; value: T } | null>(null);
  const subscribe = useCallback(
    (listener: () => void) => (timeline ? timeline.subscribe(listener) : () => {}),
    [timeline],
  );
  const snapshot = (): T | undefined => {
    if (!timeline) return undefined;
    const value = read(timeline);
    if (last.current?.of === timeline && equal(last.current.value, value)) return last.current.value;
    last.current = { of: timeline, value };
    return value;
  };
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** True where two lists hold the same things in the same order. */
export function sameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => Object.is(item, other[index]));
}
