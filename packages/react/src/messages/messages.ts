import type { callMessages } from "./call.ts";
import type { chatMessages } from "./chat.ts";
import { directionOf } from "./direction.ts";
import type { editorMessages } from "./editor.ts";
import type { fieldMessages } from "./field.ts";
import type { filterMessages } from "./filter.ts";
import type { formMessages } from "./form.ts";
import type { formLaterMessages } from "./formLater.ts";
import type { formStateMessages } from "./formState.ts";
import type { formToolsMessages } from "./formTools.ts";
import type { libraryMessages } from "./library.ts";
import type { Message } from "./message.ts";
import type { pageMessages } from "./page.ts";
import type { pickerMessages } from "./picker.ts";
import type { uploadMessages } from "./upload.ts";
import type { viewMessages } from "./view.ts";

export type { Message };

export type MessageKey = keyof (typeof formMessages &
  typeof formLaterMessages &
  typeof formStateMessages &
  typeof formToolsMessages &
  typeof fieldMessages &
  typeof viewMessages &
  typeof callMessages &
  typeof chatMessages &
  typeof pageMessages &
  typeof libraryMessages &
  typeof editorMessages &
  typeof filterMessages &
  typeof pickerMessages &
  typeof uploadMessages);

/** The English words of the parts that are loaded. */
const spoken: Record<string, Message> = {};

/** Adds the English words of a part when that part is loaded: each brings its own, so that a page carries no others. */
export function addMessages(part: Readonly<Record<string, Message>>): void {
  Object.assign(spoken, part);
}

/** A catalogue, or as much of one as is translated; what is missing is said in English. */
export type Messages = Partial<Record<MessageKey, Message>>;

export type MessageParams = Record<string, string | number>;

/** Says a message in the reader's language. */
export type Translate = (key: MessageKey, params?: MessageParams) => string;

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Makes the translator of a catalogue: picks the plural form by `count`, writes numbers by locale, and isolates (U+2068 … U+2069)
 * a text of the other direction, or its ends would change places with the words around it.
 */
export function createTranslate(locale: string, messages: Messages = {}): Translate {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const isRightToLeft = directionOf(locale) === "rtl";
  const isForeign = (value: string) => (isRightToLeft ? /[!-~]/ : rightToLeftLetter).test(value);
  return (key, params) => {
    const message: Message = messages[key] ?? spoken[key] ?? key;
    const text =
      typeof message === "string" ? message : (message[plurals.select(Number(params?.count))] ?? message.other);
    if (!params) return text;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (typeof value === "number") return numbers.format(value);
      return whole !== text && isForeign(value) ? `\u2068${value}\u2069` : value;
    });
  };
}
