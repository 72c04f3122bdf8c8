const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/** The direction that a language is written in: by its script, named in the tag or usual for the language. */
export function directionOf(locale: string): "ltr" | "rtl" {
  try {
    return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr";
  } catch {
    return "ltr";
  }
}
