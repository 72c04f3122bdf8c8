"use client";
import { useCallback, useMemo } from "react";
import { useStore } from "../useStore.ts";
import { createOpenNodes, openNodesOf, type OpenNodes } from "./openNodes.ts";
import { useTimeline } from "./useNode.ts";

/** How a row is opened with all others: `both`, or only closed with them, as the details of a single call are. */
export type FollowsAll = "both" | "closing";

/** The open rows of the nearest timeline. */
export function useOpenNodes(): OpenNodes {
  const timeline = useTimeline();
  return useMemo(() => (timeline ? openNodesOf(timeline) : createOpenNodes()), [timeline]);
}

/**
 * Whether a row is open, and how to open and close it: by the reader's choice, else by `byItself`. The choice outlives
 * the row.
 */
export function useOpen(
  id: string,
  byItself: boolean,
  follows: FollowsAll = "both",
): [boolean, (open: boolean) => void] {
  const nodes = useOpenNodes();
  const chosen = useStore(
    useMemo(
      () => ({
        subscribe: (listener: () => void) => nodes.subscribe(id, listener),
        read: () => nodes.chosen(id) ?? chosenForAll(nodes, follows),
      }),
      [nodes, id, follows],
    ),
  );
  const choose = useCallback((open: boolean) => nodes.choose(id, open), [nodes, id]);
  return [chosen ?? byItself, choose];
}

function chosenForAll(nodes: OpenNodes, follows: FollowsAll): boolean | undefined {
  const all = nodes.chosenForAll();
  return follows === "closing" && all === true ? undefined : all;
}
