/**
 * Whether a number is a multiple of another as both are written in decimals, so that 19.99 is one of 0.01: the binary
 * quotient of the two is no whole number. Nothing is a multiple of what is not above zero.
 */
export function isMultipleOf(divisor: number, value: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(divisor) || divisor <= 0) return false;
  const [digits, exponent] = decimalOf(value);
  const [divisorDigits, divisorExponent] = decimalOf(divisor);
  const scale = exponent - divisorExponent;
  return scale >= 0
    ? (digits * 10n ** BigInt(scale)) % divisorDigits === 0n
    : digits % (divisorDigits * 10n ** BigInt(-scale)) === 0n;
}

/** The digits of a number and the power of ten that they are to be multiplied with. */
function decimalOf(value: number): [digits: bigint, exponent: number] {
  const [coefficient = "0", exponent = "0"] = Math.abs(value).toString().split("e");
  const [whole = "0", fraction = ""] = coefficient.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
