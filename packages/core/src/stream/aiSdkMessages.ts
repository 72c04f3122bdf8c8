import type { Usage } from "../timeline/event.ts";
import { usageOf } from "./usageOf.ts";
import {
  FORWARDED,
  isAgentMessage,
  isFields,
  lastTextOf,
  mayTextIn,
  textIn,
  toolOfPart,
  type AiSdkMessage,
  type AiSdkPart,
  type Fields,
} from "./aiSdkMessage.ts";
import type { Agent, AiSdkTree, CallPart, Part } from "./aiSdkTree.ts";
import type { EventWriter } from "./eventWriter.ts";

/** What chunks and messages are taken with. */
export interface AiSdkReading {
  writer: EventWriter;
  tree: AiSdkTree;
  /** What a server forwards from below a call, as the data of a data part. */
  takeForwarded(agent: Agent, data: unknown): void;
}

/**
 * Takes what a message says and its agent does not know yet: the rest of a text, the next state of a call, a new part. What
 * a message says no longer is withdrawn. The cost is that of what is new, and a look at each part.
 */
export function takeMessage(reading: AiSdkReading, agent: Agent, message: AiSdkMessage): void {
  const { tree } = reading;
  let index = 0;
  let step = 0;
  agent.usage = usageIn(message.metadata) ?? agent.usage;
  for (const part of message.parts) {
    if (part.type === "step-start") {
      if (++step <= agent.step) continue;
      tree.endStep(agent);
      tree.beginStep(agent);
      continue;
    }
    const tool = toolOfPart(part);
    if (part.type !== "text" && part.type !== "reasoning" && tool === undefined) {
      if (part.type === FORWARDED) reading.takeForwarded(agent, part["data"]);
      continue;
    }
    let known = agent.parts[index];
    if (known && !fits(known, part, index === agent.parts.length - 1)) {
      tree.rewind(agent, index);
      known = undefined;
    }
    if (!known) agent.step = step;
    if (part.type === "text" || part.type === "reasoning") {
      const text = textIn(part, "text");
      const place = known?.kind === part.type ? known : tree.beginText(agent, part.type, null);
      if (text.length > place.length) tree.appendText(agent, place, text.slice(place.length));
      place.isOpen = part["state"] === "streaming";
    } else takeToolPart(reading, agent, known?.kind === "call" ? known : undefined, part, tool ?? "");
    index++;
  }
  if (index < agent.parts.length) tree.rewind(agent, index);
}

/** Whether a message's part may be what a known part has become. */
function fits(known: Part, part: AiSdkPart, isLast: boolean): boolean {
  if (known.kind === "call") return known.wireId === part["toolCallId"];
  const text = part["text"];
  if (known.kind !== part.type || typeof text !== "string" || text.length < known.length) return false;
  // An empty one has no place among the items yet, and what came after it has.
  if (!known.isShown && !isLast && text !== "") return false;
  return text.slice(known.length - known.last.length, known.length) === known.last;
}

function takeToolPart(
  reading: AiSdkReading,
  agent: Agent,
  known: CallPart | undefined,
  part: AiSdkPart,
  tool: string,
): void {
  const { tree, writer } = reading;
  const call = known ?? beginCall(reading, agent, part, tool);
  if (writer.stateOf(call.callId) === "ended") return;
  const state = part["state"];
  if (state === "input-streaming") {
    const raw = mayTextIn(part, "rawInput") ?? openText(part["input"]);
    if (raw.length > call.length) tree.appendInput(call, raw.slice(call.length));
    return;
  }
  tree.finishInput(call, part["input"] ?? part["rawInput"]);
  const approval = part["approval"];
  if (isFields(approval) && typeof approval["id"] === "string") {
    tree.ask(call, approval["id"], askDetails(approval, mayTextIn(approval, "requestReason")));
    const approved = approval["approved"] ?? (state === "output-denied" ? false : undefined);
    if (typeof approved === "boolean") {
      tree.answer(call, { approvalId: approval["id"], approved, reason: mayTextIn(approval, "reason") });
    }
  }
  takeOutcome(reading, call, String(state), part);
}

