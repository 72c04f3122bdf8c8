import type { ToolDefinition } from "@callboard/core";

/** The words of the tools of executive summaries: English, German, Arabic. */
const WORDS: readonly (readonly [english: string, german: string, arabic: string])[] = [
  ["Generate Executive Summary", "Kurzfassung erstellen", "إنشاء ملخص تنفيذي"],
  [
    "Has a brief written from what an engagement is connected with.",
    "Lässt eine Kurzfassung aus dem schreiben, womit ein Vorhaben verbunden ist.",
    "يكتب ملخصًا مما يرتبط به مشروع.",
  ],
  ["Engagement", "Vorhaben", "المشروع"],
  ["What the brief is about.", "Worum es in der Kurzfassung geht.", "موضوع الملخص."],
  ["Language", "Sprache", "اللغة"],
  ["Id", "Kennung", "المعرّف"],
  ["Brief", "Kurzfassung", "الملخص"],
  ["Sources", "Quellen", "المصادر"],
  ["Refused", "Abgelehnt", "مرفوض"],
  ["Code", "Code", "الرمز"],
  ["Why", "Warum", "السبب"],
  ["writing", "Schreiben", "الكتابة"],
  ["Executive summary", "Kurzfassung", "ملخص تنفيذي"],
  ["English", "English", "English"],
  ["Deutsch", "Deutsch", "Deutsch"],
  ["العربية", "العربية", "العربية"],
  ["Write a Brief", "Kurzfassung schreiben", "كتابة ملخص"],
  ["Has all fields of a brief written.", "Lässt alle Felder einer Kurzfassung schreiben.", "يكتب كل حقول ملخص."],
  ["Writes one field of a brief.", "Schreibt ein Feld einer Kurzfassung.", "يكتب حقلًا من ملخص."],
  ["Checks the sources of a brief.", "Prüft die Quellen einer Kurzfassung.", "يفحص مصادر ملخص."],
  ["Situation", "Lage", "الوضع"],
  ["Key Findings", "Wichtigste Erkenntnisse", "أهم النتائج"],
  ["Opportunities", "Chancen", "الفرص"],
  ["Risks", "Risiken", "المخاطر"],
  ["Recommendations", "Empfehlungen", "التوصيات"],
  ["Headline", "Kernaussage", "الخلاصة"],
  ["Citations", "Quellenangaben", "الإسناد"],
  ["Statement", "Aussage", "العبارة"],
  ["Statements", "Aussagen", "العبارات"],
  ["Statements checked", "Geprüfte Aussagen", "العبارات المفحوصة"],
  ["Sources cited", "Genannte Quellen", "المصادر المذكورة"],
];

/** The words of the tools in German and Arabic; each tool finds its own among them. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: Object.fromEntries(WORDS.map(([english, german]) => [english, german])),
  ar: Object.fromEntries(WORDS.map(([english, , arabic]) => [english, arabic])),
};
