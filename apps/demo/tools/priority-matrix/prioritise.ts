import { round } from "../_shared/round.ts";

/** One thing that could be done: what it brings and what it takes, both from 1 to 10. */
export interface Item {
  name: string;
  impact: number;
  effort: number;
}

export const QUADRANTS = ["Quick win", "Major project", "Fill-in", "Time sink"] as const;
export type Quadrant = (typeof QUADRANTS)[number];

/** Where high begins: above the middle of the scale (5.5), or above the median of the list. */
export type Split = "scale" | "median";

/**
 * Each item's quadrant and its score from 0 to 100, best first; items with the same score share a rank. `impactWeight`
 * is per cent.
 */
export function prioritise(items: readonly Item[], impactWeight: number, split: Split) {
  const highImpact = split === "scale" ? 5.5 : median(items.map(({ impact }) => impact));
  const highEffort = split === "scale" ? 5.5 : median(items.map(({ effort }) => effort));
  const share = impactWeight / 100;
  const placed = items
    .map(({ name, impact, effort }) => ({
      label: name.trim(),
      impact,
      effort,
      quadrant: quadrantOf(impact > highImpact, effort > highEffort),
      exact: 100 * ((share * (impact - 1)) / 9 + ((1 - share) * (10 - effort)) / 9),
    }))
    .toSorted((a, b) => b.exact - a.exact || b.impact - a.impact);
  const ranking = placed.map(({ label, impact, effort, quadrant, exact }) => ({
    rank: placed.findIndex((other) => tenths(other.exact) === tenths(exact)) + 1,
    label,
    score: tenths(exact),
    quadrant,
    impact,
    effort,
  }));
  const count = (quadrant: Quadrant) => ranking.filter((item) => item.quadrant === quadrant).length;
  return {
    summary: {
      startWith: ranking[0]!.label,
      quickWins: count("Quick win"),
      majorProjects: count("Major project"),
      fillIns: count("Fill-in"),
      timeSinks: count("Time sink"),
    },
    split: { impact: highImpact, effort: highEffort },
    ranking,
  };
}

/** One person's ratings. */
export interface Vote {
  items: readonly Item[];
  impactWeight: number;
  split: Split;
}

/** What several people make of the same things: the mean of their ratings by name, and of their weights. */
export function prioritiseTogether(votes: readonly Vote[]) {
  const byName = new Map<string, Item[]>();
  for (const item of votes.flatMap(({ items }) => items)) {
    const name = item.name.trim().toLocaleLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  const items = [...byName.values()].map((rated) => ({
    name: rated[0]!.name,
    impact: tenths(mean(rated.map(({ impact }) => impact))),
    effort: tenths(mean(rated.map(({ effort }) => effort))),
  }));
  const split = votes.every((vote) => vote.split === "median") ? "median" : "scale";
  const result = prioritise(items, mean(votes.map(({ impactWeight }) => impactWeight)), split);
  return { ...result, summary: { people: votes.length, ...result.summary } };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function quadrantOf(highImpact: boolean, highEffort: boolean): Quadrant {
  if (highImpact) return highEffort ? "Major project" : "Quick win";
  return highEffort ? "Time sink" : "Fill-in";
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const tenths = (value: number) => round(value, 1);
