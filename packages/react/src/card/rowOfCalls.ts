import { nodeSelector } from "./nodeSelector.ts";

/** The row of the first of some calls that is drawn in `within`. */
export function rowOfCalls(within: ParentNode, calls: readonly string[]): HTMLElement | null {
  for (const id of calls) {
    const row = within.querySelector<HTMLElement>(`${nodeSelector(id)} [data-row]`);
    if (row) return row;
  }
  return null;
}
