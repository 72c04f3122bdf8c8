const deepest = 200;
const longest = 20_000;

/**
 * A copy of a value with at most so many entries, the outermost first, so that a page can hold it; `isCut` where
 * something is not in it. It does not recurse, whatever the depth.
 */
export function cutValue(value: unknown, most: number): { value: unknown; isCut: boolean } {
  let left = most;
  let isCut = false;
  const waiting: { from: object; to: unknown[] | Record<string, unknown>; depth: number }[] = [];
  const copy = (one: unknown, depth: number): unknown => {
    if (typeof one === "string" && one.length > longest) {
      isCut = true;
      return `${one.slice(0, longest)}…`;
    }
    if (typeof one === "bigint") return one.toString();
    if (typeof one === "function" || typeof one === "symbol") return String(one);
    if (typeof one !== "object" || one === null) return one;
    if (depth > deepest) {
      isCut = true;
      return "…";
    }
    const to: unknown[] | Record<string, unknown> = Array.isArray(one) ? [] : {};
    waiting.push({ from: one, to, depth });
    return to;
  };
  const root = copy(value, 0);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { from, to, depth } = next;
    const entries = Array.isArray(from) ? from.entries() : Object.entries(from);
    for (const [key, one] of entries) {
      if (left-- <= 0) {
        isCut = true;
        break;
      }
      const small = copy(one, depth + 1);
      if (Array.isArray(to)) to.push(small);
      else Object.defineProperty(to, key, { value: small, enumerable: true, configurable: true, writable: true });
    }
  }
  return { value: root, isCut };
}
