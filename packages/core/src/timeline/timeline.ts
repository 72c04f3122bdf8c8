import type { SessionEvent } from "../events/event.ts";
import { closeOpen, fold } from "./fold.ts";
import { createNotifier, scheduleNotification } from "./notifier.ts";
import { createReaders, type TimelineReaders } from "./readers.ts";
import { accept, createSequence, gapsOf, lastSeqOf } from "./sequence.ts";
import { addNotice, createState } from "./state.ts";

export interface TimelineOptions {
  /** Only this session's events are folded; those of all sessions unless given. */
  sessionId?: string;
  /**
   * Schedules the next notification: gets a function to run soon. Once a frame in a browser, within 100 ms elsewhere,
   * unless given.
   */
  schedule?: (run: () => void) => void;
}

/** The state folded from a session's events, and its readers. */
export interface Timeline extends TimelineReaders {
  /** Folds events: reads see them at once, subscribers are notified once a frame. Never throws. */
  apply(event: SessionEvent | readonly SessionEvent[]): void;
  /** Closes open agents and calls as `interrupted`, after the end of the stream. A later event reopens its node. */
  end(reason?: string): void;
}

/**
 * Creates an empty timeline.
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
      if (accept(sequence, events, state, fold, addNotice)) scheduleNotification(notifier);
    },
    end(reason) {
      closeOpen(state, reason);
      scheduleNotification(notifier);
    },
  };
}
