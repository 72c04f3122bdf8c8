import type { ToolDefinition, ToolMessages } from "@callboard/core";
import { FIND_FAILURES, READ_FAILURES } from "../modules/knowledge/knowledge.ts";

/** Words that are the same everywhere: parts of paths and of documents. */
const asTheyAre = Object.fromEntries(
  ["**/README.md", "zod/**", "changelog", "zod/README.md", "tree shaking"].map((text) => [text, text]),
);

const de: ToolMessages = {
  ...asTheyAre,
  documents: "Dokumente",
  notes: "Notizen",
  "Find Documents by Name": "Dokumente nach Namen finden",
  "Lists the documents whose path fits a pattern or holds some words.":
    "Listet die Dokumente, deren Pfad zu einem Muster passt oder Wörter enthält.",
  "Name or pattern": "Name oder Muster",
  "A glob such as **/README.md, or a part of the path.": "Ein Muster wie **/README.md oder ein Teil des Pfads.",
  "Such as **/README.md, or a part of the path.": "Zum Beispiel **/README.md oder ein Teil des Pfads.",
  "Number of results": "Anzahl der Ergebnisse",
  "How many documents to list.": "Wie viele Dokumente aufgelistet werden.",
  "How many documents to give.": "Wie viele Dokumente gezeigt werden.",
  Skip: "Überspringen",
  "How many matches to leave out before the first.": "Wie viele Treffer vor dem ersten ausgelassen werden.",
  Id: "Kennung",
  Path: "Pfad",
  Title: "Titel",
  Characters: "Zeichen",
  Matches: "Treffer",
  Note: "Hinweis",
  Find: "Finden",
  Found: "Gefunden",
  Documents: "Dokumente",
  Document: "Dokument",
  "Read Document": "Dokument lesen",
  "Shows the text of one document, a stretch at a time.":
    "Zeigt den Text eines Dokuments, einen Abschnitt nach dem anderen.",
  "As find_by_name gives it, such as zod/README.md.": "Wie find_by_name ihn nennt, zum Beispiel zod/README.md.",
  "As the list of documents shows it.": "So wie ihn die Liste der Dokumente zeigt.",
  "In the place of the path.": "Anstelle des Pfads.",
  "From character": "Ab Zeichen",
  "The first character is 0.": "Das erste Zeichen ist 0.",
  "How many characters to read, at most 20000.": "Wie viele Zeichen gelesen werden, höchstens 20000.",
  Text: "Text",
  "Characters read": "Gelesene Zeichen",
  "Characters in all": "Zeichen insgesamt",
  "Next offset": "Weiter ab Zeichen",
  Read: "Lesen",
  "By id": "Nach Kennung",
  "Search Documents": "Dokumente durchsuchen",
  "Finds the documents that speak of some words, the best first.":
    "Findet die Dokumente zu einigen Wörtern, die besten zuerst.",
  "Which packages explain tree shaking?": "Welche Pakete erklären Tree Shaking?",
  "Search the documentation for row-level security": "Suche in der Dokumentation nach Row-Level Security",
  Words: "Wörter",
  'What to search for, such as `tree shaking` or `"server components" -changelog`.':
    'Wonach gesucht wird, zum Beispiel `tree shaking` oder `"server components" -changelog`.',
  "Words in quotes stay together; a word after a minus sign leaves documents out.":
    "Wörter in Anführungszeichen bleiben zusammen; ein Wort nach einem Minuszeichen schließt Dokumente aus.",
  "Path pattern": "Muster für den Pfad",
  "A glob over the path, such as **/README.md or zod/**; all documents unless given.":
    "Ein Muster für den Pfad, zum Beispiel **/README.md oder zod/**; ohne Angabe alle Dokumente.",
  Snippet: "Ausschnitt",
  Score: "Wertung",
  "Relative: the best document has 1.": "Verhältnis: das beste Dokument hat 1.",
  Search: "Suchen",
  "List Sources": "Quellen auflisten",
  "Shows which packages the documents come from, the largest first.":
    "Zeigt, aus welchen Paketen die Dokumente stammen, die größten zuerst.",
  "Which sources do you have?": "Welche Quellen gibt es?",
  "Which packages are documented here?": "Welche Pakete sind hier dokumentiert?",
  "Name contains": "Name enthält",
  "A part of the package's name, such as react; empty lists all.":
    "Ein Teil des Paketnamens, zum Beispiel react; leer zeigt alle.",
  "How many sources to list.": "Wie viele Quellen aufgelistet werden.",
  Source: "Quelle",
  Sources: "Quellen",
  "Documents in all": "Dokumente insgesamt",
  List: "Auflisten",
  "All sources": "Alle Quellen",
  "In all": "Insgesamt",
  "Analyze Document": "Dokument analysieren",
  "An analyst reads one document and answers a question from its text.":
    "Ein Analyst liest ein Dokument und beantwortet eine Frage aus seinem Text.",
  "Analyze zod/README.md: what does it say about transforms?":
    "Analysiere zod/README.md: Was steht darin über Transforms?",
  "Its path, such as zod/README.md.": "Sein Pfad, zum Beispiel zod/README.md.",
  Question: "Frage",
  "What you want to know from it, as a whole sentence.": "Was daraus beantwortet werden soll, als ganzer Satz.",
  Answer: "Antwort",
  Analyze: "Analysieren",
  "What does it say about transforms?": "Was steht darin über Transforms?",
  "Publish Note": "Notiz veröffentlichen",
  "Publishes a note that everybody of this workspace can read.":
    "Veröffentlicht eine Notiz, die alle in diesem Arbeitsbereich lesen können.",
  "Publish a note about how zod handles transforms": "Veröffentliche eine Notiz darüber, wie zod mit Transforms umgeht",
  "A few words that name what the note is about.": "Einige Wörter, die sagen, worum es geht.",
  "The note, in Markdown.": "Die Notiz, in Markdown.",
  Published: "Veröffentlicht",
  "Notes published in all": "Veröffentlichte Notizen insgesamt",
  Publish: "Veröffentlichen",
  "List Notes": "Notizen auflisten",
  "Shows the notes that were published in this workspace, the newest first.":
    "Zeigt die Notizen, die in diesem Arbeitsbereich veröffentlicht wurden, die neuesten zuerst.",
  "Which notes have been published?": "Welche Notizen wurden veröffentlicht?",
  "Show me the notes": "Zeig mir die Notizen",
  "Read zod/README.md": "Lies zod/README.md",
  "How many notes to list.": "Wie viele Notizen aufgelistet werden.",
  "Notes in all": "Notizen insgesamt",
  Notes: "Notizen",
  "{document} from character {offset}": "{document} ab Zeichen {offset}",
  "all sources": "alle Quellen",
  "the newest {count}": { one: "die neueste", other: "die neuesten {count}" },
  "{query} in {paths}": "{query} in {paths}",
  conversation: "Gespräch",
  "Ask Person": "Person fragen",
  "An agent asks you something and goes on with your answer.":
    "Ein Agent fragt Sie etwas und macht mit Ihrer Antwort weiter.",
  "Ask me which audience it is for": "Frag mich, für welches Publikum es ist",
  Choices: "Auswahl",
  Answered: "Beantwortet",
  "Read Output": "Ergebnis lesen",
  "An agent reads on in a result that is too large to be read at once.":
    "Ein Agent liest in einem Ergebnis weiter, das auf einmal zu groß ist.",
  "Read on in the large result": "Lies in dem großen Ergebnis weiter",
  Output: "Ergebnis",
  "As the result gives it.": "So wie das Ergebnis sie nennt.",
  "A text to look for; case does not matter.": "Ein Text, nach dem gesucht wird; Groß- und Kleinschreibung ist gleich.",
  "from character {offset}": "ab Zeichen {offset}",
  'Say which document: give its "path", such as zod/README.md, or its "id", as find_by_name lists them.':
    "Welches Dokument? Geben Sie seinen Pfad an, zum Beispiel zod/README.md, oder seine Kennung.",
  'This conversation has no result "{id}". Give the id as the cut result says it.':
    "Dieses Gespräch hat kein Ergebnis „{id}“. Geben Sie die Kennung so an, wie das gekürzte Ergebnis sie nennt.",
};

