import { isRecord } from "../json/record.ts";

/** Whether there is nothing in a value to show. */
export function isHollow(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** A record without some of its keys, and without what is empty; undefined where nothing is left. */
export function withoutKeys(value: object, keys: ReadonlySet<string>): Record<string, unknown> | undefined {
  const left = Object.entries(value).filter(([key, one]) => !keys.has(key) && !isHollow(one));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/**
 * What of a value the given paths (their steps) do not reach, in the same shape; undefined where nothing is left. A
 * list keeps the places of what is left as keys.
 */
export function withoutPaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((steps) => steps.length === 0) || isHollow(value)) return undefined;
  if (typeof value !== "object" || paths.length === 0) return value;
  const left = Object.entries(value as object).flatMap(([key, one]): [string, unknown][] => {
    const below = paths.filter(([step]) => step === key).map((steps) => steps.slice(1));
    const rest = withoutPaths(one, below);
    return rest === undefined ? [] : [[key, rest]];
  });
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}
