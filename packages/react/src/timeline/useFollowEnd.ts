"use client";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** A reader's place in a list that grows: `away` from its end, or following it. */
export interface FollowedEnd {
  away: boolean;
  /** Scrolls to the end and follows it again. */
  toEnd(): void;
}

/** An event of a row that is about to be scrolled to, for somebody: its scroller no longer follows its end. */
export const REVEAL = "callboard:reveal";

/**
 * Keeps a scroller at its end while it grows, until the reader scrolls up; back at the end, it follows again. A row
 * that the reader opens stays in place, and nothing moves while the pointer rests on a `[data-hold]` or the focus is in
 * it, so that no button slips away under it.
 */
export function useFollowEnd(scrollerRef: RefObject<HTMLElement | null>, enabled = true): FollowedEnd {
  const [away, setAway] = useState(false);
  const follows = useRef(true);

  const toEnd = useCallback(() => {
    const box = scrollerRef.current;
    if (!box) return;
    follows.current = true;
    box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
    setAway(false);
  }, [scrollerRef]);

  useLayoutEffect(() => {
    const box = scrollerRef.current;
    if (!box || !enabled) return;
    const left = () => box.scrollHeight - box.clientHeight - box.scrollTop;
    // Where the end runs away from what is held, the reader is away from it.
    let isHeld = false;
    const updateAway = () => setAway((!follows.current || isHeld) && left() > NEAR);
    let top = box.scrollTop;
    let held: { row: Element; top: number } | null = null;
    const settle = () => {
      if (held?.row.isConnected) {
        // Where a row opens at the end, browsers may anchor the content below it and move the row.
        const shift = held.row.getBoundingClientRect().top - held.top;
        if (Math.abs(shift) > 1) box.scrollBy({ top: shift, behavior: "instant" });
      }
      isHeld = box.querySelector("[data-hold]:is(:hover, :focus-within)") !== null;
      if (follows.current && !isHeld) {
        box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
        top = box.scrollTop;
      }
      updateAway();
    };
    const onScroll = () => {
      // This event comes from the scroll to the end above, not from the reader.
      if (box.scrollTop === top) return;
      const up = box.scrollTop < top;
      top = box.scrollTop;
      // Shrinking content moves the top up as well, but leaves nothing below it.
      if (left() <= (up ? 1 : NEAR)) follows.current = true;
      else if (up) follows.current = false;
      updateAway();
    };
    // Told before the scroll: its own event comes a frame later, and content may have grown by then.
    const onReveal = () => (follows.current = false);
    let frame = 0;
    const onClick = (event: Event) => {
      const row = event.target instanceof Element ? event.target.closest("[aria-expanded], summary") : null;
      if (!row) return;
      follows.current = false;
      held = event.isTrusted ? { row, top: row.getBoundingClientRect().top } : null;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          held = null;
          if (left() <= 1) follows.current = true;
          updateAway();
        });
      });
    };
    const sizes = new ResizeObserver(settle);
    const watch = () => {
      sizes.disconnect();
      sizes.observe(box);
      for (const child of box.children) sizes.observe(child);
    };
    const children = new MutationObserver(watch);
    children.observe(box, { childList: true });
    watch();
    settle();
    box.addEventListener("scroll", onScroll, { passive: true });
    box.addEventListener("click", onClick, true);
    box.addEventListener(REVEAL, onReveal);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      children.disconnect();
      box.removeEventListener("scroll", onScroll);
      box.removeEventListener("click", onClick, true);
      box.removeEventListener(REVEAL, onReveal);
    };
  }, [scrollerRef, enabled]);

  return { away, toEnd };
}

/** The distance in pixels that still counts as the end. */
const NEAR = 24;
