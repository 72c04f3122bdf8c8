import { isReading, recordsOf, type ToolOutcome } from "./readPrompt.ts";
import { stemsOf } from "./words.ts";

/** The path of what an earlier step found; several where the request says so. */
export function hitsOf(pool: readonly ToolOutcome[], text: string, about: readonly string[] = []): string[] {
  for (const { kind, value, input } of [...pool].reverse()) {
    if (kind !== "output") continue;
    const paths = recordsOf(value).flatMap(({ path }) => (typeof path === "string" ? [path] : []));
    const own = (value as { path?: unknown } | null)?.path ?? (typeof value === "string" ? input["path"] : undefined);
    if (paths.length === 0) {
      if (typeof own === "string") return [own];
      continue;
    }
    const counted = /\b(?:top|first|best)\s+(two|three|2|3)\b/i.exec(text)?.[1]?.toLowerCase();
    if (counted) return paths.slice(0, /two|2/.test(counted) ? 2 : 3);
    if (/\bboth\b/i.test(text)) return paths.slice(0, 2);
    if (/\b(?:each|all of)\b/i.test(text)) return paths.slice(0, 3);
    const ordinal = ["first", "second", "third", "fourth", "fifth"].findIndex((word) =>
      new RegExp(`\\b${word}\\b`, "i").test(text),
    );
    if (/\blast\s+(?:hit|one|result|document)\b/i.test(text)) return paths.slice(-1);
    if (ordinal >= 0) return [paths[ordinal] ?? paths[0]!];
    return [bestHit(recordsOf(value), about) ?? paths[0]!];
  }
  return [];
}

/** The hit that shows most of the words asked for; the first of equals. */
function bestHit(hits: readonly Record<string, unknown>[], about: readonly string[]): string | undefined {
  const wanted = new Set(about);
  const shown = hits.map((hit) => {
    const stems = new Set(
      stemsOf([hit["path"], hit["title"], hit["snippet"]].filter((each) => typeof each === "string").join(" ")),
    );
    return { path: hit["path"], count: [...wanted].filter((stem) => stems.has(stem)).length };
  });
  const most = Math.max(0, ...shown.map(({ count }) => count));
  const best = shown.find(({ path, count }) => count === most && typeof path === "string");
  return best?.path as string | undefined;
}

/** The title of the document that was read last. */
export function titleOfReading(pool: readonly ToolOutcome[]): string | undefined {
  const read = [...pool].reverse().find(isReading);
  const title = (read?.value as { title?: unknown } | undefined)?.title;
  return typeof title === "string" && title ? title : undefined;
}
