import type { Choice, ToolContext } from "@callboard/core";

/** What a person looks for among the things of one kind. */
export interface ChoiceRequest {
  /** What was typed; empty asks for the first ones. */
  query: string;
  /** Instead of a search: these, wherever they are known, so that stored ids get their names. */
  values?: readonly string[];
  /** More than this are cut off. */
  limit: number;
  /** Who asks: what is found belongs to their tenant. */
  context: ToolContext;
  signal: AbortSignal;
}

/** Finds things of one kind, best first. */
export type ChoiceSearch = (request: ChoiceRequest) => Promise<readonly Choice[]> | readonly Choice[];

/** By kind: what `x-entity-type` names. */
export type ChoiceSearches = Readonly<Record<string, ChoiceSearch>>;

/** Finds the search of a kind that not all tenants have; undefined where whoever asks has none of that kind. */
export type ChoiceFinder = (
  kind: string,
  context: ToolContext,
) => Promise<ChoiceSearch | undefined> | ChoiceSearch | undefined;

/** A list that is held in memory, searched by label and description: every word has to be found. */
export function choicesOf(all: readonly Choice[]): ChoiceSearch {
  return ({ query, values, limit }) => {
    if (values) return all.filter(({ value }) => values.includes(value));
    const words = fold(query).split(/\s+/).filter(Boolean);
    const found = all.filter((choice) => {
      const text = fold(`${choice.label} ${choice.description ?? ""}`);
      return words.every((word) => text.includes(word));
    });
    const first = (choice: Choice): number => (fold(choice.label).startsWith(words[0] ?? "") ? 0 : 1);
    return found.toSorted((a, b) => first(a) - first(b)).slice(0, limit);
  };
}

/** Without case and accents, so that "muller" finds "Müller". */
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
