/** What the page says while its frame cannot: in the loader, since nothing else is there. */
export const words = {
  en: {
    loading: "Loading",
    late: "This form could not be loaded. The connection may be slow, or something blocks it here.",
    offline: "You are offline. The form comes back with the connection.",
    retry: "Try again",
  },
  de: {
    loading: "Wird geladen",
    late: "Dieses Formular konnte nicht geladen werden. Die Verbindung ist langsam, oder es wird hier blockiert.",
    offline: "Sie sind offline. Das Formular kommt mit der Verbindung zurück.",
    retry: "Erneut versuchen",
  },
  ar: {
    loading: "جارٍ التحميل",
    late: "تعذّر تحميل هذا النموذج. قد يكون الاتصال بطيئًا أو محجوبًا هنا.",
    offline: "أنت غير متصل. يعود النموذج مع عودة الاتصال.",
    retry: "أعد المحاولة",
  },
};

export type Language = keyof typeof words;

/** The language of a tag that there are words in, English for any other. */
export function languageOf(tag: string): Language {
  const language = tag.slice(0, 2).toLowerCase();
  return language === "de" || language === "ar" ? language : "en";
}
