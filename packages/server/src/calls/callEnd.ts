import { setTimeout as pause } from "node:timers/promises";
import type { ExecuteResult, SessionEvent } from "@callboard/core";
import { isCallEnd, isFinal } from "@callboard/core/host";
import { CALL_ENDS, type CallResult } from "@callboard/core/host";
import { loadOutput } from "../log/largeOutputs.ts";
import { followSession } from "../log/followSession.ts";
import type { SessionKey } from "../log/logReader.ts";
import { firstIssues } from "../hostRefusal.ts";
import type { Store } from "../store.ts";

/** How long to wait before a log that could not be read is read again. */
const RETRY_MS = 500;
/** How often the database is asked in case a wake-up was lost. */
const HEARTBEAT_MS = 15_000;

/**
 * How a call ends that somebody else ends: waits for its final event in the log, after a `seq`, whichever process
 * writes it. After `closing` nobody waits: the call goes on, and the result says that its end is not known here.
 */
export async function callEnd(
  store: Store,
  call: SessionKey & { callId: string },
  closing: AbortSignal,
  after = 0,
): Promise<CallResult> {
  let startedAt: number | undefined;
  const since = (at: number) => (startedAt === undefined ? 0 : at - startedAt);
  for await (const event of eventsOfCall(store, call, closing, after)) {
    if (event.type === "tool.started") startedAt = event.at;
    if (!isCallEnd(event)) continue;
    const durationMs = since(event.at);
    if (event.type !== "tool.completed" || !event.outputRef) return resultOf(event, durationMs);
    const { outputRef } = event;
    const output = await untilRead(() => loadOutput(store.database, call.tenantId, outputRef), closing);
    if (output) return { output: output.value, error: null, durationMs };
  }
  const message = "The host is closing. The call goes on when it is back; its session says how it ends.";
  return { output: null, error: { code: "host_closing", message }, durationMs: since(Date.now()) };
}

/**
 * The events of a call after a `seq`, as they are committed, whichever process writes them, until `closing` aborts. A
 * log that cannot be read just now is read again.
 */
export async function* eventsOfCall(
  store: Store,
  call: SessionKey & { callId: string },
  closing: AbortSignal,
  after = 0,
): AsyncGenerator<SessionEvent & { callId: string }, void> {
  while (!closing.aborted) {
    try {
      for await (const lines of followSession(store, call, { after, signal: closing, heartbeatMs: HEARTBEAT_MS })) {
        for (const { seq, json } of lines) {
          after = seq;
          const event = JSON.parse(json) as SessionEvent;
          if ("callId" in event && event.callId === call.callId) yield event;
        }
      }
    } catch {
      await pause(RETRY_MS, undefined, { ref: false, signal: closing }).catch(() => undefined);
    }
  }
}

/** What is read, as often as it takes; undefined after `closing`. */
async function untilRead<Value>(
  read: () => Promise<Value>,
  closing: AbortSignal,
): Promise<{ value: Value } | undefined> {
  while (!closing.aborted) {
    try {
      return { value: await read() };
    } catch {
      await pause(RETRY_MS, undefined, { ref: false, signal: closing }).catch(() => undefined);
    }
  }
  return undefined;
}

function resultOf(event: Extract<SessionEvent, { type: keyof typeof CALL_ENDS }>, durationMs: number): CallResult {
  if (event.type === "tool.completed") return { output: event.output ?? null, error: null, durationMs };
  if (event.type === "tool.failed") return { output: null, error: event.error, durationMs };
  const code = CALL_ENDS[event.type];
  return { output: null, error: { code, message: event.reason ?? `The call was ${code}.` }, durationMs };
}

/** Waits for a call that another process ends, but not for long. */
export async function waitForEnd(store: Store, session: SessionKey, callId: string, patienceMs: number): Promise<void> {
  const after = (await store.sessions.find(session))?.lastSeq ?? 0;
  const hasEnded = async () => {
    const call = await store.sessions.findCall(session.tenantId, callId, session.sessionId);
    return !call || isFinal(call.status);
  };
  if (await hasEnded()) return;
  const signal = AbortSignal.timeout(patienceMs);
  for await (const _lines of followSession(store, session, { after, signal, heartbeatMs: 250 })) {
    if (await hasEnded()) return;
  }
}

/** What a caller is told of how a call ended. */
export function toExecuteResult(runId: string, { output, error, issues, durationMs }: CallResult): ExecuteResult {
  const named = issues && firstIssues(issues).named;
  return { output, error: error?.message ?? null, code: error?.code, issues: named, durationMs, runId };
}
