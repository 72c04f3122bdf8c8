import type { ToolDefinition } from "@callboard/core";

/** Languages are named in themselves. */
const names = Object.fromEntries(
  ["English", "Deutsch", "Français", "Español", "العربية", "中文", "日本語"].map((name) => [name, name]),
);

/** The words of this tool in German and Arabic. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: {
    everyday: "Alltag",
    ...names,
    "Text Statistics": "Textstatistik",
    "Counts the words, sentences and repetitions of a text, and how long it takes to read.":
      "Zählt Wörter, Sätze und Wiederholungen eines Textes und wie lange man daran liest.",
    Text: "Text",
    Language: "Sprache",
    "Reading speed": "Lesegeschwindigkeit",
    "Words a minute: about 200 silently, 130 aloud.": "Wörter in der Minute: leise etwa 200, laut 130.",
    "Repeated at least": "Mindestens wiederholt",
    "How often a word must occur to be listed.": "Wie oft ein Wort vorkommen muss, um gelistet zu werden.",
    Characters: "Zeichen",
    "Without spaces": "Ohne Leerzeichen",
    Words: "Wörter",
    "Different words": "Verschiedene Wörter",
    Sentences: "Sätze",
    Paragraphs: "Absätze",
    "Words a sentence": "Wörter je Satz",
    "Reading time": "Lesezeit",
    Word: "Wort",
    Times: "Anzahl",
    Count: "Zählen",
    "words/min": "Wörter/min",
    times: "mal",
    Summary: "Zusammenfassung",
    "Repeated words": "Wiederholte Wörter",
  },
  ar: {
    everyday: "الحياة اليومية",
    ...names,
    "Text Statistics": "إحصاءات النص",
    "Counts the words, sentences and repetitions of a text, and how long it takes to read.":
      "يحصي كلمات النص وجمله وتكراراته ومدة قراءته.",
    Text: "النص",
    Language: "اللغة",
    "Reading speed": "سرعة القراءة",
    "Words a minute: about 200 silently, 130 aloud.": "كلمات في الدقيقة: نحو 200 صامتة و130 جهرًا.",
    "Repeated at least": "مكرر على الأقل",
    "How often a word must occur to be listed.": "كم مرة يجب أن ترد الكلمة لتُذكر.",
    Characters: "الأحرف",
    "Without spaces": "دون مسافات",
    Words: "الكلمات",
    "Different words": "كلمات مختلفة",
    Sentences: "الجمل",
    Paragraphs: "الفقرات",
    "Words a sentence": "كلمات لكل جملة",
    "Reading time": "مدة القراءة",
    Word: "الكلمة",
    Times: "المرات",
    Count: "احسب",
    "words/min": "كلمة/دقيقة",
    times: "مرات",
    Summary: "الملخص",
    "Repeated words": "كلمات مكررة",
  },
};
