"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, type RefObject } from "react";
import { useCommitEffect } from "../../useCommitEffect.ts";

/** The rows of a long list that are in sight, and the active one, which the focused input names. */
export function WindowedRows({
  count,
  active,
  scroller,
  row,
}: {
  count: number;
  /** The active row, which is scrolled to; -1 for none. */
  active: number;
  scroller: RefObject<HTMLElement | null>;
  row: (index: number, measure: (element: HTMLElement | null) => void) => ReactNode;
}): ReactNode {
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual's functions change without a new identity
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 6,
    initialRect: { width: 0, height: 256 },
    rangeExtractor({ startIndex, endIndex, overscan }) {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const inSight = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      if (active < 0 || active >= count || (active >= first && active <= last)) return inSight;
      return active < first ? [active, ...inSight] : [...inSight, active];
    },
  });
  // For a few frames: rows that come into the document are as high as they are, not as was guessed.
  useCommitEffect(() => {
    let frame = 0;
    const bring = (left: number): void => {
      const list = scroller.current;
      const row = list?.querySelector(`[data-index="${active}"]`)?.getBoundingClientRect();
      if (list && row) {
        const { top, bottom } = list.getBoundingClientRect();
        list.scrollTop += row.top < top ? row.top - top : Math.max(0, row.bottom - bottom);
      }
      if (left > 0) frame = requestAnimationFrame(() => bring(left - 1));
    };
    if (active >= 0) bring(5);
    return () => cancelAnimationFrame(frame);
  }, [active, scroller]);
  const items = virtual.getVirtualItems();
  return (
    <>
      {items.map(({ key, index, start }, at) => (
        <Fragment key={key}>
          <Spacer size={start - (items[at - 1]?.end ?? 0)} />
          {row(index, virtual.measureElement)}
        </Fragment>
      ))}
      <Spacer size={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  );
}

/** The height of rows that are not there; an attribute, so that the markup holds no inline style. */
function Spacer({ size }: { size: number }): ReactNode {
  return size > 0 ? <svg className="cb-picker-spacer" width="1" height={size} aria-hidden="true" /> : null;
}
