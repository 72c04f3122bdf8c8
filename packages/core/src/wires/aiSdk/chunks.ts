import { stateOf, writeEvent } from "../eventWriter.ts";
import { isRecord } from "../../json/record.ts";
import { FORWARDED, optionalString, requiredString, textOfParts, type AiSdkChunk } from "./messageParts.ts";
import { readMessage } from "./olderMessages.ts";
import {
  applyMessage,
  applyOutcome,
  applyRefusal,
  askDetails,
  callOfFields,
  childOf,
  isWhole,
  usageIn,
} from "./savedMessages.ts";
import {
  answerApproval,
  appendInput,
  appendText,
  askApproval,
  beginCall,
  beginStep,
  beginText,
  endStep,
  endText,
  findCall,
  finishInput,
  rewind,
  settleAgent,
  startAgent,
  startCall,
  type Agent,
  type AiSdkTree,
  type CallPart,
  type TextPart,
} from "./tree.ts";

/** The chunks that end or answer a call, which may be one of an earlier response. */
const OUTCOME = /^tool-(output|approval)-/;

/** Chunks that a host draws itself, from its own message. */
const QUIET = /^(data-|source-(url|document)$|(reasoning-)?file$|custom$|start$)/;

/** The call that a chunk ends or answers; undefined for other chunks, and for a call that has not come. */
export function callOfOutcome(tree: AiSdkTree, agent: Agent | null, chunk: AiSdkChunk): CallPart | undefined {
  if (!OUTCOME.test(chunk.type)) return undefined;
  if (chunk.type === "tool-approval-response") return tree.callsByApproval.get(requiredString(chunk, "approvalId"));
  return findCall(tree, agent, requiredString(chunk, "toolCallId"));
}

/** Applies one chunk of an agent's stream. @throws on a chunk whose fields are not those that the wire promises. */
export function applyChunk(tree: AiSdkTree, agent: Agent, chunk: AiSdkChunk): void {
  switch (chunk.type) {
    // The frequent ones first.
    case "text-delta":
      return applyDelta(tree, agent, "text", chunk);
    case "tool-input-delta":
      return appendInput(tree, callOf(tree, agent, chunk), requiredString(chunk, "inputTextDelta"));
    case "reasoning-delta":
      return applyDelta(tree, agent, "reasoning", chunk);
    case "text-start":
    case "text-end":
    case "reasoning-start":
    case "reasoning-end": {
      const [kind, edge] = chunk.type.split("-") as [TextPart["kind"], string];
      if (edge === "start") beginText(tree, agent, kind, requiredString(chunk, "id"));
      else endText(agent, kind, requiredString(chunk, "id"));
      return;
    }
    case "start-step":
      startAgent(tree, agent);
      return beginStep(agent);
    case "finish-step":
      return endStep(tree, agent);
    case "reset-step":
      return rewind(tree, agent, agent.stepStart);
    case "tool-input-start":
    case "tool-input-available":
    case "tool-input-error": {
      const call = callOfFields(tree, agent, chunk, requiredString(chunk, "toolName"));
      if (chunk.type === "tool-input-start") return;
      finishInput(tree, call, chunk["input"]);
      if (chunk.type === "tool-input-error") applyRefusal(tree, call, chunk);
      return;
    }
    case "tool-approval-request": {
      const call = callOf(tree, agent, chunk);
      return askApproval(
        tree,
        call,
        requiredString(chunk, "approvalId"),
        askDetails(chunk, optionalString(chunk, "reason")),
      );
    }
    case "tool-approval-response": {
      const approvalId = requiredString(chunk, "approvalId");
      const approved = chunk["approved"] === true;
      const call = tree.callsByApproval.get(approvalId);
      if (!call) throw new TypeError(approvalId);
      return answerApproval(tree, call, {
        approvalId,
        approved,
        reason: optionalString(chunk, "reason"),
      });
    }
    case "tool-output-available":
    case "tool-output-error":
    case "tool-output-denied":
      return applyOutcome(tree, callOf(tree, agent, chunk), chunk.type.slice("tool-".length), chunk);
    case "finish":
    case "message-metadata":
      agent.usage = usageIn(chunk["messageMetadata"]) ?? agent.usage;
      if (chunk.type === "finish") finish(tree, agent);
      return;
    case "abort":
      agent.isFinished = true;
      settleAgent(tree, agent, { status: "cancelled", reason: optionalString(chunk, "reason") });
      return;
    case "error":
      startAgent(tree, agent);
      agent.failure = { code: agent.code ?? "stream_error", message: optionalString(chunk, "errorText") ?? "" };
      return finish(tree, agent);
    case "steering-message":
      return applySteering(tree, chunk);
    case FORWARDED:
      return tree.forwarding.apply(agent, chunk["data"]);
    default:
      // Other data parts are the host's own. An unknown type is unreadable.
      if (QUIET.test(chunk.type)) return;
      throw new TypeError(chunk.type);
  }
}

function applyDelta(tree: AiSdkTree, agent: Agent, kind: TextPart["kind"], chunk: AiSdkChunk): void {
  const id = requiredString(chunk, "id");
  const delta = requiredString(chunk, "delta");
  let part = agent.open[kind].get(id);
  if (!part) {
    // A stream that resumes after a cut goes on with the text that it was writing.
    const last = agent.parts.at(-1);
    part = last?.kind === kind ? last : beginText(tree, agent, kind, id);
    agent.open[kind].set(id, part);
  }
  appendText(tree, agent, part, delta);
}

/** The call of a chunk. One that no chunk has named begins here, so that nothing is lost. */
function callOf(tree: AiSdkTree, agent: Agent, chunk: AiSdkChunk): CallPart {
  const wireId = requiredString(chunk, "toolCallId");
  return findCall(tree, agent, wireId) ?? beginCall(tree, agent, wireId, {});
}

/** The response is over: calls that wait for a person or for the page stay open, the rest ends. */
function finish(tree: AiSdkTree, agent: Agent): void {
  agent.isFinished = true;
  const { failure } = agent;
  settleAgent(
    tree,
    agent,
    failure ? { status: "failed" } : { status: "completed", keep: agent.parent ? undefined : "ready" },
  );
}

function applySteering({ writer }: AiSdkTree, chunk: AiSdkChunk): void {
  const text = textOfParts(Array.isArray(chunk["parts"]) ? chunk["parts"] : []);
  if (text !== "")
    writeEvent(writer, { type: "message.added", messageId: requiredString(chunk, "id"), role: "user", text });
}

/** Applies a sub-agent's chunks, or its whole message, as a server forwarded them for a call. */
export function applySubAgent(tree: AiSdkTree, call: CallPart, data: Record<string, unknown>): void {
  const { writer } = tree;
  const { chunks, message, end } = data;
  const child = childOf(tree, call, optionalString(data, "messageId") ?? "", optionalString(data, "name"));
  child.isForwarded = true;
  if (stateOf(writer, call.callId) === "ready") startCall(tree, call);
  for (const chunk of Array.isArray(chunks) ? chunks : []) {
    if (isRecord(chunk) && typeof chunk["type"] === "string") applyChunk(tree, child, chunk as AiSdkChunk);
  }
  const whole =
    isRecord(message) && Array.isArray(message["parts"]) ? readMessage({ role: "assistant", ...message }) : null;
  if (!whole) return;
  applyMessage(tree, child, whole);
  if (end === "interrupted" || !isWhole(whole.message))
    settleAgent(tree, child, { status: "interrupted", closeAsks: true });
  else settleAgent(tree, child, { status: "completed", closeAsks: true });
}
