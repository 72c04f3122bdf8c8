import { format } from "@cfworker/json-schema";
import { formatCheck, isOwnFormat } from "./formatChecks.ts";
import { mayExplode } from "./patternCost.ts";
import { testPattern, setLinearEngine } from "./safePattern.ts";

/**
 * @cfworker/json-schema runs every `pattern` on the backtracking engine and offers one seam: the formats that it
 * looks up by name. Formats of ours are added to that list under names that no schema gives, when a schema first
 * needs them; the formats of the library itself, which others in the page use too, stay as they are.
 */
const prefix = "callboard:";
const patternPrefix = `${prefix}pattern:`;
const ownPrefix = `${prefix}format:`;

/** The check that is running. Checks are synchronous, so one at a time. */
let running: { isCertain: boolean } | undefined;

/**
 * Runs a check; `isCertain` is false where a pattern in it was taken to match because its answer would take too long.
 */
export function runGuarded<Result>(check: () => Result): { result: Result; isCertain: boolean } {
  const run = { isCertain: true };
  running = run;
  try {
    return { result: check(), isCertain: run.isCertain };
  } finally {
    running = undefined;
  }
}

/** The keyword that replaces a pattern in the engine's copy of a schema. */
export function guardedPattern(source: string): { format: string } {
  const name = patternPrefix + source;
  format[name] ??= (text) => matches(source, text);
  return { format: name };
}

/** The pattern that a format of the engine's copy replaces. */
export function patternOfFormat(name: unknown): string | undefined {
  return typeof name === "string" && name.startsWith(patternPrefix) ? name.slice(patternPrefix.length) : undefined;
}

/**
 * The format that the engine's copy names for a format of the schema; undefined for one that the engine does not check.
 */
export function engineFormat(name: string): string | undefined {
  const check = name.startsWith(prefix) ? undefined : formatCheck(name);
  if (!check || !isOwnFormat(name)) return check && name;
  format[ownPrefix + name] ??= check;
  return ownPrefix + name;
}

/** The schema's own name of a format of the engine's copy. */
export function schemaFormat(name: unknown): unknown {
  return typeof name === "string" && name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name;
}

function matches(source: string, text: string): boolean {
  const answer = testPattern(source, text);
  if (answer !== undefined) return answer;
  if (running) running.isCertain = false;
  void fetchLinearEngine();
  return true;
}

let fetching: Promise<void> | undefined;
let isFetched = false;

/** Fetches the linear engine once a pattern needs it; after a failure the next pattern asks again. */
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

/** Resolves once patterns that had no answer can get one; undefined where no engine is on its way. */
export function patternsPending(): Promise<void> | undefined {
  return isFetched ? undefined : fetching;
}

/** No person enters a longer text. */
const longText = 100_000;

/** Whether a pattern needs a guard: on some text it may take a backtracking engine too long. */
export const isSlow = (source: string): boolean => mayExplode(source, longText);

/** No person gives a longer name to a property. */
export const longestName = 1_000;

/** Whether a pattern for names is slow on names that people give. */
export const isSlowName = (source: string): boolean => mayExplode(source, longestName);
