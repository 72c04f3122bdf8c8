"use client";
import type { Column } from "@callboard/core/view";
import { useState } from "react";
import { isHiddenAtFirst } from "./tableShape.ts";

/** By which column rows are sorted, and which way. */
export interface TableSort {
  index: number;
  descending: boolean;
}

/** Which columns of a table are shown, and which one sorts it. */
export interface TableColumns {
  /** The places of the columns that are shown, in order. */
  shown: readonly number[];
  sort: TableSort | null;
  isShown(index: number): boolean;
  show(index: number, isShown: boolean): void;
  /** Sorts by a column: upwards, then downwards, then not at all. */
  sortBy(index: number): void;
}

export function useTableColumns(columns: readonly Column[]): TableColumns {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [sorted, setSorted] = useState<TableSort | null>(null);
  const isShown = (index: number) => chosen.get(index) ?? !isHiddenAtFirst(columns[index]!, index);
  return {
    shown: columns.map((_, index) => index).filter(isShown),
    // A hidden column sorts nothing: a reader could not see why.
    sort: sorted && sorted.index < columns.length && isShown(sorted.index) ? sorted : null,
    isShown,
    show: (index, now) => setChosen((before) => new Map(before).set(index, now)),
    sortBy: (index) =>
      setSorted((before) => {
        if (before?.index !== index) return { index, descending: false };
        return before.descending ? null : { index, descending: true };
      }),
  };
}
