export { round2 } from "./round.ts";

/** What a mulch is judged by, each from 0 (bad) to 10 (best). */
export const ATTRIBUTES = {
  fireResistance: "Fire resistance",
  longevity: "Longevity",
  drainage: "Drainage",
  slipResistance: "Slip resistance",
  appearance: "Appearance",
  value: "Value for money",
} as const;

export type Attribute = keyof typeof ATTRIBUTES;
export const attributes = Object.keys(ATTRIBUTES) as Attribute[];

/** Where a mulch is laid. */
export const USES = ["bed", "slope", "play", "path", "planter"] as const;
export type Use = (typeof USES)[number];

export const PRODUCT_SLUGS = [
  "protoast-original",
  "protoast-fine",
  "protoast-slope",
  "protoast-play",
  "protoast-planter",
] as const;
export type ProductSlug = (typeof PRODUCT_SLUGS)[number];

/** A product as the tools use it. */
export interface Product {
  slug: string;
  name: string;
  /** The colour it has on the ground, such as `#4a3426`. */
  color: string;
  /** How deep it is laid, in centimetres. */
  depth: number;
  uses: readonly Use[];
  bag: {
    litres: number;
    kilograms: number;
    perPallet: number;
    /** In US dollars. */
    price: number;
  };
  ratings: Readonly<Record<Attribute, number>>;
}

/** The canonical catalogue of toasted-wood mulch: what the tools use where a tenant keeps no products of its own. */
export const PRODUCT_DATA: Readonly<Record<ProductSlug, Product & { slug: ProductSlug }>> = {
  "protoast-original": {
    slug: "protoast-original",
    name: "Protoast Original",
    color: "#4a3426",
    depth: 7.5,
    uses: ["bed", "path"],
    bag: { litres: 56, kilograms: 14, perPallet: 60, price: 9.5 },
    ratings: { fireResistance: 7, longevity: 8, drainage: 8, slipResistance: 6, appearance: 8, value: 9 },
  },
  "protoast-fine": {
    slug: "protoast-fine",
    name: "Protoast Fine",
    color: "#5b4230",
    depth: 5,
    uses: ["bed", "planter"],
    bag: { litres: 50, kilograms: 13, perPallet: 65, price: 10.4 },
    ratings: { fireResistance: 6, longevity: 6, drainage: 6, slipResistance: 7, appearance: 9, value: 7 },
  },
  "protoast-slope": {
    slug: "protoast-slope",
    name: "Protoast Slope",
    color: "#3f2e22",
    depth: 10,
    uses: ["slope", "bed"],
    bag: { litres: 56, kilograms: 16, perPallet: 54, price: 11.8 },
    ratings: { fireResistance: 8, longevity: 9, drainage: 9, slipResistance: 9, appearance: 6, value: 6 },
  },
  "protoast-play": {
    slug: "protoast-play",
    name: "Protoast Play",
    color: "#7a5a3c",
    depth: 30,
    uses: ["play", "path"],
    bag: { litres: 70, kilograms: 15, perPallet: 48, price: 13.2 },
    ratings: { fireResistance: 7, longevity: 7, drainage: 9, slipResistance: 9, appearance: 6, value: 5 },
  },
  "protoast-planter": {
    slug: "protoast-planter",
    name: "Protoast Planter",
    color: "#2f241c",
    depth: 4,
    uses: ["planter"],
    bag: { litres: 25, kilograms: 7, perPallet: 120, price: 7.9 },
    ratings: { fireResistance: 9, longevity: 7, drainage: 7, slipResistance: 5, appearance: 10, value: 5 },
  },
};

export const PRODUCT_NAMES = Object.fromEntries(
  PRODUCT_SLUGS.map((slug) => [slug, PRODUCT_DATA[slug].name]),
) as Readonly<Record<ProductSlug, string>>;
