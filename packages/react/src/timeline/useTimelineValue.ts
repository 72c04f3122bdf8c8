"use client";
import type { Timeline } from "@callboard/core";
import { useMemo } from "react";
import { useStore, type Store } from "../useStore.ts";

/**
 * A value read from a whole timeline; the component renders again when the value differs, and not when the rest
 * changes. `read` and `equal` keep their identity between renders, and `read` is cheap: it runs after every change.
 */
export function useTimelineValue<T>(
  timeline: Timeline | undefined,
  read: (timeline: Timeline) => T,
  equal: (one: T, other: T) => boolean = Object.is,
): T | undefined {
  return useStore(useMemo(() => timeline && valueStore(timeline, read, equal), [timeline, read, equal]));
}

/** A value that equals the last one keeps its identity. */
function valueStore<T>(
  timeline: Timeline,
  read: (timeline: Timeline) => T,
  equal: (one: T, other: T) => boolean,
): Store<T> {
  let last: { value: T } | undefined;
  return {
    subscribe: (listener) => timeline.subscribe(listener),
    read() {
      const value = read(timeline);
      if (!last || !equal(last.value, value)) last = { value };
      return last.value;
    },
  };
}

/** True where two lists hold the same things in the same order. */
export function sameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => Object.is(item, other[index]));
}
