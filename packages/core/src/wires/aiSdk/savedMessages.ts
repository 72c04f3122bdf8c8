import { stateOf, writeEnd, writeEvent, writeNotice } from "../eventWriter.ts";
import { isRecord } from "../../json/record.ts";
import type { Usage } from "../../events/event.ts";
import { toldEnd } from "../toolResult.ts";
import { usageOf } from "../usageOf.ts";
import {
  FORWARDED,
  isAgentMessage,
  lastTextOf,
  optionalString,
  requiredString,
  toolOfPart,
  type AiSdkMessage,
  type AiSdkPart,
  type Fields,
} from "./messageParts.ts";
import { readMessage, type ReadMessage } from "./olderMessages.ts";
import {
  answerApproval,
  appendInput,
  appendText,
  askApproval,
  beginCall,
  beginStep,
  beginText,
  createAgent,
  endStep,
  finishInput,
  rewind,
  settleAgent,
  settleBelow,
  startAgent,
  startCall,
  type Agent,
  type AiSdkTree,
  type CallPart,
  type Part,
} from "./tree.ts";

/**
 * Applies what is new in a message to its agent: the rest of a text, the next state of a call, a new part. Parts that
 * are no longer in the message are withdrawn, and those that cannot be read are noted. The cost is that of the news,
 * and a look at each part.
 */
export function applyMessage(tree: AiSdkTree, agent: Agent, { message, unreadable }: ReadMessage): void {
  let index = 0;
  let step = 0;
  for (const part of unreadable) writeNotice(tree.writer, "ai-sdk.part", part, tree.noted);
  agent.usage = usageIn(message.metadata) ?? agent.usage;
  for (const part of message.parts) {
    if (part.type === "step-start") {
      if (++step <= agent.step) continue;
      endStep(tree, agent);
      beginStep(agent);
      continue;
    }
    const tool = toolOfPart(part);
    if (part.type !== "text" && part.type !== "reasoning" && tool === undefined) {
      if (part.type === FORWARDED) tree.forwarding.apply(agent, part["data"]);
      continue;
    }
    let existing = agent.parts[index];
    if (existing && !fits(existing, part, index === agent.parts.length - 1)) {
      rewind(tree, agent, index);
      existing = undefined;
    }
    if (!existing) agent.step = step;
    if (part.type === "text" || part.type === "reasoning") {
      const text = part["text"] as string;
      const place = existing?.kind === part.type ? existing : beginText(tree, agent, part.type, null);
      if (text.length > place.length) appendText(tree, agent, place, text.slice(place.length));
      place.isOpen = part["state"] === "streaming";
    } else applyToolPart(tree, agent, existing?.kind === "call" ? existing : undefined, part, tool ?? "");
    index++;
  }
  if (index < agent.parts.length) rewind(tree, agent, index);
}

/** Whether a message's part can be a later version of a part of the agent. */
function fits(existing: Part, part: AiSdkPart, isLast: boolean): boolean {
  if (existing.kind === "call") return existing.wireId === part["toolCallId"];
  const text = part["text"];
  if (existing.kind !== part.type || typeof text !== "string" || text.length < existing.length) return false;
  // A text that is still empty is no item yet, while the parts after it are.
  if (!existing.isShown && !isLast && text !== "") return false;
  return text.slice(existing.length - existing.last.length, existing.length) === existing.last;
}

function applyToolPart(
  tree: AiSdkTree,
  agent: Agent,
  existing: CallPart | undefined,
  part: AiSdkPart,
  tool: string,
): void {
  const { writer } = tree;
  const call = existing ?? callOfFields(tree, agent, part, tool);
  if (stateOf(writer, call.callId) === "ended") return;
  const state = part["state"];
  if (state === "input-streaming") {
    const raw = optionalString(part, "rawInput") ?? openText(part["input"]);
    if (raw.length > call.length) appendInput(tree, call, raw.slice(call.length));
    return;
  }
  finishInput(tree, call, part["input"] ?? part["rawInput"]);
  const approval = part["approval"];
  if (isRecord(approval) && typeof approval["id"] === "string") {
    askApproval(tree, call, approval["id"], askDetails(approval, optionalString(approval, "requestReason")));
    const approved = approval["approved"] ?? (state === "output-denied" ? false : undefined);
    if (typeof approved === "boolean") {
      answerApproval(tree, call, { approvalId: approval["id"], approved, reason: optionalString(approval, "reason") });
    }
  }
  // A message does not tell whether the SDK refused the arguments or the provider failed.
  if (state === "output-error" && part["providerExecuted"] === true) applyRefusal(tree, call, part);
  else applyOutcome(tree, call, String(state), part);
}

/** The SDK refused a call's arguments, which ends the call, unless the provider runs it: then its result may follow. */
export function applyRefusal({ writer }: AiSdkTree, call: CallPart, fields: Fields): void {
  if (fields["providerExecuted"] === true) call.refusal = errorIn(fields);
  else writeEnd(writer, call.callId, { status: "failed", error: errorIn(fields) });
}

