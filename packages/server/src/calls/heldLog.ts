import type { NewEvent, SessionLog } from "@callboard/core";
import { createOpenWork, isCallEnd, type OpenWork } from "@callboard/core/host";
import type { SessionKey } from "../log/logReader.ts";
import type { AppendOptions } from "../log/logWriter.ts";
import type { Store } from "../store.ts";

/**
 * The session's log as a worker writes one call that it holds. What is written first begins the call; its final event takes along
 * the ends of what is still open below it.
 */
export function heldLog(
  { writer }: Store,
  { tenantId }: SessionKey,
  { workerId, callId, creator }: { workerId: string; callId: string } & Pick<AppendOptions, "creator">,
): Pick<SessionLog, "append"> {
  const work = createOpenWork(callId);
  let hasBegun = false;
  return {
    async append(sessionId, events) {
      const about = { callId, ...(!hasBegun && { begins: "held" as const }) };
      const options = { fence: { workerId, about }, ...(creator && { creator }) };
      const written = await writer.append(tenantId, sessionId, endingAllBelow(callId, events, work), options);
      hasBegun = true;
      return written;
    },
  };
}

function endingAllBelow(callId: string, events: readonly NewEvent[], work: OpenWork): readonly NewEvent[] {
  for (const event of events) work.note(event);
  const last = events.at(-1);
  if (!last || !isCallEnd(last) || last.callId !== callId) return events;
  const ends =
    last.type === "tool.cancelled"
      ? work.endsBelow(callId, "cancelled", { reason: last.reason, by: last.by })
      : work.endsBelow(callId, "interrupted", { reason: "The call that began it ended first." });
  return [...events.slice(0, -1), ...ends, last];
}
