import type { SessionEvent } from "./event.ts";
import { closeOpen, fold } from "./fold.ts";
import { viewOf, type ItemRef, type NodeView } from "./node.ts";
import { createSequence, type Gap } from "./sequence.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";
import { createState, notice, type Message, type Notice, type TimelineState } from "./state.ts";

export interface TimelineOptions {
  /** Only this session's events are taken; any unless given. */
  sessionId?: string;
  /** When readers are told: gets a function to run soon. Once a frame in a browser, within 100 ms elsewhere, unless given. */
  schedule?: (run: () => void) => void;
}

/** The root of the tree, as readers see it. Its identity changes when an agent or a message is added, or a gap opens or closes. */
export interface RootView {
  readonly agents: readonly string[];
  readonly messages: readonly Message[];
  readonly gaps: readonly Gap[];
  readonly notices: readonly Notice[];
}

/** The state folded from a session's events, and its readers. */
export interface Timeline {
  /** Takes events in; reads see them at once, subscribers are told once a frame. Never throws. */
  apply(event: SessionEvent | readonly SessionEvent[]): void;
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
  /** The stream is over: what is open becomes `interrupted`. A later event may still say better. */
  end(reason?: string): void;
}

/**
 * Makes an empty timeline.
 * @example
 * ```ts
 * const timeline = createTimeline();
 * for await (const events of client.events(sessionId)) timeline.apply(events);
 * ```
 */
export function createTimeline(options: TimelineOptions = {}): Timeline {
  const state = createState();
  const sequence = createSequence(options.sessionId);
  const schedule = options.schedule ?? onceAFrame;
  const listeners = new Set<() => void>();
  const nodeListeners = new Map<string, Set<() => void>>();
  let root: RootView | null = null;
  let rootVersion = -1;
  let scheduled = false;
  let changed = false;

  const take = (event: SessionEvent) => fold(state, event);
  const complain = (event: object, code: Notice["code"], message: string) => notice(state, event, code, message);
  const changedNow = () => {
    // Who is not there yet reads the state as it is when they come.
    if (listeners.size === 0 && nodeListeners.size === 0) return state.dirty.clear();
    changed = true;
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  };
  const flush = () => {
    scheduled = false;
    if (!changed) return;
    changed = false;
    const told: (() => void)[] = [];
    for (const node of state.dirty) told.push(...(nodeListeners.get(node.id) ?? []));
    state.dirty.clear();
    tellAll([...told, ...listeners]);
  };

  return {
    apply(events) {
      let news = false;
      if (!Array.isArray(events)) news = sequence.accept(events, take, complain);
      else for (const event of events) news = sequence.accept(event, take, complain) || news;
      if (news) changedNow();
    },
    snapshot: () => snapshotOf(state, sequence.lastSeq(), sequence.gaps()),
    getNode(id) {
      const node = state.nodes.get(id);
      return node?.attached ? viewOf(node) : undefined;
    },
    getRoot() {
      const gaps = sequence.gaps();
      if (!root || rootVersion !== state.rootVersion || gaps !== root.gaps) {
        rootVersion = state.rootVersion;
        root = rootOf(state, gaps);
      }
      return root;
    },
    itemsOf: (messageId) => [...(state.byMessage.get(messageId) ?? [])].map(({ kind, id }) => ({ kind, id })),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribeNode(id, listener) {
      const set = nodeListeners.get(id) ?? new Set();
      nodeListeners.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && nodeListeners.get(id) === set) nodeListeners.delete(id);
      };
    },
    flush,
    end(reason) {
      closeOpen(state, reason);
      changedNow();
    },
  };
}

function rootOf(state: TimelineState, gaps: Gap[]): RootView {
  const agents = state.roots.map((agent) => agent.id);
  return { agents, messages: [...state.messages.values()], gaps, notices: state.notices.slice() };
}

/** Tells each, though another one throws; the first error goes to whoever scheduled the telling. */
function tellAll(listeners: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** A frame where the page is visible; a timer where it is hidden, and where there are no frames. */
function onceAFrame(run: () => void): void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis as Partial<Window & typeof globalThis>;
  if (!requestAnimationFrame || !cancelAnimationFrame) {
    setTimeout(run, 16);
    return;
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, 100);
}
