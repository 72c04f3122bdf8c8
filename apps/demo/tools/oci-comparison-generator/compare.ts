import { ATTRIBUTES, attributes, type Attribute, type Product } from "../_shared/imsProductData.ts";
import { round, sum } from "../_shared/round.ts";

/** What others sell, rated from 0 to 10 in the order of the attributes. */
export const COMPETITORS = {
  hardwood: { name: "Shredded hardwood", ratings: [4, 4, 6, 6, 7, 8] },
  dyed: { name: "Dyed mulch", ratings: [4, 5, 6, 5, 9, 7] },
  cedar: { name: "Cedar mulch", ratings: [5, 7, 7, 6, 8, 5] },
  pineBark: { name: "Pine bark nuggets", ratings: [4, 6, 8, 4, 8, 6] },
  rubber: { name: "Rubber mulch", ratings: [2, 10, 8, 7, 5, 4] },
} as const satisfies Record<
  string,
  { name: string; ratings: readonly [number, number, number, number, number, number] }
>;

export type CompetitorKey = keyof typeof COMPETITORS;

export interface Competitor {
  name: string;
  ratings: Readonly<Record<Attribute, number>>;
}

/** A known competitor, by another name and with other ratings where they are given. */
export function competitorOf(
  key: CompetitorKey,
  name: string | undefined,
  own: Partial<Record<Attribute, number | undefined>>,
) {
  const known = COMPETITORS[key];
  const ratings = Object.fromEntries(
    attributes.map((attribute, index) => [attribute, own[attribute] ?? known.ratings[index]!]),
  ) as Record<Attribute, number>;
  return { name: name?.trim() || known.name, ratings };
}

/** Side by side: each category's scores, who is ahead in it, and both in all. Weights are relative. */
export function compare(product: Product, competitor: Competitor, weights: Readonly<Record<Attribute, number>>) {
  const total = sum(attributes.map((attribute) => weights[attribute]));
  const rows = attributes.map((attribute) => {
    const ours = product.ratings[attribute];
    const theirs = competitor.ratings[attribute];
    return { attribute, category: ATTRIBUTES[attribute], ours, theirs, weight: weights[attribute] / total };
  });
  const scoreOf = (side: "ours" | "theirs") => round(sum(rows.map((row) => row.weight * row[side])) * 10, 1);
  const [ours, theirs] = [scoreOf("ours"), scoreOf("theirs")];
  const nameOf = (difference: number) =>
    difference > 0 ? product.name : difference < 0 ? competitor.name : "Neither: they are level";
  const lead = (row: (typeof rows)[number]) => (row.ours - row.theirs) * row.weight;
  const byLead = rows.toSorted((a, b) => lead(b) - lead(a));
  const [best, worst] = [byLead[0]!, byLead.at(-1)!];
  return {
    summary: {
      better: nameOf(ours - theirs),
      product: product.name,
      productScore: ours,
      competitor: competitor.name,
      competitorScore: theirs,
      strongestPoint: lead(best) > 0 ? best.category : "None",
      weakestPoint: lead(worst) < 0 ? worst.category : "None",
    },
    categories: rows.map(({ category, ours, theirs, weight }) => ({
      category,
      product: ours,
      competitor: theirs,
      difference: round(ours - theirs, 1),
      better: nameOf(ours - theirs),
      weight: round(weight * 100, 1),
    })),
  };
}
