/** How a place writes numbers: the locale, and the ISO 4217 code of a currency that may have marks of its own there. */
export interface NumberPlace {
  locale: string;
  currency?: string | undefined;
}

/** The signs that a locale writes numbers with. */
export interface NumberMarks {
  /** From zero to nine. */
  digits: readonly string[];
  decimal: string;
  /** Between groups of digits; empty where the locale has none. */
  group: string;
  /** How many digits stand in the last group, and in those before it. */
  sizes: readonly [last: number, before: number];
  /** Around a negative number. */
  minus: readonly [before: string, after: string];
  /** Writes a whole number in groups, with the locale's own mark between them. */
  plain: Intl.NumberFormat;
  /** What `plain` puts between groups, where a currency is written with another mark. */
  plainGroup: string;
}

const known = new Map<string, NumberMarks>();

/** The marks of a locale, and of a currency in it; those of English for a locale that no engine knows. */
export function numberMarks({ locale, currency }: NumberPlace): NumberMarks {
  const key = `${locale} ${currency ?? ""}`;
  const marks = known.get(key) ?? readMarks(locale, currency);
  known.set(key, marks);
  return marks;
}

function readMarks(locale: string, currency: string | undefined): NumberMarks {
  const plain = formatOf(locale, { useGrouping: true });
  const partOf = (format: Intl.NumberFormat, type: string): string =>
    format.formatToParts(1_234_567.5).find((part) => part.type === type)?.value ?? "";
  const money = currencyFormat(locale, currency);
  // Some countries write the currency's own sign where the point stands, which no keyboard user does.
  const own = money && /^[.,\u066b]$/.test(partOf(money, "decimal")) ? money : plain;
  const ungrouped = formatOf(locale, { useGrouping: false });
  const groups = plain.formatToParts(12_345_678_901).filter((part) => part.type === "integer");
  const sizeAt = (at: number): number => (groups.length > 2 ? [...groups.at(at)!.value].length : 3);
  const negative = plain.formatToParts(-1);
  const at = negative.findIndex((part) => part.type === "integer");
  const join = (parts: Intl.NumberFormatPart[]): string => parts.map((part) => part.value).join("");
  return {
    digits: Array.from({ length: 10 }, (_, digit) => ungrouped.format(digit)),
    decimal: partOf(own, "decimal") || ".",
    group: partOf(own, "group"),
    sizes: [sizeAt(-1), sizeAt(-2)],
    minus: [join(negative.slice(0, at)), join(negative.slice(at + 1))],
    plain,
    plainGroup: partOf(plain, "group"),
  };
}

function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    return new Intl.NumberFormat("en", options);
  }
}

function currencyFormat(locale: string, currency: string | undefined): Intl.NumberFormat | undefined {
  if (currency === undefined) return undefined;
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, minimumFractionDigits: 1 });
  } catch {
    return undefined;
  }
}
