"use client";
import type { FieldOption } from "@callboard/core/form";
import { useMemo } from "react";

/**
 * Which choices hold what is typed, by their places: one that is it, those that begin with it, the others. All, where
 * nothing is typed.
 */
export function useMatches(options: readonly FieldOption[], typed: string, locale: string): readonly number[] {
  const labels = useMemo(() => options.map(({ label }) => label.toLocaleLowerCase(locale)), [options, locale]);
  const query = typed.trim().toLocaleLowerCase(locale);
  return useMemo(() => {
    const found: [same: number[], beginning: number[], others: number[]] = [[], [], []];
    labels.forEach((label, index) => {
      const at = query === "" ? 0 : label.indexOf(query);
      if (at >= 0) found[at > 0 ? 2 : label.length === query.length ? 0 : 1].push(index);
    });
    return found.flat();
  }, [labels, query]);
}
