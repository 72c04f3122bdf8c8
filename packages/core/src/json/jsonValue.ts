import { defineOwn } from "./defineOwn.ts";

/**
 * A value as JSON would carry it: undefined properties are absent, undefined elements null. The same object when there
 * is nothing to change, so that clean values cost no copy.
 */
export function jsonValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const own = value[index] === undefined ? null : jsonValue(value[index]);
      if (own !== value[index]) (copy ??= value.slice())[index] = own;
    }
    return copy ?? value;
  }
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[key];
    const own = jsonValue(part);
    if (own === part && part !== undefined) continue;
    copy ??= { ...value };
    if (own === undefined) delete copy[key];
    else defineOwn(copy, key, own);
  }
  return copy ?? value;
}
