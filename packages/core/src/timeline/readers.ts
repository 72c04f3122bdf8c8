import { viewOf, type ItemRef, type NodeView } from "./node.ts";
import { flush, subscribe, subscribeNode, type Notifier } from "./notifier.ts";
import type { Gap } from "./sequence.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";
import type { Message, Notice, TimelineState } from "./state.ts";

/** The root of the tree, as readers see it. Its identity changes when an agent or a message is added, or a gap opens or closes. */
export interface RootView {
  readonly agents: readonly string[];
  readonly messages: readonly Message[];
  readonly gaps: readonly Gap[];
  readonly notices: readonly Notice[];
}

/** The reading side of a timeline. */
export interface TimelineReaders {
  /** The whole state as plain JSON, equal for equal logs. */
  snapshot(): Snapshot;
  /** A node by the id of an agent, call or text: immutable, the same object until the node changes. */
  getNode(id: string): NodeView | undefined;
  getRoot(): RootView;
  /** What hangs under a message that the host owns. */
  itemsOf(messageId: string): ItemRef[];
  /** Told after any change; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Told after a change of one node, also one that is still to come; returns how to stop. */
  subscribeNode(id: string, listener: () => void): () => void;
  /** Tells subscribers now: each is told, then the first error of one that threw is thrown. */
  flush(): void;
}

/** Makes the readers of whatever state there is `now`. */
export function createReaders(
  now: () => TimelineState,
  lastSeq: () => number,
  gapsNow: () => Gap[],
  notifier: Notifier,
): TimelineReaders {
  let root: RootView | null = null;
  let rootVersion = -1;
  return {
    snapshot: () => snapshotOf(now(), lastSeq(), gapsNow()),
    getNode(id) {
      const node = now().nodes.get(id);
      return node?.attached ? viewOf(node) : undefined;
    },
    getRoot() {
      const state = now();
      const gaps = gapsNow();
      if (!root || rootVersion !== state.rootVersion || gaps !== root.gaps) {
        rootVersion = state.rootVersion;
        root = rootOf(state, gaps);
      }
      return root;
    },
    itemsOf: (messageId) => [...(now().byMessage.get(messageId) ?? [])].map(({ kind, id }) => ({ kind, id })),
    subscribe: (listener) => subscribe(notifier, listener),
    subscribeNode: (id, listener) => subscribeNode(notifier, id, listener),
    flush: () => flush(notifier),
  };
}

function rootOf(state: TimelineState, gaps: Gap[]): RootView {
  const agents = state.roots.map((agent) => agent.id);
  return { agents, messages: [...state.messages.values()], gaps, notices: state.notices.slice() };
}
