import type { Progress } from "@modelcontextprotocol/client";

/** How often a call may say how far it is: each time is an event of the log, and more than this nobody reads. */
const PACE_MS = 100;

/**
 * Passes progress on at a pace: the first at once, of the rest the last of each stretch. `end` says what is still held.
 */
export function createPacedProgress(report: (step: Progress) => void): { step(step: Progress): void; end(): void } {
  let held: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;
  const pass = () => {
    timer = undefined;
    if (held === undefined) return;
    const step = held;
    held = undefined;
    timer = setTimeout(pass, PACE_MS);
    report(step);
  };
  return {
    step(step) {
      held = step;
      if (timer === undefined) pass();
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
      if (held !== undefined) report(held);
      held = undefined;
    },
  };
}
