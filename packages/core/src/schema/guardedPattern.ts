import { format } from "@cfworker/json-schema";
import { mayExplode } from "./patternCost.ts";
import { testPattern, setLinearEngine } from "./safePattern.ts";

const prefix = "callboard-pattern:";

/** A pattern that was taken for too slow to be told, since somebody last asked. */
let unsure = false;

/**
 * @cfworker/json-schema runs every `pattern` on the backtracking engine, and has no seam for another. It does look formats
 * up by name in an object of its own: below that object stands this one, which answers for names that are patterns.
 */
Object.setPrototypeOf(
  format,
  new Proxy(Object.create(null) as object, {
    get: (_, name) =>
      typeof name === "string" && name.startsWith(prefix)
        ? (text: string) => ask(name.slice(prefix.length), text)
        : undefined,
  }),
);

/** The engine's own pattern for this format hangs on a long name without a dot, and refuses `http://localhost`. */
const uri = format["uri"]!;
format["url"] = (text) => /^(?:https?|ftp):\/\/[^\s/?#]/i.test(text) && uri(text);

function ask(source: string, text: string): boolean {
  const answer = testPattern(source, text);
  if (answer !== undefined) return answer;
  unsure = true;
  void fetchLinearEngine();
  return true;
}

let fetching: Promise<void> | undefined;
let isFetched = false;

/** Fetches the linear engine, once somebody needs it. */
function fetchLinearEngine(): Promise<void> {
  fetching ??= import("re2js").then(
    ({ RE2JS }) => {
      setLinearEngine(RE2JS);
      isFetched = true;
    },
    () => {
      fetching = undefined;
    },
  );
  return fetching;
}

/** Resolves once patterns that could not be told yet can be; undefined where nothing is on its way. */
export function patternsPending(): Promise<void> | undefined {
  return isFetched ? undefined : fetching;
}

/** Whether a pattern could not be told since this was last asked. */
export function tookUnsure(): boolean {
  const was = unsure;
  unsure = false;
  return was;
}

/** A length at which a pattern that is safe is safe for all that a person may enter. */
const longText = 100_000;

/** Whether a pattern needs watching: on some text it may take a backtracking engine too long. */
export const isSlow = (source: string): boolean => mayExplode(source, longText);

/** Names longer than this are no names that anybody gives. */
export const longestName = 1_000;

/** Whether a pattern for names is slow on names that people give. */
export const isSlowName = (source: string): boolean => mayExplode(source, longestName);

/** The keyword that stands for a pattern in the engine's copy of a schema. */
export const guardedFormat = (source: string): string => prefix + source;

/** The pattern that a format of the engine's copy stands for. */
export function guardedSource(name: unknown): string | undefined {
  return typeof name === "string" && name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
