"use client";
import { createContext } from "react";

/** Deals out the rows of a frame, so that what a long jump brings is drawn over as many frames as it takes, and none of them is late. */
export interface Turns {
  /** Whether so many new rows may be drawn in this frame. If not, `again` is called in a later one. */
  take(rows: number, again: () => void): boolean;
  /** Leaves what is new to the frames after this one: what is there already changes in it. */
  rest(): void;
}

/** Set where the reader jumps from place to place. Elsewhere all that comes near is drawn at once. */
export const TurnsContext = createContext<Turns | undefined>(undefined);

/** `most` rows a frame; a single block of more has a frame of its own. */
export function createTurns(most: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;
  let frame: number | undefined;
  const take = (rows: number) => {
    frame ??= requestAnimationFrame(next);
    taken += rows;
  };
  const next = () => {
    frame = undefined;
    taken = 0;
    const again = [...waiting];
    waiting.clear();
    for (const draw of again) draw();
  };
  return {
    rest: () => take(most),
    take(rows, again) {
      const hasRoom = taken === 0 || taken + rows <= most;
      if (hasRoom) take(rows);
      else waiting.add(again);
      return hasRoom;
    },
  };
}
