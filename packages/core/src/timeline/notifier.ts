/** Who wants to know of changes, and when they are told. It holds no state: a telling that is still to come keeps no timeline alive. */
export interface Notifier {
  /** Ids of nodes that somebody reads. */
  readonly watched: ReadonlyMap<string, unknown>;
  /** Ids of watched nodes that changed since their readers were told. */
  readonly dirty: Set<string>;
  /** Something changed: readers are told when the schedule says. */
  changed(): void;
  subscribe(listener: () => void): () => void;
  subscribeNode(id: string, listener: () => void): () => void;
  /** Tells them now: each is told, then the first error of one that threw is thrown. */
  flush(): void;
}

/** Makes a notifier; `schedule` gets a function to run soon. */
export function createNotifier(schedule: (run: () => void) => void): Notifier {
  const listeners = new Set<() => void>();
  const watched = new Map<string, Set<() => void>>();
  const dirty = new Set<string>();
  let scheduled = false;
  let news = false;

  const flush = () => {
    scheduled = false;
    if (!news) return;
    news = false;
    const told: (() => void)[] = [];
    for (const id of dirty) told.push(...(watched.get(id) ?? []));
    dirty.clear();
    tellAll([...told, ...listeners]);
  };

  return {
    watched,
    dirty,
    changed() {
      // Who is not there yet reads the state as it is when they come.
      if (listeners.size === 0 && watched.size === 0) return;
      news = true;
      if (scheduled) return;
      scheduled = true;
      schedule(flush);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribeNode(id, listener) {
      const set = watched.get(id) ?? new Set();
      watched.set(id, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && watched.get(id) === set) watched.delete(id);
      };
    },
    flush,
  };
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
export function onceAFrame(run: () => void): void {
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
