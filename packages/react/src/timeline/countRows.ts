import type { Timeline } from "@callboard/core";
import { FEW } from "./nearness.ts";
import type { RowOfNodes } from "./wanted.ts";

interface CountedRow extends RowOfNodes {
  readonly kind: string;
}

/** How many rows some items come to, no further than to more than a few: whether there are more, nobody asks. */
export function countRows(timeline: Timeline | undefined, items: readonly CountedRow[], isDrawn: boolean): number {
  let rows = 0;
  for (const item of items) {
    rows += rowsOf(timeline, item, isDrawn);
    if (rows > FEW) break;
  }
  return rows;
}

/** What holds rows of its own leaves the counting to them once it is drawn. */
function rowsOf(timeline: Timeline | undefined, { kind, id, items }: CountedRow, isDrawn: boolean): number {
  if (kind !== "agent" && kind !== "turn") return 1;
  if (isDrawn) return 0;
  const agents = items ?? [{ id }];
  return agents.reduce((rows, agent) => {
    const node = timeline?.getNode(agent.id);
    return rows + (node?.kind === "agent" ? node.items.length : 1);
  }, 0);
}
