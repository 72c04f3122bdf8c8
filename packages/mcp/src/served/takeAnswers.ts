import { HostRefusal, type Kernel } from "@callboard/server";
import { inputResponse, type ServerContext } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.ts";
import { answerTo, isYes } from "./elicitation.ts";
import type { OpenAsk } from "./openAsks.ts";

/** A call with what it asks, by what its client was told that each is called. */
export interface AskingCall {
  callId: string;
  asks: ReadonlyMap<string, OpenAsk>;
}

/** Writes what the client's person answered, each once; answers which asks they put away undecided. */
export async function takeAnswers(
  kernel: Kernel,
  { actor }: Caller,
  { callId, asks }: AskingCall,
  { inputResponses }: Pick<ServerContext["mcpReq"], "inputResponses">,
): Promise<string[]> {
  const dismissed: string[] = [];
  for (const key of Object.keys(inputResponses ?? {})) {
    const ask = asks.get(key);
    const given = ask && answerTo(ask, inputResponse(inputResponses, key));
    if (!given) continue;
    const { kind, id } = ask;
    const { action, content } = given;
    if (kind === "approval" && action === "cancel") {
      dismissed.push(id);
      continue;
    }
    try {
      if (kind === "question") await kernel.calls.answer(actor, { callId, askId: id, action, content });
      else {
        const decision = action === "accept" && isYes(content) ? "approve" : "deny";
        const reason =
          typeof content?.["reason"] === "string" && content["reason"] !== "" ? content["reason"] : undefined;
        await kernel.calls.answer(actor, { callId, approvalId: id, decision, ...(reason && { reason }) });
      }
    } catch (error) {
      // What was answered before counts, and what has become of the call says its log.
      if (error instanceof HostRefusal && ANSWERED_BEFORE.has(error.code)) continue;
      throw error;
    }
  }
  return dismissed;
}

const ANSWERED_BEFORE = new Set([
  "already_answered",
  "approval_expired",
  "question_expired",
  "tool_changed",
  "invalid_input",
]);
