import type { SearchableTool } from "./toolText.ts";
import { wordsOf } from "./words.ts";

/** Which tools a query names exactly. */
export interface ExactNames {
  add(tool: SearchableTool): void;
  remove(tool: SearchableTool): void;
  /**
   * The slugs of the tools that a text names, and how exactly: letter by letter most, then by the same words, then as
   * its example. `words` are those of the text.
   */
  find(text: string, words: readonly string[]): ReadonlyMap<string, number>;
}

const SLUG = 5;
const NAME = 4;
const ALIAS = 3;
const SAME_WORDS = 2;
const EXAMPLE = 1;

/** `readDocument`, `read_document` and "Read document" are one name; what has no words is a name as it is written. */
const keyOf = (name: string, words: readonly string[] = wordsOf(name)) => words.join("") || name.trim().toLowerCase();

const inEachLanguage = (text: string, { messages = {} }: SearchableTool) =>
  [text, ...Object.values(messages).map((words) => words[text])].filter((one) => typeof one === "string");

function namesOf(tool: SearchableTool): string[] {
  const { slug, name, aliases = [] } = tool;
  return [slug, ...(name === undefined ? [] : inEachLanguage(name, tool)), ...aliases];
}

/** What is written as a tool's example is meant for that tool. */
function examplesOf(tool: SearchableTool): string[] {
  return (tool.examples ?? []).flatMap((example) => inEachLanguage(example, tool));
}

export function createExactNames(): ExactNames {
  const byKey = new Map<string, Map<string, SearchableTool>>();
  const keysOf = (tool: SearchableTool) =>
    new Set([...namesOf(tool), ...examplesOf(tool)].map((name) => keyOf(name)).filter(Boolean));
  return {
    add(tool) {
      for (const key of keysOf(tool)) {
        const named = byKey.get(key);
        if (named) named.set(tool.slug, tool);
        else byKey.set(key, new Map([[tool.slug, tool]]));
      }
    },
    remove(tool) {
      for (const key of keysOf(tool)) {
        const named = byKey.get(key);
        named?.delete(tool.slug);
        if (named?.size === 0) byKey.delete(key);
      }
    },
    find(text, words) {
      const asked = text.trim();
      const key = keyOf(asked, words);
      const levelOf = (tool: SearchableTool) => {
        if (tool.slug === asked) return SLUG;
        if (tool.name === asked) return NAME;
        if (tool.aliases?.includes(asked)) return ALIAS;
        return namesOf(tool).some((name) => keyOf(name) === key) ? SAME_WORDS : EXAMPLE;
      };
      const named = byKey.get(key) ?? new Map<string, SearchableTool>();
      return new Map([...named].map(([slug, tool]) => [slug, levelOf(tool)]));
    },
  };
}
