import type { DefinitionChange } from "@callboard/core/client";
import { sameJson } from "@callboard/core/host";

/** More changes than these are another tool. */
const MOST_CHANGES = 50;
const LONGEST = 300;

/** What differs between a published definition and today's, part by part. */
export function definitionChanges(published: unknown, now: unknown, path = ""): DefinitionChange[] {
  if (sameJson(published, now)) return [];
  if (isObject(published) && isObject(now)) {
    const keys = [...new Set([...Object.keys(published), ...Object.keys(now)])];
    return keys
      .flatMap((key) => definitionChanges(own(published, key), own(now, key), `${path}/${key}`))
      .slice(0, MOST_CHANGES);
  }
  return [{ path, published: shown(published), now: shown(now) }];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const shown = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value).slice(0, LONGEST));
