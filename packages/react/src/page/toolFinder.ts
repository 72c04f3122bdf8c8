import type { ToolListing } from "@callboard/core";
import { createToolSearch, type FoundTool, type ToolSearch } from "@callboard/core/search";

/** A tool that a text may ask for. */
export type OfferedTool = ToolListing & {
  /** The text says little of it: it is a guess. */
  perhaps?: true;
};

/** Finds tools for what a person writes. */
export interface ToolFinder {
  /**
   * The tools that fit a text, best first, with three guesses at the most; none where no tool does. `recent` are slugs,
   * the last used first.
   */
  find(text: string, options?: { limit?: number; recent?: readonly string[] }): OfferedTool[];
}

/** Makes the finder of a list of tools. */
export type CreateToolFinder = (tools: readonly ToolListing[], locale: string) => ToolFinder | Promise<ToolFinder>;

/**
 * What is surer than this is offered, where it has this share of the words: somebody who writes is not to be bothered
 * with guesses. `bench/search/finderFloor.mjs` derives it; docs/search.md says how.
 */
const LEAST_CONFIDENCE = 0.21;
const LEAST_SHARE = 0.5;
/** What is less sure than this is a guess, and so many guesses are offered. */
const SURE = 0.4;
const MOST_GUESSES = 3;
/** A recently used tool goes before one that fits about as well. */
const RECENT_BONUS = 1.15;
/** Among these a recently used tool may come up. */
const CONSIDERED = 20;

/** A text before what it is about, which follows a colon or stands on lines of its own. */
function wantedPart(text: string): string {
  const before = text.trimStart().split(/:\s|\n/)[0]!;
  return /\p{L}/u.test(before) ? before : text;
}

/**
 * What is asked for, before what it is to be about: of "a picture of a cat on a bike" no tool knows the cat. Undefined
 * where a text says it in one.
 */
function headOf(text: string): string | undefined {
  const at = text.search(/\s(?:of|about|von|über)\s/i);
  return at > 0 ? text.slice(0, at) : undefined;
}

/** The tools that have enough of a text's words, however little that says. */
export function toolsWithWords(search: ToolSearch, text: string): FoundTool[] {
  const query = wantedPart(text);
  if (query.trim() === "*") return [];
  const { terms, tools } = search.searchWords({ query, limit: CONSIDERED, typing: query === text });
  const needed = terms.length <= 2 ? 1 : Math.max(2, Math.ceil(terms.length * LEAST_SHARE));
  return tools.filter(({ matched_terms }) => matched_terms.length >= needed);
}

/** A finder by words over a search of these tools that is there already. */
export function finderOver(search: ToolSearch, tools: readonly ToolListing[], locale: string): ToolFinder {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const fitting = (text: string) =>
    toolsWithWords(search, text).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
  return {
    find(text, { limit = 5, recent = [] } = {}) {
      const whole = fitting(text);
      const head = whole.length === 0 ? headOf(wantedPart(text)) : undefined;
      let guesses = 0;
      return (head === undefined ? whole : fitting(head))
        .map(({ tool_id, score, confidence }) => ({
          tool: bySlug.get(tool_id)!,
          isSure: head === undefined && confidence >= SURE,
          score: score * (recent.includes(tool_id) ? RECENT_BONUS : 1),
        }))
        .sort((one, other) => other.score - one.score || compare(one.tool.name, other.tool.name))
        .filter(({ isSure }) => isSure || ++guesses <= MOST_GUESSES)
        .slice(0, limit)
        .map(({ tool, isSure }): OfferedTool => (isSure ? tool : { ...tool, perhaps: true }));
    },
  };
}

/**
 * A finder by words, over the search that models find tools with: in every language of a tool, with the beginning of
 * the word that is being typed and with small slips. A text most of whose words no tool knows finds nothing.
 * @example
 * ```ts
 * createToolFinder(await client.tools(), "en").find("how many miles are 5 km");
 * ```
 */
export const createToolFinder = ((tools, locale) =>
  finderOver(createToolSearch(tools), tools, locale)) satisfies CreateToolFinder;
