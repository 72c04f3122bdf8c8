import { mayExplode } from "@callboard/core/form";
import { momentOf } from "@callboard/core/view";
import { isRecord } from "../../isRecord.ts";
import { pathFrom, readAt } from "./surfaceState.ts";
import { readTemplate, type Dynamic } from "./template.ts";
import { readableText } from "../../text/visibleText.ts";

/** Where a value is read: the data, the path that relative paths begin at, and the reader's language. */
export interface Scope {
  model: unknown;
  base: string;
  locale: string;
}

const deepest = 24;
const longestTested = 2_000;

/** What a dynamic value is in its scope; undefined for what cannot be known here. */
export function resolve(value: Dynamic, scope: Scope, depth = 0): unknown {
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) return value.map((one) => resolve(one, scope, depth + 1));
  if (!isRecord(value)) return value;
  if (typeof value["path"] === "string") return readAt(scope.model, pathFrom(scope.base, value["path"]));
  if (typeof value["call"] !== "string") return value;
  const run = Object.hasOwn(functions, value["call"]) ? functions[value["call"]] : undefined;
  const args = isRecord(value["args"]) ? value["args"] : {};
  return run?.((name) => (Object.hasOwn(args, name) ? resolve(args[name], scope, depth + 1) : undefined), scope, depth);
}

/** A dynamic value as words. */
export function wordsOf(value: Dynamic, scope: Scope, depth = 0): string {
  const resolved = resolve(value, scope, depth);
  if (resolved === undefined || resolved === null) return "";
  if (typeof resolved === "number")
    return new Intl.NumberFormat(scope.locale, { maximumFractionDigits: 10 }).format(resolved);
  if (typeof resolved === "object") return readableText(JSON.stringify(resolved));
  // What is formatted has the marks of its locale, and what is readable in it is made so part by part.
  const isFormatted = isRecord(value) && String(value["call"]).startsWith("format");
  return isFormatted ? String(resolved) : readableText(String(resolved));
}

/**
 * The message of the first check that fails; an empty one where none is given, null where all hold. `own` is the value
 * that a check is of which names none.
 */
export function failedCheck(checks: unknown, scope: Scope, own?: unknown): string | null {
  for (const check of Array.isArray(checks) ? checks : []) {
    if (!isRecord(check)) continue;
    const args = isRecord(check["args"]) ? check["args"] : {};
    const result = resolve(check["condition"] ?? { ...check, args: { value: own, ...args } }, scope);
    const holds = isRecord(result)
      ? (result["valid"] ?? result["isValid"]) !== false
      : result === undefined || Boolean(result);
    const message = isRecord(result) && typeof result["message"] === "string" ? result["message"] : check["message"];
    if (!holds) return typeof message === "string" ? message : "";
  }
  return null;
}

type Argument = (name: string) => unknown;

const asNumber = (value: unknown): number =>
  typeof value === "string" && value.trim() === "" ? NaN : Number(value ?? NaN);
const asText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== "" &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);
const isBetween = (size: number, arg: Argument): boolean =>
  !(size < asNumber(arg("min"))) && !(size > asNumber(arg("max"))) && !Number.isNaN(size);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Whether a function is one that pages have; any other is an agent's. */
export const isPageFunction = (name: string): boolean => name === "openUrl" || Object.hasOwn(functions, name);

