import { editedArgsOf } from "./agUiAnswer.ts";
import { requestCall, UNSAID, type AgUiChat } from "./agUiChat.ts";
import { fieldsIn, isFields, textIn, type Fields } from "./agUiEvent.ts";
import { agentOf } from "./agUiSubagents.ts";

/** Core reasons say what kind of interrupt it is, which the card shows by itself. */
const PLAIN_REASONS = new Set(["tool_call", "input_required", "confirmation"]);

/** An interrupt is an ask on its call. */
export function ask(chat: AgUiChat, interrupt: Fields): void {
  const { asks, writer } = chat;
  const approvalId = textIn(interrupt, "id") ?? textIn(interrupt, "interruptId");
  if (approvalId === undefined || asks.has(approvalId)) return;
  const reason = textIn(interrupt, "reason") ?? "input_required";
  const message = textIn(interrupt, "message");
  const about = textIn(interrupt, "toolCallId");
  const state = about === undefined ? undefined : writer.stateOf(about);
  // A call takes one ask at a time, and none once it has ended.
  const isStandIn = about === undefined || state === "ended" || state === "awaiting-approval";
  const callId = isStandIn ? `interrupt:${approvalId}` : about;
  if (isStandIn || state === undefined) {
    const agentId = agentOf(chat, textIn(interrupt, "subagentRunId"), interrupt);
    requestCall(chat, callId, { agentId, ...(isStandIn && { tool: reason, title: message }) });
  }
  const { expiresAt: expires, responseSchema } = interrupt;
  // What is no time never expires.
  const time = typeof expires === "number" ? expires : Date.parse(String(expires));
  const expiresAt = Number.isNaN(time) ? undefined : time;
  asks.set(approvalId, { callId, isStandIn, expiresAt });
  writer.askApproval(callId, {
    approvalId,
    ...(isStandIn && { input: {} }),
    inputSchema: (isStandIn ? responseSchema : editedArgsOf(fieldsIn(interrupt, "responseSchema"))) ?? undefined,
    reason: message ?? (PLAIN_REASONS.has(reason) ? undefined : reason),
    expiresAt,
  });
}

/** An entry of a `resume`. */
export function answer({ asks, writer, now }: AgUiChat, id: string, { status, payload }: Fields): void {
  const { callId, isStandIn, expiresAt } = asks.get(id) ?? {};
  if (callId === undefined) return;
  asks.delete(id);
  if (status === "cancelled") {
    return writer.endCall(callId, { status: expiresAt !== undefined && expiresAt <= now() ? "expired" : status });
  }
  const said = isFields(payload) ? payload : {};
  const approved = payload !== false && said.approved !== false && said.accepted !== false;
  const input = isStandIn ? (isFields(payload) ? payload : undefined) : said.editedArgs;
  writer.answerApproval(callId, { approved, approvalId: id, input, reason: textIn(said, "reason") });
  if (approved && isStandIn) writer.endCall(callId, { status: "completed", output: payload ?? null });
}

/** A run went on without saying how this call's ask was answered: that it ran says so. */
export function answeredBy(chat: AgUiChat, callId: string): void {
  for (const [id, one] of chat.asks) if (one.callId === callId) answer(chat, id, { status: "resolved" });
}

/** A run that answered everything has finished: questions without a word about them are settled. */
export function settleAsks(chat: AgUiChat): void {
  for (const [id, { callId, isStandIn }] of chat.asks) {
    if (isStandIn) answer(chat, id, {});
    else chat.writer.endCall(callId, { status: "interrupted", reason: UNSAID });
  }
  chat.asks.clear();
}
