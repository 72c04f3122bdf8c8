/** Who wants to know of changes, and when they are told. It holds no state: a telling that is still to come keeps no timeline alive. */
export interface Notifier {
  /** Told of any change. */
  readonly listeners: Set<() => void>;
  /** Who reads which nodes, by id. */
  readonly watched: Map<string, Set<() => void>>;
  /** Ids of watched nodes that changed since their readers were told. */
  readonly dirty: Set<string>;
  readonly schedule: (run: () => void) => void;
  isScheduled: boolean;
  hasNews: boolean;
}

/** Makes a notifier; `schedule` gets a function to run soon. */
export function createNotifier(schedule: (run: () => void) => void = onceAFrame): Notifier {
  return { listeners: new Set(), watched: new Map(), dirty: new Set(), schedule, isScheduled: false, hasNews: false };
}

/** Something changed: readers are told when the schedule says. */
export function changed(notifier: Notifier): void {
  // Who is not there yet reads the state as it is when they come.
  if (notifier.listeners.size === 0 && notifier.watched.size === 0) return;
  notifier.hasNews = true;
  if (notifier.isScheduled) return;
  notifier.isScheduled = true;
  const { schedule } = notifier;
  schedule(() => flush(notifier));
}

export function subscribe({ listeners }: Notifier, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function subscribeNode({ watched }: Notifier, id: string, listener: () => void): () => void {
  const set = watched.get(id) ?? new Set();
  watched.set(id, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0 && watched.get(id) === set) watched.delete(id);
  };
}

/** Tells them now: each is told, though another one throws; the first error goes to whoever asked for the telling. */
export function flush(notifier: Notifier): void {
  notifier.isScheduled = false;
  if (!notifier.hasNews) return;
  notifier.hasNews = false;
  const told: (() => void)[] = [];
  for (const id of notifier.dirty) told.push(...(notifier.watched.get(id) ?? []));
  notifier.dirty.clear();
  const errors: unknown[] = [];
  for (const listener of [...told, ...notifier.listeners]) {
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
