import type { NewEvent, SessionEvent } from "./event.ts";
import { isKnownType, trustedEvent } from "./eventFields.ts";
import type { SessionLog } from "./sessionLog.ts";

/**
 * Appends one event to a session's log. Resolves with the durable event, whose `seq` and time come from the log.
 * Rejects an event outside the vocabulary, so that readers can show every event of a log.
 * @example
 * ```ts
 * await appendSessionEvent(log, sessionId, { type: "tool.progressed", callId, progress: 3, total: 10 });
 * ```
 */
export async function appendSessionEvent(log: SessionLog, sessionId: string, event: NewEvent): Promise<SessionEvent> {
  const type: unknown = (event as Partial<NewEvent> | null)?.type;
  if (typeof type !== "string" || !isKnownType(type)) {
    throw new TypeError(
      `${JSON.stringify(type) ?? "undefined"} is not a type of session event. Use one of EventType, such as "tool.started".`,
    );
  }
  const problems: string[] = [];
  trustedEvent({ ...event, at: 0, seq: 1, sessionId }, (_event, message) => problems.push(message));
  if (problems.length > 0) throw new TypeError(`The event was not appended to "${sessionId}": ${problems.join(" ")}`);
  const [appended] = await log.append(sessionId, [event]);
  return appended!;
}
