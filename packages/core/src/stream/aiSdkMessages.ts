import type { Usage } from "../timeline/event.ts";
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
import type { CallDetails, EventWriter } from "./eventWriter.ts";

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
  const call =
    known ??
    tree.beginCall(agent, textIn(part, "toolCallId"), {
      tool,
      ...callDetails(part, part["callProviderMetadata"]),
      isText: part["inputEncoding"] === "text",
    });
  if (writer.stateOf(call.callId) === "ended") return;
  const state = part["state"];
  if (state === "input-streaming") {
    const raw = mayTextIn(part, "rawInput") ?? "";
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
  if (state === "output-available") takeOutput(reading, call, part["output"], part["preliminary"] === true);
  else if (state === "output-error") takeFailure(reading, call, mayTextIn(part, "errorText"));
  else if (state === "output-denied") takeDenial(reading, call);
}

/** A call's output, whole or preliminary; a message of a sub-agent becomes an agent below the call. */
export function takeOutput(reading: AiSdkReading, call: CallPart, output: unknown, isPreliminary: boolean): void {
  const { tree, writer } = reading;
  if (writer.stateOf(call.callId) === "ended") return;
  tree.answer(call, { approved: true });
  tree.start(call);
  let shown = output;
  if (isAgentMessage(output)) {
    const child = childOf(reading, call, output.id);
    // A tool that forwarded its agent may hand on less than that.
    if (!child.isForwarded || contentOf(output) >= child.parts.length) takeMessage(reading, child, output);
    if (isPreliminary) return;
    shown = lastTextOf(output);
  } else if (isPreliminary) {
    return writer.emit({ type: "tool.output_replaced", callId: call.callId, output });
  }
  tree.settleBelow(call, "completed");
  writer.endCall(call.callId, { status: "completed", output: shown });
}

export function takeFailure(reading: AiSdkReading, call: CallPart, message = ""): void {
  const { tree, writer } = reading;
  if (writer.stateOf(call.callId) === "ended") return;
  tree.answer(call, { approved: true });
  tree.start(call);
  tree.settleBelow(call, "interrupted");
  writer.endCall(call.callId, { status: "failed", error: { code: "tool_error", message } });
}

export function takeDenial({ tree, writer }: AiSdkReading, call: CallPart): void {
  tree.answer(call, { approved: false });
  if (writer.stateOf(call.callId) === "ended") return;
  tree.settleBelow(call, "interrupted");
  // A server that looks again may refuse what a person had approved.
  writer.endCall(call.callId, { status: call.answered ? "cancelled" : "denied" });
}

/** The sub-agent of a call whose message has this id; another id means another agent, after the first. */
export function childOf({ tree }: AiSdkReading, call: CallPart, sourceId: string, name?: string): Agent {
  const last = call.children.at(-1);
  if (last && (sourceId === "" || last.sourceId === "" || last.sourceId === sourceId)) {
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

/** What a tool part or chunk says of its call beside name and input. */
export function callDetails(fields: Fields, providerMetadata: unknown): Pick<CallDetails, "title" | "meta"> {
  const { toolMetadata, providerExecuted } = fields;
  const meta = present({ providerMetadata, toolMetadata, providerExecuted });
  return { title: mayTextIn(fields, "title"), meta: meta && { aiSdk: meta } };
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
  if (!found) return undefined;
  const counts = Object.entries(found).filter(
    ([name, count]) => name !== "__proto__" && typeof count === "number" && Number.isFinite(count) && count >= 0,
  );
  return counts.length > 0 ? (Object.fromEntries(counts) as Usage) : undefined;
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
