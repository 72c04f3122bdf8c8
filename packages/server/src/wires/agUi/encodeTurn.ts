import type { SessionEvent } from "@callboard/core";
import { isDeepStrictEqual } from "node:util";
import type { LoopCall } from "../../conversation/conversation.ts";
import { isOutputDue, itemOf, type AgentEndEvent } from "../turnEncoding.ts";
import { openAskIds } from "../turnState.ts";
import { isWithin, placeEvent } from "../turnScope.ts";
import { encodeCall, suspendCall, writeOutput } from "./encodeCall.ts";
import { agentTag, closeItem, openAgent, writeEvent, type AgUiAgent, type AgUiEvent, type AgUiTurn } from "./turn.ts";

/** The run that a request begins, with its ids as the client gave them. */
export interface AgUiRun {
  threadId: string;
  runId: string;
  /** The part of the client's input that begins the run, for those who only listen to its events. */
  input?: Record<string, unknown>;
}

/**
 * Begins a run. Earlier events are in earlier runs; agents and activities that go on are announced in this one again.
 */
export function beginRun(turn: AgUiTurn, { threadId, runId, input }: AgUiRun): void {
  turn.usage = {};
  for (const agent of turn.agents.values()) {
    agent.item = null;
    agent.state = agent.state === "ended" || agent.state === "past" ? "past" : "unannounced";
  }
  for (const call of turn.calls.values()) call.activityOpen = false;
  turn.chunks = [{ type: "RUN_STARTED", threadId, runId, ...(input && { input }) }];
}

/** Encodes the next event of the session; those of other turns add nothing. */
export function encodeEvent(turn: AgUiTurn, event: SessionEvent): void {
  if (placeEvent(turn.scope, event) === "outside") return;
  if ("callId" in event) encodeCall(turn, event);
  else if (event.type === "agent.started") startAgent(turn, event);
  else if (event.type === "agent.text_appended") encodeText(turn, event);
  else if ("agentId" in event) encodeAgent(turn, event);
}

function startAgent(turn: AgUiTurn, event: Extract<SessionEvent, { type: "agent.started" }>): void {
  const { agentId, name = "Agent", description, parentCallId } = event;
  if (turn.agents.has(agentId)) return;
  const parentMessageId = parentCallId === undefined ? undefined : turn.calls.get(parentCallId)?.messageId;
  turn.agents.set(agentId, {
    name,
    description,
    parentCallId,
    parentMessageId,
    state: "unannounced",
    item: null,
    stepMessageId: null,
    step: 1,
  });
  openAgent(turn, agentId);
}

