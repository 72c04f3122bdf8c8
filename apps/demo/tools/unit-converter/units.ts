/**
 * A unit: what it measures, and how much of the base unit one of it is (`offset` is added after that, for
 * temperatures).
 */
export interface Unit {
  name: string;
  symbol: string;
  quantity: "length" | "mass" | "volume" | "area" | "speed" | "data" | "temperature";
  factor: number;
  offset?: number;
}

/** Exact by definition, except where the definition itself is not rational. Base units: m, kg, l, m², m/s, byte, K. */
export const UNITS = {
  millimetre: { name: "Millimetre", symbol: "mm", quantity: "length", factor: 0.001 },
  centimetre: { name: "Centimetre", symbol: "cm", quantity: "length", factor: 0.01 },
  metre: { name: "Metre", symbol: "m", quantity: "length", factor: 1 },
  kilometre: { name: "Kilometre", symbol: "km", quantity: "length", factor: 1000 },
  inch: { name: "Inch", symbol: "in", quantity: "length", factor: 0.0254 },
  foot: { name: "Foot", symbol: "ft", quantity: "length", factor: 0.3048 },
  yard: { name: "Yard", symbol: "yd", quantity: "length", factor: 0.9144 },
  mile: { name: "Mile", symbol: "mi", quantity: "length", factor: 1609.344 },
  "nautical-mile": { name: "Nautical mile", symbol: "nmi", quantity: "length", factor: 1852 },
  gram: { name: "Gram", symbol: "g", quantity: "mass", factor: 0.001 },
  kilogram: { name: "Kilogram", symbol: "kg", quantity: "mass", factor: 1 },
  tonne: { name: "Tonne", symbol: "t", quantity: "mass", factor: 1000 },
  ounce: { name: "Ounce", symbol: "oz", quantity: "mass", factor: 0.028349523125 },
  pound: { name: "Pound", symbol: "lb", quantity: "mass", factor: 0.45359237 },
  stone: { name: "Stone", symbol: "st", quantity: "mass", factor: 6.35029318 },
  millilitre: { name: "Millilitre", symbol: "ml", quantity: "volume", factor: 0.001 },
  litre: { name: "Litre", symbol: "l", quantity: "volume", factor: 1 },
  "cubic-metre": { name: "Cubic metre", symbol: "m³", quantity: "volume", factor: 1000 },
  "us-cup": { name: "US cup", symbol: "cup", quantity: "volume", factor: 0.2365882365 },
  "us-gallon": { name: "US gallon", symbol: "US gal", quantity: "volume", factor: 3.785411784 },
  "imperial-pint": { name: "Imperial pint", symbol: "imp pt", quantity: "volume", factor: 0.56826125 },
  "imperial-gallon": { name: "Imperial gallon", symbol: "imp gal", quantity: "volume", factor: 4.54609 },
  "square-metre": { name: "Square metre", symbol: "m²", quantity: "area", factor: 1 },
  hectare: { name: "Hectare", symbol: "ha", quantity: "area", factor: 10_000 },
  "square-kilometre": { name: "Square kilometre", symbol: "km²", quantity: "area", factor: 1_000_000 },
  "square-foot": { name: "Square foot", symbol: "sq ft", quantity: "area", factor: 0.09290304 },
  acre: { name: "Acre", symbol: "ac", quantity: "area", factor: 4046.8564224 },
  "metre-per-second": { name: "Metre per second", symbol: "m/s", quantity: "speed", factor: 1 },
  "kilometre-per-hour": { name: "Kilometre per hour", symbol: "km/h", quantity: "speed", factor: 1 / 3.6 },
  "mile-per-hour": { name: "Mile per hour", symbol: "mph", quantity: "speed", factor: 0.44704 },
  knot: { name: "Knot", symbol: "kn", quantity: "speed", factor: 1852 / 3600 },
  byte: { name: "Byte", symbol: "B", quantity: "data", factor: 1 },
  kilobyte: { name: "Kilobyte", symbol: "kB", quantity: "data", factor: 1e3 },
  megabyte: { name: "Megabyte", symbol: "MB", quantity: "data", factor: 1e6 },
  gigabyte: { name: "Gigabyte", symbol: "GB", quantity: "data", factor: 1e9 },
  kibibyte: { name: "Kibibyte", symbol: "KiB", quantity: "data", factor: 2 ** 10 },
  mebibyte: { name: "Mebibyte", symbol: "MiB", quantity: "data", factor: 2 ** 20 },
  gibibyte: { name: "Gibibyte", symbol: "GiB", quantity: "data", factor: 2 ** 30 },
  celsius: { name: "Degree Celsius", symbol: "°C", quantity: "temperature", factor: 1, offset: 273.15 },
  fahrenheit: {
    name: "Degree Fahrenheit",
    symbol: "°F",
    quantity: "temperature",
    factor: 5 / 9,
    offset: 459.67 * (5 / 9),
  },
  kelvin: { name: "Kelvin", symbol: "K", quantity: "temperature", factor: 1 },
} as const satisfies Record<string, Unit>;

export type UnitKey = keyof typeof UNITS;
export const UNIT_KEYS = Object.keys(UNITS) as [UnitKey, ...UnitKey[]];

/** Why an amount cannot be converted, and the field to mend; null where it can. */
export function refuseConversion(
  amount: number,
  from: UnitKey,
  to: UnitKey,
): { field: "amount" | "to"; message: string } | null {
  const source: Unit = UNITS[from];
  const target: Unit = UNITS[to];
  if (source.quantity !== target.quantity) {
    const message = `${source.name} measures ${source.quantity}, ${target.name} measures ${target.quantity}. Choose a unit of ${source.quantity}.`;
    return { field: "to", message };
  }
  if (source.quantity === "temperature" && toBase(amount, source) < -1e-9) {
    return {
      field: "amount",
      message: "This is below absolute zero. The lowest temperature is 0 K, which is -273.15 °C.",
    };
  }
  return null;
}

/** The same amount in another unit, and in every unit of that quantity. */
export function convert(amount: number, from: UnitKey, to: UnitKey, digits: number) {
  const source: Unit = UNITS[from];
  const target: Unit = UNITS[to];
  const base = toBase(amount, source);
  const inUnit = (unit: Unit) => {
    const exact = unit === source ? amount : (base - (unit.offset ?? 0)) / unit.factor;
    // Taking an offset away leaves a rest in the last binary digits, which is all there is where the result is zero.
    const clean = unit.quantity === "temperature" ? Number(exact.toFixed(9)) : exact;
    // Digits before the point are none to round away: 26.2 miles are 1,660,032 inches.
    const whole = Math.trunc(Math.abs(clean)).toString().length;
    return Number(clean.toPrecision(Math.min(15, Math.max(digits, whole)))) || 0;
  };
  const result = inUnit(target);
  return {
    summary: {
      amount,
      unit: source.symbol,
      symbol: target.symbol,
      result: `${result} ${target.symbol}`,
      value: result,
      equation: `${amount} ${source.symbol} = ${result} ${target.symbol}`,
      quantity: source.quantity,
    },
    conversions: Object.values<Unit>(UNITS)
      .filter(({ quantity }) => quantity === source.quantity)
      .map((unit) => ({ unit: unit.name, symbol: unit.symbol, value: inUnit(unit) })),
  };
}

const toBase = (amount: number, unit: Unit) => amount * unit.factor + (unit.offset ?? 0);
