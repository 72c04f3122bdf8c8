/**
 * Work that is done when the page has time, a step at a call: it says whether it goes on, is over for now, or never has
 * to be done again.
 */
type CalmTask = () => "goes on" | "for now" | "for good";

export interface CalmWork {
  /** Does it once more, with all else that is done again. */
  again(): void;
  stop(): void;
}

const due = new Set<CalmTask>();
const later = new Set<CalmTask>();
let isPlanned = false;
let pause: ReturnType<typeof setTimeout> | undefined;

/**
 * How often what can still change is done again, how long one turn may take, and how long after a jump a page is calm,
 * in milliseconds.
 */
const INTERVAL = 1000;
const TURN = 4;
const SETTLING = 300;
let calmFrom = 0;

/** The reader jumps to another place: what waits for a calm page waits until they stay. */
export function disturbCalm(): void {
  calmFrom = performance.now() + SETTLING;
}

/** Does a task when the page has time, and again every second until it is done for good. */
export function whenCalm(task: CalmTask): CalmWork {
  due.add(task);
  plan();
  return {
    again() {
      if (due.has(task)) return;
      later.add(task);
      wait();
    },
    stop() {
      due.delete(task);
      later.delete(task);
    },
  };
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  const wait = calmFrom - performance.now();
  if (wait > 0 || typeof requestIdleCallback !== "function") setTimeout(work, Math.max(50, wait));
  else requestIdleCallback(work);
}

function work(): void {
  isPlanned = false;
  if (performance.now() < calmFrom) return plan();
  const end = performance.now() + TURN;
  for (const task of due) {
    let is = task();
    while (is === "goes on" && performance.now() < end) is = task();
    if (is !== "goes on") due.delete(task);
    if (is === "for now") later.add(task);
    if (performance.now() > end) break;
  }
  if (due.size > 0) plan();
  if (later.size > 0) wait();
}

/** One pause for all: were there one for each turn, whatever is new would have all others done again. */
function wait(): void {
  pause ??= setTimeout(() => {
    pause = undefined;
    for (const task of later) due.add(task);
    later.clear();
    if (due.size > 0) plan();
  }, INTERVAL);
}
