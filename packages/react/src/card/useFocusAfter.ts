"use client";
import { useLayoutEffect, type RefObject } from "react";
import { useLatest } from "../provider/useLatest.ts";
import { rootOf } from "../rootOf.ts";

/** Whoever is in a part of the page when it is taken out goes on at another place: what they pressed is gone. */
export function useFocusAfter(
  part: RefObject<HTMLElement | null>,
  placeAfter: (part: HTMLElement) => HTMLElement | null | undefined,
): void {
  const latest = useLatest(placeAfter);
  useLayoutEffect(
    () => () => {
      // The part is still in the page, and about to be taken out of it.
      const { current } = part;
      if (current?.contains(rootOf(current).activeElement)) latest.current(current)?.focus({ preventScroll: true });
    },
    [part, latest],
  );
}
