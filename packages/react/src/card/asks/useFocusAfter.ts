"use client";
import { useLayoutEffect, type RefObject } from "react";
import { rootOf } from "../../rootOf.ts";

/** Whoever answers an ask from within it goes on at the row of its call, or at the next ask of a dock: what they pressed is gone. */
export function useFocusAfter(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      // The panel is still in the page, and about to be taken out of it.
      const { current } = panel;
      if (!current?.contains(rootOf(current).activeElement)) return;
      const listed = current.closest(".cb-ask-dock li");
      const next = listed
        ? (listed.nextElementSibling ?? listed.previousElementSibling)?.querySelector("button")
        : current.closest(".cb-call")?.querySelector<HTMLElement>("[data-row]");
      next?.focus({ preventScroll: true });
    },
    [panel],
  );
}
