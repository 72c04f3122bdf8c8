"use client";
import type { Timeline } from "@callboard/core";
import { useCallback, useState } from "react";
import { useTimeline } from "./useNode.ts";

/** Where kept values outlive the page, by their keys. */
export interface KeptPlace {
  read(key: string): unknown;
  /** `undefined` removes what is there. */
  write(key: string, value: unknown): void;
}

const valuesByTimeline = new WeakMap<Timeline, Map<string, unknown>>();

/**
 * A state that outlives its component: the value is kept beside the timeline, so a list may unmount cards freely, and
 * in a place that outlives the page where one is given. Both are read where a component begins, and where its key or
 * its place becomes another.
 */
export function useKept<T>(key: string, initial: T, place?: KeptPlace): [T, (value: T) => void] {
  const timeline = useTimeline();
  const read = () => ({ key, place, value: keptValue(timeline, key, initial, place) });
  const [state, setState] = useState(read);
  let current = state;
  if (state.key !== key || state.place !== place) setState((current = read()));
  const set = useCallback(
    (next: T) => {
      if (timeline) valuesOf(timeline).set(key, next);
      place?.write(key, next === initial ? undefined : next);
      setState({ key, place, value: next });
    },
    [timeline, key, initial, place],
  );
  return [current.value, set];
}

function valuesOf(timeline: Timeline): Map<string, unknown> {
  let values = valuesByTimeline.get(timeline);
  if (!values) valuesByTimeline.set(timeline, (values = new Map()));
  return values;
}

function keptValue<T>(timeline: Timeline | undefined, key: string, initial: T, place: KeptPlace | undefined): T {
  const values = timeline && valuesByTimeline.get(timeline);
  if (values?.has(key)) return (values.get(key) ?? initial) as T;
  const stored = place?.read(key);
  // Whoever reads it without the place knows it from here.
  if (timeline && stored !== undefined) valuesOf(timeline).set(key, stored);
  return (stored ?? initial) as T;
}
