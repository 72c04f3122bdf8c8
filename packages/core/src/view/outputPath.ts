const own = (value: unknown, key: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.prototype.hasOwnProperty.call(value, key) &&
  (!Array.isArray(value) || /^\d+$/.test(key));

/** A part of the output, if it is there. Null counts as there; a path without own keys is missing. */
export type Found = { found: true; value: unknown } | { found: false };

/**
 * Follows a dotted path through own keys only, so `__proto__` and `constructor` lead nowhere unless the data has them.
 * A key that itself contains dots is found too: at each step the rest of the path is tried as one key first.
 */
export function findPath(value: unknown, path: string): Found {
  let at = value;
  for (const step of stepsOfPath(value, path) ?? [null]) {
    if (step === null) return { found: false };
    at = (at as Record<string, unknown>)[step];
  }
  return { found: true, value: at };
}

/** The keys that a dotted path leads through; null where it leads nowhere. */
export function stepsOfPath(value: unknown, path: string): string[] | null {
  const steps: string[] = [];
  let at = value;
  let rest = path;
  while (rest !== "") {
    const dot = rest.indexOf(".");
    const step = own(at, rest) || dot < 0 ? rest : rest.slice(0, dot);
    if (!own(at, step)) return null;
    steps.push(step);
    at = (at as Record<string, unknown>)[step];
    rest = rest.slice(step.length + 1);
  }
  return steps;
}

/** The value at a dotted path, or undefined; see `findPath`. */
export function readPath(value: unknown, path: string): unknown {
  // An empty key is a key of its own inside a row; only findPath reads it as "the whole".
  if (path === "") return own(value, path) ? (value as Record<string, unknown>)[path] : undefined;
  const found = findPath(value, path);
  return found.found ? found.value : undefined;
}

export const joinPath = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
