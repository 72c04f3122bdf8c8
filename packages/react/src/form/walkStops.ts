import { rootOf } from "../rootOf.ts";
import { findInRow } from "./nearRows.ts";

/** The button of a toolbar that an arrow key, Home or End leads to; undefined for other keys. */
export function nextStop(key: string, stops: readonly HTMLElement[], from: HTMLElement): HTMLElement | undefined {
  const isMirrored = getComputedStyle(from).direction === "rtl";
  const [before, after] = isMirrored ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  const at = stops.indexOf(from);
  const to = key === after ? at + 1 : key === before ? at - 1 : key === "Home" ? 0 : key === "End" ? -1 : undefined;
  return at < 0 || to === undefined ? undefined : stops.at(to % stops.length);
}

const stopsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(":scope > [role=toolbar] > button:not(:disabled)"),
];

/**
 * Moves the focus from one button of a list's row to another, or up and down to the same button of the rows beside it.
 */
export function walkRow(key: string, from: HTMLElement): void {
  const row = from.closest("li");
  // Meanwhile the reader may be elsewhere.
  if (!row || rootOf(row).activeElement !== from) return;
  const isUp = key === "ArrowUp";
  if (!isUp && key !== "ArrowDown") return nextStop(key, stopsOf(row), from)?.focus();
  const beside = isUp ? row.previousElementSibling : row.nextElementSibling;
  if (!beside) return;
  const { action } = from.dataset;
  const find = (): HTMLElement | undefined => {
    const stops = stopsOf(beside);
    return stops.find((one) => one.dataset["action"] === action) ?? stops.at(-1);
  };
  findInRow(beside, find, (found) => found.focus());
}
