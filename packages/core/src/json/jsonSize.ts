/** Deeper values, and those that hold themselves, are for whoever writes them as JSON to refuse. */
const DEEPEST = 2_000;

/** Whether a value's JSON is longer than `most` characters, about; looked at no further than that. */
export function isLongerThan(value: unknown, most: number): boolean {
  let left = most;
  const count = (part: unknown, depth: number): void => {
    if (typeof part === "string") left -= part.length + 2;
    else if (typeof part !== "object" || part === null) left -= 2;
    else if (ArrayBuffer.isView(part)) left -= part.byteLength * 2;
    else if (depth <= DEEPEST) {
      left -= 2;
      const isList = Array.isArray(part) || part instanceof Set || part instanceof Map;
      if (!isList) for (const key of Object.keys(part)) left -= key.length + 3;
      for (const one of (isList ? part : Object.values(part)) as Iterable<unknown>) {
        if (left < 0) return;
        count(one, depth + 1);
      }
    }
  };
  count(value, 0);
  return left < 0;
}
