import type { Snapshot } from "@callboard/core";

type Agents = Snapshot["agents"];
type Item = Agents[number]["items"][number];

/** One step of a run: a call or what was said, and how many agents deep. */
export interface RunStep {
  id: string;
  kind: Item["kind"];
  depth: number;
  /** The tool of a call. */
  tool: string;
  title: string | null;
  /** A call's summary, or the text. */
  words: string;
  input: string;
  output: string;
  status: string;
}

/** What differs between two steps that stand for each other. */
export type Change = "input" | "output" | "status" | "text";

/** A step of one run beside its counterpart in the other; `changes` is empty where they are the same. */
export interface ComparedStep {
  one: RunStep | null;
  other: RunStep | null;
  changes: readonly Change[];
}

/**
 * Lays two runs side by side: equal steps in their order first, and between them calls of one tool stand for each
 * other.
 */
export function compareRuns(one: Snapshot, other: Snapshot): ComparedStep[] {
  const [left, right] = [stepsOf(one.agents), stepsOf(other.agents)];
  const rows: ComparedStep[] = [];
  let [l, r] = [0, 0];
  for (const [toLeft, toRight] of [...commonSteps(left, right), [left.length, right.length] as const]) {
    rows.push(...paired(left.slice(l, toLeft), right.slice(r, toRight)));
    const [a, b] = [left[toLeft], right[toRight]];
    if (a && b) rows.push({ one: a, other: b, changes: changesOf(a, b) });
    [l, r] = [toLeft + 1, toRight + 1];
  }
  return rows;
}

/**
 * The steps of agents in the order in which they are shown, without recursion: no depth of the tree overflows the
 * stack.
 */
function stepsOf(agents: Agents): RunStep[] {
  const steps: RunStep[] = [];
  const work: { item: Item; depth: number }[] = [];
  const add = (list: Agents, depth: number) => {
    for (const { items } of list.toReversed()) for (const item of items.toReversed()) work.push({ item, depth });
  };
  add(agents, 0);
  for (let next = work.pop(); next; next = work.pop()) {
    const { item, depth } = next;
    const { id, kind } = item;
    if (item.kind !== "call") {
      steps.push({ id, kind, depth, tool: "", title: null, words: item.text, input: "", output: "", status: "" });
      continue;
    }
    const { tool, title, status } = item;
    const words = item.summary ?? "";
    steps.push({ id, kind, depth, tool, title, words, input: textOf(item.input), output: textOf(item.output), status });
    add(item.agents, depth + 1);
  }
  return steps;
}

/** JSON with its keys in order, so that equal values are equal texts. */
function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ""
  );
}

const keyOf = ({ kind, depth, tool, words, input }: RunStep) =>
  JSON.stringify(kind === "call" ? [depth, tool, input] : [depth, kind, words]);

/**
 * How many equal steps of the other run are looked at for one step: what repeats more often is aligned in its order.
 */
const MOST_CANDIDATES = 32;

/** The longest run of equal steps in the same order in both (Hunt and Szymanski), as pairs of indexes. */
function commonSteps(left: readonly RunStep[], right: readonly RunStep[]): (readonly [number, number])[] {
  interface Link {
    pair: readonly [number, number];
    before: Link | undefined;
  }
  const places = new Map<string, number[]>();
  right.forEach((step, index) => {
    const key = keyOf(step);
    const list = places.get(key);
    if (list) list.push(index);
    else places.set(key, [index]);
  });
  /** The chain of each length that ends earliest in the other run. */
  const chains: Link[] = [];
  const seen = new Map<string, number>();
  left.forEach((step, index) => {
    const key = keyOf(step);
    const all = places.get(key) ?? [];
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const from = Math.max(0, Math.min(nth, all.length) - MOST_CANDIDATES / 2);
    for (const place of all.slice(from, from + MOST_CANDIDATES).reverse()) {
      let [low, high] = [0, chains.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (chains[middle]!.pair[1] < place) low = middle + 1;
        else high = middle;
      }
      chains[low] = { pair: [index, place], before: chains[low - 1] };
    }
  });
  const pairs: (readonly [number, number])[] = [];
  for (let link = chains.at(-1); link; link = link.before) pairs.push(link.pair);
  return pairs.reverse();
}

/** Steps between two equal ones: those of one tool, or of one kind of text, stand for each other in their order. */
function paired(left: readonly RunStep[], right: readonly RunStep[]): ComparedStep[] {
  const rows: ComparedStep[] = [];
  const rest = [...right];
  for (const one of left) {
    const at = rest.findIndex(({ kind, tool, depth }) => kind === one.kind && tool === one.tool && depth === one.depth);
    if (at < 0) {
      rows.push({ one, other: null, changes: [] });
      continue;
    }
    rows.push(...rest.splice(0, at).map((other) => ({ one: null, other, changes: [] })));
    const other = rest.shift()!;
    rows.push({ one, other, changes: changesOf(one, other) });
  }
  return [...rows, ...rest.map((other) => ({ one: null, other, changes: [] }))];
}

function changesOf(one: RunStep, other: RunStep): Change[] {
  if (one.kind !== "call") return one.words === other.words ? [] : ["text"];
  return (["input", "status", "output"] as const).filter((field) => one[field] !== other[field]);
}
