import { ToolError } from "@callboard/core";
import { globMatcher } from "./glob.ts";

const LONGEST_PATTERN = 200;
const MOST_WILDCARDS = 12;

export const TOO_COMPLEX =
  "The pattern is too complex: at most {length} characters and {wildcards} wildcards. A simple one such as **/README.md is enough; narrow by a folder instead.";

const isGlob = (name: string) => /[*?[\]{}]/.test(name);
const wordsOf = (name: string): string[] => (isGlob(name) ? [] : name.toLowerCase().split(/\s+/).filter(Boolean));

/**
 * A name with wildcards is a glob over the path, or over the file's name where it has no slash; one without is a part
 * of the path, or several words that all stand in it.
 * @throws ToolError for a pattern that is too complex.
 */
export function pathMatcher(name: string): (path: string) => boolean {
  const wanted = name.trim();
  if (!isGlob(wanted)) {
    const part = wanted.toLowerCase();
    const words = wordsOf(wanted);
    return (path) => {
      const lower = path.toLowerCase();
      return lower.includes(part) || (words.length > 0 && words.every((word) => lower.includes(word)));
    };
  }
  const wildcards = wanted.match(/[*?]+|[[{]/g)?.length ?? 0;
  if (wanted.length > LONGEST_PATTERN || wildcards > MOST_WILDCARDS) {
    const values = { length: LONGEST_PATTERN, wildcards: MOST_WILDCARDS };
    throw new ToolError({ template: TOO_COMPLEX, values });
  }
  return globMatcher(wanted);
}

/**
 * Several words: first the paths that have most of them as a whole folder or file name, then the shortest. One: as they
 * stand.
 */
export function byNearness<Entry extends { path: string }>(found: Entry[], name: string): Entry[] {
  const words = wordsOf(name);
  if (words.length < 2) return found;
  const whole = (path: string) => {
    const names = path
      .toLowerCase()
      .split("/")
      .flatMap((part) => [part, part.replace(/\.[^.]+$/, "")]);
    return words.filter((word) => names.includes(word)).length;
  };
  const ranked = found.map((entry) => ({ entry, whole: whole(entry.path), length: entry.path.length }));
  return ranked.sort((a, b) => b.whole - a.whole || a.length - b.length).map(({ entry }) => entry);
}

/** The paths that look most like what was asked for: by their pairs of letters. */
export function closestPaths(wanted: string, paths: readonly string[]): string[] {
  const target = pairs(wanted.slice(0, 300));
  return paths
    .map((path) => ({ path, score: likeness(target, pairs(path)) }))
    .filter(({ score }) => score >= 0.4)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ path }) => path);
}

function pairs(text: string): Set<string> {
  const letters = text.toLowerCase();
  const found = new Set<string>();
  for (let index = 0; index < letters.length - 1; index++) found.add(letters.slice(index, index + 2));
  return found;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared++;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
