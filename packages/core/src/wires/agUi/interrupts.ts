import { stateOf, writeAnswer, writeAsk, writeEnd, writeQuestion, writeReply } from "../eventWriter.ts";
import { isRecord } from "../../json/record.ts";
import { asksForInput, editedArgsOf } from "./resumeEntry.ts";
import { findCall, note, requestCall, LEFT_OPEN, type AgUiChat } from "./chat.ts";
import { fieldsIn, optionalString, type Fields } from "./eventFields.ts";
import { agentOf } from "./subagents.ts";

/** The protocol's own reasons name the kind of interrupt, which the card shows by itself. */
const PLAIN_REASONS = new Set(["tool_call", "input_required", "confirmation"]);

/** Applies an interrupt: its call asks for approval, or asks a question. */
export function ask(chat: AgUiChat, interrupt: Fields): void {
  const { asks, writer, answered, retelling } = chat;
  const approvalId = optionalString(interrupt, "id") ?? optionalString(interrupt, "interruptId");
  // Without an id nobody could answer it.
  if (approvalId === undefined) return note(chat, "ag-ui.interrupt", interrupt);
  if (asks.has(approvalId) || (retelling && answered.has(approvalId))) return;
  const reason = optionalString(interrupt, "reason") ?? "input_required";
  const message = optionalString(interrupt, "message");
  const wireId = optionalString(interrupt, "toolCallId");
  const about = wireId && findCall(chat, wireId, interrupt.subagentRunId);
  const state = about === undefined ? undefined : stateOf(writer, about);
  const isQuestion = asksForInput(interrupt);
  // A call has one open approval at a time, beside which it asks nothing, and no ask once it has ended.
  const isTaken = state === "awaiting-approval" || (state === "awaiting-input" && !isQuestion);
  const isStandIn = about === undefined || state === "ended" || isTaken;
  const callId = isStandIn ? `interrupt:${approvalId}` : about;
  if (isStandIn || state === undefined) {
    const agentId = agentOf(chat, optionalString(interrupt, "subagentRunId"), interrupt);
    requestCall(chat, callId, { agentId, ...(isStandIn && { tool: reason, title: message }) });
  }
  const { expiresAt: expires, responseSchema } = interrupt;
  // An invalid time never expires.
  const time = typeof expires === "number" ? expires : Date.parse(String(expires));
  const expiresAt = Number.isNaN(time) ? undefined : time;
  asks.set(approvalId, { callId, isStandIn, isQuestion, expiresAt });
  if (isQuestion) {
    const url = optionalString(fieldsIn(interrupt, "metadata"), "url");
    const asked = { callId, askId: approvalId, message: message ?? reason, expiresAt };
    // A link has nothing to fill in: its schema only says that there is no answer but a yes.
    return writeQuestion(writer, { ...asked, ...(url === undefined ? { schema: responseSchema } : { url }) });
  }
  writeAsk(writer, callId, {
    approvalId,
    input: isStandIn ? {} : fieldsIn(interrupt, "metadata").input,
    inputSchema: editedArgsOf(fieldsIn(interrupt, "responseSchema")),
    reason: message ?? (PLAIN_REASONS.has(reason) ? undefined : reason),
    expiresAt,
  });
}

/** Applies an entry of a `resume`. */
export function answer(chat: AgUiChat, id: string, entry: Fields): void {
  const { asks, answered, writer, now } = chat;
  const { status, payload } = entry;
  const { callId, isStandIn, isQuestion, expiresAt } = asks.get(id) ?? {};
  if (callId === undefined) {
    if (!answered.has(id)) note(chat, "ag-ui.resume", entry);
    return;
  }
  asks.delete(id);
  answered.add(id);
  const isGivenUp = status === "cancelled";
  if (isQuestion && !(isGivenUp && expiresAt !== undefined && expiresAt <= now())) {
    writeReply(writer, { callId, askId: id, action: isGivenUp ? "cancel" : "accept", content: payload });
    if (isStandIn) writeEnd(writer, callId, isGivenUp ? { status } : { status: "completed", output: payload ?? null });
    return;
  }
  if (isGivenUp) {
    return writeEnd(writer, callId, { status: expiresAt !== undefined && expiresAt <= now() ? "expired" : status });
  }
  const answers = isRecord(payload) ? payload : {};
  const approved = payload !== false && answers.approved !== false && answers.accepted !== false;
  writeAnswer(writer, callId, {
    approved,
    approvalId: id,
    input: answers.editedArgs,
    reason: optionalString(answers, "reason"),
  });
  if (approved && isStandIn) writeEnd(writer, callId, { status: "completed", output: payload ?? null });
}

/** A result came for a call whose approval was open: it ran, so it was approved. */
export function answeredBy(chat: AgUiChat, callId: string): void {
  for (const [id, one] of chat.asks) if (one.callId === callId) answer(chat, id, { status: "resolved" });
}

/** A run has finished that answered everything: approvals that are still open are settled. */
export function settleAsks(chat: AgUiChat): void {
  for (const [id, { callId, isStandIn }] of chat.asks) {
    if (isStandIn) answer(chat, id, {});
    else writeEnd(chat.writer, callId, { status: "interrupted", reason: LEFT_OPEN });
  }
  chat.asks.clear();
}
