/** Half away from zero, on the decimal digits a person sees: 1.005 becomes 1.01, and -0 becomes 0. */
export function round(value: number, digits: number): number {
  // A number of this size has no decimal places.
  if (Math.abs(value) >= 1e15) return value;
  const [mantissa, exponent = "0"] = Math.abs(value).toPrecision(15).split("e");
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return Math.sign(value) * Number(`${shifted}e-${digits}`) || 0;
}

/** To two decimal places: cents, and whatever else is read so exactly. */
export const round2 = (value: number): number => round(value, 2);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