const functions: Readonly<Record<string, (arg: Argument, scope: Scope, depth: number) => unknown>> = {
  "@index"(arg, { base }) {
    const index = /\/(\d+)$/.exec(base)?.[1];
    return index === undefined ? undefined : Number(index) + (asNumber(arg("offset")) || 0);
  },
  required: (arg) => isFilled(arg("value")),
  regex(arg) {
    const [value, pattern] = [asText(arg("value")), asText(arg("pattern"))];
    if (value.length > longestTested || mayExplode(pattern, value.length)) return undefined;
    try {
      return new RegExp(pattern).test(value);
    } catch {
      return undefined;
    }
  },
  length: (arg) => isBetween(asText(arg("value")).length, arg),
  numeric: (arg) => isBetween(asNumber(arg("value")), arg),
  email: (arg) => /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(asText(arg("value")).slice(0, 400)),
  and: (arg) => listOf(arg("values")).every(Boolean),
  or: (arg) => listOf(arg("values")).some(Boolean),
  not: (arg) => !arg("value"),
  formatString: (arg, scope, depth) =>
    readTemplate(asText(arg("value")))
      .map((part) => wordsOf(part, scope, depth + 1))
      .join(""),
  formatNumber: (arg, { locale }) => number(arg, locale, {}),
  formatCurrency: (arg, { locale }) => number(arg, locale, { style: "currency", currency: asText(arg("currency")) }),
  formatDate: (arg, { locale }) => formatDate(arg("value"), readableText(asText(arg("format"))), locale),
  pluralize: (arg, { locale }) => {
    const count = asNumber(arg("value"));
    const exact = count === 0 ? arg("zero") : undefined;
    return exact ?? arg(new Intl.PluralRules(locale).select(Number.isNaN(count) ? 0 : count)) ?? arg("other");
  },
};

function number(arg: Argument, locale: string, style: Intl.NumberFormatOptions): string {
  const value = asNumber(arg("value"));
  if (Number.isNaN(value)) return readableText(asText(arg("value")));
  const decimals = asNumber(arg("decimals"));
  const digits = Number.isNaN(decimals)
    ? {}
    : { minimumFractionDigits: clamp(decimals), maximumFractionDigits: clamp(decimals) };
  try {
    return new Intl.NumberFormat(locale, { ...style, ...digits, useGrouping: arg("grouping") !== false }).format(value);
  } catch {
    // The currency is none.
    return String(value);
  }
}

const clamp = (digits: number): number => Math.min(20, Math.max(0, Math.trunc(digits)));

const dateParts: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  yyyy: { year: "numeric" },
  y: { year: "numeric" },
  yy: { year: "2-digit" },
  MMMM: { month: "long" },
  MMM: { month: "short" },
  MM: { month: "2-digit" },
  M: { month: "numeric" },
  dd: { day: "2-digit" },
  d: { day: "numeric" },
  EEEE: { weekday: "long" },
  EEE: { weekday: "short" },
  E: { weekday: "short" },
  a: { hour: "numeric", hour12: true },
};

/**
 * A moment by a pattern such as `EEEE, MMMM d`: the letters of Unicode's dates, and words in single quotes as they are.
 */
function formatDate(value: unknown, pattern: string, locale: string): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const date = new Date((typeof value === "string" ? momentOf(value) : value) ?? Number.NaN);
  if (Number.isNaN(date.valueOf())) return readableText(String(value));
  const zone: Intl.DateTimeFormatOptions = isDay ? { timeZone: "UTC" } : {};
  if (pattern === "") return new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...zone }).format(date);
  const two = (count: number) => String(count).padStart(2, "0");
  const hours = isDay ? 0 : date.getHours();
  const clock: Readonly<Record<string, string>> = {
    HH: two(hours),
    H: String(hours),
    hh: two(hours % 12 || 12),
    h: String(hours % 12 || 12),
    mm: two(isDay ? 0 : date.getMinutes()),
    ss: two(isDay ? 0 : date.getSeconds()),
  };
  return pattern.replaceAll(/'([^']*)'|([a-zA-Z])\2*/g, (letters: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted;
    if (Object.hasOwn(clock, letters)) return clock[letters]!;
    const options = Object.hasOwn(dateParts, letters) ? dateParts[letters] : undefined;
    if (!options) return letters;
    const parts = new Intl.DateTimeFormat(locale, { ...options, ...zone }).formatToParts(date);
    const kind = letters === "a" ? "dayPeriod" : Object.keys(options)[0];
    return parts.find(({ type }) => type === kind)?.value ?? "";
  });
}
