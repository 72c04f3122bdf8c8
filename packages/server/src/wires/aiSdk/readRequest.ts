import { HttpError } from "../../http/httpError.ts";
import { readReason } from "../../http/readReason.ts";
import { invalid, isRecord, readAgent, readMessageId, readOnDisconnect, type ClientIntent } from "../requestFields.ts";
import type { WireDecision } from "../readSession.ts";
import type { OnDisconnect } from "../turnResponse.ts";

export interface AiSdkRequest {
  chatId: string;
  /** The message asks for another answer. */
  regenerate: boolean;
  intent: ClientIntent;
  onDisconnect: OnDisconnect;
}

/**
 * Reads the body that `DefaultChatTransport` sends.
 * @throws HttpError 400 or 422 for a body that no AI SDK chat sends, or with parts that the host does not support.
 */
export function readRequest(body: unknown): AiSdkRequest {
  if (!isRecord(body)) throw invalid("", "The body has to be an object with id and messages, as useChat sends it.");
  const { id, messages, trigger = "submit-message", messageId } = body;
  if (typeof id !== "string") throw invalid("/id", '"id" has to be the chat\'s id, a string.');
  if (!Array.isArray(messages)) throw invalid("/messages", '"messages" has to be the chat\'s messages, an array.');
  if (trigger !== "submit-message" && trigger !== "regenerate-message") {
    throw invalid("/trigger", '"trigger" has to be "submit-message" or "regenerate-message".');
  }
  const at = messages.length - 1;
  const last: unknown = messages[at];
  if (!isRecord(last) || !Array.isArray(last["parts"])) {
    throw invalid("/messages", "There has to be a message with parts to answer. Send one.");
  }
  const regenerate = trigger === "regenerate-message";
  const onDisconnect = readOnDisconnect(body["onDisconnect"], "continue", "/onDisconnect");
  if (last["role"] === "user") {
    const text = textOf(last["parts"], `/messages/${at}`);
    const agent = readAgent(body["agent"], "/agent");
    const intent = { kind: "message", messageId: readMessageId(last["id"]), text, agent } as const;
    return { chatId: id, regenerate, intent, onDisconnect };
  }
  if (last["role"] !== "assistant" || regenerate) {
    throw invalid(`/messages/${at}/role`, "The last message has to be a person's, or one with answered approvals.");
  }
  // An approval may be answered in an earlier message than the last: `messageId` names it then.
  const named = messages.find((message) => isRecord(message) && message["id"] === messageId);
  const answered = isRecord(named) && Array.isArray(named["parts"]) ? named : last;
  const decisions = (answered["parts"] as unknown[]).flatMap(decisionOf);
  return { chatId: id, regenerate, intent: { kind: "decisions", decisions }, onDisconnect };
}

function textOf(parts: readonly unknown[], path: string): string {
  const texts: string[] = [];
  parts.forEach((part, index) => {
    if (isRecord(part) && part["type"] === "text" && typeof part["text"] === "string") texts.push(part["text"]);
    else if (isRecord(part) && part["type"] === "file") {
      const message = "Files are not taken in messages here. Send the text alone.";
      throw new HttpError(422, "unsupported_part", message, { path: `${path}/parts/${index}` });
    }
  });
  return texts.join("\n\n");
}

function decisionOf(part: unknown): WireDecision[] {
  if (!isRecord(part) || part["state"] !== "approval-responded") return [];
  const { approval, toolCallId, input } = part;
  if (!isRecord(approval) || typeof approval["id"] !== "string" || typeof approval["approved"] !== "boolean") {
    throw invalid("/messages", "An answered approval has to name its id, and whether it is approved.");
  }
  const { id, approved, reason } = approval;
  return [
    {
      approvalId: id,
      decision: approved ? "approve" : "deny",
      shown: { callId: String(toolCallId), input },
      ...(typeof reason === "string" && { reason: readReason(reason, "/messages") }),
    },
  ];
}
