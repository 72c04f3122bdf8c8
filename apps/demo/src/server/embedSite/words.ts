/** What the page of another origin says itself, in each language. */
export const words = {
  en: {
    title: "A page of another origin",
    lead: "Plain HTML and nobody's framework. The three tools below are published by the demo, one line each: the form and the result stand in frames of its host.",
    back: "To the demo",
    theme: "Theme",
    light: "Light",
    dark: "Dark",
    auto: "As the system",
    language: "Language",
    line: "The line in this page",
    events: "Events, as they come",
    eventsLead: "All that this page learns from the tools in it.",
    none: "Nothing yet. Fill in a form above and submit it.",
  },
  de: {
    title: "Eine Seite anderer Herkunft",
    lead: "Reines HTML, ohne Framework. Die drei Werkzeuge hat die Demo veröffentlicht, jedes in einer Zeile: Formular und Ergebnis stehen in Rahmen ihres Hosts.",
    back: "Zur Demo",
    theme: "Farben",
    light: "Hell",
    dark: "Dunkel",
    auto: "Wie das System",
    language: "Sprache",
    line: "Die Zeile in dieser Seite",
    events: "Ereignisse, wie sie eintreffen",
    eventsLead: "Alles, was diese Seite von den Werkzeugen in ihr erfährt.",
    none: "Noch nichts. Füllen Sie oben ein Formular aus und senden Sie es ab.",
  },
  ar: {
    title: "صفحة من مصدر آخر",
    lead: "HTML خالص دون أي إطار عمل. الأدوات الثلاث أدناه منشورة من العرض، سطر واحد لكل منها: يقف النموذج والنتيجة في إطارات من مضيفه.",
    back: "إلى العرض",
    theme: "المظهر",
    light: "فاتح",
    dark: "داكن",
    auto: "كالنظام",
    language: "اللغة",
    line: "السطر في هذه الصفحة",
    events: "الأحداث كما تأتي",
    eventsLead: "كل ما تعرفه هذه الصفحة عن الأدوات فيها.",
    none: "لا شيء بعد. املأ نموذجًا أعلاه وأرسله.",
  },
} as const;

export type SiteLanguage = keyof typeof words;

/** The languages by their own names. */
export const LANGUAGE_NAMES: Readonly<Record<SiteLanguage, string>> = { en: "English", de: "Deutsch", ar: "العربية" };
