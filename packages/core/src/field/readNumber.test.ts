import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shiftNumber } from "../json/decimal.ts";
import { readNumber, type ReadNumberOptions } from "./readNumber.ts";
import { groupNumber, writeNumber } from "./writeNumber.ts";

/** Languages of all scripts, with the countries that write numbers otherwise. */
const locales = Intl.NumberFormat.supportedLocalesOf(
  (
    "aa ab af agq ak am an ann ar ar-AE ar-DZ ar-EG ar-LY ar-MA ar-SA as asa ast az az-Cyrl ba bas be bem bez bg bgc bho bm bn bo br brx bs " +
    "bs-Cyrl ca ccp ce ceb cgg chr ckb co cs cv cy da dav de de-AT de-CH de-LI dje doi dsb dua dv dyo dz ebu ee el el-POLYTON en en-150 en-AT en-AU " +
    "en-BE en-CH en-DE en-DK en-FI en-GB en-IN en-NL en-SE en-SI en-ZA eo es es-419 es-AR es-BO es-CL es-CO es-CR es-DO es-EC es-GQ es-GT es-HN " +
    "es-MX es-PE es-PR es-PY es-US es-UY es-VE et eu ewo fa fa-AF ff ff-Adlm fi fil fo fr fr-BE fr-CA fr-CH fr-LU fr-MA frr fur fy ga gd gl gsw gu guz gv " +
    "ha haw he hi hi-Latn hr hr-BA hsb hu hy ia id ig ii is it it-CH ja jgo jmc jv ka kab kam kde kea kgp khq ki kk kkj kl kln km kn ko kok ks " +
    "ks-Deva ksb ksf ksh ku kw kxv ky la lag lb lg lij lkt lmo ln lo lrc lt lu luo luy lv mai mas mdf mer mfe mg mgh mgo mi mk ml mn mni mr ms ms-BN mt mua " +
    "mus my myv mzn naq nb nd nds ne nl nmg nn nnh no nqo nso nus nyn oc om or os pa pa-Arab pap pcm pl prg ps pt pt-AO pt-CH pt-CV pt-LU pt-MO " +
    "pt-MZ pt-PT qu rhg rm rn ro ro-MD rof ru ru-UA rw rwk sa sah saq sat sbp sc scn sd sd-Deva se seh ses sg shi si sk sl smn sms sn so sq sr sr-Latn ss su sv " +
    "sv-FI sw sw-CD szl ta ta-MY te teo tg th ti tk to tok tr tt twq tzm ug uk und ur ur-IN uz uz-Arab uz-Cyrl vai vec vi vo vun wa wae wo xh xog yav " +
    "yi yo yrl yue za zgh zh zh-Hant zh-HK zu"
  ).split(" "),
);
const systems = Intl.supportedValuesOf("numberingSystem").map((system) => `en-u-nu-${system}`);
const places = [
  ...locales,
  ...systems,
  ...Intl.supportedValuesOf("numberingSystem").map((system) => `de-u-nu-${system}`),
];

const read = (text: string, options: string | ReadNumberOptions = "en") =>
  readNumber(text, typeof options === "string" ? { locale: options } : options);
const value = (text: string, options?: string | ReadNumberOptions): number | string => {
  const reading = read(text, options);
  return reading.kind === "number" ? reading.value : reading.kind;
};

/** Numbers that people write: money, measures, shares, whole numbers of any size, and any at all. */
const numbers = fc.oneof(
  fc.integer(),
  fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }).map((cents) => shiftNumber(cents, -2)),
  fc.integer({ min: -99_999, max: 99_999 }).map((part) => shiftNumber(part, -5)),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
);