const ar: ToolMessages = {
  ...asTheyAre,
  documents: "المستندات",
  notes: "الملاحظات",
  "Find Documents by Name": "البحث عن المستندات بالاسم",
  "Lists the documents whose path fits a pattern or holds some words.":
    "يعرض المستندات التي يوافق مسارها نمطًا أو يحتوي على كلمات معيّنة.",
  "Name or pattern": "اسم أو نمط",
  "A glob such as **/README.md, or a part of the path.": "نمط مثل ‎**/README.md أو جزء من المسار.",
  "Such as **/README.md, or a part of the path.": "مثل ‎**/README.md أو جزء من المسار.",
  "Number of results": "عدد النتائج",
  "How many documents to list.": "كم مستندًا يُعرض.",
  "How many documents to give.": "كم مستندًا يُعرض.",
  Skip: "تخطّي",
  "How many matches to leave out before the first.": "كم نتيجة تُترك قبل الأولى.",
  Id: "المعرّف",
  Path: "المسار",
  Title: "العنوان",
  Characters: "الأحرف",
  Matches: "النتائج",
  Note: "ملاحظة",
  Find: "بحث",
  Found: "تم العثور على",
  Documents: "المستندات",
  Document: "المستند",
  "Read Document": "قراءة مستند",
  "Shows the text of one document, a stretch at a time.": "يعرض نص مستند واحد، مقطعًا بعد مقطع.",
  "As find_by_name gives it, such as zod/README.md.": "كما يذكره find_by_name، مثل zod/README.md.",
  "As the list of documents shows it.": "كما يظهر في قائمة المستندات.",
  "In the place of the path.": "بدلًا من المسار.",
  "From character": "من الحرف",
  "The first character is 0.": "الحرف الأول رقمه 0.",
  "How many characters to read, at most 20000.": "كم حرفًا يُقرأ، 20000 على الأكثر.",
  Text: "النص",
  "Characters read": "الأحرف المقروءة",
  "Characters in all": "مجموع الأحرف",
  "Next offset": "الموضع التالي",
  Read: "قراءة",
  "By id": "بالمعرّف",
  "Search Documents": "البحث في المستندات",
  "Finds the documents that speak of some words, the best first.":
    "يعثر على المستندات التي تتناول كلمات معيّنة، الأفضل أولًا.",
  "Which packages explain tree shaking?": "أي الحزم تشرح tree shaking؟",
  "Search the documentation for row-level security": "ابحث في الوثائق عن row-level security",
  Words: "الكلمات",
  'What to search for, such as `tree shaking` or `"server components" -changelog`.':
    'ما يُبحث عنه، مثل `tree shaking` أو `"server components" -changelog`.',
  "Words in quotes stay together; a word after a minus sign leaves documents out.":
    "الكلمات بين علامتي اقتباس تبقى معًا، والكلمة بعد علامة الناقص تستبعد المستندات.",
  "Path pattern": "نمط المسار",
  "A glob over the path, such as **/README.md or zod/**; all documents unless given.":
    "نمط للمسار، مثل ‎**/README.md أو ‎zod/**‎؛ كل المستندات إن تُرك فارغًا.",
  Snippet: "مقتطف",
  Score: "الدرجة",
  "Relative: the best document has 1.": "نسبي: أفضل مستند له 1.",
  Search: "بحث",
  "List Sources": "عرض المصادر",
  "Shows which packages the documents come from, the largest first.":
    "يعرض الحزم التي تأتي منها المستندات، الأكبر أولًا.",
  "Which sources do you have?": "ما المصادر المتاحة؟",
  "Which packages are documented here?": "أي الحزم موثّقة هنا؟",
  "Name contains": "الاسم يحتوي على",
  "A part of the package's name, such as react; empty lists all.":
    "جزء من اسم الحزمة، مثل react؛ وإن تُرك فارغًا عُرضت كلها.",
  "How many sources to list.": "كم مصدرًا يُعرض.",
  Source: "المصدر",
  Sources: "المصادر",
  "Documents in all": "مجموع المستندات",
  List: "عرض",
  "All sources": "كل المصادر",
  "In all": "المجموع",
  "Analyze Document": "تحليل مستند",
  "An analyst reads one document and answers a question from its text.": "يقرأ محلل مستندًا واحدًا ويجيب عن سؤال من نصه.",
  "Analyze zod/README.md: what does it say about transforms?": "حلّل zod/README.md: ماذا يقول عن transforms؟",
  "Its path, such as zod/README.md.": "مساره، مثل zod/README.md.",
  Question: "السؤال",
  "What you want to know from it, as a whole sentence.": "ما تريد معرفته منه، في جملة كاملة.",
  Answer: "الجواب",
  Analyze: "تحليل",
  "What does it say about transforms?": "ماذا يقول عن transforms؟",
  "Publish Note": "نشر ملاحظة",
  "Publishes a note that everybody of this workspace can read.": "ينشر ملاحظة يستطيع كل من في مساحة العمل هذه قراءتها.",
  "Publish a note about how zod handles transforms": "انشر ملاحظة عن تعامل zod مع transforms",
  "A few words that name what the note is about.": "كلمات قليلة تذكر موضوع الملاحظة.",
  "The note, in Markdown.": "الملاحظة بصيغة Markdown.",
  Published: "نُشرت",
  "Notes published in all": "مجموع الملاحظات المنشورة",
  Publish: "نشر",
  "List Notes": "عرض الملاحظات",
  "Shows the notes that were published in this workspace, the newest first.":
    "يعرض الملاحظات المنشورة في مساحة العمل هذه، الأحدث أولًا.",
  "Which notes have been published?": "أي الملاحظات نُشرت؟",
  "Show me the notes": "أرني الملاحظات",
  "Read zod/README.md": "اقرأ zod/README.md",
  "How many notes to list.": "كم ملاحظة تُعرض.",
  "Notes in all": "مجموع الملاحظات",
  Notes: "الملاحظات",
  "{document} from character {offset}": "{document} من الحرف {offset}",
  "all sources": "كل المصادر",
  "the newest {count}": {
    one: "الأحدث",
    two: "أحدث ملاحظتين",
    few: "أحدث {count} ملاحظات",
    many: "أحدث {count} ملاحظة",
    other: "أحدث {count} ملاحظة",
  },
  "{query} in {paths}": "{query} في {paths}",
  conversation: "محادثة",
  "Ask Person": "سؤال الشخص",
  "An agent asks you something and goes on with your answer.": "يسألك الوكيل شيئًا ثم يتابع بحسب إجابتك.",
  "Ask me which audience it is for": "اسألني لأي جمهور هو",
  Choices: "الخيارات",
  Answered: "أُجيب عنه",
  "Read Output": "قراءة نتيجة",
  "An agent reads on in a result that is too large to be read at once.":
    "يتابع الوكيل القراءة في نتيجة أكبر من أن تُقرأ دفعة واحدة.",
  "Read on in the large result": "تابع القراءة في النتيجة الكبيرة",
  Output: "النتيجة",
  "As the result gives it.": "كما تذكره النتيجة.",
  "A text to look for; case does not matter.": "نص يُبحث عنه؛ لا فرق بين الأحرف الكبيرة والصغيرة.",
  "from character {offset}": "من الحرف {offset}",
  'Say which document: give its "path", such as zod/README.md, or its "id", as find_by_name lists them.':
    "أي مستند؟ اذكر مساره، مثل zod/README.md، أو معرّفه.",
  'This conversation has no result "{id}". Give the id as the cut result says it.':
    "لا توجد في هذه المحادثة نتيجة «{id}». اذكر المعرّف كما تذكره النتيجة المختصرة.",
};

