import { decimalOf } from "../json/decimal.ts";
import { numberMarks, type NumberMarks, type NumberPlace } from "./numberMarks.ts";

/** Beyond so many zeros a number is written with a power of ten. */
const mostZeros = 30;

/**
 * A number with all of its digits in a locale's signs, ungrouped, as it is edited; very large and very small ones with
 * a power of ten (`1e-40`). `readNumber` gives the same number back.
 */
export function writeNumber(value: number, place: NumberPlace): string {
  const marks = numberMarks(place);
  const parts = partsOf(value);
  const text = parts
    ? digitsOf(parts.whole, marks) + (parts.fraction && marks.decimal + digitsOf(parts.fraction, marks))
    : digitsOf(String(Math.abs(value)).replace(".", marks.decimal), marks);
  return value < 0 ? `-${text}` : text;
}

/**
 * A number as a locale shows it, in groups, with all of its digits and at least `places` of a fraction: nothing is
 * rounded.
 * `readNumber` gives the same number back.
 */
export function groupNumber(value: number, place: NumberPlace, places = 0): string {
  const marks = numberMarks(place);
  const parts = partsOf(value);
  if (!parts) return writeNumber(value, place);
  const whole = marks.plain.format(BigInt(parts.whole)).replaceAll(marks.plainGroup || "\0", marks.group);
  const fraction = digitsOf(parts.fraction.padEnd(Math.min(20, places), "0"), marks);
  const text = whole + (fraction && marks.decimal + fraction);
  return value < 0 ? marks.minus[0] + text + marks.minus[1] : text;
}

/** The digits before and after the point; undefined where that takes too many zeros. */
function partsOf(value: number): { whole: string; fraction: string } | undefined {
  const { digits, exponent } = decimalOf(value);
  if (exponent > mostZeros || exponent + digits.length < -mostZeros) return undefined;
  if (exponent >= 0) return { whole: (digits || "0") + "0".repeat(exponent), fraction: "" };
  const all = digits.padStart(1 - exponent, "0");
  return { whole: all.slice(0, exponent), fraction: all.slice(exponent) };
}

const digitsOf = (text: string, { digits }: NumberMarks): string =>
  text.replace(/\d/g, (digit) => digits[Number(digit)]!);