function encodeText(turn: AgUiTurn, event: Extract<SessionEvent, { type: "agent.text_appended" }>): void {
  const { agentId, delta } = event;
  if (delta === "") return;
  const agent = openAgent(turn, agentId);
  const item = itemOf(event, agent.item);
  const { kind, id: messageId } = item;
  if (item !== agent.item) {
    closeItem(turn, agentId);
    agent.item = item;
    if (kind === "text") {
      agent.stepMessageId = messageId;
      // A client saves messages but no announcements, so a sub-agent's message carries its name.
      const name = agentId === turn.scope.rootId ? {} : { name: agent.name };
      writeEvent(turn, agentId, { type: "TEXT_MESSAGE_START", messageId, role: "assistant", ...name });
    } else {
      writeEvent(turn, agentId, { type: "REASONING_START", messageId });
      writeEvent(turn, agentId, { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" });
    }
  }
  const type = kind === "text" ? "TEXT_MESSAGE_CONTENT" : "REASONING_MESSAGE_CONTENT";
  writeEvent(turn, agentId, { type, messageId, delta });
}

function encodeAgent(turn: AgUiTurn, event: Extract<SessionEvent, { agentId: string }>): void {
  const { agentId } = event;
  const agent = turn.agents.get(agentId)!;
  const isRoot = agentId === turn.scope.rootId;
  switch (event.type) {
    case "agent.step_completed":
      closeItem(turn, agentId);
      agent.stepMessageId = null;
      agent.step++;
      for (const [key, count] of Object.entries(event.usage ?? {})) {
        if (COUNTS.has(key) && Number.isSafeInteger(count)) turn.usage[key] = (turn.usage[key] ?? 0) + count!;
      }
      return;
    case "agent.retracted":
      closeItem(turn, agentId);
      agent.stepMessageId = null;
      if (isRoot) turn.end = null;
      // In one run an ended sub-agent cannot start again: what follows is only tagged with its id.
      if (agent.state === "past") agent.state = "unannounced";
      return;
    case "agent.completed":
    case "agent.failed":
    case "agent.cancelled":
    case "agent.interrupted":
      closeItem(turn, agentId);
      if (isRoot) turn.end = event;
      else endSubagent(turn, agent, event);
  }
}

function endSubagent(turn: AgUiTurn, agent: AgUiAgent, event: AgentEndEvent): void {
  // AG-UI has one end for each sub-agent. A second one comes where an interrupted sub-agent is stopped.
  if (agent.state === "ended" || agent.state === "past") return;
  const { agentId: subagentRunId } = event;
  openAgent(turn, subagentRunId);
  agent.state = "ended";
  if (event.type === "agent.completed") {
    const result = event.result === undefined || event.result === null ? {} : { result: event.result };
    turn.chunks.push({ type: "SUBAGENT_FINISHED", subagentRunId, ...result, outcome: { type: "success" } });
  } else {
    turn.chunks.push({ type: "SUBAGENT_ERROR", subagentRunId, ...errorOf(event) });
  }
}

function errorOf(event: Exclude<AgentEndEvent, { type: "agent.completed" }>): { message: string; code: string } {
  switch (event.type) {
    case "agent.failed":
      return { message: event.error.message, code: event.error.code };
    case "agent.cancelled":
      return { message: event.reason ?? "The agent was stopped.", code: "cancelled" };
    case "agent.interrupted":
      return { message: event.reason ?? "The agent was interrupted.", code: "interrupted" };
  }
}

/** Writes what was held back to be sent together; called after each batch of events. */
export function flushTurn(turn: AgUiTurn): void {
  for (const [callId, call] of turn.calls) {
    if (isOutputDue(call)) writeOutput(turn, callId, call);
  }
}

/** Ends the run; these approvals are open, and become its interrupts. */
export function finishRun(turn: AgUiTurn, { threadId, runId }: AgUiRun, asks: readonly LoopCall[]): void {
  const { chunks, end, usage } = turn;
  for (const [callId, call] of turn.calls) {
    if (!call.ended) suspendCall(turn, callId, call);
  }
  for (const agentId of turn.agents.keys()) closeItem(turn, agentId);
  suspendAgents(turn, asks);
  if (end?.type === "agent.failed") {
    chunks.push({ type: "RUN_ERROR", message: end.error.message, code: end.error.code });
  } else if (end?.type === "agent.interrupted") {
    const message = end.reason ?? "The answer was interrupted before it was whole.";
    chunks.push({ type: "RUN_ERROR", message, code: "interrupted" });
  } else {
    const interrupts = asks.flatMap((ask) => interruptOf(turn, ask));
    const outcome =
      end?.type === "agent.cancelled"
        ? { type: "cancelled" }
        : interrupts.length > 0
          ? { type: "interrupt", interrupts }
          : { type: "success", pendingToolCallIds: [] };
    const counted = Object.keys(usage).length > 0 && { usage: [usage] };
    chunks.push({ type: "RUN_FINISHED", threadId, runId, ...counted, outcome });
  }
}

/** Closes the sub-agents that go on in a later run, the innermost first, each with the interrupts it waits for. */
function suspendAgents(turn: AgUiTurn, asks: readonly LoopCall[]): void {
  for (const [agentId, agent] of [...turn.agents].reverse()) {
    if (agentId === turn.scope.rootId || agent.state !== "open") continue;
    const within = asks.filter((call) => isWithin(turn.scope, call.agentId, agentId));
    const interruptIds = within.flatMap(openAskIds);
    const outcome = { type: "suspended", ...(interruptIds.length > 0 && { interruptIds }) };
    turn.chunks.push({ type: "SUBAGENT_FINISHED", subagentRunId: agentId, outcome });
  }
}

function interruptOf(turn: AgUiTurn, asking: LoopCall): Omit<AgUiEvent, "type">[] {
  const { callId, approval, agentId } = asking;
  if (asking.status === "awaiting-input") return questionsOf(turn, asking);
  const call = turn.calls.get(callId);
  if (!approval || !call?.ask) return [];
  const { inputSchema, reason, expiresAt } = call.ask;
  const responseSchema = {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      reason: { type: "string" },
      // Its presence allows edited arguments, which replace all that the ask names.
      ...(typeof inputSchema === "object" && inputSchema !== null && { editedArgs: inputSchema }),
    },
    required: ["approved"],
  };
  return [
    {
      id: approval.id,
      reason: "tool_call",
      toolCallId: callId,
      responseSchema,
      ...(reason !== undefined && { message: reason }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      ...agentTag(turn, agentId!),
      // The arguments that will run, validated and with defaults, where they differ from those that streamed.
      ...(!isDeepStrictEqual(call.input, approval.input) && { metadata: { input: approval.input } }),
    },
  ];
}

/** A call's open questions: the answer is the payload itself, and giving one up is `cancelled`. */
function questionsOf(turn: AgUiTurn, { callId, agentId, asking }: LoopCall): Omit<AgUiEvent, "type">[] {
  return (asking?.open ?? []).map(({ id, message, schema, url, expiresAt }) => ({
    id,
    reason: "input_required",
    toolCallId: callId,
    message,
    // A plain yes and a link have nothing to fill in.
    responseSchema: schema ?? { type: "object", properties: {} },
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
    ...agentTag(turn, agentId!),
    // AG-UI has no field for an address to open.
    ...(url !== null && { metadata: { url } }),
  }));
}

const COUNTS: ReadonlySet<string> = new Set([
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "reasoningTokens",
  "cachedInputTokens",
]);
