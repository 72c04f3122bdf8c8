import type { ToolShape } from "./toolShape.ts";
import { stemOf, stemsOf, wordsOf } from "./words.ts";

/** How well a tool fits a part of a request; below `FITS` it does not. */
export interface ToolMatch {
  tool: ToolShape;
  score: number;
}

export const FITS = 1.5;

const NAME_WEIGHT = 3;
const PARAMETER_WEIGHT = 0.6;
const SATURATION = 1.2;

/** What a description says of other tools, or that this one is not for, does not speak for it. */
const AWAY = /\b(?:do not|don't|never|instead|faster|rather than|not enough|afterwards?|then|knows no|ask for)\b/i;

/**
 * Ranks tools for a request by the words of their names, descriptions and parameters (BM25), the rarer the word the
 * more it counts.
 */
export function createToolMatch(tools: readonly ToolShape[]): (request: string) => ToolMatch[] {
  const slugs = tools.map((tool) => tool.slug);
  const indexed = tools.map((tool) => ({ tool, weights: weightsOf(tool, slugs), verbs: verbsOf(tool) }));
  const documents = new Map<string, number>();
  for (const { weights } of indexed) {
    for (const stem of weights.keys()) documents.set(stem, (documents.get(stem) ?? 0) + 1);
  }
  const rarity = (stem: string) => {
    const count = documents.get(stem) ?? 0;
    return Math.log(1 + (tools.length - count + 0.5) / (count + 0.5)) + 0.2;
  };
  return (said) => {
    const request = said.replace(/\blook(?:ing)?\s+(?:up|for)\b/gi, "search");
    const stems = new Set(stemsOf(request));
    const leading = stemOf(
      wordsOf(request).find((word) => !/^(?:please|can|could|you|now|then|and|also)$/.test(word)) ?? "",
    );
    return indexed
      .map(({ tool, weights, verbs }) => {
        let score = 0;
        for (const stem of stems) {
          const weight = weights.get(stem);
          if (weight) score += rarity(stem) * (weight / (weight + SATURATION)) * 2;
        }
        if (verbs.has(leading)) score += 1.5;
        return { tool, score };
      })
      .sort((a, b) => b.score - a.score);
  };
}

function weightsOf(tool: ToolShape, slugs: readonly string[]): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (stems: readonly string[], weight: number) => {
    for (const stem of stems) weights.set(stem, (weights.get(stem) ?? 0) + weight);
  };
  add(stemsOf(tool.slug), NAME_WEIGHT);
  for (const sentence of tool.description.split(/(?<=[.!?;:])\s+/)) {
    const others = slugs.some((slug) => slug !== tool.slug && sentence.includes(slug));
    if (others || AWAY.test(sentence)) continue;
    add(stemsOf(sentence), 1);
    add(acronymsOf(sentence), 2);
  }
  add(acronymsOf(wordsOf(tool.slug).join(" ")), 2);
  for (const parameter of tool.parameters) {
    add([...parameter.names, ...parameter.words], PARAMETER_WEIGHT);
    for (const item of parameter.items) add([...item.names], PARAMETER_WEIGHT);
    add(
      parameter.members.flatMap((member) => stemsOf(member)),
      1,
    );
  }
  return weights;
}

/** "net present value" is also asked for as "NPV". */
function acronymsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => !/^(?:of|the|a|an|and|in|on|for|to)$/.test(word));
  const found: string[] = [];
  for (let index = 0; index + 2 < words.length; index++) {
    found.push(
      stemOf(
        words
          .slice(index, index + 3)
          .map((word) => word[0])
          .join(""),
      ),
    );
  }
  return found;
}

function verbsOf(tool: ToolShape): Set<string> {
  return new Set(wordsOf(tool.slug).map(stemOf));
}