/** Arguments that most versions of the SDK keep parsed as far as they have come, as the text that may go on. */
const openText = (input: unknown) => (JSON.stringify(input) ?? "").replace(/["\]}]+$/, "");

/** The call that a tool part or its first chunk means. */
export function beginCall({ tree }: AiSdkReading, agent: Agent, fields: Fields, tool: string): CallPart {
  const { toolMetadata, providerExecuted, inputEncoding } = fields;
  const providerMetadata = fields["callProviderMetadata"] ?? fields["providerMetadata"];
  const meta = present({ providerMetadata, toolMetadata, providerExecuted });
  return tree.beginCall(agent, textIn(fields, "toolCallId"), {
    tool,
    title: mayTextIn(fields, "title"),
    meta: meta && { aiSdk: meta },
    isText: inputEncoding === "text",
  });
}

/** What came of a call, as the state of its part or its chunk's type says; a sub-agent's message becomes an agent below the call. */
export function takeOutcome(reading: AiSdkReading, call: CallPart, state: string, fields: Fields): void {
  const { tree, writer } = reading;
  const { callId } = call;
  const { output } = fields;
  if (!/^output-(available|error|denied)$/.test(state)) return;
  if (state === "output-denied") {
    tree.answer(call, { approved: false });
    if (writer.stateOf(callId) === "ended") return;
    tree.settleBelow(call, "interrupted");
    // A server that looks again may refuse what a person had approved.
    return writer.endCall(callId, { status: call.answered ? "cancelled" : "denied" });
  }
  if (writer.stateOf(callId) === "ended") return;
  tree.answer(call, { approved: true });
  tree.start(call);
  if (state === "output-error") {
    tree.settleBelow(call, "interrupted");
    return writer.endCall(callId, { status: "failed", error: errorIn(fields) });
  }
  const isPreliminary = fields["preliminary"] === true;
  let shown = output;
  if (isAgentMessage(output)) {
    const child = childOf(reading, call, output.id);
    // A tool that forwarded its agent may hand on less than that.
    if (!child.isForwarded || contentOf(output) >= child.parts.length) takeMessage(reading, child, output);
    if (isPreliminary) return;
    shown = lastTextOf(output);
  } else if (isPreliminary) {
    return writer.emit({ type: "tool.output_replaced", callId, output });
  }
  tree.settleBelow(call, "completed");
  writer.endCall(callId, { status: "completed", output: shown });
}

/** Why a tool failed, in the words of a part or a chunk. */
export const errorIn = (fields: Fields) => ({ code: "tool_error", message: mayTextIn(fields, "errorText") ?? "" });

/** The sub-agent of a call whose message has this id; another id means another agent, after the first. */
export function childOf({ tree }: AiSdkReading, call: CallPart, sourceId: string, name?: string): Agent {
  const last = call.children.at(-1);
  if (last && (!sourceId || !last.sourceId || last.sourceId === sourceId)) {
    last.sourceId ||= sourceId;
    return last;
  }
  if (last) tree.settle(last, { status: "completed" });
  const id = `ai-sdk:call:${call.callId}${last ? `#${call.children.length + 1}` : ""}`;
  const child = tree.addAgent(id, { parent: call, name });
  child.sourceId = sourceId;
  tree.wake(child);
  return child;
}

/** Whether nothing of a message is still being written. */
export function isWhole(message: AiSdkMessage): boolean {
  return message.parts.every(
    ({ state, preliminary }) => state !== "streaming" && state !== "input-streaming" && preliminary !== true,
  );
}

/** What an ask says of itself; what only the server that asked can read is kept in `meta`. */
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

/** Token counts in a message's metadata, where a host puts them as the AI SDK names them. */
export function usageIn(metadata: unknown): Usage | undefined {
  if (!isFields(metadata)) return undefined;
  const found = [metadata["totalUsage"], metadata["usage"]].find(isFields);
  return found && usageOf(found);
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
