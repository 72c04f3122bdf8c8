import type { SessionEvent } from "./event.ts";
import { closeOpen, fold } from "./fold.ts";
import { changed, createNotifier } from "./notifier.ts";
import { createReaders, type TimelineReaders } from "./readers.ts";
import { accept, createSequence, gapsOf, lastSeqOf } from "./sequence.ts";
import { createState, notice } from "./state.ts";

export interface TimelineOptions {
  /** Only this session's events are taken; any unless given. */
  sessionId?: string;
  /** When readers are told: gets a function to run soon. Once a frame in a browser, within 100 ms elsewhere, unless given. */
  schedule?: (run: () => void) => void;
}

/** The state folded from a session's events, and its readers. */
export interface Timeline extends TimelineReaders {
  /** Takes events in; reads see them at once, subscribers are told once a frame. Never throws. */
  apply(event: SessionEvent | readonly SessionEvent[]): void;
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
  const notifier = createNotifier(options.schedule);
  const state = createState(notifier.watched, notifier.dirty);
  const sequence = createSequence(options.sessionId);

  return {
    ...createReaders(
      () => state,
      () => lastSeqOf(sequence),
      () => gapsOf(sequence),
      notifier,
    ),
    apply(events) {
      if (accept(sequence, events, state, fold, notice)) changed(notifier);
    },
    end(reason) {
      closeOpen(state, reason);
      changed(notifier);
    },
  };
}
