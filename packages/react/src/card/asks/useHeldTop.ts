"use client";
import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";

/** The milliseconds in which what takes the place of something is fetched and drawn, by a slow connection too. */
const SETTLES_MS = 5_000;
/** What a reader does who goes on: from there on the page stands as they have it. */
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Keeps the top of a part of the page where it is on the screen while what is in it is replaced, unless the button with
 * which its reader goes on would be out of sight then. The returned function is called just before.
 */
export function useHeldTop(part: RefObject<HTMLElement | null>, nextButton: string): () => void {
  const stop = useRef<(() => void) | null>(null);
  useLayoutEffect(() => () => stop.current?.(), []);
  return useCallback(() => {
    const { current } = part;
    if (!current) return;
    stop.current?.();
    const { top } = current.getBoundingClientRect();
    const settle = () => {
      const shift = current.getBoundingClientRect().top - top;
      if (Math.abs(shift) > 1) scrollerOf(current)?.scrollBy({ top: shift, behavior: "instant" });
      current.querySelector(nextButton)?.scrollIntoView({ block: "nearest" });
    };
    const sizes = new ResizeObserver(settle);
    sizes.observe(current);
    const end = () => {
      clearTimeout(timer);
      sizes.disconnect();
      for (const kind of ACTS) removeEventListener(kind, end, true);
      stop.current = null;
    };
    // Who scrolls goes where they want to.
    for (const kind of ACTS) addEventListener(kind, end, { capture: true, passive: true });
    const timer = setTimeout(end, SETTLES_MS);
    stop.current = end;
  }, [part, nextButton]);
}

function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement;
}
