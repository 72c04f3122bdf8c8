"use client";
import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";

const narrowest = 48;
const step = 16;

/** The widths in pixels of a table's columns, once a reader or the number of rows has fixed them. */
export interface ColumnWidths {
  widths: readonly number[] | null;
  /** Shift and an arrow key on a heading make its column wider or narrower. */
  onKey(index: number, event: KeyboardEvent): void;
  /** A heading's edge is dragged. */
  onGrip(index: number, event: PointerEvent<HTMLElement>): void;
}

/** Keeps the widths that a reader gave; `natural` are those before that. */
export function useColumnWidths(
  count: number,
  shown: readonly number[],
  natural: readonly number[] | null,
  scroller: RefObject<HTMLElement | null>,
): ColumnWidths {
  const [given, setGiven] = useState<readonly number[]>();
  const widths = given?.length === count ? given : natural;

  /** The widths as they are drawn, so that one can change and the others stay. */
  const drawn = (): number[] => {
    const heads = [...(scroller.current?.querySelectorAll("th") ?? [])].map(
      (head) => head.getBoundingClientRect().width,
    );
    return Array.from({ length: count }, (_, index) =>
      Math.round(heads[shown.indexOf(index)] ?? widths?.[index] ?? 160),
    );
  };
  const widen = (index: number, from: readonly number[], by: number) =>
    setGiven(from.map((width, at) => (at === index ? Math.max(narrowest, width + by) : width)));
  const isRightToLeft = () => scroller.current !== null && getComputedStyle(scroller.current).direction === "rtl";
  return {
    widths,
    onKey(index, event) {
      const arrow = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!event.shiftKey || arrow === 0) return;
      event.preventDefault();
      widen(index, drawn(), step * arrow * (isRightToLeft() ? -1 : 1));
    },
    onGrip(index, event) {
      event.preventDefault();
      const grip = event.currentTarget;
      const from = drawn();
      const sign = isRightToLeft() ? -1 : 1;
      const start = event.clientX;
      grip.setPointerCapture(event.pointerId);
      const move = (at: globalThis.PointerEvent) => widen(index, from, sign * (at.clientX - start));
      grip.addEventListener("pointermove", move);
      grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
    },
  };
}
