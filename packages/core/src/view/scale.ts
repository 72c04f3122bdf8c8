import type { BlockConfig } from "./viewSpec.ts";
import type { SchemaPart } from "./schemaPart.ts";

/** Where a scale begins and ends, and the values that are written along it, both ends among them. */
export interface Scale {
  minimum: number;
  maximum: number;
  ticks: number[];
}

/** What is known of a scale before its values are: its ends. */
export interface Bounds {
  minimum?: number | undefined;
  maximum?: number | undefined;
}

/** Bounds of a number's type, such as 2^31 - 1, say nothing of a scale. */
const largestBound = 1_000_000_000;

const bound = (value: unknown): number | undefined =>
  typeof value === "number" && Math.abs(value) < largestBound ? value : undefined;

/**
 * The ends of a scale as the spec gives them, else as the schemas of what is drawn on it do, where each of them has
 * one.
 */
export function boundsOf(config: BlockConfig, parts: readonly (SchemaPart | undefined)[]): Bounds {
  const all = (of: (part: SchemaPart | undefined) => number | undefined): number[] | undefined => {
    const found = parts.map(of);
    return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined;
  };
  const least = all((part) => bound(part?.schema.minimum));
  const most = all((part) => bound(part?.schema.maximum));
  return {
    minimum: bound(config.minimum) ?? (least && Math.min(...least)),
    maximum: bound(config.maximum) ?? (most && Math.max(...most)),
  };
}

/**
 * A scale for some values: from the bounds that are known, wider only where a value lies beyond them, else from round
 * numbers around the values, and from zero unless `zero` is false.
 */
export function scaleOf(values: readonly (number | null)[], bounds: Bounds = {}, zero = true): Scale {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const isAmongBounds = (value: number) =>
    value >= (bounds.minimum ?? -Infinity) && value <= (bounds.maximum ?? Infinity);
  if (least > most) {
    const ends = [bounds.minimum ?? bounds.maximum ?? 0, bounds.maximum ?? bounds.minimum ?? 0];
    [least, most] = [Math.min(...ends), Math.max(...ends)];
  }
  if (zero && isAmongBounds(0)) [least, most] = [Math.min(least, 0), Math.max(most, 0)];
  const isGiven = { minimum: (bounds.minimum ?? Infinity) <= least, maximum: (bounds.maximum ?? -Infinity) >= most };
  least = isGiven.minimum ? bounds.minimum! : least;
  most = isGiven.maximum ? bounds.maximum! : most;
  // Of one number a scale grows away from the end that is known.
  if (least === most && isGiven.maximum && !isGiven.minimum) least = most - (Math.abs(most) || 1);
  if (least === most) most = least + (Math.abs(least) || 1);
  const step = stepFor(least, most, isGiven.minimum && isGiven.maximum);
  const minimum = isGiven.minimum ? least : Math.floor(least / step + tiny) * step;
  const maximum = isGiven.maximum ? most : minimum + Math.ceil((most - minimum) / step - tiny) * step;
  const between: number[] = [];
  for (let at = 1; minimum + at * step < maximum - step * 0.45; at++) between.push(exact(minimum + at * step, step));
  return {
    minimum: exact(minimum, step),
    maximum: exact(maximum, step),
    ticks: [exact(minimum, step), ...between, exact(maximum, step)],
  };
}

const tiny = 1e-9;
const steps = [1, 2, 2.5, 3, 5, 10];
const mostIntervals = 5;

/** A round step of which at most five reach from end to end; where both ends are given, one that meets them. */
function stepFor(least: number, most: number, meets: boolean): number {
  const range = most - least;
  const power = 10 ** Math.floor(Math.log10(range / mostIntervals));
  const fitting = steps.map((one) => one * power).filter((step) => range / step <= mostIntervals + tiny);
  const even = fitting.find((step) => Math.abs(range / step - Math.round(range / step)) < 1e-6);
  return (meets ? even : undefined) ?? fitting.find((step) => step / power !== 3) ?? range / mostIntervals;
}

/** A number without the last places that adding steps leaves. */
function exact(value: number, step: number): number {
  const places = Math.max(0, Math.min(15, 2 - Math.floor(Math.log10(step))));
  return places > 0 ? Number(value.toFixed(places)) || 0 : value || 0;
}
