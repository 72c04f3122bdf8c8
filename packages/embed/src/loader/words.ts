/** What the page says while its frame cannot: in the loader, since nothing else is there. */
export const words = {
  en: {
    late: "This form could not be loaded. The connection may be gone or slow, or something blocks it here.",
    retry: "Try again",
  },
  de: {
    late: "Dieses Formular konnte nicht geladen werden. Die Verbindung fehlt oder ist langsam, oder es wird hier blockiert.",
    retry: "Erneut versuchen",
  },
  ar: {
    late: "تعذّر تحميل هذا النموذج. قد يكون الاتصال مقطوعًا أو بطيئًا أو محجوبًا هنا.",
    retry: "أعد المحاولة",
  },
};

export type Language = keyof typeof words;

/** The language of a tag that there are words in, English for any other. */
export function languageOf(tag: string): Language {
  const language = tag.slice(0, 2).toLowerCase();
  return language === "de" || language === "ar" ? language : "en";
}
