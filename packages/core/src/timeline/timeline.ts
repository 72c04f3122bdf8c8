import type { SessionEvent } from "./event.ts";
import { closeOpen, fold } from "./fold.ts";
import { createNotifier, onceAFrame } from "./notifier.ts";
import { createReaders, type TimelineReaders } from "./readers.ts";
import { createSequence } from "./sequence.ts";
import { createState, notice, type Notice } from "./state.ts";

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
  const notifier = createNotifier(options.schedule ?? onceAFrame);
  const state = createState(notifier.watched, notifier.dirty);
  const sequence = createSequence(options.sessionId);

  const take = (event: SessionEvent) => fold(state, event);
  const complain = (event: object, code: Notice["code"], message: string) => notice(state, event, code, message);

  return {
    ...createReaders(() => state, sequence, notifier),
    apply(events) {
      let news = false;
      if (!Array.isArray(events)) news = sequence.accept(events, take, complain);
      else for (const event of events) news = sequence.accept(event, take, complain) || news;
      if (news) notifier.changed();
    },
    end(reason) {
      closeOpen(state, reason);
      notifier.changed();
    },
  };
}
