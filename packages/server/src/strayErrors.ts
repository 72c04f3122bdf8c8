import { AsyncLocalStorage } from "node:async_hooks";
import { toolAtWork } from "./toolScopes.ts";

/** Whose code runs where no tool's handler does: the host, or a tool's module while it is read. */
const owners = new AsyncLocalStorage<string>();

/**
 * Runs a function, with all that it begins, as the work of somebody who is named where it throws and nobody can catch
 * it.
 */
export const asWorkOf = <Result>(owner: string, work: () => Result): Result => owners.run(owner, work);

/** As `asWorkOf`, for what the host itself does. */
export const asHostWork = <Result>(work: () => Result): Result => asWorkOf("The host", work);

/** A promise that nobody waits for, a timer or a listener that throws. */
const kinds = ["unhandledRejection", "uncaughtException"] as const;

let watching = 0;

/**
 * Reports what tools and the host throw where nobody can catch it, and goes on: everybody's calls run in this process,
 * and what they did is in the log. What anything else throws is the app's own and ends the process as it would without
 * a host, unless the app listens itself. Answers how to stop.
 */
export function watchStrayErrors(onProblem: (message: string, error: unknown) => void): () => void {
  watching++;
  const listeners = kinds.map((kind) => {
    const listener = (error: unknown) => {
      const slug = toolAtWork();
      const owner = slug === undefined ? owners.getStore() : `The tool "${slug}"`;
      if (owner !== undefined) onProblem(thrownBy(owner), error);
      else if (process.listenerCount(kind) <= watching) endWith(error);
    };
    process.on(kind, listener);
    return () => process.off(kind, listener);
  });
  return () => {
    watching--;
    for (const stop of listeners) stop();
  };
}

const thrownBy = (owner: string): string =>
  `${owner} threw where nobody could catch it: in a promise that nothing waits for, a timer or a listener. ` +
  "The host goes on. Await the promise, or catch the error where it is thrown.";

/** As Node ends a process: with the error, and code 1. */
function endWith(error: unknown): void {
  console.error(error);
  process.exit(1);
}
