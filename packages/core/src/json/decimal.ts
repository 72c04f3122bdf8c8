/**
 * A decimal number digit by digit, without a sign: `digits` × 10^`exponent`, without zeros at either end; zero has no
 * digits.
 */
export interface Decimal {
  digits: string;
  exponent: number;
}

/** A run of digits with a power of ten, in its one form. */
export function toDecimal(digits: string, exponent: number): Decimal {
  const shown = digits.replace(/^0+/, "");
  const significant = shown.replace(/0+$/, "");
  return significant === ""
    ? { digits: "", exponent: 0 }
    : { digits: significant, exponent: exponent + shown.length - significant.length };
}

/** The digits that JavaScript and JSON write a number with; its sign is left out. */
export function decimalOf(value: number): Decimal {
  const [mantissa = "", power = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return toDecimal(whole + fraction, Number(power) - fraction.length);
}

/** A number times a power of ten, by its digits, so that 0.07 in per cent is 7. */
export function shiftNumber(value: number, power: number): number {
  const { digits, exponent } = decimalOf(value);
  const size = Number(`${digits || "0"}e${exponent + power}`);
  return value < 0 ? -size : size;
}
