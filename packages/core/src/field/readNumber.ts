import { decimalOf, toDecimal } from "../json/decimal.ts";
import { numberMarks, type NumberPlace } from "./numberMarks.ts";

/**
 * What a text says, read as a number. Only `number` is taken: every other kind has something to tell whoever wrote it.
 */
export type NumberReading =
  | { kind: "number"; value: number }
  | { kind: "empty" }
  /** No number, or not all of one yet. */
  | { kind: "unreadable" }
  /** A number with a word or sign that is not the field's own. */
  | { kind: "affix"; found: string }
  /** Two numbers, of which the locale writes neither so. */
  | { kind: "ambiguous"; values: readonly [number, number] }
  /** More digits than a number holds: `nearest` is what would become of it. */
  | { kind: "inexact"; nearest: number }
  | { kind: "tooLarge" };

export interface ReadNumberOptions extends NumberPlace {
  /** What may stand before or behind the number: a unit, a currency's sign or code, `%`. */
  affixes?: readonly string[];
  /** The power of ten that the written number is taken times: -2 keeps 25 % as 0.25. */
  power?: number;
}

/** Signs that show nothing by themselves: direction, joiners, soft hyphens, marks of a byte order. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Signs that show the digits in another order than they are written in. */
const reversed = /[\u202d\u202e]/;
const minusSigns = "\\-\u2010-\u2014\u207b\u2212\u2796\ufe58\ufe63\uff0d";
const leadingMinus = new RegExp(`^[${minusSigns}]`);
/** A dash behind digits may be a range or a break; a minus sign may not. */
const trailingMinus = /[-\u2212\ufe63\uff0d]$/;
const leadingPlus = /^[+\ufe62\uff0b]/;
const brackets = /^[(\ufe59\uff08](.*)[)\ufe5a\uff09]$/s;
/** `5,-` and `5.–`: no cents. */
const noCents = /([\p{Nd}])[.,\uff0c\uff0e]\s?[-\u2012-\u2014]{1,2}$/u;

/**
 * The separators of the world, by what they can mean: `.` and `,` both, `D` a decimal one, `G` and the others groups.
 */
const meanings = {
  ".": ".\u3002\ufe52\uff0e\uff61",
  ",": ",\u060c\ufe50\uff0c",
  D: "\u066b",
  G: "\u066c",
  "'": "'\u2018\u2019\u02bc\uff07",
  " ": " \u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
  _: "_",
};
const separators = new Map(
  Object.entries(meanings).flatMap(([meaning, signs]) => [...signs].map((sign) => [sign, meaning] as const)),
);

/**
 * Reads a typed or pasted text as a number. The locale decides what its own separators mean; what it does not write so
 * is read where it can mean one number only, and else refused: `26,2` is 26.2 on an English page, `1.234` on a French
 * one is 1.234 or 1234. Digits of all scripts, signs of all kinds and groups of all sizes are read; a number that
 * cannot be kept digit by digit is refused, never rounded.
 */
export function readNumber(text: string, options: ReadNumberOptions): NumberReading {
  const written = text.replace(unseen, "").trim();
  if (written === "") return { kind: "empty" };
  if (reversed.test(text) || /[\t\n\v\f\r\u0085\u2028\u2029]/.test(written)) return { kind: "unreadable" };
  const bare = withoutAffixes(written, options.affixes ?? []);
  if (!bare) return { kind: "unreadable" };
  const plain = toPlain(bare.text, options);
  if (plain === undefined) return affixIn(written);
  const [, mantissa = plain, powerSign = "", power = "0"] = /^(.+?)[eE]([+M]?)(\d+)$/.exec(plain) ?? [];
  if (/[MeE+]/.test(mantissa)) return { kind: "unreadable" };
  const { decimal, group, sizes } = numberMarks(options);
  const marks = { decimal: separators.get(decimal) ?? "D", group: separators.get(group) ?? "G", sizes };
  const readings = readSeparated(mantissa, marks, mantissa !== plain);
  const shift = (powerSign === "M" ? -1 : 1) * Number(power) + (options.power ?? 0);
  const results = readings.map((reading) => toNumber(reading, bare.isNegative, shift));
  const [first, second] = results;
  if (!first) return { kind: "unreadable" };
  if (!second) return first;
  return first.kind === "number" && second.kind === "number"
    ? { kind: "ambiguous", values: [first.value, second.value] }
    : { kind: "unreadable" };
}

/**
 * A text without its sign, brackets and the field's own affixes, which stand in any order; undefined where signs
 * contradict.
 */
function withoutAffixes(text: string, affixes: readonly string[]): { text: string; isNegative: boolean } | undefined {
  const own = affixes
    .map((affix) => affix.replace(unseen, "").replace(/\s/g, " ").trim())
    .filter((affix) => affix !== "")
    .toSorted((one, other) => other.length - one.length);
  let signs = 0;
  let isNegative = false;
  let hasAffix = false;
  const sign = (negative: boolean): void => {
    signs++;
    isNegative = negative;
  };
  for (let rest = text; ;) {
    const before = rest;
    const affix = hasAffix ? undefined : own.find((one) => startsOrEnds(rest, one));
    if (affix !== undefined) {
      hasAffix = true;
      rest = startsWith(rest, affix) ? rest.slice(affix.length) : rest.slice(0, -affix.length);
    } else if (noCents.test(rest)) rest = rest.replace(noCents, "$1");
    else if (leadingMinus.test(rest)) {
      sign(true);
      rest = rest.slice(1);
    } else if (trailingMinus.test(rest)) {
      sign(true);
      rest = rest.slice(0, -1);
    } else if (leadingPlus.test(rest)) {
      sign(false);
      rest = rest.slice(1);
    } else if (brackets.test(rest)) {
      sign(true);
      rest = brackets.exec(rest)![1]!;
    }
    rest = rest.trim();
    if (rest === before) return signs > 1 ? undefined : { text: rest, isNegative };
  }
}

