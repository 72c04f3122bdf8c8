/** Work that may be paused at each of its steps. */
export type Steps<Result = void> = Generator<undefined, Result>;

/** The result of work that pauses, without its pauses. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** How long work goes on before others get their turn, in milliseconds. */
const SLICE_MS = 12;

/** The result of work that pauses, in slices between which the process does what else there is. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let until = Date.now() + SLICE_MS; ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (Date.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = Date.now() + SLICE_MS;
  }
}
