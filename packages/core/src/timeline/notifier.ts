/**
 * The subscribers of a timeline, and the next notification. It holds no state of the timeline, so a scheduled one keeps
 * none alive.
 */
export interface Notifier {
  /** Subscribers to any change. */
  readonly listeners: Set<() => void>;
  /** Subscribers to single nodes, by id. */
  readonly watched: Map<string, Set<() => void>>;
  /** Ids of watched nodes that changed since the last notification. */
  readonly dirty: Set<string>;
  readonly schedule: (run: () => void) => void;
  isScheduled: boolean;
  hasChanges: boolean;
}

/** Creates a notifier; `schedule` gets a function to run soon. */
export function createNotifier(schedule: (run: () => void) => void = scheduleFrame): Notifier {
  return {
    listeners: new Set(),
    watched: new Map(),
    dirty: new Set(),
    schedule,
    isScheduled: false,
    hasChanges: false,
  };
}

/** Schedules a notification after a change. */
export function scheduleNotification(notifier: Notifier): void {
  // A later subscriber reads the current state when it subscribes.
  if (notifier.listeners.size === 0 && notifier.watched.size === 0) return;
  notifier.hasChanges = true;
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

/** Notifies all subscribers now, also after one of them throws; then throws the first error. */
export function flush(notifier: Notifier): void {
  notifier.isScheduled = false;
  if (!notifier.hasChanges) return;
  notifier.hasChanges = false;
  const nodeListeners: (() => void)[] = [];
  for (const id of notifier.dirty) nodeListeners.push(...(notifier.watched.get(id) ?? []));
  notifier.dirty.clear();
  const errors: unknown[] = [];
  for (const listener of [...nodeListeners, ...notifier.listeners]) {
    try {
      listener();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** The next frame of a visible page; a timer on a hidden page, and where there are no frames. */
function scheduleFrame(run: () => void): void {
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
