import type { Language } from "./language.ts";
import { arabic } from "./words/arabic.ts";
import { english, type Words } from "./words/english.ts";
import { german } from "./words/german.ts";

export type { Words };

export const words: Readonly<Record<Language, Words>> = { en: english, de: german, ar: arabic };
