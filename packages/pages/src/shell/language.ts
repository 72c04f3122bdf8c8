import { directionOf, type Messages } from "@callboard/react";
import { useSyncExternalStore } from "react";
import { recall, remember } from "./remembered.ts";

/** The languages that the demo speaks, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", ar: "العربية" } as const;
export type Language = keyof typeof LANGUAGES;

// Also read by public/theme.js, before anything is drawn.
const KEY = "callboard-language";
const listeners = new Set<() => void>();
let chosen: Language | undefined;

const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && Object.hasOwn(LANGUAGES, value);

const primary = (locale: string): string => locale.split("-")[0]!.toLowerCase();

function remembered(): Language | undefined {
  const language = recall(KEY);
  return isLanguage(language) ? language : undefined;
}

/** What the reader chose, else the first of the browser's languages that is spoken here. */
function readLanguage(): Language {
  return remembered() ?? chosen ?? navigator.languages.map(primary).find(isLanguage) ?? "en";
}

/** Draws the page in a language and remembers it on this device, where the browser allows. */
export function chooseLanguage(language: Language): void {
  chosen = language;
  remember(KEY, language);
  for (const listener of listeners) listener();
}

/** The language to draw in; another tab's choice arrives too. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, readLanguage);
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}

/**
 * How numbers and dates are written: as the browser does where it speaks the language, so that Austria stays Austria.
 */
export function localeOf(language: Language): string {
  return navigator.languages.find((locale) => primary(locale) === language) ?? language;
}

/** The kit's words in a language; English is in the kit itself. */
export async function loadMessages(language: Language): Promise<Messages | undefined> {
  if (language === "de") return (await import("@callboard/react/messages/de")).german;
  if (language === "ar") return (await import("@callboard/react/messages/ar")).arabic;
  return undefined;
}

/** Says in the document what the page is written in. */
export function dressDocument(language: Language): void {
  document.documentElement.lang = localeOf(language);
  document.documentElement.dir = directionOf(language);
}
