/** Milliseconds in which changes come together. */
const SOON = 250;

/** Milliseconds between two announcements: time to hear one out. */
const PAUSE = 2000;

/** When something may be said. */
export interface Pace {
  /** Something has changed; however often it is called, it costs next to nothing. */
  note(): void;
  stop(): void;
}

/** A place where more than one speaks: none of them before the other could be heard out. */
export interface SpokenPlace {
  /** Milliseconds of the page's own clock. */
  quietAt: number;
}

/**
 * Calls `say` a moment after a change, and again only once what was said could be heard out; it returns whether it said
 * something.
 */
export function createPace(say: () => boolean, place: SpokenPlace = { quietAt: -Infinity }): Pace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    if (performance.now() >= place.quietAt && say()) place.quietAt = performance.now() + PAUSE;
    if (performance.now() < place.quietAt) timer = setTimeout(look, place.quietAt - performance.now());
  };
  return {
    note() {
      timer ??= setTimeout(look, SOON);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** A text as it is put into a live region that holds another: the same text again is heard only where it differs. */
export const heardAgain = (text: string, before: string | null): string => (text === before ? `${text}\u00a0` : text);
