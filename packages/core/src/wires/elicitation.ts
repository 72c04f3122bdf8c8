import { asRecord, isRecord } from "../json/record.ts";
import type { AskAnswer } from "./askAnswer.ts";
import { readAnswer } from "./askAnswer.ts";
import {
  stateOf,
  writeEnd,
  writeInput,
  writeQuestion,
  writeReply,
  writeRequest,
  writeStart,
  type EventWriter,
} from "./eventWriter.ts";

/** A question that a server asks by an elicitation, and the call that asks it. */
export interface Elicitation {
  askId: string;
  callId: string;
  /** The wire names no call that could ask it, so it has one of its own. */
  isStandIn: boolean;
  /** The call ran when it asked, and goes on by the answer. */
  ran: boolean;
}

/** The answer to an elicitation, as MCP, ACP and the Claude Agent SDK have it. */
export interface ElicitationAnswer {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown>;
}

/**
 * Writes an elicitation: a form, or an address to open, as a question of the call it is about, else of a call of its
 * own.
 */
export function writeElicitation(
  writer: EventWriter,
  askId: string,
  about: string | undefined,
  params: Record<string, unknown>,
  details: { agentId?: string | undefined; state?: unknown; schema?: unknown; key?: string } = {},
): Elicitation {
  const state = about === undefined ? undefined : stateOf(writer, about);
  const ran = state === "running" || state === "awaiting-input";
  const isStandIn = !ran && state !== "requested" && state !== "ready";
  const callId = isStandIn ? askId : about!;
  const { message, url } = params;
  const said = typeof message === "string" && message !== "" ? message : "?";
  if (isStandIn) {
    writeRequest(writer, callId, { tool: "elicitation", title: said, agentId: details.agentId });
    writeInput(writer, callId, { value: {} });
  }
  const { key, state: kept, schema = params["requestedSchema"] } = details;
  writeQuestion(writer, {
    callId,
    askId,
    message: said,
    state: kept,
    ...(typeof url === "string" ? { url } : { schema: isRecord(schema) ? schema : undefined }),
    ...(key !== undefined && { meta: { key } }),
  });
  return { askId, callId, isStandIn, ran };
}

/** Writes the answer to an elicitation; one that is none counts as put away. */
export function writeElicited(
  writer: EventWriter,
  { askId, callId, isStandIn, ran }: Elicitation,
  answer: unknown,
): void {
  const { action: said, content } = asRecord(answer);
  const action = said === "accept" || said === "decline" ? said : "cancel";
  writeReply(writer, { callId, askId, action, content: action === "accept" ? (content ?? undefined) : undefined });
  if (isStandIn) {
    writeEnd(
      writer,
      callId,
      action === "accept" ? { status: "completed", output: content ?? null } : { status: "cancelled" },
    );
  } else if (ran && stateOf(writer, callId) === "ready") writeStart(writer, callId);
}

/** A person's answer as that of an elicitation. */
export function toElicitationAnswer(answer: AskAnswer): ElicitationAnswer {
  const { isYes, value } = readAnswer(answer);
  if (!isYes) return { action: "action" in answer && answer.action === "cancel" ? "cancel" : "decline" };
  return { action: "accept", ...(isRecord(value) && { content: value }) };
}
