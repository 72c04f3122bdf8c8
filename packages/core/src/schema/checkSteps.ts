/** References that one check may follow at least: a fraction of a second. */
const FEWEST = 20_000;
/** And for each part of the value: no schema that says each thing once comes near it. */
const FOR_EACH_PART = 20;

/** Thrown out of a check that follows references without end, as choices between choices between choices do. */
export class TooManySteps extends Error {}

let left = Infinity;

/** Counts one reference that is followed. */
export function followReference(): void {
  if (--left < 0) throw new TooManySteps();
}

/**
 * Checks a value while the references that are followed are counted.
 * @throws TooManySteps where they are more than the value explains.
 */
export function inSteps<Result>(value: unknown, check: () => Result): Result {
  const before = left;
  left = FEWEST + FOR_EACH_PART * partsOf(value);
  try {
    return check();
  } finally {
    left = before;
  }
}

function partsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const part of Object.values(value)) count += typeof part === "object" ? partsOf(part) : 1;
  return count;
}
