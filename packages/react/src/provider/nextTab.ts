import type { KeyboardEvent } from "react";

/**
 * The tab that a key leads to from the shown one, as arrow keys, Home and End do by the direction of the page;
 * undefined for other keys.
 */
export function nextTab(event: KeyboardEvent<HTMLElement>, shown: number, count: number): number | undefined {
  const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (event.key === "Home") return 0;
  if (event.key === "End") return count - 1;
  if (!/^Arrow(?:Left|Right)$/.test(event.key)) return undefined;
  return (shown + (event.key === forward ? 1 : -1) + count) % count;
}