/** Words are the same in capitals; signs of units are not: a MW is no mW. */
const isSame = (text: string, affix: string): boolean => {
  const spaced = text.replace(/\s/g, " ");
  return spaced === affix || (affix.length > 3 && spaced.toLowerCase() === affix.toLowerCase());
};
const startsWith = (text: string, affix: string): boolean =>
  text.length > affix.length && isSame(text.slice(0, affix.length), affix);
const startsOrEnds = (text: string, affix: string): boolean =>
  startsWith(text, affix) || (text.length > affix.length && isSame(text.slice(-affix.length), affix));

/**
 * The text in ASCII digits, the separators' own letters, `e` and `M` for the minus of a power; undefined where it holds
 * anything else, or digits of two scripts.
 */
function toPlain(text: string, place: NumberPlace): string | undefined {
  const own = numberMarks(place);
  let plain = "";
  let script: number | undefined;
  for (const sign of text) {
    const digit = digitOf(sign, own.digits);
    // A few scripts have separators that no other has.
    const separator = separators.get(sign) ?? (sign === own.decimal ? "D" : sign === own.group ? "G" : undefined);
    if (digit) {
      if ((script ??= digit.script) !== digit.script) return undefined;
      plain += digit.value;
    } else if (separator !== undefined) plain += separator;
    else if (/[eE+]/.test(sign)) plain += sign;
    else if (leadingMinus.test(sign)) plain += "M";
    else return undefined;
  }
  return plain;
}

/** A sign's digit, and the zero of its script; the locale's own digits may be no decimal digits to Unicode. */
function digitOf(sign: string, own: readonly string[]): { value: number; script: number } | undefined {
  if (sign >= "0" && sign <= "9") return { value: Number(sign), script: 48 };
  const at = own.indexOf(sign);
  if (at >= 0) return { value: at, script: own[0]!.codePointAt(0)! };
  if (!/^\p{Nd}$/u.test(sign)) return undefined;
  // Unicode keeps the digits of a script together, from zero on, and runs of them stand side by side at most.
  const code = sign.codePointAt(0)!;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
  return { value: value % 10, script: code - (value % 10) };
}

const beside = `[^\\p{Nd}\\s()+.,'\u2019\uff08\uff09${minusSigns}]+`;
const words = new RegExp(`${beside}(?:\\s+${beside})*`, "u");

/** What stands beside the number, where there is one. */
function affixIn(text: string): NumberReading {
  if (!/\p{Nd}/u.test(text)) return { kind: "unreadable" };
  const found = words.exec(text)?.[0];
  return found === undefined ? { kind: "unreadable" } : { kind: "affix", found };
}

interface OwnMarks {
  decimal: string;
  group: string;
  sizes: readonly [number, number];
}

interface Digits {
  whole: string;
  fraction: string;
}

/** What a run of digits and separators can be: one reading where it means one number, or the locale writes it so. */
function readSeparated(text: string, own: OwnMarks, hasPower: boolean): Digits[] {
  const used = [...new Set(text.replace(/\d/g, ""))];
  const asDecimal = (decimal: string, group = ""): Digits[] => {
    const [whole = "", fraction = "", ...more] = text.split(decimal);
    if (!/[.,D]/.test(decimal) || more.length > 0 || /\D/.test(fraction) || whole + fraction === "") return [];
    if (group !== "") return isGrouped(whole, group, own) ? [{ whole: whole.replaceAll(group, ""), fraction }] : [];
    return /\D/.test(whole) ? [] : [{ whole, fraction }];
  };
  const asGroups = (group: string): Digits[] =>
    isGrouped(text, group, own) ? [{ whole: text.replaceAll(group, ""), fraction: "" }] : [];
  const [one, other] = used;
  if (one === undefined) return text === "" ? [] : [{ whole: text, fraction: "" }];
  if (other !== undefined) return used.length > 2 ? [] : asDecimal(other, one);
  const decimal = asDecimal(one);
  const groups = asGroups(one);
  // Nobody groups the digits of a number with a power of ten.
  if (hasPower) return decimal;
  if (one === own.decimal && decimal.length > 0) return decimal;
  if (one === own.group && groups.length > 0) return groups;
  return [...decimal, ...groups];
}

/**
 * Whether separators stand where groups of three end, or as in India, or as in the locale; a grouped number does not
 * begin with zero.
 */
function isGrouped(text: string, group: string, own: OwnMarks): boolean {
  if (group === "D") return false;
  const [first = "", ...rest] = text.split(group);
  if (rest.length === 0 || first === "" || first.startsWith("0")) return false;
  const fits = ([last, before]: readonly [number, number]): boolean =>
    first.length <= before && rest.every((part, at) => part.length === (at === rest.length - 1 ? last : before));
  if (/\D/.test(first + rest.join(""))) return false;
  return (
    fits([3, 3]) || (/[,G]/.test(group) && rest.length > 1 && fits([3, 2])) || (group === own.group && fits(own.sizes))
  );
}

/** The number, where it keeps every digit that was written. */
function toNumber({ whole, fraction }: Digits, isNegative: boolean, shift: number): NumberReading {
  const written = toDecimal(whole + fraction, shift - fraction.length);
  if (written.digits === "") return { kind: "number", value: 0 };
  const size = Number(`${written.digits}e${written.exponent}`);
  if (!Number.isFinite(size)) return { kind: "tooLarge" };
  const value = isNegative && size !== 0 ? -size : size;
  const held = decimalOf(size);
  return held.digits === written.digits && held.exponent === written.exponent
    ? { kind: "number", value }
    : { kind: "inexact", nearest: value };
}
