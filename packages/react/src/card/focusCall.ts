import { nodeSelector } from "./nodeSelector.ts";

/** Puts the focus on the row of the first of some calls that is drawn in `within`; false where none is. */
export function focusCall(within: ParentNode, calls: readonly string[]): boolean {
  for (const id of calls) {
    const row = within.querySelector<HTMLElement>(`${nodeSelector(id)} [data-row]`);
    if (!row) continue;
    row.focus({ preventScroll: true });
    return true;
  }
  return false;
}
