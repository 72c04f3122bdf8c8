import { ATTRIBUTES, attributes, type Attribute, type Product, type Use } from "../_shared/imsProductData.ts";
import { round, sum } from "../_shared/round.ts";

/** What an answer of the quiz weighs. */
export const WEIGHTS = { no: 0, little: 1, much: 2, most: 4 } as const;
export type Answer = keyof typeof WEIGHTS;

/** What is left of the score of a product that is not made for the place. */
const UNFIT = 0.5;

/** Each product's score out of 100: its ratings, weighed by the answers; best first. */
export function select(products: readonly Product[], use: Use, answers: Readonly<Record<Attribute, Answer>>) {
  const weights = attributes.map((attribute) => ({ attribute, weight: WEIGHTS[answers[attribute]] }));
  const total = sum(weights.map(({ weight }) => weight));
  const scored = products
    .map((product) => {
      const points = weights.map(({ attribute, weight }) => ({
        attribute,
        points: weight * product.ratings[attribute],
      }));
      const fits = product.uses.includes(use);
      const exact = (sum(points.map((each) => each.points)) / total) * 10 * (fits ? 1 : UNFIT);
      const carries = points.toSorted((a, b) => b.points - a.points).slice(0, 2);
      return { product, fits, exact, carries: carries.map(({ attribute }) => ATTRIBUTES[attribute]) };
    })
    .toSorted((a, b) => b.exact - a.exact || a.product.bag.price - b.product.bag.price);
  const [best, second] = scored;
  return {
    summary: {
      recommended: best!.product.name,
      slug: best!.product.slug,
      score: round(best!.exact, 1),
      because: best!.carries.join(", "),
      ahead: second ? round(best!.exact - second.exact, 1) : null,
      madeForIt: best!.fits,
    },
    ranking: scored.map(({ product, fits, exact, carries }) => ({
      product: product.name,
      score: round(exact, 1),
      reason: fits ? `Strong in ${carries.join(" and ").toLowerCase()}` : "Not made for this place: counts half",
    })),
    // One column a product, so that the best three lie over one another.
    profile: attributes.map((attribute) => ({
      attribute: ATTRIBUTES[attribute],
      ...Object.fromEntries(scored.slice(0, 3).map(({ product }) => [product.name, product.ratings[attribute]])),
    })),
    weights: weights.map(({ attribute, weight }) => ({
      attribute: ATTRIBUTES[attribute],
      weight: round((weight / total) * 100, 1),
    })),
  };
}
