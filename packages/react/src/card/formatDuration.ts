/**
 * A duration in the reader's words: "40 ms", "0.4 s", "12 s", "3 min", "3 min 20 s", "1 h 5 min". `digits` is for less
 * than ten seconds.
 */
export function formatDuration(milliseconds: number, locale: string, digits = 1): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  // A number and its unit stand apart and on one line, in languages that write them together too.
  const unit = (value: number, name: DurationUnit, places = 0) =>
    formatterOf(locale, name, places)
      .format(value)
      .replace(/(\p{Nd})\s?(?=\p{L})/u, "$1\u00a0");
  if (milliseconds < 1) return `<\u202f${unit(1, "millisecond")}`;
  if (seconds < 0.0995) return unit(Math.round(milliseconds), "millisecond");
  if (seconds < 9.95) return unit(seconds, "second", digits);
  const whole = Math.round(seconds);
  if (whole < 60) return unit(whole, "second");
  const minutes = Math.floor(whole / 60);
  const both = (large: string, rest: number, small: DurationUnit) =>
    rest === 0 ? large : `${large} ${unit(rest, small)}`;
  return minutes < 60
    ? both(unit(minutes, "minute"), whole % 60, "second")
    : both(unit(Math.floor(minutes / 60), "hour"), minutes % 60, "minute");
}

type DurationUnit = "millisecond" | "second" | "minute" | "hour";

const formatters = new Map<string, Intl.NumberFormat>();

/** One formatter a locale and unit: creating one in each row of a list is too slow. */
function formatterOf(locale: string, unit: DurationUnit, digits: number): Intl.NumberFormat {
  const key = `${locale} ${unit} ${digits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      // The symbols "s" and "h" rather than "sec" and "hr".
      unitDisplay: unit === "second" || unit === "hour" ? "narrow" : "short",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}
