import type { Messages } from "@callboard/react";
import { frameEnglish, type FrameWords } from "./frameWords.ts";

/** What a frame says in one language. */
export interface Catalogue {
  /** BCP 47, without a region. */
  language: string;
  /** None are the kit's own, in English. */
  messages?: Messages;
  words: FrameWords;
}

export const english: Catalogue = { language: "en", words: frameEnglish };

/**
 * The catalogue of a language, fetched when it is that of the page; English for any other, and where it cannot be
 * fetched.
 */
export async function catalogueOf(tag: string): Promise<Catalogue> {
  const language = tag.toLowerCase().split("-")[0]!;
  try {
    if (language === "de") return { language, ...(await import("./german.ts")).german };
    if (language === "ar") return { language, ...(await import("./arabic.ts")).arabic };
  } catch {}
  return english;
}
