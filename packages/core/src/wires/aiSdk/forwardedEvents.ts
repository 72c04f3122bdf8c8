import { isRecord } from "../../json/record.ts";
import type { NewEvent } from "../../events/event.ts";
import { createOpenWork } from "../../events/openWork.ts";
import { requiredString, type Fields } from "./messageParts.ts";

/** Session events that a host forwards from below a call: emitted as they are, and ended when their call ends. */
export interface ForwardedEvents {
  apply(event: unknown): void;
  isAsked(callId: string): boolean;
  settle(callId: string, status: "cancelled" | "interrupted", reason: string | undefined): void;
  /** The stream begins anew, so events may come again. */
  restart(): void;
}

/** Keeps one chat's forwarded events; an event that carries a session's `seq` is emitted once. */
export function createForwardedEvents(emit: (event: NewEvent) => void): ForwardedEvents {
  const lastSeq = new Map<string, number>();
  const open = createOpenWork();

  const isNew = ({ sessionId, seq }: Fields): boolean => {
    if (typeof sessionId !== "string" || typeof seq !== "number") return true;
    if (seq <= (lastSeq.get(sessionId) ?? 0)) return false;
    lastSeq.set(sessionId, seq);
    return true;
  };

  return {
    apply(event) {
      if (!isRecord(event)) throw new TypeError();
      requiredString(event, "type");
      if (!isNew(event)) return;
      const { v: _v, seq: _seq, sessionId: _session, at: _at, ...body } = event;
      open.note(body as unknown as NewEvent);
      emit(body as unknown as NewEvent);
    },
    isAsked: open.isAsking,
    settle(callId, status, reason) {
      for (const event of open.endsBelow(callId, status, { reason })) emit(event);
    },
    restart: () => lastSeq.clear(),
  };
}
