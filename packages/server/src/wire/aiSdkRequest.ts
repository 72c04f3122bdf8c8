import { HttpError } from "../routes/httpError.ts";
import { isId } from "../routes/queryParameters.ts";
import type { WireDecision } from "./readSession.ts";
import type { OnDisconnect } from "./turnResponse.ts";

/** What an AI SDK chat wants, of all that it sends: its history is the client's own and is not read. */
export type AiSdkWish =
  { kind: "say"; messageId: string | undefined; text: string } | { kind: "answer"; decisions: WireDecision[] };

export interface AiSdkRequest {
  chatId: string;
  /** The answer to the message is to be given anew. */
  regenerate: boolean;
  wish: AiSdkWish;
  onDisconnect: OnDisconnect;
}

/** A reason is kept in the log and told to the model. */
const LONGEST_REASON = 10_000;

/**
 * Reads what `DefaultChatTransport` sends.
 * @throws HttpError 400 or 422 for a body that no AI SDK chat sends, or with what cannot be taken.
 */
export function readAiSdkRequest(body: unknown): AiSdkRequest {
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
    const wish = { kind: "say", messageId: idOf(last["id"]), text: textOf(last["parts"], `/messages/${at}`) } as const;
    return { chatId: id, regenerate, wish, onDisconnect };
  }
  if (last["role"] !== "assistant" || regenerate) {
    throw invalid(`/messages/${at}/role`, "The last message has to be a person's, or one with answered approvals.");
  }
  // An approval may be answered in an earlier message than the last: `messageId` names it then.
  const named = messages.find((message) => isRecord(message) && message["id"] === messageId);
  const answered = isRecord(named) && Array.isArray(named["parts"]) ? named : last;
  const decisions = (answered["parts"] as unknown[]).flatMap(decisionOf);
  return { chatId: id, regenerate, wish: { kind: "answer", decisions }, onDisconnect };
}

/** What the reader's going away does, where the request says it. */
export function readOnDisconnect(value: unknown, fallback: OnDisconnect, path: string): OnDisconnect {
  if (value === undefined || value === null) return fallback;
  if (value === "continue" || value === "cancel") return value;
  throw invalid(path, '"onDisconnect" has to be "continue" or "cancel".');
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

export function readReason(reason: string, path: string): string {
  if (reason.length <= LONGEST_REASON) return reason;
  const message = `A reason has at most ${LONGEST_REASON} characters. Say it in fewer.`;
  throw new HttpError(422, "invalid_reason", message, { path });
}

/** A client's id for a message, where the log can keep it. */
function idOf(id: unknown): string | undefined {
  return typeof id === "string" && isId(id) ? id : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function invalid(path: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { path });
}
