import type { CallView, NodeView, Timeline } from "@callboard/core";

/** A call that waits for a person's answer, wherever in the tree it is. */
export interface Ask {
  callId: string;
  approvalId: string;
  call: CallView;
  /** Ids of the agents and calls above it, outermost first. */
  path: readonly string[];
}

/** The asks of a timeline, kept up to date by the nodes that change: an event costs as much as it touches, not as much as there is. */
export interface AskIndex {
  asks(): readonly Ask[];
  /** True where a call somewhere below this agent or call waits for an answer. */
  isWaitingBelow(id: string): boolean;
  subscribe(listener: () => void): () => void;
}

const indexOf = new WeakMap<Timeline, AskIndex>();

/** The index of a timeline: one for all its readers, at work while it has any. */
export function askIndexOf(timeline: Timeline): AskIndex {
  let index = indexOf.get(timeline);
  if (!index) indexOf.set(timeline, (index = createAskIndex(timeline)));
  return index;
}

interface Watched {
  parent: string | null;
  children: readonly string[];
  stop: () => void;
}

function createAskIndex(timeline: Timeline): AskIndex {
  const listeners = new Set<() => void>();
  const watched = new Map<string, Watched>();
  const pending = new Map<string, Ask>();
  let asks: readonly Ask[] = [];
  let below: ReadonlySet<string> = new Set();
  let roots: readonly string[] = [];
  let changed = false;
  let stopRoots = () => {};

  const pathTo = (id: string): string[] => {
    const path: string[] = [];
    for (let at = watched.get(id)?.parent ?? null; at !== null; at = watched.get(at)?.parent ?? null) path.push(at);
    return path.reverse();
  };
  const take = (id: string, node: NodeView | undefined) => {
    const known = pending.get(id);
    if (node?.kind === "call" && node.approval?.state === "pending" && node.status === "awaiting-approval") {
      if (known?.call === node) return;
      pending.set(id, { callId: id, approvalId: node.approval.id, call: node, path: known?.path ?? pathTo(id) });
    } else if (!pending.delete(id)) return;
    changed = true;
  };
  const forget = (ids: readonly string[]) => {
    const gone = [...ids];
    for (let id = gone.pop(); id !== undefined; id = gone.pop()) {
      const one = watched.get(id);
      if (!one) continue;
      one.stop();
      watched.delete(id);
      changed = pending.delete(id) || changed;
      gone.push(...one.children);
    }
  };
  /** Reads a node again, and what has come or gone below it; worked off in a list, so that no depth overflows. */
  const read = (first: readonly [string, string | null][]) => {
    const work = [...first].reverse();
    for (let next = work.pop(); next; next = work.pop()) {
      const [id, parent] = next;
      const node = timeline.getNode(id);
      let entry = watched.get(id);
      if (!entry)
        watched.set(id, (entry = { parent, children: [], stop: timeline.subscribeNode(id, () => heard(id)) }));
      take(id, node);
      const before = entry.children;
      const children = childrenOf(node);
      entry.children = children;
      // Children are only added at the end and withdrawn from it, so the last of before tells whether one has gone.
      if (before.length > 0 && before.at(-1) !== children[before.length - 1]) {
        const still = new Set(children);
        forget(before.filter((child) => !still.has(child)));
      }
      for (let at = children.length - 1; at >= 0; at--) {
        if (!watched.has(children[at]!)) work.push([children[at]!, id]);
      }
    }
  };
  const tell = () => {
    if (!changed) return;
    changed = false;
    asks = [...pending.values()];
    below = new Set(asks.flatMap((ask) => ask.path));
    for (const listener of [...listeners]) listener();
  };
  const heard = (id: string) => {
    const entry = watched.get(id);
    if (!entry) return;
    read([[id, entry.parent]]);
    tell();
  };
  const readRoots = () => {
    const now = timeline.getRoot().agents;
    if (now === roots) return;
    roots = now;
    read(now.filter((id) => !watched.has(id)).map((id) => [id, null]));
    tell();
  };

  return {
    asks: () => asks,
    isWaitingBelow: (id) => below.has(id),
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stopRoots = timeline.subscribe(readRoots);
        readRoots();
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stopRoots();
        forget([...watched.keys()]);
        roots = [];
        pending.clear();
      };
    },
  };
}

function childrenOf(node: NodeView | undefined): readonly string[] {
  if (node?.kind === "call") return node.agents;
  if (node?.kind !== "agent") return [];
  return node.items.flatMap((item) => (item.kind === "call" ? [item.id] : []));
}
