/** A plain record: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value with no parts of its own. */
export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

const own = (value: unknown, key: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.prototype.hasOwnProperty.call(value, key) &&
  (!Array.isArray(value) || /^\d+$/.test(key));

/** Whether the output has this part, and what it is. Null is there; only what no own key leads to is missing. */
export type Found = { found: true; value: unknown } | { found: false };

/**
 * Follows a dotted path through own keys only, so `__proto__` and `constructor` lead nowhere unless the data has them.
 * A key that itself contains dots is found too: at each step the rest of the path is tried as one key first.
 */
export function findPath(value: unknown, path: string): Found {
  let at = value;
  let rest = path;
  while (rest !== "") {
    if (own(at, rest)) return { found: true, value: (at as Record<string, unknown>)[rest] };
    const dot = rest.indexOf(".");
    const step = dot < 0 ? rest : rest.slice(0, dot);
    if (dot < 0 || !own(at, step)) return { found: false };
    at = (at as Record<string, unknown>)[step];
    rest = rest.slice(dot + 1);
  }
  return { found: true, value: at };
}

/** The value at a dotted path, or undefined; see `findPath`. */
export function readPath(value: unknown, path: string): unknown {
  // An empty key is a key of its own inside a row; only findPath reads it as "the whole".
  if (path === "") return own(value, path) ? (value as Record<string, unknown>)[path] : undefined;
  const found = findPath(value, path);
  return found.found ? found.value : undefined;
}

export const joinPath = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
