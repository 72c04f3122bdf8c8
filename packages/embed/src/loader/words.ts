/** What the page says while its frame cannot: in the loader, since nothing else is there. */
export const words = {
  en: {
    late: "This form could not be loaded. You may be offline, or something blocks it here.",
    retry: "Try again",
  },
  de: {
    late: "Das Formular konnte nicht geladen werden. Vielleicht sind Sie offline, oder es wird hier blockiert.",
    retry: "Erneut versuchen",
  },
  ar: {
    late: "تعذّر تحميل هذا النموذج. ربما انقطع الاتصال أو أن شيئًا يحجبه هنا.",
    retry: "أعد المحاولة",
  },
};

/** The language of a tag that there are words in, English for any other. */
export function languageOf(tag: string): keyof typeof words {
  const language = tag.slice(0, 2);
  return language === "de" || language === "ar" ? language : "en";
}
