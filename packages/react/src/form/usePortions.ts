"use client";
import { useEffect, useState } from "react";

/** Up to here a form is drawn at once, and beyond it portion by portion; in plain fields. */
const atOnce = 1_500;
const portion = 300;

/**
 * Beyond so many controls, those off the screen are neither laid out nor painted. Up to there Chromium asks about every
 * control, so as to offer to fill it in, and would lay out the skipped ones for it one by one.
 */
export const skipBeyond = 256;

/**
 * How many of so many parts of a form are drawn by now: all of them, or the first, and the rest by and by, so that the
 * first can be used. Once all are drawn, so is what joins them. The second is how to draw all of them now.
 */
export function usePortions(count: number, weight: number): [number, () => void] {
  const [shown, setShown] = useState(() => (count * weight <= atOnce ? Infinity : Math.ceil(portion / weight)));
  if (shown !== Infinity && shown >= count) setShown(Infinity);
  useEffect(() => {
    if (shown === Infinity) return undefined;
    // Between two portions there is time for who types.
    const timer = setTimeout(() => setShown((before) => before + Math.ceil(portion / weight)), 30);
    return () => clearTimeout(timer);
  }, [shown, weight]);
  return [shown, () => setShown(Infinity)];
}
