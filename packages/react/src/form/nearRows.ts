"use client";
import { rootOf } from "../rootOf.ts";

/** What draws a row of a long list, or lets it rest. */
export const drawRow = new WeakMap<Element, (isDrawn: boolean) => void>();

/** Rows in which somebody acted, or is led to: what they opened or began there stays. */
const kept = new WeakSet<Element>();

export const keepRow = (row: Element): void => void kept.add(row);

/** A row that is kept does not rest. */
export const isKept = (row: Element): boolean => kept.has(row);

/** Finds something in a row now or, where the row rests or a field of it is still fetched, as soon as it is drawn. */
export function findInRow(
  row: Element,
  find: () => HTMLElement | null | undefined,
  then: (found: HTMLElement) => void,
): void {
  const found = find();
  if (found) return then(found);
  const focused = rootOf(row).activeElement;
  const watching = new MutationObserver(() => {
    const drawn = find();
    if (!drawn) return;
    watching.disconnect();
    // By then the reader may be elsewhere.
    if (rootOf(row).activeElement === focused) then(drawn);
  });
  watching.observe(row, { childList: true, subtree: true });
  // It may be far from the screen, and be told so before it is drawn.
  keepRow(row);
  drawRow.get(row)?.(true);
}
