import { copyState } from "./copyState.ts";
import type { SessionEvent } from "./event.ts";
import { closeOpen, fold } from "./fold.ts";
import { changed, createNotifier } from "./notifier.ts";
import { createReaders } from "./readers.ts";
import { accept, createSequence, gapsOf, lastSeqOf, type Gap } from "./sequence.ts";
import { createState, notice, type Notice, type TimelineState } from "./state.ts";
import type { Timeline, TimelineOptions } from "./timeline.ts";

/** A log that can be stood at any place of; all that shows a timeline shows it. What `apply` adds goes to the log's end. */
export interface Replay extends Timeline {
  /** Where it stands: what it shows is the state after this `seq`, 0 before the first event. */
  readonly seq: number;
  /** The last `seq` of the log; with several sessions, of the one that came first. */
  readonly lastSeq: number;
  /** Goes to the state after `seq`, forwards or backwards; at the end it follows what is added. */
  seek(seq: number): void;
}

type Step = SessionEvent | ((state: TimelineState) => void);

/** How far apart states are kept at first, in events; how many are kept, and how many records they may hold together. */
const FIRST_SPACING = 1024;
const MOST_CHECKPOINTS = 64;
const MOST_RECORDS = 200_000;

/**
 * Makes a replay of a log, which stands at its end.
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
  /** The `seq` that the log had come to with each step. */
  const places: number[] = [];
  const checkpoints = new Map<number, TimelineState>();
  let spacing = FIRST_SPACING;
  let records = 0;
  let state = createState(notifier.watched, notifier.dirty);
  let at = 0;

  const add = (step: Step) => {
    steps.push(step);
    places.push(lastSeqOf(sequence));
  };
  const complain = (_: unknown, event: object, code: Notice["code"], message: string) =>
    add((then) => notice(then, event, code, message));

  const keep = () => {
    checkpoints.set(at, copyState(state));
    records += sizeOf(state);
    // Twice as far apart is half as many: however long the log, what is kept stays bounded.
    while (checkpoints.size > MOST_CHECKPOINTS || (records > MOST_RECORDS && checkpoints.size > 0)) {
      spacing *= 2;
      for (const [place, kept] of checkpoints) {
        if (place % spacing === 0) continue;
        checkpoints.delete(place);
        records -= sizeOf(kept);
      }
    }
  };
  const forward = (to: number) => {
    while (at < to) {
      const step = steps[at++]!;
      if (typeof step === "function") step(state);
      else fold(state, step);
      if (at % spacing === 0 && !checkpoints.has(at)) keep();
    }
  };
  const jump = (to: number) => {
    let nearest = 0;
    for (const place of checkpoints.keys()) if (place <= to && place > nearest) nearest = place;
    if (to >= at && at >= nearest) return forward(to);
    const before = state;
    const kept = checkpoints.get(nearest);
    state = kept ? copyState(kept) : createState(notifier.watched, notifier.dirty);
    at = kept ? nearest : 0;
    forward(to);
    keepViews(before, state);
    for (const id of notifier.watched.keys()) {
      if (before.nodes.get(id)?.changedAt !== state.nodes.get(id)?.changedAt) notifier.dirty.add(id);
    }
  };
  const apply = (more: SessionEvent | readonly SessionEvent[]) => {
    const follows = at === steps.length;
    const news = accept(sequence, more, null, (_, event) => add(event), complain);
    if (follows) forward(steps.length);
    if (news) changed(notifier);
  };
  const seq = () => places[at - 1] ?? 0;
  const gaps = () => (at === steps.length ? gapsOf(sequence) : NO_GAPS);

  apply(events);
  return {
    ...createReaders(() => state, seq, gaps, notifier),
    apply,
    get seq() {
      return seq();
    },
    get lastSeq() {
      return lastSeqOf(sequence);
    },
    seek(to) {
      const from = at;
      jump(stepsUpTo(places, to));
      if (at !== from) changed(notifier);
    },
    end(reason) {
      const follows = at === steps.length;
      add((then) => closeOpen(then, reason));
      if (follows) forward(steps.length);
      changed(notifier);
    },
  };
}

const NO_GAPS: Gap[] = [];

/** How many steps there are up to a `seq`, itself included. */
function stepsUpTo(places: readonly number[], seq: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sizeOf({ nodes, messages, withdrawn }: TimelineState): number {
  return nodes.size + messages.size + withdrawn.size;
}

/** What is the same at two places of a log keeps the view that its readers have. */
function keepViews(before: TimelineState, after: TimelineState): void {
  for (const node of before.nodes.values()) {
    if (!node.view) continue;
    const other = after.nodes.get(node.id);
    if (other?.changedAt === node.changedAt) other.view = node.view;
  }
}
