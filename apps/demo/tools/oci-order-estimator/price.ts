import { round2, type Product } from "../_shared/imsProductData.ts";
import { sum } from "../_shared/round.ts";

const BEST = "This is the best bracket";
/** The phrases of what the next bracket takes. */
export const BRACKETS = ["{bags} more bags for {percent}%", BEST];

/** What comes off the whole order from so many bags on, in per cent. */
const DISCOUNTS = [
  { from: 0, percent: 0 },
  { from: 100, percent: 5 },
  { from: 500, percent: 10 },
  { from: 1000, percent: 14 },
  { from: 2500, percent: 18 },
] as const;

/** Freight of a pallet in US dollars, by distance in kilometres. */
const ZONES = [
  { upTo: 100, rate: 60 },
  { upTo: 300, rate: 95 },
  { upTo: 600, rate: 140 },
  { upTo: Infinity, rate: 190 },
] as const;

/** Each pallet pays its own tier's share of the rate, so that one pallet more never costs less in all. */
const TIERS = [
  { from: 1, to: 4, percent: 100 },
  { from: 5, to: 11, percent: 85 },
  { from: 12, to: 23, percent: 70 },
  { from: 24, to: Infinity, percent: 60 },
] as const;

export interface Line {
  product: Product;
  bags: number;
}

export function freightOf(pallets: number, distance: number) {
  const { rate } = ZONES.find(({ upTo }) => distance <= upTo)!;
  return TIERS.flatMap(({ from, to, percent }) => {
    const within = Math.max(0, Math.min(pallets, to) - from + 1);
    if (within === 0) return [];
    const each = round2((rate * percent) / 100);
    return [
      {
        tier: to === Infinity ? `from ${from}` : `${from} to ${to}`,
        pallets: within,
        each,
        cost: round2(within * each),
      },
    ];
  });
}

/**
 * A bulk order: lines, the bracket's discount, freight by tier, tax, and what the next bracket would take. `tax` is per
 * cent.
 */
export function price(lines: readonly Line[], distance: number, tax: number) {
  const rows = lines.map(({ product, bags }) => ({
    product: product.name,
    bags,
    pallets: Math.ceil(bags / product.bag.perPallet),
    each: product.bag.price,
    amount: round2(bags * product.bag.price),
  }));
  const bags = sum(rows.map((row) => row.bags));
  const pallets = sum(rows.map((row) => row.pallets));
  const goods = round2(sum(rows.map(({ amount }) => amount)));
  const bracket = DISCOUNTS.findLast(({ from }) => bags >= from)!;
  const next = DISCOUNTS.find(({ from }) => from > bags);
  const discount = round2((goods * bracket.percent) / 100);
  const freight = freightOf(pallets, distance);
  const freightCost = round2(sum(freight.map(({ cost }) => cost)));
  const net = round2(goods - discount + freightCost);
  const taxes = round2((net * tax) / 100);
  return {
    currency: "USD",
    summary: {
      total: round2(net + taxes),
      goods,
      discountPercent: bracket.percent,
      discount,
      freight: freightCost,
      tax: taxes,
      bags,
      pallets,
      perBag: round2(net / bags),
      nextBracket: next ? `${next.from - bags} more bags for ${next.percent}%` : BEST,
    },
    lines: rows,
    freight,
  };
}
