import { viewOf, type ItemRef, type NodeView } from "./node.ts";
import { flush, subscribe, subscribeNode, type Notifier } from "./notifier.ts";
import type { Gap } from "./sequence.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";
import type { Allowance, Message, Notice, TimelineState } from "./state.ts";

/**
 * The root of the tree. Its identity changes when an agent, a message or a notice is added, an allowance begins or
 * ends, or a gap opens or closes.
 */
export interface RootView {
  readonly agents: readonly string[];
  readonly messages: readonly Message[];
  /** The tools that a person approved for the rest of the session. */
  readonly allowances: readonly Allowance[];
  readonly gaps: readonly Gap[];
  readonly notices: readonly Notice[];
}

/** The reading side of a timeline. */
export interface TimelineReaders {
  /** The whole state as plain JSON, equal for equal logs. */
  snapshot(): Snapshot;
  /** The agent, call or text of an id: immutable, the same object until the node changes. */
  getNode(id: string): NodeView | undefined;
  getRoot(): RootView;
  /**
   * Ids of the calls that wait for a person, in the order in which they began to: the same object until one more or one
   * less does.
   */
  waitingCalls(): ReadonlySet<string>;
  /** Ids of the calls that have not ended: the set as it is now, which goes on changing. */
  openCalls(): ReadonlySet<string>;
  /** The items under a message that the host owns. */
  itemsOf(messageId: string): ItemRef[];
  /** Calls `listener` after any change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` after a change of one node, which need not exist yet; returns the function that unsubscribes. */
  subscribeNode(id: string, listener: () => void): () => void;
  /** Notifies subscribers now: all of them, then the first error that one threw is thrown. */
  flush(): void;
}

/** Creates the readers of the state that `currentState` returns, whose records `nodeOf` gives to be looked at. */
export function createReaders(
  currentState: () => TimelineState,
  lastSeq: () => number,
  currentGaps: () => Gap[],
  notifier: Notifier,
  nodeOf = (id: string) => currentState().nodes.get(id),
): TimelineReaders {
  let root: RootView | null = null;
  let rootVersion = -1;
  return {
    snapshot: () => snapshotOf(currentState(), lastSeq(), currentGaps()),
    getNode(id) {
      const node = nodeOf(id);
      return node?.attached ? viewOf(node) : undefined;
    },
    getRoot() {
      const state = currentState();
      const gaps = currentGaps();
      if (!root || rootVersion !== state.rootVersion || gaps !== root.gaps) {
        rootVersion = state.rootVersion;
        root = rootOf(state, gaps);
      }
      return root;
    },
    waitingCalls: () => currentState().waiting,
    openCalls: () => currentState().open,
    itemsOf: (messageId) => itemsOf(currentState(), messageId),
    subscribe: (listener) => subscribe(notifier, listener),
    subscribeNode: (id, listener) => subscribeNode(notifier, id, listener),
    flush: () => flush(notifier),
  };
}

function rootOf(state: TimelineState, gaps: Gap[]): RootView {
  const agents = state.roots.slice();
  const messages = [...state.messages.values()];
  return { agents, messages, allowances: [...state.allowances.values()], gaps, notices: state.notices.slice() };
}

function itemsOf(state: TimelineState, messageId: string): ItemRef[] {
  const items: { kind: ItemRef["kind"]; id: string; joinedAt: number }[] = [];
  for (const id of state.byMessage.get(messageId) ?? []) {
    const item = state.nodes.get(id);
    if (item && item.kind !== "agent" && item.messageId === messageId) items.push(item);
  }
  return items.sort((one, other) => one.joinedAt - other.joinedAt).map(({ kind, id }) => ({ kind, id }));
}
