/**
 * How many of a tool's calls a tenant may have at once, and how many may begin in a time. A call over it waits for its
 * turn, in the order in which they came.
 */
export interface CallLimits {
  /** The most that run at once, from 1. One that waits for a person does not count. */
  concurrency?: number;
  /** The most that begin in any so many seconds, each from 1. */
  rate?: { calls: number; seconds: number };
}

/** The most that either number may be: what is above it limits nothing. */
const MOST_LIMIT = 1_000_000;

/** Why limits limit nothing, in words that say how to mend it; undefined where they do. */
export function callLimitsProblem({ concurrency, rate }: CallLimits): string | undefined {
  if (concurrency === undefined && rate === undefined) {
    return "They name neither concurrency nor rate; name one, or leave them out.";
  }
  const given = { concurrency, "rate.calls": rate?.calls, "rate.seconds": rate?.seconds };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined && (name === "concurrency" || rate === undefined)) continue;
    if (Number.isSafeInteger(value) && value !== undefined && value >= 1 && value <= MOST_LIMIT) continue;
    return `${name} is ${String(value)}; it is a whole number from 1 to ${MOST_LIMIT}.`;
  }
  return undefined;
}
