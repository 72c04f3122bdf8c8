import type { NewEvent } from "../timeline/event.ts";
import { CALL_ENDS } from "../timeline/event.ts";
import { isFields, mayTextIn, textIn, type Fields } from "./aiSdkMessage.ts";

/** Session events that a host forwards from below a call: told on as they are, and closed when their call is. */
export interface ForwardedEvents {
  take(event: unknown): void;
  isAsked(callId: string): boolean;
  settle(callId: string, status: "cancelled" | "interrupted", reason: string | undefined): void;
  /** What was told may be told again: the stream begins anew. */
  restart(): void;
}

/** Makes the book of one chat's forwarded events; each event with a `seq` of its own session is told once. */
export function createForwardedEvents(emit: (event: NewEvent) => void): ForwardedEvents {
  const lastSeq = new Map<string, number>();
  /** What is open, and under what: agents under the calls that started them, calls under their agents. */
  const open = new Map<string, { kind: "agent" | "tool"; above: string; isAsked: boolean }>();

  const isNews = ({ sessionId, seq }: Fields): boolean => {
    if (typeof sessionId !== "string" || typeof seq !== "number") return true;
    if (seq <= (lastSeq.get(sessionId) ?? 0)) return false;
    lastSeq.set(sessionId, seq);
    return true;
  };
  const note = (type: string, event: Fields) => {
    const callId = mayTextIn(event, "callId");
    const agentId = mayTextIn(event, "agentId");
    const id = callId ?? agentId;
    if (id === undefined) return;
    const call = open.get(id);
    // The message's own calls come without an agent, and are no call of below.
    const above = callId ? (agentId ?? call?.above) : mayTextIn(event, "parentCallId");
    if (/^(agent|tool)\.(started|requested)$/.test(type)) {
      if (above !== undefined) open.set(id, { kind: callId ? "tool" : "agent", above, isAsked: false });
    } else if (Object.hasOwn(CALL_ENDS, type) || AGENT_END.test(type)) open.delete(id);
    else if (call && callId)
      call.isAsked = type === "tool.needs_approval" || (call.isAsked && type !== "tool.approved");
  };
  /** What is open below a call, outermost first: whatever was told later stands below what was told before. */
  const below = (callId: string): string[] => {
    const ids = new Set([callId]);
    for (const [id, { above }] of open) if (ids.has(above)) ids.add(id);
    return [...ids].slice(1);
  };

  return {
    take(event) {
      if (!isFields(event)) throw new TypeError();
      const type = textIn(event, "type");
      if (!isNews(event)) return;
      note(type, event);
      const { v: _v, seq: _seq, sessionId: _session, at: _at, ...body } = event;
      emit(body as unknown as NewEvent);
    },
    isAsked: (callId) => below(callId).some((id) => open.get(id)?.isAsked),
    settle(callId, status, reason) {
      for (const id of below(callId)) {
        const isAgent = open.get(id)?.kind === "agent";
        open.delete(id);
        const why = reason === undefined ? {} : { reason };
        emit(
          isAgent ? { type: `agent.${status}`, agentId: id, ...why } : { type: `tool.${status}`, callId: id, ...why },
        );
      }
    },
    restart: () => lastSeq.clear(),
  };
}

const AGENT_END = /^agent\.(completed|failed|cancelled|interrupted)$/;
