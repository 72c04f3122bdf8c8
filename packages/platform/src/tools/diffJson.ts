import type { VersionChange } from "@callboard/core/client";
import { childPointer, sameJson } from "@callboard/core/form";

/** The most changes that are told of one version; beyond them the whole part is said to have changed. */
const MOST_CHANGES = 100;

/** What is another in two JSON values, by JSON Pointer: the smallest parts that differ. A null is nothing. */
export function diffJson(before: unknown, now: unknown): VersionChange[] {
  const changes = partsOf(before, now, "");
  return changes.length <= MOST_CHANGES ? changes : partsOf(before, now, "", 1);
}

function partsOf(before: unknown, now: unknown, path: string, depth = Number.POSITIVE_INFINITY): VersionChange[] {
  if (sameJson(before ?? null, now ?? null)) return [];
  const [one, other] = [partsIn(before), partsIn(now)];
  if (depth === 0 || !one || !other || Array.isArray(before) !== Array.isArray(now)) {
    const has = (value: unknown) => value !== undefined && value !== null;
    return [{ path, ...(has(before) && { before }), ...(has(now) && { now }) }];
  }
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => partsOf(one[key], other[key], childPointer(path, key), depth - 1));
}

function partsIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}
