import type { Timeline } from "@callboard/core";

/**
 * The rows of a timeline that the reader opened and closed. It stands beside the timeline, so a list may unmount rows
 * freely.
 */
export interface OpenNodes {
  /** The reader's choice for a row; undefined where they made none. */
  chosen(id: string): boolean | undefined;
  /** The reader's last choice for all rows at once; undefined where they made none. */
  chosenForAll(): boolean | undefined;
  choose(id: string, isOpen: boolean): void;
  /** Opens or closes all rows; earlier choices for single rows no longer count. */
  chooseForAll(isOpen: boolean): void;
  /** The ask that a row was opened for last; null where it was for none. */
  shownAsk(id: string): string | null;
  /** Opens a row for what it asks. */
  showAsk(id: string, ask: string): void;
  subscribe(id: string, listener: () => void): () => void;
}

const nodesOf = new WeakMap<Timeline, OpenNodes>();

/** The one record of a timeline's open rows. */
export function openNodesOf(timeline: Timeline): OpenNodes {
  let nodes = nodesOf.get(timeline);
  if (!nodes) nodesOf.set(timeline, (nodes = createOpenNodes()));
  return nodes;
}

export function createOpenNodes(): OpenNodes {
  const choices = new Map<string, boolean>();
  const listeners = new Map<string, Set<() => void>>();
  const shownAsks = new Map<string, string>();
  let forAll: boolean | undefined;
  const choose = (id: string, isOpen: boolean) => {
    if (choices.get(id) === isOpen) return;
    choices.set(id, isOpen);
    for (const listener of [...(listeners.get(id) ?? [])]) listener();
  };
  return {
    chosen: (id) => choices.get(id),
    chosenForAll: () => forAll,
    choose,
    shownAsk: (id) => shownAsks.get(id) ?? null,
    showAsk(id, ask) {
      shownAsks.set(id, ask);
      choose(id, true);
    },
    chooseForAll(isOpen) {
      choices.clear();
      forAll = isOpen;
      for (const listener of [...listeners.values()].flatMap((set) => [...set])) listener();
    },
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id);
      };
    },
  };
}
