import type { LeafNode } from "@callboard/core/form";

/** How a locale writes a currency: its sign, on which side, and how many decimal places are usual. */
export function currencySign(
  locale: string,
  code: string | undefined,
): { sign: string; isBefore: boolean; digits: number } {
  try {
    const format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency: code ?? "",
      currencyDisplay: "narrowSymbol",
    });
    const parts = format.formatToParts(1);
    const at = parts.findIndex((part) => part.type === "currency");
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return { sign: parts[at]!.value, isBefore: at < parts.findIndex((part) => part.type === "integer"), digits };
  } catch {
    // No code, or none that exists: the amount alone is right.
    return { sign: code ?? "", isBefore: false, digits: 2 };
  }
}

/** A number as the field's variant shows it. */
export function numberText({ variant, details = {}, unit, maximum }: LeafNode, value: number, locale: string): string {
  const { digits, of = 1, currency } = details;
  const places =
    digits === undefined ? {} : { minimumFractionDigits: clamp(digits), maximumFractionDigits: clamp(digits) };
  if (variant === "percent") {
    return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4, ...places }).format(value / of);
  }
  if (variant === "currency") {
    try {
      return new Intl.NumberFormat(locale, { style: "currency", currency: currency ?? "", ...places }).format(value);
    } catch {
      const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, ...places }).format(value);
      return currency === undefined ? amount : `${amount} ${currency}`;
    }
  }
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, ...places }).format(value);
  if (variant === "rating") return `${number} / ${new Intl.NumberFormat(locale).format(starCount(maximum))}`;
  return unit === undefined ? number : `${number} ${unit}`;
}

/** As many stars as the greatest value, ten at most. */
export const starCount = (maximum: number | undefined): number =>
  Math.min(10, Math.max(1, Math.floor(maximum ?? 5) || 5));

const clamp = (digits: number): number => Math.min(20, Math.max(0, Math.trunc(digits) || 0));
