import { FORWARDED, isFields, mayTextIn, textIn, textOfParts, type AiSdkChunk } from "./aiSdkMessage.ts";
import {
  askDetails,
  beginCall,
  childOf,
  errorIn,
  isWhole,
  takeMessage,
  takeOutcome,
  usageIn,
  type AiSdkReading,
} from "./aiSdkMessages.ts";
import type { Agent, CallPart, TextPart } from "./aiSdkTree.ts";

/** The chunks that end or answer a call, which may be one of an earlier response. */
const OUTCOME = /^tool-(output|approval)-/;

/** What a host draws itself, from its own message. */
const QUIET = /^(data-|source-(url|document)$|(reasoning-)?file$|custom$|start$)/;

/** The call that a chunk ends or answers; undefined where it is another chunk, or its call is not known. */
export function callOfOutcome({ tree }: AiSdkReading, agent: Agent | null, chunk: AiSdkChunk): CallPart | undefined {
  if (!OUTCOME.test(chunk.type)) return undefined;
  if (chunk.type === "tool-approval-response") return tree.askedCall(textIn(chunk, "approvalId"));
  return tree.findCall(agent, textIn(chunk, "toolCallId"));
}

/** Takes one chunk of an agent's stream. Throws on one whose fields are not what the wire promises. */
export function takeChunk(reading: AiSdkReading, agent: Agent, chunk: AiSdkChunk): void {
  const { tree, writer } = reading;
  switch (chunk.type) {
    // The hot ones first.
    case "text-delta":
      return takeDelta(reading, agent, "text", chunk);
    case "tool-input-delta":
      return tree.appendInput(callOf(reading, agent, chunk), textIn(chunk, "inputTextDelta"));
    case "reasoning-delta":
      return takeDelta(reading, agent, "reasoning", chunk);
    case "text-start":
    case "text-end":
    case "reasoning-start":
    case "reasoning-end": {
      const [kind, what] = chunk.type.split("-") as [TextPart["kind"], string];
      if (what === "start") tree.beginText(agent, kind, textIn(chunk, "id"));
      else tree.endText(agent, kind, textIn(chunk, "id"));
      return;
    }
    case "start-step":
      tree.wake(agent);
      return tree.beginStep(agent);
    case "finish-step":
      return tree.endStep(agent);
    case "reset-step":
      return tree.rewind(agent, agent.stepStart);
    case "tool-input-start":
    case "tool-input-available":
    case "tool-input-error": {
      const call = beginCall(reading, agent, chunk, textIn(chunk, "toolName"));
      if (chunk.type === "tool-input-start") return;
      tree.finishInput(call, chunk["input"]);
      if (chunk.type === "tool-input-available") return;
      return writer.endCall(call.callId, { status: "failed", error: errorIn(chunk) });
    }
    case "tool-approval-request": {
      const call = callOf(reading, agent, chunk);
      return tree.ask(call, textIn(chunk, "approvalId"), askDetails(chunk, mayTextIn(chunk, "reason")));
    }
    case "tool-approval-response": {
      const approvalId = textIn(chunk, "approvalId");
      const approved = chunk["approved"] === true;
      return tree.answer(tree.askedCall(approvalId), { approvalId, approved, reason: mayTextIn(chunk, "reason") });
    }
    case "tool-output-available":
    case "tool-output-error":
    case "tool-output-denied":
      return takeOutcome(reading, callOf(reading, agent, chunk), chunk.type.slice("tool-".length), chunk);
    case "finish":
      agent.usage = usageIn(chunk["messageMetadata"]) ?? agent.usage;
      return finish(reading, agent);
    case "abort":
      agent.isFinished = true;
      tree.settle(agent, { status: "cancelled", reason: mayTextIn(chunk, "reason") });
      return;
    case "error":
      agent.failure = mayTextIn(chunk, "errorText") ?? "";
      tree.wake(agent);
      return finish(reading, agent);
    case "message-metadata":
      agent.usage = usageIn(chunk["messageMetadata"]) ?? agent.usage;
      return;
    case "steering-message":
      return takeSteering(reading, chunk);
    case FORWARDED:
      return reading.takeForwarded(agent, chunk["data"]);
    default:
      // Other data parts are the host's own; what nobody knows is said to be unknown.
      if (QUIET.test(chunk.type)) return;
      throw new TypeError(chunk.type);
  }
}

function takeDelta({ tree }: AiSdkReading, agent: Agent, kind: TextPart["kind"], chunk: AiSdkChunk): void {
  const id = textIn(chunk, "id");
  const delta = textIn(chunk, "delta");
  let part = agent.open[kind].get(id);
  if (!part) {
    // A stream that was cut goes on with the text that it was writing.
    const last = agent.parts.at(-1);
    part = last?.kind === kind ? last : tree.beginText(agent, kind, id);
    agent.open[kind].set(id, part);
  }
  tree.appendText(agent, part, delta);
}

/** The call of a chunk; one that nobody named is named now, so that nothing is lost. */
function callOf({ tree }: AiSdkReading, agent: Agent, chunk: AiSdkChunk): CallPart {
  const wireId = textIn(chunk, "toolCallId");
  return tree.findCall(agent, wireId) ?? tree.beginCall(agent, wireId, {});
}

/** The response is over: what waits for a person or for the page stays open, the rest has no more to come. */
function finish({ tree }: AiSdkReading, agent: Agent): void {
  agent.isFinished = true;
  if (agent.failure !== undefined) tree.settle(agent, { status: "failed", message: agent.failure });
  else tree.settle(agent, { status: "completed", keep: agent.parent ? undefined : "ready" });
}

function takeSteering({ writer }: AiSdkReading, chunk: AiSdkChunk): void {
  const text = textOfParts(Array.isArray(chunk["parts"]) ? chunk["parts"] : []);
  if (text !== "") writer.emit({ type: "message.added", messageId: textIn(chunk, "id"), role: "user", text });
}

/** Takes a sub-agent's own chunks, or its whole message, as a server forwarded them for a call. */
export function takeSubAgent(reading: AiSdkReading, call: CallPart, data: Record<string, unknown>): void {
  const { tree, writer } = reading;
  const { chunks, message, end } = data;
  const child = childOf(reading, call, mayTextIn(data, "messageId") ?? "", mayTextIn(data, "name"));
  child.isForwarded = true;
  if (writer.stateOf(call.callId) === "ready") tree.start(call);
  for (const chunk of Array.isArray(chunks) ? chunks : []) {
    if (isFields(chunk) && typeof chunk["type"] === "string") takeChunk(reading, child, chunk as AiSdkChunk);
  }
  if (!isFields(message) || !Array.isArray(message["parts"])) return;
  const whole = { ...message, parts: message["parts"].filter(isFields) } as never;
  takeMessage(reading, child, whole);
  if (end === "interrupted" || !isWhole(whole)) tree.settle(child, { status: "interrupted", closeAsks: true });
  else tree.settle(child, { status: "completed", closeAsks: true });
}
