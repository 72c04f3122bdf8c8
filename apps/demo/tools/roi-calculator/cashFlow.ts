/** The value today of cash flows, the first of them at once and then one a year; `rate` is a fraction a year. */
export function netPresentValue(rate: number, cashFlows: readonly number[]): number {
  return polynomial(cashFlows, 1 / (1 + rate));
}

/** The rate, as a fraction a year, at which the present value is zero; null where there is none, or more than one. */
export function internalRateOfReturn(cashFlows: readonly number[]): number | null {
  // In s = ln(1 + rate), so that -99.9 % and +100,000 % are equally far from zero.
  const value = (s: number) => polynomial(cashFlows, Math.exp(-s));
  const brackets: [number, number][] = [];
  const step = 1 / 32;
  for (let s = -7; s < 7; s += step) {
    const left = value(s);
    if (left === 0) brackets.push([s, s]);
    else if (left > 0 !== value(s + step) > 0 && value(s + step) !== 0) brackets.push([s, s + step]);
  }
  const bracket = brackets[0];
  if (bracket === undefined || brackets.length > 1) return null;
  let [low, high] = bracket;
  const positiveAtLow = value(low) > 0;
  for (let i = 0; i < 100 && low < high; i++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (value(middle) > 0 === positiveAtLow) low = middle;
    else high = middle;
  }
  return Math.expm1((low + high) / 2);
}

/**
 * Years until what came in has paid back the investment, interpolated within the year; null where it never does.
 * `inflows[0]` is the first year's. `lumpAtEnd` arrives on the last day: it counts, but it is not spread over the last
 * year.
 */
export function paybackYears(investment: number, inflows: readonly number[], lumpAtEnd = 0): number | null {
  let outstanding = investment;
  for (const [index, inflow] of inflows.entries()) {
    if (inflow >= outstanding && inflow > 0) return index + outstanding / inflow;
    outstanding -= inflow;
  }
  return outstanding <= lumpAtEnd ? inflows.length : null;
}

/** Horner's scheme: c0 + c1·x + c2·x² + … */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}
