import { HttpError } from "../../http/httpError.ts";
import { readReason } from "../../http/readReason.ts";
import { invalid, isRecord, readAgent, readMessageId, readOnDisconnect, type ClientIntent } from "../requestFields.ts";
import type { WireDecision } from "../readSession.ts";
import type { OnDisconnect } from "../turnResponse.ts";

export interface AgUiRequest {
  threadId: string;
  runId: string;
  intent: ClientIntent;
  onDisconnect: OnDisconnect;
  /** The part of the body that begins the run, for those who only listen to its events. */
  input: Record<string, unknown>;
}

/**
 * Reads a RunAgentInput. With `resume` it answers interrupts, else its last message is a person's.
 * @throws HttpError 400 or 422 for a body that no AG-UI client sends, or with parts that the host does not support.
 */
export function readRequest(body: unknown): AgUiRequest {
  if (!isRecord(body)) throw invalid("", "The body has to be a RunAgentInput with threadId, runId and messages.");
  const { threadId, runId, messages, resume, forwardedProps } = body;
  if (typeof threadId !== "string") throw invalid("/threadId", '"threadId" has to be a string.');
  if (typeof runId !== "string") throw invalid("/runId", '"runId" has to be a string.');
  if (!Array.isArray(messages)) throw invalid("/messages", '"messages" has to be the thread\'s messages, an array.');
  const props = isRecord(forwardedProps) ? forwardedProps : {};
  const onDisconnect = readOnDisconnect(props["onDisconnect"], "cancel", "/forwardedProps/onDisconnect");
  const echo = { threadId, runId, tools: [], context: [], state: {}, forwardedProps: {} };
  if (resume !== undefined && resume !== null && !(Array.isArray(resume) && resume.length === 0)) {
    if (!Array.isArray(resume)) throw invalid("/resume", '"resume" has to be an array, an entry for each interrupt.');
    const decisions = resume.map(decisionOf);
    if (new Set(decisions.map(({ approvalId }) => approvalId)).size < decisions.length) {
      throw invalid("/resume", "Two entries of resume answer one interrupt. Answer each once.");
    }
    const input = { ...echo, messages: [], resume };
    return { threadId, runId, intent: { kind: "decisions", decisions }, onDisconnect, input };
  }
  const at = messages.length - 1;
  const last: unknown = messages[at];
  if (!isRecord(last) || last["role"] !== "user") {
    const message =
      "There is nothing new in these messages. End them with a person's message, or answer interrupts with resume.";
    throw new HttpError(409, "nothing_new", message, { path: "/messages" });
  }
  const { id } = last;
  const text = textOf(last["content"], `/messages/${at}/content`);
  return {
    threadId,
    runId,
    intent: {
      kind: "message",
      messageId: readMessageId(id),
      text,
      agent: readAgent(props["agent"], "/forwardedProps/agent"),
    },
    onDisconnect,
    input: { ...echo, messages: typeof id === "string" ? [{ id, role: "user", content: text }] : [] },
  };
}

function textOf(content: unknown, path: string): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw invalid(path, "A person's message has to have text.");
  return content
    .map((part: unknown, index) => {
      if (isRecord(part) && part["type"] === "text" && typeof part["text"] === "string") return part["text"];
      const message = "Only text is taken in messages here. Send the text alone.";
      throw new HttpError(422, "unsupported_part", message, { path: `${path}/${index}` });
    })
    .join("\n\n");
}

function decisionOf(entry: unknown, index: number): WireDecision {
  const path = `/resume/${index}`;
  if (!isRecord(entry) || typeof entry["interruptId"] !== "string") {
    throw invalid(path, "An entry of resume has to name its interruptId.");
  }
  const { interruptId: approvalId, status, payload } = entry;
  if (status === "cancelled") return { approvalId, decision: "cancel", answer: { action: "cancel" } };
  if (status !== "resolved") throw invalid(`${path}/status`, '"status" has to be "resolved" or "cancelled".');
  const answer = { action: "accept", content: payload } as const;
  const said = typeof payload === "boolean" ? { approved: payload } : payload;
  // An answer without the field approves nothing, but may answer a question.
  if (!isRecord(said) || typeof said["approved"] !== "boolean") return { approvalId, decision: null, answer };
  const { approved, editedArgs, reason } = said;
  return {
    approvalId,
    answer,
    decision: approved ? "approve" : "deny",
    ...(approved && editedArgs !== undefined && { input: editedArgs }),
    ...(typeof reason === "string" && { reason: readReason(reason, `${path}/payload/reason`) }),
  };
}
