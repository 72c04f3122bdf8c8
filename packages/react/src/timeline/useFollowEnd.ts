"use client";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Where a reader is in a list that grows: `away` from its end, or following it. */
export interface FollowedEnd {
  away: boolean;
  /** Goes to the end, and follows it again. */
  toEnd(): void;
}

/**
 * Keeps a scroller at its end while it grows, from the moment it opens until the reader scrolls up; at the end again it follows again. What the
 * reader opens stays where it is, and nothing moves while the pointer rests on a `[data-hold]`, so that no button slips away under it.
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
    const say = () => setAway(!follows.current && left() > NEAR);
    let top = box.scrollTop;
    let held: { row: Element; top: number } | null = null;
    const settle = () => {
      if (held?.row.isConnected) {
        // Where a row opens at the end, browsers may keep what is below it in place, and not the row.
        const shift = held.row.getBoundingClientRect().top - held.top;
        if (Math.abs(shift) > 1) box.scrollBy({ top: shift, behavior: "instant" });
      }
      if (follows.current && !box.querySelector("[data-hold]:hover")) {
        box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
        top = box.scrollTop;
      }
      say();
    };
    const onScroll = () => {
      // The echo of going to the end says nothing about the reader.
      if (box.scrollTop === top) return;
      const up = box.scrollTop < top;
      top = box.scrollTop;
      // Content that shrinks moves the top up as well, but leaves nothing below.
      if (left() <= (up ? 1 : NEAR)) follows.current = true;
      else if (up) follows.current = false;
      say();
    };
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
          say();
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
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      children.disconnect();
      box.removeEventListener("scroll", onScroll);
      box.removeEventListener("click", onClick, true);
    };
  }, [scrollerRef, enabled]);

  return { away, toEnd };
}

/** Pixels from the end that still count as the end. */
const NEAR = 24;
