/** The longest that a timer can wait, in milliseconds: one set for longer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Refuses durations and amounts that would not limit what they are there to limit: `NaN` and `Infinity` are null in the
 * log, where null is "never", and a timer that is set to them fires at once.
 * @throws Error that says who was given which of them, and what it may be, for one that is no whole number in its
 * range.
 */
export function checkWholeNumbers(
  who: string,
  given: Readonly<Record<string, number | undefined>>,
  { unit, least = 0, most }: { unit: string; least?: number; most?: number },
): void {
  const range = most === undefined ? `${least} or more` : `from ${least} to ${most}`;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (Number.isSafeInteger(value) && value >= least && value <= (most ?? value)) continue;
    throw new Error(
      `${who} was given ${name}: ${String(value)}, which limits nothing. Give a whole number of ${unit}, ${range}, or leave it out.`,
    );
  }
}
