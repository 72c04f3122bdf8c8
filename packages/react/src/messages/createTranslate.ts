import { english } from "./english.ts";
import { createTranslator, type Messages, type Translate } from "./messages.ts";

/** Makes the translator of a catalogue over all English messages: plural forms by `count`, numbers by locale. */
export function createTranslate(locale: string, messages: Messages = {}): Translate {
  return createTranslator(locale, messages)(english);
}