/** The templates of failures, each of one sentence or of several that stand together. */
export const joined = (failures: readonly (readonly string[])[]): string[] =>
  failures.map((sentences) => sentences.join(" "));

/** The sentences of failures, in German and in Arabic. */
const sentences: Readonly<Record<string, readonly [german: string, arabic: string]>> = {
  'There is no document "{name}".': ["Es gibt kein Dokument „{name}“.", "لا يوجد مستند «{name}»."],
  "Did you mean {others}?": ["Meinten Sie {others}?", "هل تقصد {others}؟"],
  "Find its path with find_by_name first.": [
    "Suchen Sie zuerst seinen Pfad mit „Dokumente nach Namen finden“.",
    "ابحث أولًا عن مساره بأداة «البحث عن المستندات بالاسم».",
  ],
  "The documents are still being read ({done} of {total}): it may come yet.": [
    "Die Dokumente werden noch gelesen ({done} von {total}): Es kann noch kommen.",
    "لا تزال المستندات تُقرأ ({done} من {total}): قد يظهر بعد قليل.",
  ],
  'Offset {offset} is past the end: "{path}" has {count} characters, so the last offset is {last}.': [
    "Zeichen {offset} liegt hinter dem Ende: „{path}“ hat {count} Zeichen, das letzte ist {last}.",
    "الموضع {offset} بعد النهاية: في «{path}» {count} من الأحرف، وآخر موضع هو {last}.",
  ],
  "The pattern is too complex: at most {length} characters and {wildcards} wildcards. A simple one such as **/README.md is enough; narrow by a folder instead.":
    [
      "Das Muster ist zu verwickelt: höchstens {length} Zeichen und {wildcards} Platzhalter. Ein einfaches wie **/README.md genügt; grenzen Sie mit einem Ordner ein.",
      "النمط معقّد جدًا: {length} حرفًا و{wildcards} من رموز البدل على الأكثر. يكفي نمط بسيط مثل ‎**/README.md؛ ضيّق البحث بمجلد.",
    ],
};

/** A catalogue with the templates of failures, each made of its sentences. */
const withFailures = (words: ToolMessages, language: 0 | 1): ToolMessages => ({
  ...words,
  ...Object.fromEntries(
    [...READ_FAILURES, ...FIND_FAILURES].flatMap((parts) => {
      const said = parts.map((part) => sentences[part]?.[language]);
      return said.includes(undefined) ? [] : [[parts.join(" "), said.join(" ")]];
    }),
  ),
});

/** The words of the platform's tools in German and Arabic; each tool finds its own among them. */
export const messages: NonNullable<ToolDefinition["messages"]> = { de: withFailures(de, 0), ar: withFailures(ar, 1) };
