import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stopwords as danishStops } from "@orama/stopwords/danish";
import { stopwords as dutchStops } from "@orama/stopwords/dutch";
import { stopwords as englishStops } from "@orama/stopwords/english";
import { stopwords as finnishStops } from "@orama/stopwords/finnish";
import { stopwords as frenchStops } from "@orama/stopwords/french";
import { stopwords as germanStops } from "@orama/stopwords/german";
import { stopwords as italianStops } from "@orama/stopwords/italian";
import { stopwords as norwegianStops } from "@orama/stopwords/norwegian";
import { stopwords as portugueseStops } from "@orama/stopwords/portuguese";
import { stopwords as russianStops } from "@orama/stopwords/russian";
import { stopwords as spanishStops } from "@orama/stopwords/spanish";
import { stopwords as swedishStops } from "@orama/stopwords/swedish";
import { stopwords as turkishStops } from "@orama/stopwords/turkish";

/** A language with Latin letters: its stems, and the words that say nothing. */
interface Language {
  stem: (word: string) => string;
  stops: ReadonlySet<string>;
}

const LATIN = {
  en: { stem: english, stops: new Set(englishStops) },
  de: { stem: german, stops: new Set(germanStops) },
  fr: { stem: french, stops: new Set(frenchStops) },
  es: { stem: spanish, stops: new Set(spanishStops) },
  it: { stem: italian, stops: new Set(italianStops) },
  pt: { stem: portuguese, stops: new Set(portugueseStops) },
  nl: { stem: dutch, stops: new Set(dutchStops) },
  sv: { stem: swedish, stops: new Set(swedishStops) },
  da: { stem: danish, stops: new Set(danishStops) },
  no: { stem: norwegian, stops: new Set(norwegianStops) },
  fi: { stem: finnish, stops: new Set(finnishStops) },
  tr: { stem: turkish, stops: new Set(turkishStops) },
} as const satisfies Record<string, Language>;

/** The languages that share the Latin letters, and so are told apart by their words. */
export type LatinLanguage = keyof typeof LATIN;

const languages = Object.keys(LATIN) as LatinLanguage[];
const RUSSIAN_STOPS: ReadonlySet<string> = new Set(russianStops);

/** So many words tell a language. */
const ENOUGH = 400;

/** Fewer small words tell nothing. */
const LEAST = 2;

/** The language of a text with Latin letters, by its small words; undefined where it has too few of them. */
export function latinLanguageOf(text: string): LatinLanguage | undefined {
  const words = text
    .slice(0, 8_000)
    .toLowerCase()
    // One letter is a word in many.
    .match(/\p{Script=Latin}{2,}/gu)
    ?.slice(0, ENOUGH);
  if (!words) return undefined;
  let best: LatinLanguage | undefined;
  let most = 0;
  for (const language of languages) {
    const { stops } = LATIN[language];
    const count = words.reduce((sum, word) => sum + (stops.has(word) ? 1 : 0), 0);
    // English comes first, and another has to be told from it.
    if (count > most) [best, most] = [language, count];
  }
  return most < LEAST ? undefined : best;
}

export const isStopWord = (word: string, language: LatinLanguage): boolean =>
  LATIN[language].stops.has(word) || RUSSIAN_STOPS.has(word);

/** So many stems are remembered for each language: most words of a text have been there before. */
const REMEMBERED = 50_000;
const remembered = new Map<LatinLanguage, Map<string, string>>();

/** A word's stem: by its script, and where that is Latin by the language. Marks above letters are gone. */
export function stemOf(word: string, language: LatinLanguage): string {
  let known = remembered.get(language);
  if (!known || known.size >= REMEMBERED) remembered.set(language, (known = new Map()));
  let stem = known.get(word);
  if (stem === undefined) known.set(word, (stem = freshStemOf(word, language)));
  return stem;
}

function freshStemOf(word: string, language: LatinLanguage): string {
  if (/^\p{Script=Latin}+$/u.test(word)) return withoutMarks(stemmed(LATIN[language].stem, word));
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return stemmed(russian, word.replaceAll("ё", "е"));
  if (/^\p{Script=Arabic}+$/u.test(word)) return stemmed(arabic, plainArabic(word));
  return withoutMarks(word);
}

/** A stemmer may leave nothing of a short word. */
const stemmed = (stem: (word: string) => string, word: string) => (word.length < 3 ? word : stem(word) || word);

const withoutMarks = (word: string) => (/^[a-z]*$/.test(word) ? word : word.normalize("NFD").replace(/\p{Mn}/gu, ""));

/** One letter where people write several: forms of alef, ya and ta; no vowel marks and no stretching. */
const plainArabic = (word: string) =>
  word
    .replace(/[\u064B-\u065F\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه");
