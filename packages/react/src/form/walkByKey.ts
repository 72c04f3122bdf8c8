import type { KeyboardEvent } from "react";

/** The keys of the toolbar of a list's row: its first button is its one tab stop, from there on the arrow keys lead. */
export function walkByKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || !/^(Arrow|Home|End)/.test(event.key)) return;
  event.preventDefault();
  const { key, target } = event;
  void import("./walkStops.ts").then(({ walkRow }) => walkRow(key, target as HTMLElement));
}