/** Partial arguments, which most versions of the SDK keep parsed, as the JSON text that may go on. */
const openText = (input: unknown) => (JSON.stringify(input) ?? "").replace(/["\]}]+$/, "");

/** The call of a tool part or of its first chunk. */
export function callOfFields(tree: AiSdkTree, agent: Agent, fields: Fields, tool: string): CallPart {
  const { toolMetadata, providerExecuted, inputEncoding } = fields;
  const providerMetadata = fields["callProviderMetadata"] ?? fields["providerMetadata"];
  const meta = present({ providerMetadata, toolMetadata, providerExecuted });
  return beginCall(tree, agent, requiredString(fields, "toolCallId"), {
    tool,
    title: optionalString(fields, "title"),
    meta: meta && { aiSdk: meta },
    isText: inputEncoding === "text",
  });
}

/**
 * Applies the outcome of a call, by the state of its part or its chunk's type. An output that is a sub-agent's message
 * becomes an agent below the call.
 */
export function applyOutcome(tree: AiSdkTree, call: CallPart, state: string, fields: Fields): void {
  const { writer } = tree;
  const { callId } = call;
  const { output } = fields;
  if (!/^output-(available|error|denied)$/.test(state)) return;
  if (state === "output-denied") {
    answerApproval(tree, call, { approved: false });
    if (stateOf(writer, callId) === "ended") return;
    settleBelow(tree, call, "interrupted");
    // A server that checks again may refuse a call that a person approved.
    return writeEnd(writer, callId, { status: call.answered ? "cancelled" : "denied" });
  }
  if (stateOf(writer, callId) === "ended") return;
  const end = state === "output-error" ? toldEnd(fields["toolMetadata"], errorIn(fields)) : undefined;
  if (!end || end.status === "failed") {
    answerApproval(tree, call, { approved: true });
    startCall(tree, call);
  }
  if (end) {
    settleBelow(tree, call, "interrupted");
    return writeEnd(writer, callId, end);
  }
  const isPreliminary = fields["preliminary"] === true;
  let shown = output;
  if (isAgentMessage(output)) {
    const child = childOf(tree, call, output.id);
    // A tool that forwarded its agent may return less than it forwarded.
    const read = readMessage(output)!;
    if (!child.isForwarded || contentOf(read.message) >= child.parts.length) applyMessage(tree, child, read);
    if (isPreliminary) return;
    shown = lastTextOf(output);
  } else if (isPreliminary) {
    return writeEvent(writer, { type: "tool.output_replaced", callId, output });
  }
  settleBelow(tree, call, "completed");
  writeEnd(writer, callId, { status: "completed", output: shown });
}

/** Why a tool failed, as a part or a chunk states it. */
const errorIn = (fields: Fields) => ({ code: "tool_error", message: optionalString(fields, "errorText") ?? "" });

/** The sub-agent of a call, by the id of its message. Another id begins another agent, after the first has ended. */
export function childOf(tree: AiSdkTree, call: CallPart, sourceId: string, name?: string): Agent {
  const last = call.children.at(-1);
  if (last && (!sourceId || !last.sourceId || last.sourceId === sourceId)) {
    last.sourceId ||= sourceId;
    return last;
  }
  if (last) settleAgent(tree, last, { status: "completed" });
  const id = `ai-sdk:call:${call.callId}${last ? `#${call.children.length + 1}` : ""}`;
  const child = createAgent(id, { parent: call, name });
  child.sourceId = sourceId;
  startAgent(tree, child);
  return child;
}

/** Whether no part of a message is still being written. */
export function isWhole(message: AiSdkMessage): boolean {
  return message.parts.every(
    ({ state, preliminary }) => state !== "streaming" && state !== "input-streaming" && preliminary !== true,
  );
}

/** The details of an approval; fields for the server that asked are kept in `meta`. */
export function askDetails(
  fields: Fields,
  reason: string | undefined,
): { reason?: string | undefined; meta?: Fields | undefined; isAutomatic: boolean } {
  const { signature, inputSchemaInput } = fields;
  const descriptor = fields["descriptor"] ?? fields["approvalDescriptor"];
  const meta = present({ signature, descriptor, inputSchemaInput });
  const why = reason ?? (typeof descriptor === "string" ? descriptor : undefined);
  return { reason: why, isAutomatic: fields["isAutomatic"] === true, meta: meta && { aiSdk: meta } };
}

/** Token counts that a host puts in a message's metadata under the AI SDK's names. */
export function usageIn(metadata: unknown): Usage | undefined {
  if (!isRecord(metadata)) return undefined;
  const usage = [metadata["totalUsage"], metadata["usage"]].find(isRecord);
  return usage && usageOf(usage);
}

function contentOf(message: AiSdkMessage): number {
  return message.parts.filter(
    (part) => part.type === "text" || part.type === "reasoning" || toolOfPart(part) !== undefined,
  ).length;
}

function present(fields: Fields): Fields | undefined {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
