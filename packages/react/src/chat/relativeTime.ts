const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** The time since then in the reader's language; after a week the date. Times are epoch milliseconds. */
export function relativeTime(at: number, now: number, locale: string): string {
  const ago = now - at;
  if (ago >= 7 * 86_400_000) {
    const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
    return new Intl.DateTimeFormat(
      locale,
      sameYear ? { month: "short", day: "numeric" } : { dateStyle: "medium" },
    ).format(at);
  }
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  for (const [unit, size] of steps) if (ago >= size) return words.format(-Math.floor(ago / size), unit);
  return words.format(0, "second");
}
