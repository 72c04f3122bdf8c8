"use client";
import { useEffect, type RefObject } from "react";
import { useLatest } from "../provider/useLatest.ts";

/**
 * While `isOn`, a list's rows are dragged by their handles. What drags is fetched for that alone: pages load without
 * it, and it cannot be imported on a server. Where it cannot be fetched, buttons and keys still sort.
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  isOn: boolean,
  move: (from: number, to: number) => void,
): void {
  const latest = useLatest(move);
  useEffect(() => {
    if (!isOn) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    void import("./rowDrag.ts").then(
      ({ sortRows }) => {
        if (!isGone && list.current) stop = sortRows(list.current, (from, to) => latest.current(from, to));
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isOn, list, latest]);
}
