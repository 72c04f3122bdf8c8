"use client";
import { createContext } from "react";

/** Rows that are drawn when it is their turn. */
export interface Waiting<Place = Element> {
  /** Where they will stand; undefined while that is not on the page. */
  place(): Place | undefined;
  draw(): void;
  /** It was far when its turn came: it waits no more until it comes near again. */
  leave(): void;
}

/**
 * Deals out the rows of a frame, so that what a long jump brings is drawn over as many frames as it takes, and none of
 * them is late.
 */
export interface Turns<Place = Element> {
  /** Whether so many new rows may be drawn in this frame. If not, they are drawn in a later one. */
  take(rows: number, waiting: Waiting<Place>): boolean;
  /** Leaves what is new to the frames after this one: what is there already changes in it. */
  rest(): void;
  /** Whether something was drawn in this frame, or waits. */
  areTaken(): boolean;
}

/** Set where the reader jumps from place to place. Elsewhere all that comes near is drawn at once. */
export const TurnsContext = createContext<Turns | undefined>(undefined);

/**
 * `most` rows a frame; a single block of more has a frame of its own. `createRuler` is called once for a frame; what it
 * gives tells how far a place is from the middle of what the reader sees: the nearest come first, and what is
 * infinitely far by then not at all.
 */
export function createTurns<Place>(most: number, createRuler: () => (place: Place) => number): Turns<Place> {
  const waiting = new Set<Waiting<Place>>();
  let taken = 0;
  let frame: number | undefined;
  const take = (rows: number) => {
    frame ??= requestAnimationFrame(next);
    taken += rows;
  };
  const next = () => {
    frame = undefined;
    taken = 0;
    const awayOf = createRuler();
    // All are measured before the first is drawn: the page stands as it was painted.
    const again = [...waiting].map((one) => {
      const place = one.place();
      return { one, away: place === undefined ? Infinity : awayOf(place) };
    });
    waiting.clear();
    again.sort((one, other) => one.away - other.away);
    for (const { one, away } of again) {
      if (away < Infinity) one.draw();
      else one.leave();
    }
  };
  return {
    rest: () => take(most),
    areTaken: () => frame !== undefined,
    take(rows, one) {
      const hasRoom = taken === 0 || taken + rows <= most;
      if (hasRoom) take(rows);
      else waiting.add(one);
      return hasRoom;
    },
  };
}
