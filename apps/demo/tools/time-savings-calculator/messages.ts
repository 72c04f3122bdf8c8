import { translations } from "../_shared/translations.ts";

/** The words of this tool in German and Arabic. */
export const messages = translations({
  "Time Savings Calculator": ["Zeitersparnis-Rechner", "حاسبة توفير الوقت"],
  "Calculates how many hours a change saves, task by task, and when it has paid for itself.": [
    "Rechnet aus, wie viele Stunden eine Änderung spart, Aufgabe für Aufgabe, und wann sich ihr Aufwand ausgleicht.",
    "يحسب كم ساعة يوفرها التغيير، مهمة بعد مهمة، ومتى يُعوَّض جهده.",
  ],
  Tasks: ["Aufgaben", "المهام"],
  "What is done again and again, as it is today and as it would be.": [
    "Was immer wieder getan wird, wie es heute ist und wie es wäre.",
    "ما يتكرر فعله، كما هو اليوم وكما سيكون.",
  ],
  Task: ["Aufgabe", "المهمة"],
  "Minutes today": ["Minuten heute", "الدقائق اليوم"],
  "Minutes then": ["Minuten danach", "الدقائق لاحقًا"],
  "Times a week": ["Mal pro Woche", "مرات في الأسبوع"],
  People: ["Personen", "الأشخاص"],
  "Working weeks a year": ["Arbeitswochen im Jahr", "أسابيع العمل في السنة"],
  "Hours of a working day": ["Stunden eines Arbeitstags", "ساعات يوم العمل"],
  "Effort of the change": ["Aufwand der Änderung", "جهد التغيير"],
  "Hours, once: setting it up, learning it.": [
    "Stunden, einmalig: einrichten und lernen.",
    "ساعات لمرة واحدة: الإعداد والتعلّم.",
  ],
  "Cost of an hour": ["Kosten einer Stunde", "تكلفة الساعة"],
  "With it the hours are given a value.": ["Damit bekommen die Stunden einen Wert.", "به تُعطى الساعات قيمة."],
  "Saved a week": ["Gespart pro Woche", "يوفَّر أسبوعيًا"],
  "Saved in the first year": ["Gespart im ersten Jahr", "يوفَّر في السنة الأولى"],
  "In working days": ["In Arbeitstagen", "بأيام العمل"],
  "Of the time today": ["Von der heutigen Zeit", "من الوقت الحالي"],
  "Effort made up after": ["Aufwand ausgeglichen nach", "يُعوَّض الجهد بعد"],
  "Null: never.": ["Leer: nie.", "فارغ: أبدًا."],
  "Worth in the first year": ["Wert im ersten Jahr", "القيمة في السنة الأولى"],
  "Hours a week, today": ["Stunden pro Woche, heute", "ساعات أسبوعيًا، اليوم"],
  "Hours a week, then": ["Stunden pro Woche, danach", "ساعات أسبوعيًا، لاحقًا"],
  "Saved a year (hours)": ["Gespart pro Jahr (Stunden)", "يوفَّر سنويًا (ساعات)"],
  "Saved a week (hours)": ["Gespart pro Woche (Stunden)", "يوفَّر أسبوعيًا (ساعات)"],
  Calculate: ["Berechnen", "احسب"],
  "The tasks": ["Die Aufgaben", "المهام نفسها"],
  "The change": ["Die Änderung", "التغيير"],
  "Hours a week": ["Stunden pro Woche", "ساعات أسبوعيًا"],
  "Where it is saved": ["Wo gespart wird", "أين يُوفَّر"],
  "All tasks": ["Alle Aufgaben", "كل المهام"],
  days: ["Tage", "أيام"],
  "{name}, {count} times a week": [
    "{name}, {count}-mal pro Woche",
    {
      one: "{name}، مرة في الأسبوع",
      two: "{name}، مرتان في الأسبوع",
      few: "{name}، {count} مرات في الأسبوع",
      other: "{name}، {count} مرة في الأسبوع",
    },
  ],
  "{count} tasks, from {first} to {last}": [
    "{count} Aufgaben, von {first} bis {last}",
    {
      two: "مهمتان، من {first} إلى {last}",
      few: "{count} مهام، من {first} إلى {last}",
      other: "{count} مهمة، من {first} إلى {last}",
    },
  ],
});
