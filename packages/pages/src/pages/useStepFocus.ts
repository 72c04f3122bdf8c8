import { useEffect, useRef, type RefObject } from "react";

/**
 * Whoever went a step on goes on at what is marked `data-step` in the box, where what they pressed is gone; nothing
 * happens at first.
 */
export function useStepFocus(box: RefObject<HTMLElement | null>, step: string): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>("[data-step]")?.focus();
  }, [box, step]);
}
