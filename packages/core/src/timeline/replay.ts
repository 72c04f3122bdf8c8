import type { SessionEvent } from "../events/event.ts";
import { closeOpen, fold } from "./fold.ts";
import { createHistory, type ReplayState } from "./history.ts";
import { createNotifier, scheduleNotification, type Notifier } from "./notifier.ts";
import { createReaders } from "./readers.ts";
import { accept, createSequence, gapsOf, lastSeqOf, type Gap } from "./sequence.ts";
import { addNotice, createState, type Notice, type TimelineState } from "./state.ts";
import type { Timeline, TimelineOptions } from "./timeline.ts";

/** A timeline over a log that can be moved to any place of the log. `apply` adds events at the log's end. */
export interface Replay extends Timeline {
  /** The current place: readers see the state after this `seq`, 0 before the first event. */
  readonly seq: number;
  /** The last `seq` of the log; with several sessions, of the first session. */
  readonly lastSeq: number;
  /** Moves to the state after `seq`, forwards or backwards; at the end it follows added events. */
  seek(seq: number): void;
}

type Step = SessionEvent | ((state: TimelineState) => void);

/**
 * Creates a replay of a log, at the end of the log.
 * @example
 * ```ts
 * const replay = createReplay(await log.read(sessionId));
 * slider.oninput = () => replay.seek(slider.valueAsNumber);
 * ```
 */
export function createReplay(events: readonly SessionEvent[] = [], options: TimelineOptions = {}): Replay {
  const notifier = createNotifier(options.schedule);
  const sequence = createSequence(options.sessionId);
  const steps: Step[] = [];
  /** The last `seq` of the log after each step. */
  const places: number[] = [];
  const history = createHistory();
  /** The state at the end of the log, and the one that readers see: the same while the replay stands at the end. */
  const end: ReplayState = { ...createState(notifier.watched, notifier.dirty), nodes: history.nodes };
  end.reportInvalid = (event, message) => addNotice(end, event, "invalid_event", message);
  let folded = 0;
  let state = end;
  let at = 0;

  const add = (step: Step) => {
    steps.push(step);
    places.push(lastSeqOf(sequence));
  };
  const report = (_: unknown, event: object, code: Notice["code"], message: string) =>
    add((then) => addNotice(then, event, code, message));

  const foldEnd = () => {
    while (folded < steps.length) {
      run(end, steps[folded++]!);
      history.keep(end, folded);
    }
  };
  const goTo = (to: number) => {
    const before = state;
    if (to === steps.length) state = end;
    else {
      const nearest = history.placeBefore(to);
      // A short way on from here is cheaper than a state of its own.
      if (state === end || to < at || nearest > at) {
        state = history.restore(nearest, end);
        at = nearest;
      }
      while (at < to) run(state, steps[at++]!);
    }
    at = to;
    if (state !== before) tellOfDifference(before, state, notifier);
  };
  const apply = (more: SessionEvent | readonly SessionEvent[]) => {
    const follows = at === steps.length;
    const hasChanged = accept(sequence, more, null, (_, event) => add(event), report);
    foldEnd();
    if (follows) at = steps.length;
    if (hasChanged) scheduleNotification(notifier);
  };
  const seq = () => places[at - 1] ?? 0;
  const gaps = () => (at === steps.length ? gapsOf(sequence) : NO_GAPS);

  apply(events);
  return {
    ...createReaders(
      () => state,
      seq,
      gaps,
      notifier,
      (id) => state.nodes.peek(id),
    ),
    apply,
    get seq() {
      return seq();
    },
    get lastSeq() {
      return lastSeqOf(sequence);
    },
    seek(to) {
      const from = at;
      goTo(stepsUpTo(places, to));
      if (at !== from) scheduleNotification(notifier);
    },
    end(reason) {
      const follows = at === steps.length;
      add((then) => closeOpen(then, reason));
      foldEnd();
      if (follows) at = steps.length;
      scheduleNotification(notifier);
    },
  };
}

const NO_GAPS: Gap[] = [];

/** The number of steps up to and including a `seq`. */
function stepsUpTo(places: readonly number[], seq: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function run(state: TimelineState, step: Step): void {
  if (typeof step === "function") step(state);
  else fold(state, step);
}

/**
 * A watched node that is the same at both places keeps its view, so that its readers see no change; of the others they
 * are told.
 */
function tellOfDifference(before: ReplayState, after: ReplayState, { watched, dirty }: Notifier): void {
  for (const id of watched.keys()) {
    const [was, is] = [before.nodes.peek(id), after.nodes.peek(id)];
    if (was?.changedAt !== is?.changedAt) dirty.add(id);
    else if (was?.view && is) is.view = was.view;
  }
}
