import { decimalOf } from "../json/decimal.ts";

/**
 * Whether a number is a multiple of another as both are written in decimals, so that 19.99 is one of 0.01: the binary
 * quotient of the two is no whole number. Nothing is a multiple of what is not above zero.
 */
export function isMultipleOf(divisor: number, value: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(divisor) || divisor <= 0) return false;
  const [dividend, unit] = [decimalOf(value), decimalOf(divisor)];
  const [digits, unitDigits] = [BigInt(dividend.digits || "0"), BigInt(unit.digits)];
  const scale = dividend.exponent - unit.exponent;
  return scale >= 0
    ? (digits * 10n ** BigInt(scale)) % unitDigits === 0n
    : digits % (unitDigits * 10n ** BigInt(-scale)) === 0n;
}
