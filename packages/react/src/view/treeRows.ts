/** The most children that one step opens; longer lists open as ranges of ranges. */
const rangeSize = 100;

/** One drawn row of the tree. */
export interface TreeRow {
  /** Unique in the tree; `parent` is the row above in depth. */
  id: string;
  parent: string | null;
  depth: number;
  /** The key or index; null at the root, and in ranges. */
  label: string | number | null;
  value: unknown;
  kind: "record" | "list" | "range" | "scalar";
  /** The number of entries of a record, list or range. */
  count: number;
  /** A range's place in its list, first and last included. */
  from: number;
  to: number;
  position: number;
  siblings: number;
}

const keysOfRecord = new WeakMap<object, string[]>();

function keysOf(value: object): string[] {
  let keys = keysOfRecord.get(value);
  if (!keys) keysOfRecord.set(value, (keys = Object.keys(value)));
  return keys;
}

function toRow(value: unknown, label: string | number | null, above: TreeRow | null, at: [number, number]): TreeRow {
  const list = Array.isArray(value);
  const kind = list ? "list" : typeof value === "object" && value !== null ? "record" : "scalar";
  const count = list ? value.length : kind === "record" ? keysOf(value as object).length : 0;
  const [position, siblings] = at;
  // A row's id is its indexes from the root: short, whatever the keys are.
  const id = above ? `${above.id}.${position - 1}` : "0";
  const depth = above ? above.depth + 1 : 0;
  return {
    id,
    parent: above?.id ?? null,
    depth,
    label,
    value,
    kind,
    count,
    from: 0,
    to: count - 1,
    position,
    siblings,
  };
}

/** The rows one step below a row: its entries, or ranges of them where they are more than a hundred. */
function childrenOf(row: TreeRow): TreeRow[] {
  if (row.kind === "scalar") return [];
  const entries = row.to - row.from + 1;
  if (entries <= 0) return [];
  let step = 1;
  while (entries / step > rangeSize) step *= rangeSize;
  const total = Math.ceil(entries / step);
  return Array.from({ length: total }, (_, index): TreeRow => {
    const from = row.from + index * step;
    const to = Math.min(row.to, from + step - 1);
    if (step > 1) {
      const id = `${row.id}.${index}`;
      const place = { position: index + 1, siblings: total, count: to - from + 1, from, to };
      return { id, parent: row.id, depth: row.depth + 1, label: null, value: row.value, kind: "range", ...place };
    }
    const key = Array.isArray(row.value) ? from : keysOf(row.value as object)[from]!;
    return toRow(entryOf(row.value as object, key), key, row, [index + 1, total]);
  });
}

function entryOf(value: object, key: string | number): unknown {
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch (error) {
    return `⚠ ${String(error)}`;
  }
}

/**
 * The rows to draw: the root and the children of every opened row. It does not recurse, so a deep value cannot overflow
 * the stack.
 */
export function rowsOfTree(value: unknown, opened: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const stack = [toRow(value, null, null, [1, 1])];
  while (stack.length > 0) {
    const row = stack.pop()!;
    rows.push(row);
    if (!opened.has(row.id)) continue;
    const children = childrenOf(row);
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]!);
  }
  return rows;
}

/** The ids of the rows that are open at first: the root, and the next level where all of it fits on a screen. */
export function openedAtFirst(value: unknown): Set<string> {
  const opened = new Set(["0"]);
  const children = rowsOfTree(value, opened).slice(1);
  const below = children.reduce((sum, child) => sum + Math.min(child.count, rangeSize), children.length);
  if (below <= 24) for (const child of children) if (child.count > 0) opened.add(child.id);
  return opened;
}

const mostSearched = 100_000;
const mostOpened = 200;

/**
 * The rows whose key or value has a text: how many, the first of them, and what to open so that the first two hundred
 * are seen.
 */
export function searchTree(value: unknown, text: string): { count: number; first?: string; opened: Set<string> } {
  const needle = text.trim().toLowerCase();
  const opened = new Set<string>();
  const parents = new Map<string, string | null>();
  const stack = [toRow(value, null, null, [1, 1])];
  let count = 0;
  let first: string | undefined;
  for (let seen = 0; stack.length > 0 && seen < mostSearched; seen++) {
    const row = stack.pop()!;
    parents.set(row.id, row.parent);
    const words = `${row.label ?? ""}\n${row.kind === "scalar" ? String(row.value) : ""}`.toLowerCase();
    if (row.kind !== "range" && words.includes(needle)) {
      count++;
      first ??= row.id;
      if (count <= mostOpened)
        for (let at = row.parent; at && !opened.has(at); at = parents.get(at) ?? null) opened.add(at);
    }
    const children = childrenOf(row);
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]!);
  }
  return { count, opened, ...(first === undefined ? {} : { first }) };
}
