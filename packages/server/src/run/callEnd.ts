import { CALL_ENDS, type CallResult, type SessionEvent } from "@callboard/core";
import type { Store } from "../db/store.ts";

/** How often it is tried again to read a log that could not be read. */
const RETRY_MS = 500;

/**
 * How a call ends that somebody else ends: waits for its final event in the log, whichever process writes it. After
 * `closing` it is waited for no more: the call goes on, and this says that its end is not known here.
 */
export async function callEnd(
  store: Store,
  call: { tenantId: string; sessionId: string; callId: string },
  closing: AbortSignal,
): Promise<CallResult> {
  const { tenantId, sessionId, callId } = call;
  const log = store.log(tenantId);
  let seen = 0;
  let startedAt = 0;
  let grown = () => {};
  const wake = () => grown();
  const unsubscribe = log.subscribe(sessionId, wake);
  closing.addEventListener("abort", wake);
  try {
    while (!closing.aborted) {
      const next = new Promise<void>((resolve) => (grown = resolve));
      try {
        for (const event of await log.read(sessionId, seen)) {
          seen = event.seq;
          if (!("callId" in event) || event.callId !== callId) continue;
          if (event.type === "tool.started") startedAt = event.at;
          if (event.type in CALL_ENDS) return resultOf(event, event.at - startedAt);
        }
      } catch {
        setTimeout(wake, RETRY_MS).unref();
      }
      if (!closing.aborted) await next;
    }
    const message = "The host is closing. The call goes on when it is back; its session says how it ends.";
    return { output: null, error: { code: "host_closing", message }, durationMs: Date.now() - startedAt };
  } finally {
    unsubscribe();
    closing.removeEventListener("abort", wake);
  }
}

function resultOf(event: SessionEvent, durationMs: number): CallResult {
  if (event.type === "tool.completed") return { output: event.output ?? null, error: null, durationMs };
  if (event.type === "tool.failed") return { output: null, error: event.error, durationMs };
  const code = CALL_ENDS[event.type as keyof typeof CALL_ENDS];
  const reason = "reason" in event ? event.reason : undefined;
  return { output: null, error: { code, message: reason ?? `The call was ${code}.` }, durationMs };
}
