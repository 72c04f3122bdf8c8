import type { NewEvent } from "../timeline/event.ts";
import { CALL_ENDS } from "../timeline/event.ts";
import { isFields, mayTextIn, type Fields } from "./aiSdkMessage.ts";

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
  /** Open calls, by the agent they belong to; open agents, by the call that started them. */
  const calls = new Map<string, { agentId: string | undefined; isAsked: boolean }>();
  const agents = new Map<string, string | undefined>();

  const isNews = ({ sessionId, seq }: Fields): boolean => {
    if (typeof sessionId !== "string" || typeof seq !== "number") return true;
    if (seq <= (lastSeq.get(sessionId) ?? 0)) return false;
    lastSeq.set(sessionId, seq);
    return true;
  };
  const note = (event: Fields) => {
    const type = event["type"] as string;
    const callId = mayTextIn(event, "callId");
    const agentId = mayTextIn(event, "agentId");
    if (type === "agent.started" && agentId !== undefined) agents.set(agentId, mayTextIn(event, "parentCallId"));
    else if (/^agent\.(completed|failed|cancelled|interrupted)$/.test(type) && agentId !== undefined)
      agents.delete(agentId);
    if (callId === undefined) return;
    if (type === "tool.requested" || type === "tool.started") {
      const known = calls.get(callId);
      calls.set(callId, { agentId: agentId ?? known?.agentId, isAsked: false });
    } else if (Object.hasOwn(CALL_ENDS, type)) calls.delete(callId);
    else if (type === "tool.needs_approval" || type === "tool.approved") {
      calls.set(callId, { agentId: calls.get(callId)?.agentId, isAsked: type === "tool.needs_approval" });
    }
  };
  /** What is open below a call: the agents that it started, their calls, and so on, outermost first. */
  const below = (callId: string) => {
    const open = { agents: [] as string[], calls: [] as string[] };
    const above = new Set([callId]);
    // Whatever was told later stands below what was told before.
    for (const [agentId, parent] of agents) {
      if (parent === undefined || !above.has(parent)) continue;
      open.agents.push(agentId);
      for (const [id, call] of calls) {
        if (call.agentId !== agentId) continue;
        open.calls.push(id);
        above.add(id);
      }
    }
    return open;
  };

  return {
    take(event) {
      if (!isFields(event) || typeof event["type"] !== "string") throw new TypeError("A forwarded event has no type.");
      if (!isNews(event)) return;
      note(event);
      const { v: _v, seq: _seq, sessionId: _session, at: _at, ...body } = event;
      emit(body as unknown as NewEvent);
    },
    isAsked: (callId) => agents.size > 0 && below(callId).calls.some((id) => calls.get(id)?.isAsked),
    settle(callId, status, reason) {
      if (agents.size === 0) return;
      const open = below(callId);
      const why = reason === undefined ? {} : { reason };
      for (const id of open.calls) {
        calls.delete(id);
        emit({ type: `tool.${status}`, callId: id, ...why });
      }
      for (const id of open.agents) {
        agents.delete(id);
        emit({ type: `agent.${status}`, agentId: id, ...why });
      }
    },
    restart: () => lastSeq.clear(),
  };
}
