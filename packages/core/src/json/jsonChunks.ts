const deepestIndent = 40;

interface Frame {
  value: object;
  /** Null in a list. */
  keys: string[] | null;
  at: number;
  count: number;
}

/**
 * The JSON of a value, piece by piece and without recursion, so that neither depth nor size stops it: as
 * `JSON.stringify(value, null, indent)` writes it, but for indents that stop growing at depth 40. A cycle is written as
 * null, a bigint as its digits, NaN and the infinities as texts.
 */
export function* jsonChunks(value: unknown, indent = 2): Generator<string> {
  const stack: Frame[] = [];
  const open = new Set<object>();
  let piece = "";
  const line = () => (indent > 0 ? `\n${" ".repeat(indent * Math.min(stack.length, deepestIndent))}` : "");
  const enter = (one: unknown): string => {
    const plain = toPlain(one);
    if (typeof plain !== "object" || plain === null) return scalarJson(plain);
    if (open.has(plain)) return "null";
    const keys = Array.isArray(plain)
      ? null
      : Object.keys(plain).filter((key) => isJson((plain as Record<string, unknown>)[key]));
    const count = keys ? keys.length : (plain as unknown[]).length;
    if (count === 0) return keys ? "{}" : "[]";
    open.add(plain);
    stack.push({ value: plain, keys, at: 0, count });
    return keys ? "{" : "[";
  };
  piece += enter(value);
  while (stack.length > 0) {
    const frame = stack.at(-1)!;
    if (frame.at === frame.count) {
      stack.pop();
      open.delete(frame.value);
      piece += `${line()}${frame.keys ? "}" : "]"}`;
    } else {
      const index = frame.at++;
      const key = frame.keys?.[index];
      piece += `${index > 0 ? "," : ""}${line()}`;
      if (key !== undefined) piece += `${JSON.stringify(key)}:${indent > 0 ? " " : ""}`;
      piece += enter((frame.value as Record<string | number, unknown>)[key ?? index]);
    }
    if (piece.length >= 65_536) {
      yield piece;
      piece = "";
    }
  }
  if (piece) yield piece;
}

const isJson = (value: unknown): boolean =>
  value !== undefined && typeof value !== "function" && typeof value !== "symbol";

function toPlain(value: unknown): unknown {
  const convert = typeof value === "object" && value !== null ? (value as { toJSON?: unknown }).toJSON : undefined;
  return typeof convert === "function" ? (convert.call(value, "") as unknown) : value;
}

function scalarJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  return JSON.stringify(value) ?? "null";
}
