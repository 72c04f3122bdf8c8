import type { NewEvent } from "../events/event.ts";
import { joinDeltas } from "../events/joinDeltas.ts";
import type { SessionLog } from "../events/sessionLog.ts";

/** Writes one call's events in order; queued events are appended together as soon as the log is free. */
export interface Recorder {
  /** Resolves when these, and all before them, are durable. */
  commit(...events: NewEvent[]): Promise<void>;
  /**
   * Writes in order without waiting; neighbouring pieces of one text that wait together are written as one. A failure
   * is met by `onFailure`, and by the next `commit`.
   */
  queue(...events: NewEvent[]): void;
}

/** A recorder over a session's log. After a failed append nothing more is written: a log has no holes. */
export function createRecorder(
  log: Pick<SessionLog, "append">,
  sessionId: string,
  onFailure: (error: unknown) => void,
): Recorder {
  let waiting: NewEvent[] = [];
  let draining: Promise<void> | null = null;
  let failure: { error: unknown } | null = null;

  const drain = async () => {
    while (waiting.length > 0 && !failure) {
      const batch = waiting;
      waiting = [];
      try {
        await log.append(sessionId, batch);
      } catch (error) {
        failure = { error };
        onFailure(error);
      }
    }
    draining = null;
    if (failure) throw failure.error;
  };
  const start = () => (draining ??= drain());

  return {
    async commit(...events) {
      if (failure) throw failure.error;
      waiting.push(...events);
      await start();
    },
    queue(...events) {
      if (failure) return;
      for (const event of events) {
        // A form fills as its arguments come, so these keep the pieces in which the model wrote them.
        const joined = event.type === "tool.input_appended" ? undefined : joinDeltas(waiting.at(-1), event);
        if (joined) waiting[waiting.length - 1] = joined;
        else waiting.push(event);
      }
      start().catch(() => {});
    },
  };
}
