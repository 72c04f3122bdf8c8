import type { ValueFormat } from "./viewSpec.ts";
import { toNumber } from "./columns.ts";
import { isIsoDate, momentOf } from "./isoDate.ts";

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n${locale}${JSON.stringify(options)}`;
  const known = made.get(key) ?? new Intl.NumberFormat(locale, options);
  made.set(key, known);
  return known as Intl.NumberFormat;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d${locale}${JSON.stringify(options)}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, known);
  return known as Intl.DateTimeFormat;
}

/**
 * Writes a scalar for a reader: numbers, money, shares and dates (ISO 8601) by locale, text as it is. A value that does
 * not fit its format is written by its own type; null, undefined and parts that are not scalars give the empty text.
 */
export function formatValue(value: unknown, format: ValueFormat | undefined, locale: string): string {
  if (value === null || value === undefined || typeof value === "object" || typeof value === "function") return "";
  if (typeof value === "number") return formatNumber(value, format, locale);
  if (typeof value !== "string") return String(value);
  if (format?.type === "date" || format?.type === "datetime") {
    const isEpoch = /^\d{10}(?:\d{3})?$/.test(value);
    return isEpoch ? formatNumber(Number(value), format, locale) : formatDate(value, format.type, locale);
  }
  if (!format && isIsoDate(value)) return formatDate(value, "datetime", locale);
  if (!format && value.startsWith("P")) return formatDuration(value, locale);
  const number =
    format?.type === "currency" || format?.type === "percent" || format?.type === "number" ? toNumber(value) : null;
  return number === null ? value : formatNumber(number, format, locale);
}

function formatNumber(value: number, format: ValueFormat | undefined, locale: string): string {
  if (!Number.isFinite(value)) return String(value);
  const { type = "number", currency, digits, unit, of = 1 } = format ?? {};
  const withUnit = (text: string) => {
    if (unit === "%") return withPercent(text, locale);
    return typeof unit === "string" && unit !== "" ? `${text} ${unit}` : text;
  };
  if (type === "plain") return withUnit(Number.isInteger(value) ? String(value) : formatUngrouped(value, locale));
  if (type === "bytes" || type === "milliseconds") return formatMagnitude(value, type, locale);
  // A number that is no moment of the last fifty years is a number.
  if ((type === "date" || type === "datetime") && Math.abs(value) >= 1e8) {
    const date = new Date(Math.abs(value) < 1e11 ? value * 1000 : value);
    return Number.isNaN(date.valueOf()) ? String(value) : formatDate(date.toISOString(), type, locale);
  }
  const fixed =
    digits === undefined
      ? {}
      : { minimumFractionDigits: clampDigits(digits), maximumFractionDigits: clampDigits(digits) };
  if (type === "percent") {
    return numberFormat(locale, { style: "percent", maximumFractionDigits: 2, ...fixed }).format(value / of);
  }
  if (type === "currency" && typeof currency === "string" && /^[A-Za-z]{3}$/.test(currency)) {
    return numberFormat(locale, { style: "currency", currency: currency.toUpperCase(), ...fixed }).format(value);
  }
  const size = Math.abs(value);
  const natural: Intl.NumberFormatOptions =
    digits !== undefined
      ? fixed
      : type === "currency"
        ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
        : size !== 0 && size < 1
          ? { maximumSignificantDigits: 6 }
          : { maximumFractionDigits: 6 };
  const extreme = size >= 1e15 || (size !== 0 && size < 1e-6);
  const text = extreme && digits === undefined ? String(value) : numberFormat(locale, natural).format(value);
  return withUnit(text);
}

/** A written number with the sign of per cent where the locale has it: as a share is written. */
const withPercent = (text: string, locale: string): string =>
  (numberFormat(locale, { style: "unit", unit: "percent" }) as Intl.NumberFormat)
    .formatToParts(0)
    .map(({ type, value }) => (type === "integer" ? text : value))
    .join("");

/** A fraction with all of its digits, as the locale separates them. */
function formatUngrouped(value: number, locale: string): string {
  const text = String(value);
  if (text.includes("e")) return text;
  const digits = text.length - text.indexOf(".") - 1;
  return numberFormat(locale, { useGrouping: false, maximumFractionDigits: digits }).format(value);
}

const magnitudes = {
  bytes: ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"],
  milliseconds: ["millisecond", "second"],
} as const;

/** A size or a duration in the unit that leaves a short number. */
function formatMagnitude(value: number, type: keyof typeof magnitudes, locale: string): string {
  const units = magnitudes[type];
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1) / 3)));
  const unit = {
    style: "unit",
    unit: units[at]!,
    unitDisplay: "short",
    maximumFractionDigits: at === 0 ? 2 : 1,
  } as const;
  return numberFormat(locale, unit).format(value / 1000 ** at);
}

const durationUnits = ["year", "month", "week", "day", "hour", "minute", "second"] as const;

/** A duration of ISO 8601 in words; any other text as it is. */
function formatDuration(text: string, locale: string): string {
  const amounts =
    /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      text,
    );
  if (!amounts) return text;
  return durationUnits
    .flatMap((unit, index) => {
      const amount = amounts[index + 1];
      if (amount === undefined) return [];
      return [numberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(Number(amount))];
    })
    .join(" ");
}

const clampDigits = (digits: number): number => Math.min(20, Math.max(0, Math.trunc(digits) || 0));

function formatDate(text: string, type: "date" | "datetime", locale: string): string {
  const moment = momentOf(text);
  if (moment === null) return text;
  const day = text.length === 10;
  const date = new Date(moment);
  // A day without a time is the same day everywhere.
  if (day) return dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(date);
  return dateFormat(
    locale,
    type === "date" ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" },
  ).format(date);
}
