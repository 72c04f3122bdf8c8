import type { Timeline } from "@callboard/core";
import type { Store } from "../useStore.ts";

/** A row of one node, or of the items that were folded into it. */
export interface RowOfNodes {
  readonly id: string;
  readonly items?: readonly { readonly id: string }[];
  /** What the row says beside them. */
  readonly words?: string;
}

interface Wanted {
  ids: ReadonlySet<string>;
  listeners: Set<() => void>;
}

const wantedByTimeline = new WeakMap<Timeline, Wanted>();

function wantedOf(timeline: Timeline): Wanted {
  let wanted = wantedByTimeline.get(timeline);
  if (!wanted) wantedByTimeline.set(timeline, (wanted = { ids: new Set(), listeners: new Set() }));
  return wanted;
}

/** The ids of the agents and calls above a node, outermost first, and its own. */
export function pathTo(timeline: Timeline, id: string): string[] {
  const path: string[] = [];
  for (let at: string | null = id; at !== null && !path.includes(at);) {
    path.unshift(at);
    const node = timeline.getNode(at);
    at = (node?.kind === "agent" ? node.parentCallId : node?.agentId) ?? null;
  }
  return path;
}

/**
 * Draws the rows that lead to a node, however far from the screen they are, until another node is wanted. Rows that are
 * closed stay closed.
 */
export function want(timeline: Timeline, id: string): void {
  const wanted = wantedOf(timeline);
  wanted.ids = new Set(pathTo(timeline, id));
  for (const listener of [...wanted.listeners]) listener();
}

/** Whether a wanted node is one of these, or stands below one. A row may hold several items. */
export function wantedStore(timeline: Timeline, rows: readonly RowOfNodes[]): Store<boolean> {
  const wanted = wantedOf(timeline);
  const isWanted = ({ id }: { id: string }) => wanted.ids.has(id);
  return {
    read: () => wanted.ids.size > 0 && rows.some((row) => row.items?.some(isWanted) ?? isWanted(row)),
    subscribe(listener) {
      wanted.listeners.add(listener);
      return () => void wanted.listeners.delete(listener);
    },
  };
}
