/**
 * A value as plain JSON, as a log keeps it: a copy, so that later changes of the original do not reach the log. Dates
 * and bigints are texts, sets are lists, maps are objects or, where their keys are no texts, lists of pairs.
 * @throws when it cannot be written as JSON: why.
 */
export function plainCopy(value: unknown): unknown {
  if (value === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(value, replaceNative);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`it cannot be written as JSON (${why})`, { cause });
  }
  if (text === undefined) throw new Error(`it cannot be written as JSON (a ${typeof value} is no data)`);
  return JSON.parse(text);
}

/** For `JSON.stringify`, which writes dates by itself. */
export function replaceNative(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Set) return [...value];
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, one]): [unknown, unknown] => [key, one ?? null]);
  return entries.every(([key]) => typeof key === "string") ? Object.fromEntries(entries) : entries;
}
