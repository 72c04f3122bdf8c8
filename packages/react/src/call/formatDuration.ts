/** A duration in the reader's words: "40 ms", "0.4 s", "12 s", "3 min 20 s", "1 hr", "1 hr 5 min". */
export function formatDuration(milliseconds: number, locale: string): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  const unit = (value: number, name: DurationUnit, digits = 0) => formatterOf(locale, name, digits).format(value);
  if (milliseconds < 1) return `<\u202f${unit(1, "millisecond")}`;
  if (seconds < 0.0995) return unit(Math.round(milliseconds), "millisecond");
  if (seconds < 9.95) return unit(seconds, "second", 1);
  const whole = Math.round(seconds);
  if (whole < 60) return unit(whole, "second");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${unit(minutes, "minute")} ${unit(whole % 60, "second")}`;
  const hours = unit(Math.floor(minutes / 60), "hour");
  return minutes % 60 === 0 ? hours : `${hours} ${unit(minutes % 60, "minute")}`;
}

type DurationUnit = "millisecond" | "second" | "minute" | "hour";

const formatters = new Map<string, Intl.NumberFormat>();

/** One formatter for each locale and unit: making one costs more than a row of a list may. */
function formatterOf(locale: string, unit: DurationUnit, digits: number): Intl.NumberFormat {
  const key = `${locale} ${unit} ${digits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      unitDisplay: "short",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}
