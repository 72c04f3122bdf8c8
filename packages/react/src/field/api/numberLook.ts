import {
  groupNumber,
  isNumberName,
  pointerSegments,
  shiftNumber,
  writeNumber,
  type LeafNode,
  type Pointer,
  type ReadNumberOptions,
} from "@callboard/core/form";
import { currencySign } from "./numberText.ts";

/** How a number field writes its value, and reads it back. */
export interface NumberLook extends ReadNumberOptions {
  /** The unit, currency or per cent sign inside the field's frame. */
  affix: string;
  side: "start" | "end";
  /** Decimal places that are shown at least, of a number that has some. */
  places: number;
  /** They are shown of whole numbers too. */
  alwaysPlaces: boolean;
  isGrouped: boolean;
}

/** A number without a unit. */
export const plainLook = (locale: string): NumberLook => ({
  locale,
  affix: "",
  side: "end",
  affixes: [],
  places: 0,
  alwaysPlaces: false,
  isGrouped: true,
});

const percentSigns = ["%", "٪", "％", "﹪"];

/** The look of a field by its variant: an amount of money, a share in per cent, or a number with its unit. */
export function numberLook(node: LeafNode, locale: string, path: Pointer): NumberLook {
  const { variant, unit = "", details = {} } = node;
  const plain: NumberLook = {
    ...plainLook(locale),
    affix: unit,
    affixes: percentSigns.includes(unit.trim()) ? percentSigns : [unit],
    places: details.digits ?? 0,
    alwaysPlaces: details.digits !== undefined,
    isGrouped: node.type === "number" && !isNumberName(pointerSegments(path).at(-1) ?? ""),
  };
  if (variant === "currency") {
    const { currency } = details;
    const { sign, isBefore, digits } = currencySign(locale, currency);
    return {
      ...plain,
      currency,
      affix: sign,
      side: isBefore ? "start" : "end",
      affixes: currency === undefined ? [] : [sign, currency, currency.toLowerCase(), ...signsOf(locale, currency)],
      places: details.digits ?? digits,
      isGrouped: true,
    };
  }
  if (variant === "percent") {
    const parts = new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(1);
    const affix = parts.find((part) => part.type === "percentSign")?.value ?? "%";
    return {
      ...plain,
      affix,
      side: parts[0]?.type === "percentSign" ? "start" : "end",
      affixes: [affix, ...percentSigns],
      power: details.of === 100 ? 0 : -2,
    };
  }
  return plain;
}

/** The other signs of a currency, such as `US$`. */
function signsOf(locale: string, currency: string): string[] {
  try {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency });
    return format
      .formatToParts(1)
      .filter((part) => part.type === "currency")
      .map((part) => part.value);
  } catch {
    return [];
  }
}

/** A kept number as it is edited: all of its digits, ungrouped. */
export const editedNumber = (value: number, look: NumberLook): string =>
  writeNumber(shiftNumber(value, -(look.power ?? 0)), look);

/** A kept number as it is shown while nobody edits it: grouped, and never rounded. */
export function shownNumber(value: number, look: NumberLook): string {
  const written = shiftNumber(value, -(look.power ?? 0));
  if (!look.isGrouped) return writeNumber(written, look);
  return groupNumber(written, look, look.alwaysPlaces || !Number.isInteger(written) ? look.places : 0);
}

/** A kept number with its unit, as it is read aloud. */
export function spokenNumber(value: number, look: NumberLook): string {
  const text = shownNumber(value, look);
  const parts = look.side === "start" ? [look.affix, text] : [text, look.affix];
  return parts.join(" ").trim();
}
