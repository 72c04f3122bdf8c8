import { round2, type Product } from "../_shared/imsProductData.ts";
import { round, sum } from "../_shared/round.ts";

/** A patch of ground to be covered; lengths in metres, or in feet. */
export type Bed = { name: string; shape: "rectangle" | "circle" | "area" } & {
  length?: number | undefined;
  width?: number | undefined;
  diameter?: number | undefined;
  area?: number | undefined;
};

/** The full pallets of an order cost so much less, in per cent. */
const PALLET_DISCOUNT = 5;
/** An empty pallet, in kilograms. */
const PALLET_KILOGRAMS = 20;

const SQUARE_METRES_OF_A_SQUARE_FOOT = 0.09290304;
const CENTIMETRES_OF_AN_INCH = 2.54;
const LITRES_OF_A_CUBIC_YARD = 764.554857984;
const POUNDS_OF_A_KILOGRAM = 1 / 0.45359237;

export type Units = "metric" | "imperial";

function areaOf({ shape, length = 0, width = 0, diameter = 0, area = 0 }: Bed): number {
  if (shape === "rectangle") return length * width;
  return shape === "circle" ? Math.PI * (diameter / 2) ** 2 : area;
}

/** Bags, pallets, weight and cost of covering beds to a depth (centimetres, or inches). `waste` is per cent. */
export function cover(product: Product, beds: readonly Bed[], asked: number | undefined, waste: number, units: Units) {
  const isMetric = units === "metric";
  const depth = asked ?? round(isMetric ? product.depth : product.depth / CENTIMETRES_OF_AN_INCH, 1);
  const centimetres = isMetric ? depth : depth * CENTIMETRES_OF_AN_INCH;
  const { bag } = product;
  const rows = beds.map((bed) => {
    const area = areaOf(bed);
    const squareMetres = isMetric ? area : area * SQUARE_METRES_OF_A_SQUARE_FOOT;
    // One centimetre on one square metre is ten litres.
    return { bed: bed.name.trim(), area, litres: squareMetres * centimetres * 10 * (1 + waste / 100) };
  });
  const litres = sum(rows.map((row) => row.litres));
  // What exceeds a whole number of bags by less than can be measured needs no further bag.
  const bags = Math.max(1, Math.ceil(litres / bag.litres - 1e-9));
  const fullPallets = Math.floor(bags / bag.perPallet);
  const pallets = Math.ceil(bags / bag.perPallet);
  const kilograms = bags * bag.kilograms + pallets * PALLET_KILOGRAMS;
  const listPrice = bags * bag.price;
  const saved = round2((fullPallets * bag.perPallet * bag.price * PALLET_DISCOUNT) / 100);
  return {
    currency: "USD",
    volumeUnit: isMetric ? "m³" : "yd³",
    weightUnit: isMetric ? "kg" : "lb",
    depthUnit: isMetric ? "cm" : "in",
    areaUnit: isMetric ? "m²" : "ft²",
    summary: {
      product: product.name,
      bags,
      pallets,
      looseBags: bags - fullPallets * bag.perPallet,
      volume: round2(isMetric ? litres / 1000 : litres / LITRES_OF_A_CUBIC_YARD),
      weight: round(isMetric ? kilograms : kilograms * POUNDS_OF_A_KILOGRAM, 0),
      cost: round2(listPrice - saved),
      saved,
      depth,
      area: round2(sum(rows.map((row) => row.area))),
    },
    beds: rows.map((row) => ({
      bed: row.bed,
      area: round2(row.area),
      litres: round(row.litres, 0),
      bags: round(row.litres / bag.litres, 1),
      share: litres === 0 ? 0 : round((row.litres / litres) * 100, 1),
    })),
  };
}
