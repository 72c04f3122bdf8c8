"use client";
import type { Timeline } from "@callboard/core";
import { useCallback, useState } from "react";
import { useTimeline } from "./useNode.ts";

const keptOf = new WeakMap<Timeline, Map<string, unknown>>();

/**
 * A state of a node that outlives its component: what a reader opened or drafted is kept beside the timeline, so a list may unmount
 * cards freely. The first value seen for a key stays until it is set.
 */
export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  const timeline = useTimeline();
  const [state, setState] = useState<{ of: string; value: T }>(() => ({
    of: key,
    value: keep(timeline, key, initial),
  }));
  const value = state.of === key ? state.value : keep(timeline, key, initial);
  const set = useCallback(
    (next: T) => {
      if (timeline) mapOf(timeline).set(key, next);
      setState({ of: key, value: next });
    },
    [timeline, key],
  );
  return [value, set];
}

function mapOf(timeline: Timeline): Map<string, unknown> {
  let map = keptOf.get(timeline);
  if (!map) keptOf.set(timeline, (map = new Map()));
  return map;
}

function keep<T>(timeline: Timeline | undefined, key: string, initial: T): T {
  if (!timeline) return initial;
  const map = mapOf(timeline);
  if (!map.has(key)) map.set(key, initial);
  return map.get(key) as T;
}
