import type { ToolDefinition } from "@callboard/core";

/** Sentences that say together why nothing was handed over. */
const sentences: Readonly<Record<string, readonly [german: string, arabic: string]>> = {
  'There is no connection "{wanted}" here.': [
    "Hier gibt es keine Verbindung „{wanted}“.",
    "لا يوجد هنا اتصال «{wanted}».",
  ],
  "No connection was named.": ["Es wurde keine Verbindung genannt.", "لم يُذكر أي اتصال."],
  "There is {known}: give one of them as connectionName.": [
    "Es gibt {known}: Wählen Sie davon eine.",
    "يوجد {known}: اختر واحدًا منها.",
  ],
  "There is none yet: a person has to save one in this tool's form.": [
    "Es gibt noch keine: Speichern Sie eine im Formular dieses Werkzeugs.",
    "لا يوجد أي اتصال بعد: احفظ واحدًا في نموذج هذه الأداة.",
  ],
  '"{name}" answered {status}.': ["„{name}“ hat mit {status} geantwortet.", "ردّ «{name}» بالرمز {status}."],
  '"{name}" answered {status}: {said}.': [
    "„{name}“ hat mit {status} geantwortet: {said}.",
    "ردّ «{name}» بالرمز {status}: {said}.",
  ],
  "Check the secret of the connection and what its account may do.": [
    "Prüfen Sie das Geheimnis der Verbindung und was ihr Konto darf.",
    "تحقّق من سرّ الاتصال ومما يُسمح لحسابه به.",
  ],
  "Check the address of the connection.": ["Prüfen Sie die Adresse der Verbindung.", "تحقّق من عنوان الاتصال."],
  "Nothing is known to have been kept there. Try again, or ask whoever looks after it.": [
    "Soweit bekannt, wurde dort nichts gespeichert. Versuchen Sie es noch einmal, oder fragen Sie, wer sich darum kümmert.",
    "لا يُعرف أن شيئًا حُفظ هناك. حاول مرة أخرى، أو اسأل القائم عليه.",
  ],
};

/** Each two of them, as they may stand together. */
const together = (language: 0 | 1): Record<string, string> => {
  const all = Object.entries(sentences).map(([said, words]) => [said, words[language]] as const);
  return Object.fromEntries(all.flatMap(([a, one]) => all.map(([b, other]) => [`${a} ${b}`, `${one} ${other}`])));
};

/** The words of this tool in German and Arabic. */
export const messages: NonNullable<ToolDefinition["messages"]> = {
  de: {
    Published: "Veröffentlicht",
    ...together(0),
    "The cover picture is no file of this workspace. Upload it in the form, or leave it out.":
      "Das Titelbild ist keine Datei dieses Arbeitsbereichs. Laden Sie es im Formular hoch, oder lassen Sie es weg.",
    publishing: "Veröffentlichung",
    "Content Desk Publish": "Inhalte veröffentlichen",
    "Hands a text over to a saved destination, as a draft or to be published.":
      "Übergibt einen Text an ein gespeichertes Ziel, als Entwurf oder zur Veröffentlichung.",
    Destination: "Ziel",
    "Destination by name": "Ziel nach Namen",
    "For whoever has no id. An id goes first.": "Für alle, die keine Kennung haben. Eine Kennung geht vor.",
    "What to do": "Was geschehen soll",
    Title: "Titel",
    Text: "Text",
    "In Markdown.": "In Markdown.",
    "Cover picture": "Titelbild",
    Author: "Autor",
    Topics: "Themen",
    State: "Zustand",
    Kind: "Art",
    Characters: "Zeichen",
    "Hand over": "Übergeben",
    "Where it goes. A new one can be saved right here.":
      "Wohin es geht. Ein neues kann gleich hier gespeichert werden.",
    "What is new this month": "Was diesen Monat neu ist",
    Draft: "Entwurf",
    Publish: "Veröffentlichen",
    Content: "Inhalt",
    "Filed under": "Abgelegt unter",
    "Handed over": "Übergeben",
    "Where it is": "Wo es ist",
    "Its id there": "Seine Kennung dort",
    "publish “{title}”": "„{title}“ veröffentlichen",
    "draft “{title}”": "„{title}“ als Entwurf",
  },
  ar: {
    Published: "منشور",
    ...together(1),
    "The cover picture is no file of this workspace. Upload it in the form, or leave it out.":
      "صورة الغلاف ليست ملفًا في مساحة العمل هذه. ارفعها في النموذج، أو اتركها.",
    publishing: "النشر",
    "Content Desk Publish": "نشر المحتوى",
    "Hands a text over to a saved destination, as a draft or to be published.":
      "يسلّم نصًا إلى وجهة محفوظة، كمسودة أو للنشر.",
    Destination: "الوجهة",
    "Destination by name": "الوجهة بالاسم",
    "For whoever has no id. An id goes first.": "لمن ليس لديه معرّف. وللمعرّف الأولوية.",
    "What to do": "ما العمل",
    Title: "العنوان",
    Text: "النص",
    "In Markdown.": "بصيغة Markdown.",
    "Cover picture": "صورة الغلاف",
    Author: "الكاتب",
    Topics: "المواضيع",
    State: "الحالة",
    Kind: "النوع",
    Characters: "الأحرف",
    "Hand over": "تسليم",
    "Where it goes. A new one can be saved right here.": "إلى أين يذهب. ويمكن حفظ وجهة جديدة هنا.",
    "What is new this month": "جديد هذا الشهر",
    Draft: "مسودة",
    Publish: "نشر",
    Content: "المحتوى",
    "Filed under": "مصنّف تحت",
    "Handed over": "تم التسليم",
    "Where it is": "أين هو",
    "Its id there": "معرّفه هناك",
    "publish “{title}”": "نشر «{title}»",
    "draft “{title}”": "مسودة «{title}»",
  },
};
