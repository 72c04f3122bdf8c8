import fc from "fast-check";

/**
 * How many histories a property tries where it does not say itself: 100, or `CALLBOARD_HISTORIES`. A costly one ends at
 * its time limit with as many as it got to, so that neither `npm test` nor `npm run soak` depends on the machine.
 */
const asked = process.env["CALLBOARD_HISTORIES"];

/**
 * Where the histories begin: the same on every machine, so that a change is judged by what it changes.
 * `CALLBOARD_SEED=new` draws others, and so does `npm run soak` outside CI; the seed of a failure stands in its report,
 * and `CALLBOARD_SEED=<number>` plays it again.
 */
const seed = process.env["CALLBOARD_SEED"] ?? "20261122";

fc.configureGlobal({
  ...(seed !== "new" && { seed: Number(seed) }),
  numRuns: Number(asked ?? 100),
  interruptAfterTimeLimit: asked === undefined ? 5_000 : 15_000,
});
