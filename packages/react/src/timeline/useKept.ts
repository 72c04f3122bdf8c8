"use client";
import type { Timeline } from "@callboard/core";
import { useCallback, useEffect, useState } from "react";
import { useTimeline } from "./useNode.ts";

const valuesByTimeline = new WeakMap<Timeline, Map<string, unknown>>();

/**
 * A state that outlives its component: the value is kept beside the timeline, so a list may unmount cards freely.
 * The first value of a key stays until it is set.
 */
export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  const timeline = useTimeline();
  const [state, setState] = useState(() => ({ key, value: keptValue(timeline, key, initial) }));
  let current = state;
  if (state.key !== key) {
    current = { key, value: keptValue(timeline, key, initial) };
    setState(current);
  }
  const { value } = current;
  useEffect(() => {
    if (timeline && !valuesOf(timeline).has(key)) valuesOf(timeline).set(key, value);
  }, [timeline, key, value]);
  const set = useCallback(
    (next: T) => {
      if (timeline) valuesOf(timeline).set(key, next);
      setState({ key, value: next });
    },
    [timeline, key],
  );
  return [value, set];
}

function valuesOf(timeline: Timeline): Map<string, unknown> {
  let values = valuesByTimeline.get(timeline);
  if (!values) valuesByTimeline.set(timeline, (values = new Map()));
  return values;
}

function keptValue<T>(timeline: Timeline | undefined, key: string, initial: T): T {
  const values = timeline && valuesByTimeline.get(timeline);
  return values?.has(key) ? (values.get(key) as T) : initial;
}
