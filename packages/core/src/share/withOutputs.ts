import type { SessionEvent } from "../events/event.ts";

/** The most bytes of outputs that are put into one file. */
const MOST_BYTES = 50_000_000;

/** A log as a file holds it. */
export interface WholeLog {
  events: readonly SessionEvent[];
  /** How many outputs are not in it: only their references are. */
  outputsLeft: number;
}

/**
 * A log with the outputs in it that are kept beside it, so that a file needs no host to show them. `read` gives an
 * output by its id, where whoever saves the file may read it; what it refuses, and what is beyond 50 MB together, stays
 * a reference.
 */
export async function withOutputs(
  events: readonly SessionEvent[],
  read: ((id: string) => Promise<unknown>) | undefined,
): Promise<WholeLog> {
  let bytes = 0;
  let outputsLeft = 0;
  const whole: SessionEvent[] = [];
  for (const event of events) {
    const ref = event.type === "tool.completed" ? event.outputRef : undefined;
    if (!ref) {
      whole.push(event);
      continue;
    }
    const isSmallEnough = bytes + ref.bytes <= MOST_BYTES;
    const found = isSmallEnough && read ? await read(ref.id).then(toFound, () => null) : null;
    if (!found) {
      outputsLeft++;
      whole.push(event);
      continue;
    }
    bytes += ref.bytes;
    const { outputRef: _ref, ...rest } = event as Extract<SessionEvent, { type: "tool.completed" }>;
    whole.push({ ...rest, output: found.output } as SessionEvent);
  }
  return { events: whole, outputsLeft };
}

const toFound = (output: unknown) => ({ output });
