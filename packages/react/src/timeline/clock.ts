import type { Timeline } from "@callboard/core";

const clocks = new WeakMap<Timeline, () => number>();

/** Gives a timeline another time than the reader's: that of the place in a log where a replay stands. */
export function setClock(timeline: Timeline, clock: () => number): void {
  clocks.set(timeline, clock);
}

/** What time it is for a timeline, in epoch milliseconds. */
export function nowOf(timeline: Timeline | undefined): number {
  return ((timeline && clocks.get(timeline)) ?? Date.now)();
}

/** Milliseconds between two ticks. */
const TICK = 100;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls `listener` at every tick, all listeners in one task, until the returned function is called. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of [...listeners]) one();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
