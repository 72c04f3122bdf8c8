import { CALL_ENDS, type CallResult, type SessionEvent } from "@callboard/core";
import type { Store } from "../db/store.ts";

/** How a call ends that somebody else ends: waits for its final event in the log. */
export async function callEnd(store: Store, tenantId: string, sessionId: string, callId: string): Promise<CallResult> {
  const log = store.log(tenantId);
  let seen = 0;
  let startedAt = 0;
  let grown = () => {};
  const unsubscribe = log.subscribe(sessionId, () => grown());
  try {
    for (;;) {
      const next = new Promise<void>((resolve) => (grown = resolve));
      for (const event of await log.read(sessionId, seen)) {
        seen = event.seq;
        if (!("callId" in event) || event.callId !== callId) continue;
        if (event.type === "tool.started") startedAt = event.at;
        if (event.type in CALL_ENDS) return resultOf(event, event.at - startedAt);
      }
      await next;
    }
  } finally {
    unsubscribe();
  }
}

function resultOf(event: SessionEvent, durationMs: number): CallResult {
  if (event.type === "tool.completed") return { output: event.output ?? null, error: null, durationMs };
  if (event.type === "tool.failed") return { output: null, error: event.error, durationMs };
  const code = CALL_ENDS[event.type as keyof typeof CALL_ENDS];
  const reason = "reason" in event ? event.reason : undefined;
  return { output: null, error: { code, message: reason ?? `The call was ${code}.` }, durationMs };
}
