import type { ToolDefinition } from "@callboard/core";

/** The words of the tools of tasks: English, German, Arabic. */
const WORDS: readonly (readonly [english: string, german: string, arabic: string])[] = [
  ["administration", "Verwaltung", "الإدارة"],
  ["Get Task Status", "Aufgabe prüfen", "حالة مهمة"],
  ["Says how a task is.", "Sagt, wie es um eine Aufgabe steht.", "تبيّن حالة مهمة."],
  ["Task", "Aufgabe", "المهمة"],
  [
    "As the tool that began it answered.",
    "Wie das Werkzeug, das sie begonnen hat, sie nannte.",
    "كما ذكرتها الأداة التي بدأتها.",
  ],
  ["Session", "Sitzung", "الجلسة"],
  [
    "Of several tasks of this id, the one of this session.",
    "Von mehreren Aufgaben mit dieser Kennung die aus dieser Sitzung.",
    "من عدة مهام بهذا المعرّف، مهمة هذه الجلسة.",
  ],
  ["Tool", "Werkzeug", "الأداة"],
  ["State", "Zustand", "الحالة"],
  ["Asked for", "Angefordert", "وقت الطلب"],
  ["Duration", "Dauer", "المدة"],
  ["Duration in milliseconds", "Dauer in Millisekunden", "المدة بالميلي ثانية"],
  ["Why it failed", "Warum sie fehlschlug", "سبب الفشل"],
  ["Run again as", "Erneut ausgeführt als", "أُعيد تشغيلها باسم"],
  ["Retry Session", "Sitzung erneut versuchen", "إعادة محاولة جلسة"],
  [
    "Runs again what failed in a session.",
    "Führt erneut aus, was in einer Sitzung fehlschlug.",
    "تعيد تشغيل ما فشل في جلسة.",
  ],
  ["In which it failed.", "In der es fehlschlug.", "التي فشل فيها."],
  ["What failed last unless given.", "Sonst das, was zuletzt fehlschlug.", "وإلا فآخر ما فشل."],
  ["New task", "Neue Aufgabe", "المهمة الجديدة"],
  ["New session", "Neue Sitzung", "الجلسة الجديدة"],
  ["Run again", "Erneut ausgeführt", "أُعيد تشغيله"],
];

/** The words of the tools in German and Arabic; each tool finds its own among them. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: Object.fromEntries(WORDS.map(([english, german]) => [english, german])),
  ar: Object.fromEntries(WORDS.map(([english, , arabic]) => [english, arabic])),
};
