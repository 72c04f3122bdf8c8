import type { ToolDefinition } from "@callboard/core";

/** The words of the tools that teach agents: English, German, Arabic. */
const WORDS: readonly (readonly [english: string, german: string, arabic: string])[] = [
  ["administration", "Verwaltung", "الإدارة"],
  ["Add Lesson", "Lektion hinzufügen", "إضافة درس"],
  ["Teaches an agent a rule.", "Bringt einem Agenten eine Regel bei.", "تعلّم وكيلًا قاعدة."],
  ["Lesson", "Lektion", "الدرس"],
  [
    "One sentence, understood without this chat.",
    "Ein Satz, der ohne diesen Chat zu verstehen ist.",
    "جملة واحدة تُفهم دون هذه المحادثة.",
  ],
  ["Agent", "Agent", "الوكيل"],
  [
    "The slug of an agent; the host's own unless given.",
    "Der Kurzname eines Agenten; sonst der des Hosts.",
    "الاسم المختصر لوكيل؛ وإلا فوكيل المضيف نفسه.",
  ],
  ["Kept", "Gemerkt", "حُفظ"],
  ["Id", "Kennung", "المعرّف"],
  ["Add Correction", "Korrektur hinzufügen", "إضافة تصحيح"],
  [
    "Keeps a correction, so that it is not repeated.",
    "Merkt sich eine Korrektur, damit sich der Fehler nicht wiederholt.",
    "تحفظ تصحيحًا كي لا يتكرر الخطأ.",
  ],
  ["What was wrong", "Was falsch war", "ما كان خطأ"],
  ["As it was said.", "Wie es gesagt wurde.", "كما قيل."],
  ["What is right", "Was richtig ist", "الصواب"],
  ["As the person says it.", "Wie die Person es sagt.", "كما يقوله الشخص."],
  ["Update Agent Config", "Agenten einstellen", "ضبط وكيل"],
  [
    "Changes an agent's instructions and tools.",
    "Ändert Anweisungen und Werkzeuge eines Agenten.",
    "تغيّر تعليمات وكيل وأدواته.",
  ],
  ["Instructions", "Anweisungen", "التعليمات"],
  ["Groups of tools", "Werkzeuggruppen", "مجموعات الأدوات"],
  ["Tools", "Werkzeuge", "الأدوات"],
  ["Revision", "Stand", "النسخة"],
  [
    "As read: refused where it has changed since.",
    "Wie gelesen: abgelehnt, wenn er sich seither geändert hat.",
    "كما قُرئت: يُرفض إن تغيّر منذ ذلك.",
  ],
  ["Slug", "Kurzname", "الاسم المختصر"],
  ["Name", "Name", "الاسم"],
];

/** The words of the tools in German and Arabic; each tool finds its own among them. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: Object.fromEntries(WORDS.map(([english, german]) => [english, german])),
  ar: Object.fromEntries(WORDS.map(([english, , arabic]) => [english, arabic])),
};
