import { humanizeFieldName } from "@callboard/core";
import { MOST_CLAIMS, type Claim } from "./claims.ts";
import type { ClaimField } from "./summaryTasks.ts";
import type { BriefLanguage } from "./summaryType.ts";

/** An entity that a brief is written from. */
export interface BriefSource {
  id: string;
  title: string;
  /** What its type is called. */
  type: string;
  content: Readonly<Record<string, unknown>>;
}

interface Phrases {
  headline(title: string, count: number): string;
  situation(type: string, titles: string): string;
  finding(title: string, said: string): string;
  opportunity(title: string, figures: string): string;
  risk(title: string, said: string): string;
  unknown(title: string): string;
  recommendation(title: string): string;
}

/** A text of any direction, so that the text around it keeps its own: between the marks of an isolate. */
const apart = (text: string): string => `\u2068${text}\u2069`;

const PHRASES: Readonly<Record<BriefLanguage, Phrases>> = {
  en: {
    headline: (title, count) => `What ${count} records say of “${title}”, in short.`,
    situation: (type, titles) => `${type}: ${titles}.`,
    finding: (title, said) => `“${title}” says: ${said}`,
    opportunity: (title, figures) => `“${title}” holds these figures: ${figures}.`,
    risk: (title, said) => `“${title}” leaves this to be settled: ${said}`,
    unknown: (title) => `“${title}” has no text of its own, so what it means is not known.`,
    recommendation: (title) => `Go through “${title}” with whoever knows it.`,
  },
  de: {
    headline: (title, count) => `Was ${count} Einträge über „${title}“ sagen, in Kürze.`,
    situation: (type, titles) => `${type}: ${titles}.`,
    finding: (title, said) => `„${title}“ sagt: ${said}`,
    opportunity: (title, figures) => `„${title}“ nennt diese Zahlen: ${figures}.`,
    risk: (title, said) => `„${title}“ lässt dies offen: ${said}`,
    unknown: (title) => `„${title}“ hat keinen eigenen Text; was es bedeutet, ist nicht bekannt.`,
    recommendation: (title) => `Gehen Sie „${title}“ mit jemandem durch, der es kennt.`,
  },
  ar: {
    headline: (title, count) => `ما تقوله ${count} من السجلات عن «${apart(title)}» باختصار.`,
    situation: (type, titles) => `${apart(type)}: ${apart(titles)}.`,
    finding: (title, said) => `يقول «${apart(title)}»: ${apart(said)}`,
    opportunity: (title, figures) => `يذكر «${apart(title)}» هذه الأرقام: ${apart(figures)}.`,
    risk: (title, said) => `يترك «${apart(title)}» هذا مفتوحًا: ${apart(said)}`,
    unknown: (title) => `ليس لـ«${apart(title)}» نص خاص به، فمعناه غير معروف.`,
    recommendation: (title) => `راجعوا «${apart(title)}» مع من يعرفه.`,
  },
};

/** What of a text is quoted. */
const LONGEST_QUOTE = 300;

/**
 * Takes the place of a model: claims that quote the sources and nothing else. It is pure, so a task that is
 * done again says the same.
 */
export function scriptedClaims(
  field: ClaimField,
  { title, sources }: { title: string; sources: readonly BriefSource[] },
  language: BriefLanguage,
): Claim[] {
  const say = PHRASES[language];
  const claim = (text: string, ...from: readonly BriefSource[]): Claim => ({
    text,
    source_entity_ids: from.map(({ id }) => id),
  });
  const some = sources.slice(0, MOST_CLAIMS);
  switch (field) {
    case "headline":
      return [claim(say.headline(title, sources.length), ...some)];
    case "situation": {
      const types = [...new Set(sources.map(({ type }) => type))];
      return types.slice(0, MOST_CLAIMS).map((type) => {
        const named = sources.filter((source) => source.type === type).slice(0, MOST_CLAIMS);
        return claim(say.situation(type, named.map((source) => source.title).join(", ")), ...named);
      });
    }
    case "key_findings":
      return atLeastOne(sources, textOf, (source, said) => claim(say.finding(source.title, said), source));
    case "opportunities":
      return atLeastOne(
        sources,
        (source) => figuresOf(source, language),
        (source, said) => claim(say.opportunity(source.title, said), source),
      );
    case "risks":
      return atLeastOne(sources.toReversed(), textOf, (source, said) => claim(say.risk(source.title, said), source));
    case "recommendations":
      return sources.slice(0, 3).map((source) => claim(say.recommendation(source.title), source));
  }

  /** A claim of each source that says something; where none does, one that says so. */
  function atLeastOne(
    all: readonly BriefSource[],
    read: (source: BriefSource) => string | undefined,
    make: (source: BriefSource, said: string) => Claim,
  ): Claim[] {
    const made = all.flatMap((source) => {
      const said = read(source);
      return said === undefined ? [] : [make(source, said)];
    });
    if (made.length > 0) return made.slice(0, 4);
    return all.slice(0, 1).map((source) => claim(say.unknown(source.title), source));
  }
}

/** The longest text of a source, which is the one that says most. */
function textOf({ content }: BriefSource): string | undefined {
  const texts = Object.values(content).filter(
    (value): value is string => typeof value === "string" && /\s/.test(value),
  );
  const longest = texts.toSorted((one, other) => other.length - one.length)[0];
  if (longest === undefined || longest.length <= LONGEST_QUOTE) return longest;
  return `${[...longest].slice(0, LONGEST_QUOTE).join("")}…`;
}

function figuresOf({ content }: BriefSource, language: BriefLanguage): string | undefined {
  const figures = Object.entries(content).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  const numbers = new Intl.NumberFormat(language);
  if (figures.length === 0) return undefined;
  return figures
    .slice(0, 4)
    .map(([name, value]) => `${humanizeFieldName(name)} ${numbers.format(value)}`)
    .join(", ");
}
