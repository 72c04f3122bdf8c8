import type { PluralForms, ToolDefinition } from "@callboard/core";

/** A text in German and in Arabic. */
type InGermanAndArabic = readonly [german: string | PluralForms, arabic: string | PluralForms];

/** Words that most tools have. */
const common: Readonly<Record<string, InGermanAndArabic>> = {
  analysis: ["Analyse", "التحليل"],
  products: ["Produkte", "المنتجات"],
  publishing: ["Veröffentlichung", "النشر"],
  media: ["Medien", "الوسائط"],
  Summary: ["Zusammenfassung", "الملخص"],
  Score: ["Wertung", "الدرجة"],
  Currency: ["Währung", "العملة"],
  Share: ["Anteil", "الحصة"],
  Why: ["Warum", "السبب"],
  Product: ["Produkt", "المنتج"],
  weeks: ["Wochen", "أسابيع"],
  hours: ["Stunden", "ساعات"],
  years: ["Jahre", "سنوات"],
  minutes: ["Minuten", "دقائق"],
  'There is no product "{wanted}". Choose one of {all}.': [
    "Es gibt kein Produkt „{wanted}“. Wählen Sie eines von {all}.",
    "لا يوجد منتج «{wanted}». اختر واحدًا من {all}.",
  ],
};

/** The `messages` of a tool from one table: each of its texts, in German and in Arabic. */
export function translations(
  words: Readonly<Record<string, InGermanAndArabic>>,
): NonNullable<ToolDefinition["messages"]> {
  const rows = Object.entries({ ...common, ...words });
  return {
    de: Object.fromEntries(rows.map(([text, [german]]) => [text, german])),
    ar: Object.fromEntries(rows.map(([text, [, arabic]]) => [text, arabic])),
  };
}
