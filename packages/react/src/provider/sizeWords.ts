/** A number of bytes in readable units. */
export function sizeWords(bytes: number, locale: string): string {
  const steps = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(3, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: steps[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0,
  }).format(amount);
}
