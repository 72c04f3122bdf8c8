import { describe, expect, it } from "vitest";
import { arabic } from "./ar.ts";
import { english } from "./english.ts";
import { directionOf } from "./direction.ts";
import { german } from "./de.ts";
import { createTranslate } from "./createTranslate.ts";
import type { MessageKey } from "./messages.ts";
import type { Translation } from "./translation.ts";

const languages: [locale: string, catalogue: Readonly<Record<MessageKey, Translation>>][] = [
  ["en", english],
  ["de", german],
  ["ar", arabic],
];
const keys = Object.keys(english) as MessageKey[];
const textsOf = (message: Translation) => (typeof message === "string" ? { other: message } : message);
const parametersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
/** The forms that stand for one number alone, and so may say it in words. */
const ofOneNumber = new Set(["zero", "one", "two"]);

describe.each(languages)("the catalogue in %s", (locale, catalogue) => {
  it("has every key, and none that nothing says", () => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  it("has every plural form of the language, wherever it counts or English does", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    for (const key of keys) {
      const message = catalogue[key];
      if (typeof english[key] !== "string") expect([key, typeof message]).toEqual([key, "object"]);
      if (typeof message !== "string") expect([key, ...Object.keys(message).sort()]).toEqual([key, ...forms]);
    }
  });

  it("has every parameter in every form; only forms for one number may leave the count out", () => {
    for (const key of keys) {
      const wanted = parametersOf(textsOf(english[key]).other);
      for (const [form, text] of Object.entries(textsOf(catalogue[key]))) {
        const found = parametersOf(text);
        const spelled = ofOneNumber.has(form) && !found.includes("count") && wanted.includes("count");
        expect([key, form, ...found, ...(spelled ? ["count"] : [])].slice(2).sort(), `${key} (${form})`).toEqual(
          wanted,
        );
      }
    }
  });

  it("has no message that is empty, ends in blanks or leaves an isolate open", () => {
    for (const key of keys)
      for (const text of Object.values(textsOf(catalogue[key]))) {
        expect(text, key).toBe(text.trim());
        expect(text, key).not.toBe("");
        const marks = [...text.matchAll(/[\u2066-\u2069]/g)].map(([mark]) => mark).join("");
        expect(marks, key).toMatch(/^(?:[\u2066-\u2068]\u2069)*$/);
      }
  });
});

it("translates, rather than repeats, English", () => {
  // What is the same word in both, or a name.
  const same = (catalogue: Readonly<Record<MessageKey, Translation>>) =>
    keys.filter(
      (key) =>
        JSON.stringify(catalogue[key]) === JSON.stringify(english[key]) && /[A-Za-z]{2}/.test(withoutParameters(key)),
    );
  const words = (key: MessageKey) => Object.values(textsOf(english[key])).join(" ");
  const withoutParameters = (key: MessageKey) => words(key).replace(/\{\w+\}/g, "");
  const names = /^(JSON|CSV|SVG|PNG|UTC|WordPress|Webhook)$/;
  const shared = /^(Chat|Chats|Code|Code in |Name|Text|System|Filter|Code |Link|Video)$/;
  expect(same(arabic).filter((key) => !names.test(withoutParameters(key)))).toEqual([]);
  expect(
    same(german).filter((key) => !names.test(withoutParameters(key)) && !shared.test(withoutParameters(key))),
  ).toEqual([]);
});

it("counts in each language's own forms", () => {
  const counts = [0, 1, 2, 3, 11, 100];
  const say = (locale: string, catalogue: Readonly<Record<MessageKey, Translation>>) => {
    const t = createTranslate(locale, catalogue);
    return counts.map((count) => t("view.rows", { count }));
  };
  expect(say("de", german)).toEqual(["0 Zeilen", "1 Zeile", "2 Zeilen", "3 Zeilen", "11 Zeilen", "100 Zeilen"]);
  expect(say("ar", arabic)).toEqual(["لا صفوف", "صف واحد", "صفان", "3 صفوف", "11 صفًا", "100 صف"]);
});

it("isolates a text of the other direction, and nothing else", () => {
  const [inEnglish, inArabic] = [createTranslate("en", english), createTranslate("ar", arabic)];
  expect(inEnglish("form.remove", { label: "Tags (2)" })).toBe("Remove Tags (2)");
  expect(inEnglish("form.remove", { label: "وسوم" })).toBe("Remove \u2068وسوم\u2069");
  expect(inArabic("form.remove", { label: "وسوم" })).toBe("إزالة وسوم");
  expect(inArabic("form.remove", { label: "Tags (2)" })).toBe("إزالة \u2068Tags (2)\u2069");
  expect(inArabic("approval.approve", { name: "Publish note" })).toBe("Publish note");
});

it("knows which way a language is written, by its usual script or the one that is named", () => {
  const directions = [
    "ar",
    "ar-EG",
    "he",
    "fa-IR",
    "ur",
    "yi",
    "ckb",
    "pa-Arab",
    "en",
    "de",
    "pa",
    "az",
    "ja",
    "no such tag",
  ];
  expect(directions.filter((locale) => directionOf(locale) === "rtl")).toEqual(directions.slice(0, 8));
});