describe("every locale and numbering system", () => {
  it("are many", () => {
    expect(locales.length).toBeGreaterThan(180);
    expect(systems.length).toBeGreaterThan(30);
  });

  it.each(places)("reads what Intl writes in %s", (locale) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
    for (const number of [0, 7, -7, 1000, -1234.5, 12_345.678, -1_234_567.25, 987_654_321])
      expect([format.format(number), value(format.format(number), locale)]).toEqual([format.format(number), number]);
  });

  it("reads what Intl writes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.integer({ min: -1e12, max: 1e12 }), (locale, thousandths) => {
        const number = thousandths / 1000;
        const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(number);
        expect({ locale, text, value: value(text, locale) }).toEqual({ locale, text, value: number });
      }),
      { numRuns: 1_000 },
    );
  });

  it("reads what is shown and what is edited, in every currency", () => {
    const currency = fc.option(fc.constantFrom(...Intl.supportedValuesOf("currency")), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...places), currency, numbers, fc.nat(4), (locale, code, number, decimals) => {
        const place = { locale, currency: code };
        for (const text of [writeNumber(number, place), groupNumber(number, place, decimals)])
          expect({ locale, code, text, value: value(text, place) }).toEqual({ locale, code, text, value: number + 0 });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a reading never differs from what the text says", () => {
  const digits = fc.stringMatching(/^\d{1,5}$/);
  const separator = fc.constantFrom(".", ",", " ", "\u00a0", "'", "’", "_", "٫", "٬", "");
  const written = fc
    .tuple(fc.constantFrom("", "-", "−", "("), digits, fc.array(fc.tuple(separator, digits), { maxLength: 4 }))
    .map(([sign, first, more]) => sign + first + more.flat().join("") + (sign === "(" ? ")" : ""));

  it("has the digits of the text in their order, and the point at one of its separators or behind all", () => {
    fc.assert(
      fc.property(written, fc.constantFrom("en", "de", "fr", "de-CH", "ar-EG", "hi"), (text, locale) => {
        const number = value(text, locale);
        if (typeof number === "string") return;
        const plain = text.replace(/[-−()]/g, "");
        const parts = plain.split(/\D/);
        // All numbers that the text could mean: one of its separators is the point, or none is.
        const meant = parts.map((_, at) =>
          Number(at === 0 ? parts.join("") : `${parts.slice(0, at).join("")}.${parts.slice(at).join("")}`),
        );
        expect(meant).toContain(Math.abs(number));
        expect(number < 0).toBe(number !== 0 && /[-−(]/.test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads a text that fits the locale as the locale does, and one that can mean two numbers elsewhere not at all", () => {
    const plainReading = (text: string, [decimal, group]: readonly [string, string]): number | undefined => {
      const form = new RegExp(`^(?:\\d+|[1-9]\\d{0,2}(?:\\${group}\\d{3})+)(?:\\${decimal}\\d+)?$`);
      return form.test(text) ? Number(text.replaceAll(group, "").replace(decimal, ".")) : undefined;
    };
    const marks = { en: [".", ","], de: [",", "."], fr: [",", "\u202f"], "de-CH": [".", "’"] } as const;
    fc.assert(
      fc.property(written, fc.constantFrom("en", "de", "fr", "de-CH"), (signed, locale) => {
        const text = signed.replace(/[-−()]/g, "");
        const own = plainReading(text, marks[locale]);
        if (own !== undefined) {
          expect([text, locale, value(text, locale)]).toEqual([text, locale, own]);
          return;
        }
        const others = (["en", "de", "fr", "de-CH"] as const).map((one) => plainReading(text, marks[one]));
        const distinct = new Set(others.filter((other) => other !== undefined));
        if (distinct.size > 1) expect([text, locale, value(text, locale)]).toEqual([text, locale, "ambiguous"]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws, whatever is pasted", () => {
    const odd = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."0123456789.,-()eE+%€ '٫٬١٢３，\u202e\u200f\n") }),
    );
    fc.assert(
      fc.property(odd, fc.constantFrom(...places), (text, locale) => {
        const reading = read(text, { locale, affixes: ["kg", "%"] });
        if (reading.kind === "number") expect(Number.isFinite(reading.value)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("separators", () => {
  it.each<[string, string, number | string]>([
    ["1,5", "de", 1.5],
    ["1,5", "en", 1.5],
    ["26,2", "en", 26.2],
    ["1.5", "de", 1.5],
    ["50.000", "de", 50_000],
    ["50.000", "en", 50],
    ["1.234,56", "de", 1234.56],
    ["1.234,56", "en", 1234.56],
    ["1,234.56", "de", 1234.56],
    ["1,234", "en", 1234],
    ["1,234", "de", 1.234],
    ["0,123", "en", 0.123],
    ["1.234.567", "en", 1_234_567],
    ["1,23,45,678.9", "en-IN", 12_345_678.9],
    ["1,23,45,678.9", "de", 12_345_678.9],
    ["1 234,5", "fr", 1234.5],
    ["1\u202f234,5", "en", 1234.5],
    ["1’234.5", "de-CH", 1234.5],
    ["1'234,5", "en", 1234.5],
    ["1_000_000", "en", 1_000_000],
    ["1.234", "fr", "ambiguous"],
    ["1,234", "de-CH", "ambiguous"],
    ["1.234", "ar-EG", "ambiguous"],
    ["1.2345", "fr", 1.2345],
    ["5.", "en", 5],
    [",5", "en", 0.5],
    ["1,2,3", "en", "unreadable"],
    ["1,234,56", "en", "unreadable"],
    ["1.234.5", "de", "unreadable"],
    ["12 34", "en", "unreadable"],
    ["1,234 567", "en", "unreadable"],
    ["1.2.3", "en", "unreadable"],
    ["1\t234", "en", "unreadable"],
    ["1\n234", "en", "unreadable"],
    [".", "en", "unreadable"],
  ])("%s on a page in %s is %s", (text, locale, expected) => {
    expect(value(text, locale)).toBe(expected);
  });

  it("names both numbers that a text can mean", () => {
    expect(read("1.234", "fr")).toEqual({ kind: "ambiguous", values: [1.234, 1234] });
  });
});

describe("digits of all scripts", () => {
  it.each<[string, string, number]>([
    ["١٢٣", "ar", 123],
    ["١٢٬٣٤٥٫٦", "en", 12_345.6],
    ["۱۲۳٫۵", "fa", 123.5],
    ["१,२३,४५६", "hi", 123_456],
    ["１２３．５", "ja", 123.5],
    ["１，２３４", "ja", 1234],
    ["-۵", "fa", -5],
    ["𝟙𝟚", "en", 12],
    ["一二三", "zh-u-nu-hanidec", 123],
  ])("%s on a page in %s is %d", (text, locale, expected) => {
    expect(value(text, locale)).toBe(expected);
  });

  it.each(["1٢3", "½", "²", "Ⅻ", "十二", "0x10", "NaN", "Infinity", "∞", "1\u202e23"])("%s is refused", (text) => {
    expect(typeof value(text)).toBe("string");
  });
});

describe("signs", () => {
  it.each<[string, number | string]>([
    ["-5", -5],
    ["−5", -5],
    ["－５", -5],
    ["–5", -5],
    ["- 5", -5],
    ["5-", -5],
    ["5−", -5],
    ["(5)", -5],
    ["（５）", -5],
    ["(1,234.50)", -1234.5],
    ["+5", 5],
    ["-0", 0],
    ["--5", "unreadable"],
    ["-(5)", "unreadable"],
    ["-5-", "unreadable"],
    ["+-5", "unreadable"],
    ["(5", "unreadable"],
    ["5)", "unreadable"],
    ["-", "unreadable"],
    ["()", "unreadable"],
    ["5–", "unreadable"],
    ["5-6", "unreadable"],
    ["1 - 2", "unreadable"],
  ])("%s is %s", (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it("a dash for no cents is no minus", () => {
    expect(value("1.234,-", "de")).toBe(1234);
    expect(value("5.–", "de-CH")).toBe(5);
    expect(value("-5,--", "de")).toBe(-5);
  });
});

describe("what stands beside the number", () => {
  const money = { locale: "de", currency: "EUR", affixes: ["€", "EUR"] };
  it.each(["1.234,50 €", "€ 1.234,50", "EUR 1.234,50", "1.234,50\u00a0EUR", "\u200f€1.234,50", " 1.234,50€ "])(
    "%s is an amount in euros",
    (text) => {
      expect(value(text, money)).toBe(1234.5);
    },
  );
  it.each(["-5 €", "-€5", "€-5", "(5 €)", "(€5)", "5- €", "€ (5)"])("%s is minus five euros", (text) => {
    expect(value(text, money)).toBe(-5);
  });
  it.each([
    ["$5", "$"],
    ["-$5", "$"],
    ["5 kg", "kg"],
    ["5 kg €", "kg €"],
    ["5%", "%"],
    ["5 sq ft", "sq ft"],
  ])("%s is refused in euros, and names %s", (text, found) => {
    expect(read(text, money)).toEqual({ kind: "affix", found });
  });
  it("a unit's sign in other letters is another unit, a word is not", () => {
    expect(value("5 MW", { locale: "en", affixes: ["mW"] })).toBe("affix");
    expect(value("5 Hours", { locale: "en", affixes: ["hours"] })).toBe(5);
    expect(value("5 m2", { locale: "en", affixes: ["m2"] })).toBe(5);
  });
  it("a share is kept as a part of one, to the digit", () => {
    const share = { locale: "en", affixes: ["%"], power: -2 };
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (thousandths) => {
        const text = `${shiftNumber(thousandths, -3)}%`;
        expect(value(text, share)).toBe(shiftNumber(thousandths, -5));
      }),
    );
    expect(value("7%", share)).toBe(0.07);
    expect(value("12.3", share)).toBe(0.123);
  });
});

describe("what cannot be kept", () => {
  it.each<[string, number | string]>([
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992],
    ["9007199254740993", "inexact"],
    ["-9007199254740993", "inexact"],
    ["0.1234567890123456789", "inexact"],
    ["0.10000000000000000000", 0.1],
    ["1e400", "tooLarge"],
    ["1e-400", "inexact"],
    ["1e3", 1000],
    ["1,5e-7", 1.5e-7],
    ["1.234e3", 1234],
    ["1e", "unreadable"],
    ["1e5.5", "unreadable"],
    ["123456789012345680000", 123456789012345680000],
    ["123456789012345678901", "inexact"],
  ])("%s is %s", (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it("says what would become of it", () => {
    expect(read("9007199254740993")).toEqual({ kind: "inexact", nearest: 9007199254740992 });
  });

  it("is nothing that JavaScript writes", () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(value(JSON.stringify(number))).toBe(number + 0);
      }),
    );
  });
});

describe("writing", () => {
  it.each<[number, string, string, string]>([
    [1234567.5, "en", "1234567.5", "1,234,567.5"],
    [-1234567.5, "de", "-1234567,5", "-1.234.567,5"],
    [1234567, "hi", "1234567", "12,34,567"],
    [123456.5, "ar-EG", "١٢٣٤٥٦٫٥", "١٢٣٬٤٥٦٫٥"],
    [-0.05, "sv", "-0,05", "−0,05"],
    [0.1, "en", "0.1", "0.1"],
    [1e21, "en", "1000000000000000000000", "1,000,000,000,000,000,000,000"],
    [1.5e-40, "de", "1,5e-40", "1,5e-40"],
    [0, "en", "0", "0"],
  ])("%d in %s is %s, shown as %s", (number, locale, edited, shown) => {
    expect(writeNumber(number, { locale })).toBe(edited);
    expect(groupNumber(number, { locale })).toBe(shown);
  });

  it("has at least the places asked for, and rounds nothing", () => {
    expect(groupNumber(1234.5, { locale: "en" }, 2)).toBe("1,234.50");
    expect(groupNumber(1234.567, { locale: "en" }, 2)).toBe("1,234.567");
  });
});
