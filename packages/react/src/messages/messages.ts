import { directionOf } from "./direction.ts";
import type { english } from "./english.ts";
import type { cardEnglish, formEnglish } from "./en.ts";
import type { pageEnglish } from "./pageEnglish.ts";
import type { editorEnglish } from "./editorEnglish.ts";
import type { viewEnglish } from "./viewEnglish.ts";
import type { formPartsEnglish } from "./formPartsEnglish.ts";
import type { pickerEnglish } from "./pickerEnglish.ts";
import type { uploadEnglish } from "./uploadEnglish.ts";
import type { Translation } from "./translation.ts";

export type MessageKey = keyof typeof english;

/**
 * A whole catalogue in another language: every key, and for each message that English counts every plural form that the
 * language has. A message that English does not count may be counted there.
 */
export type Translated<Form extends Intl.LDMLPluralRule> = {
  readonly [Key in MessageKey]: (typeof english)[Key] extends string
    ? string | Readonly<Record<Form, string>>
    : Readonly<Record<Form, string>>;
};

/** A catalogue, or a part of one; a missing message is shown in English. */
export type Messages = Partial<Record<MessageKey, Translation>>;

export type MessageParams = Record<string, string | number>;

/** Returns a message in the reader's language. */
export type Translate<Key extends string = MessageKey> = (key: Key, params?: MessageParams) => string;

/** Translators of one subject. */
export type CardTranslate = Translate<keyof typeof cardEnglish>;
export type EditorTranslate = Translate<keyof typeof editorEnglish>;
export type FormMessageKey = keyof typeof formEnglish;
export type FormTranslate = Translate<FormMessageKey>;
export type FormPartMessageKey = keyof typeof formPartsEnglish;
export type FormPartTranslate = Translate<FormMessageKey | FormPartMessageKey>;
export type PageTranslate = Translate<keyof typeof pageEnglish>;
export type PickerTranslate = Translate<keyof typeof pickerEnglish>;
export type UploadTranslate = Translate<keyof typeof uploadEnglish>;
export type ViewTranslate = Translate<keyof typeof viewEnglish>;

/** English messages of one subject, or of several. */
export type Words = Readonly<Record<string, Translation>>;

/** Makes the translators of a catalogue, one for the words of each subject; a missing message is shown in English. */
export interface Translator {
  <Subject extends Words>(words: Subject): Translate<keyof Subject & string>;
  /** A message from elsewhere with its values, as the catalogue's own get theirs. */
  fill(message: Translation, params: MessageParams): string;
}

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Makes the translator of a catalogue. It picks the plural form by `count`, writes numbers by locale, and isolates
 * (U+2068 … U+2069) a text of the other direction, or its ends would change places with the words around it.
 */
export function createTranslator(locale: string, messages: Messages = {}): Translator {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const isRightToLeft = directionOf(locale) === "rtl";
  const isForeign = (value: string) => (isRightToLeft ? /[!-~]/ : rightToLeftLetter).test(value);
  const translators = new WeakMap<Words, Translate<string>>();
  const translate = (message: Translation, params: MessageParams | undefined) => {
    const text =
      typeof message === "string" ? message : (message[plurals.select(Number(params?.count))] ?? message.other);
    if (!params) return text;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = Object.hasOwn(params, name) ? params[name] : undefined;
      if (typeof value === "number") return numbers.format(value);
      // A wire may send anything as the value of a message from elsewhere.
      if (typeof value !== "string") return whole;
      return whole !== text && isForeign(value) ? `\u2068${value}\u2069` : value;
    });
  };
  const translator = (words: Words): Translate<string> => {
    const made = translators.get(words);
    if (made) return made;
    const own: Translate<string> = (key, params) =>
      translate((messages as Record<string, Translation>)[key] ?? words[key] ?? key, params);
    translators.set(words, own);
    return own;
  };
  return Object.assign(translator, { fill: translate });
}
