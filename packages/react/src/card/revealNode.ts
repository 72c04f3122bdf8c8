import type { Timeline } from "@callboard/core";
import { REVEAL } from "../timeline/useFollowEnd.ts";
import { openNodesOf } from "../timeline/openNodes.ts";
import { pathTo, want } from "../timeline/wanted.ts";
import { nodeSelector } from "./nodeSelector.ts";
import { createAgentRows, rowsInWork, type AgentRow } from "./agentRows.ts";

/** The frames in which what was opened is drawn, row within row. */
const FRAMES = 20;

/**
 * Opens the rows that hide a call or an agent, and scrolls to its own; with `focus`, that row gets the focus. The row
 * is looked for in `within`.
 */
export function revealNode(
  timeline: Timeline,
  id: string,
  within: ParentNode | null,
  { focus = false, block = "center" }: { focus?: boolean; block?: ScrollLogicalPosition } = {},
): void {
  const path = pathTo(timeline, id).reverse();
  const nodes = openNodesOf(timeline);
  for (const above of path.slice(1)) nodes.choose(above, true);
  for (const row of path.flatMap((one) => workAround(timeline, one))) nodes.choose(row, true);
  want(timeline, id);
  const nodeOf = (one: string) => within?.querySelector<HTMLElement>(nodeSelector(one));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let frames = FRAMES;
  const go = () => {
    const own = nodeOf(id);
    if (!own && frames-- > 0) {
      scrollTo(path.map(nodeOf).find(Boolean), { block: "nearest" });
      requestAnimationFrame(go);
      return;
    }
    const node = own ?? path.map(nodeOf).find(Boolean);
    if (focus) node?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
    const show = () => scrollTo(node, { block, behavior: calm ? "auto" : "smooth" });
    show();
    // Content that layout skipped has its real size a frame after it comes into view.
    requestAnimationFrame(() => requestAnimationFrame(show));
  };
  requestAnimationFrame(go);
}

function scrollTo(row: HTMLElement | null | undefined, options: ScrollIntoViewOptions): void {
  row?.dispatchEvent(new Event(REVEAL, { bubbles: true }));
  row?.scrollIntoView(options);
}

/** The rows into which a call was folded. */
function workAround(timeline: Timeline, id: string): string[] {
  const call = timeline.getNode(id);
  if (call?.kind !== "call" || call.agentId === null) return [];
  const holds = (row: AgentRow): row is Extract<AgentRow, { kind: "work" | "lanes" }> =>
    "items" in row && row.items.some((item) => item.id === id);
  const work = createAgentRows(timeline, call.agentId, () => false)
    .read()
    .find(holds);
  if (work?.kind !== "work") return [];
  const times = rowsInWork(timeline, work.items).find(holds);
  return times?.kind === "work" ? [work.id, times.id] : [work.id];
}
