import { OTHER_PREVIEW } from "@callboard/core/host";
import type { ToolMessages } from "@callboard/core";

/** The words of `manageTools`: English, and what stands in its place. */
const WORDS: Readonly<Record<string, readonly [de: string, ar: string]>> = {
  administration: ["Verwaltung", "الإدارة"],
  "Manage Tools": ["Werkzeuge verwalten", "إدارة الأدوات"],
  "Writes, changes or takes away a tool of this workspace.": [
    "Schreibt, ändert oder entfernt ein Werkzeug dieses Arbeitsbereichs.",
    "تكتب أداة في مساحة العمل هذه أو تغيّرها أو تزيلها.",
  ],
  [OTHER_PREVIEW]: [
    "Was geändert würde, hat sich seit der Zustimmung geändert. Sehen Sie es noch einmal an und entscheiden Sie dann.",
    "ما كان سيتغيّر قد تغيّر منذ الموافقة عليه. راجعه مرة أخرى ثم قرّر.",
  ],
  Action: ["Vorgang", "الإجراء"],
  Address: ["Adresse", "العنوان"],
  "The tool's slug: letters, digits, - and _.": [
    "Das Kürzel des Werkzeugs: Buchstaben, Ziffern, - und _.",
    "معرّف الأداة: حروف وأرقام و- و_.",
  ],
  Name: ["Name", "الاسم"],
  "When agents use it": ["Wann Agenten es verwenden", "متى يستخدمها الوكلاء"],
  "What people read": ["Was Menschen lesen", "ما يقرأه الناس"],
  Category: ["Kategorie", "الفئة"],
  Icon: ["Symbol", "الأيقونة"],
  "The name of a Lucide icon, such as pencil.": [
    "Der Name eines Lucide-Symbols, etwa pencil.",
    "اسم أيقونة من Lucide، مثل pencil.",
  ],
  "Fields of the input": ["Felder der Eingabe", "حقول الإدخال"],
  Key: ["Schlüssel", "المفتاح"],
  Type: ["Typ", "النوع"],
  Label: ["Beschriftung", "التسمية"],
  Help: ["Hilfe", "المساعدة"],
  Required: ["Pflichtfeld", "مطلوب"],
  Choices: ["Auswahl", "الخيارات"],
  Value: ["Wert", "القيمة"],
  "Input as JSON Schema": ["Eingabe als JSON Schema", "الإدخال بصيغة JSON Schema"],
  "In the place of fields.": ["Anstelle von Feldern.", "بدلاً من الحقول."],
  "Output as JSON Schema": ["Ausgabe als JSON Schema", "الإخراج بصيغة JSON Schema"],
  "Text unless given.": ["Ohne Angabe Text.", "نص ما لم يُحدَّد."],
  Execution: ["Ausführung", "التنفيذ"],
  Kind: ["Art", "الصنف"],
  Mode: ["Modus", "الوضع"],
  Prompt: ["Anweisung", "التعليمات"],
  "Fields of the input stand in two braces: {{field}}.": [
    "Felder der Eingabe stehen in zwei geschweiften Klammern: {{field}}.",
    "توضع حقول الإدخال بين قوسين معقوفين مزدوجين: {{field}}.",
  ],
  Skill: ["Fähigkeit", "المهارة"],
  Agent: ["Agent", "الوكيل"],
  Task: ["Aufgabe", "المهمة"],
  Waits: ["Wartet", "تنتظر"],
  Steps: ["Schritte", "الخطوات"],
  Id: ["Kennung", "المعرّف"],
  Tool: ["Werkzeug", "الأداة"],
  Input: ["Eingabe", "الإدخال"],
  'A value { "$from": "input" or a step\'s id, "path": "/field" } takes a result.': [
    'Ein Wert { "$from": "input" oder die Kennung eines Schritts, "path": "/feld" } nimmt ein Ergebnis.',
    'القيمة { "$from": "input" أو معرّف خطوة، "path": "/field" } تأخذ نتيجة.',
  ],
  "Waits for": ["Wartet auf", "تنتظر"],
  "Ids of earlier steps. Steps that wait for none of each other run at once.": [
    "Kennungen früherer Schritte. Was nicht aufeinander wartet, läuft gleichzeitig.",
    "معرّفات خطوات سابقة. ما لا ينتظر بعضه بعضًا يعمل في الوقت نفسه.",
  ],
  "Runs again": ["Läuft noch einmal", "تعمل مرة أخرى"],
  "Only of a step that may run twice.": [
    "Nur bei einem Schritt, der zweimal laufen darf.",
    "فقط لخطوة يجوز أن تعمل مرتين.",
  ],
  "Runs at most": ["Läuft höchstens", "أقصى عدد مرات"],
  "Seconds between": ["Sekunden dazwischen", "الثواني بينها"],
  Output: ["Ausgabe", "الإخراج"],
  "Whether agents ask": ["Ob Agenten fragen", "هل يسأل الوكلاء"],
  "Needed permission": ["Nötige Berechtigung", "الإذن اللازم"],
  "Switched on": ["Eingeschaltet", "مفعّلة"],
  Revision: ["Stand", "المراجعة"],
  "What `get` gave: the update is refused where the tool has changed since.": [
    "Was `get` gab: Die Änderung wird abgelehnt, wenn sich das Werkzeug seither geändert hat.",
    "ما أعطاه `get`: يُرفض التحديث إذا تغيّرت الأداة منذ ذلك الحين.",
  ],
  Tools: ["Werkzeuge", "الأدوات"],
  Deleted: ["Gelöscht", "حُذفت"],
};

const inLanguage = (place: 0 | 1): ToolMessages =>
  Object.fromEntries(Object.entries(WORDS).map(([english, others]) => [english, others[place]]));

/** What `manageTools` says, in German and Arabic. */
export const MANAGE_WORDS: Record<string, ToolMessages> = { de: inLanguage(0), ar: inLanguage(1) };
