import { fieldsIn, isFields, textIn, type Fields } from "./agUiEvent.ts";
import { editedArgsOf } from "./agUiAnswer.ts";
import type { AgUiTurns } from "./agUiTurns.ts";

interface OpenAsk {
  callId: string;
  /** No call of the wire's asks, so that one stands in for the question. */
  isStandIn: boolean;
  expiresAt: number | undefined;
}

/** What runs stopped for, and how it was answered. */
export interface AgUiInterrupts {
  ask(interrupt: Fields, agentId: () => string): void;
  /** The entries of a `resume`. */
  answer(entries: readonly Fields[]): void;
  /** A run went on without saying how this call's ask was answered: that it ran says so. */
  answeredBy(callId: string): void;
  /** A run that answered everything has finished: questions without a word about them are settled. */
  settle(): void;
}

/** Core reasons say what kind of interrupt it is, which the card shows by itself. */
const PLAIN_REASONS = new Set(["tool_call", "input_required", "confirmation"]);

/** Makes the interrupts of a chat. */
export function createAgUiInterrupts(turns: AgUiTurns, now: () => number): AgUiInterrupts {
  const { writer } = turns;
  const asks = new Map<string, OpenAsk>();

  const conclude = (ask: OpenAsk, output: unknown) => {
    if (!ask.isStandIn) return;
    writer.startCall(ask.callId);
    writer.endCall(ask.callId, { status: "completed", output: output ?? null });
  };
  const close = (id: string, entry: Fields) => {
    const ask = asks.get(id);
    if (!ask) return;
    asks.delete(id);
    const { callId, expiresAt } = ask;
    if (entry.status === "cancelled") {
      const isExpired = expiresAt !== undefined && expiresAt <= now();
      return writer.endCall(callId, { status: isExpired ? "expired" : "cancelled" });
    }
    const { payload } = entry;
    const said = isFields(payload) ? payload : {};
    const approved = payload !== false && said.approved !== false && said.accepted !== false;
    const input = ask.isStandIn ? (isFields(payload) ? payload : undefined) : said.editedArgs;
    writer.answerApproval(callId, { approved, approvalId: id, input, reason: textIn(said, "reason") });
    if (approved) conclude(ask, payload);
  };

  return {
    ask(interrupt, agentId) {
      const id = textIn(interrupt, "id") ?? textIn(interrupt, "interruptId");
      if (id === undefined || asks.has(id)) return;
      const reason = textIn(interrupt, "reason") ?? "input_required";
      const message = textIn(interrupt, "message");
      const about = textIn(interrupt, "toolCallId");
      const state = about === undefined ? undefined : writer.stateOf(about);
      // A call takes one ask at a time, and none once it has ended.
      const isStandIn = about === undefined || state === "ended" || state === "awaiting-approval";
      const callId = isStandIn ? `interrupt:${id}` : about;
      if (isStandIn) {
        turns.request(callId, { tool: reason, agentId: agentId(), title: message });
      } else if (state === undefined) turns.request(callId, { agentId: agentId() });
      const schema = fieldsIn(interrupt, "responseSchema");
      const expiresAt = timeOf(interrupt.expiresAt);
      asks.set(id, { callId, isStandIn, expiresAt });
      const inputSchema = isStandIn ? interrupt.responseSchema : editedArgsOf(schema);
      writer.askApproval(callId, {
        approvalId: id,
        ...(isStandIn && { input: {} }),
        ...(inputSchema !== undefined && inputSchema !== null && { inputSchema }),
        reason: message ?? (PLAIN_REASONS.has(reason) ? undefined : reason),
        expiresAt,
      });
    },
    answer(entries) {
      for (const entry of entries) close(textIn(entry, "interruptId") ?? "", entry);
    },
    answeredBy(callId) {
      for (const [id, ask] of asks) if (ask.callId === callId) close(id, { status: "resolved" });
    },
    settle() {
      for (const [id, ask] of asks) {
        if (ask.isStandIn) close(id, { status: "resolved" });
        else
          writer.endCall(ask.callId, {
            status: "interrupted",
            reason: "The run went on without saying what became of it.",
          });
      }
      asks.clear();
    },
  };
}

/** Epoch milliseconds of a time as producers write it; what is none never expires. */
function timeOf(value: unknown): number | undefined {
  const time = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
