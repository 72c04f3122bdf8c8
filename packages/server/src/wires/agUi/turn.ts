import type { SessionEvent } from "@callboard/core";
import { createTurnEncoding, type EncodedCall, type OpenItem, type TurnEncoding } from "../turnEncoding.ts";

/** An event of AG-UI 1.0. */
export interface AgUiEvent {
  type: string;
  [field: string]: unknown;
}

export interface AgUiAgent {
  name: string;
  description: string | undefined;
  parentCallId: string | undefined;
  /** The message that holds its parent call. */
  parentMessageId: string | undefined;
  /** In this run: not yet announced, announced and open, or ended; `past` means that it ended in an earlier run. */
  state: "unannounced" | "open" | "ended" | "past";
  item: OpenItem | null;
  /** The message that holds the calls of its present step. */
  stepMessageId: string | null;
  step: number;
}

export interface AgUiCall extends EncodedCall {
  /** The message that holds it. */
  messageId: string;
  /** Its arguments have streamed, so they are not written whole again. */
  argsStreamed: boolean;
  ask: Extract<SessionEvent, { type: "tool.needs_approval" }> | null;
  /** The content of its `tool_output` activity: streamed output and progress. */
  activity: Record<string, unknown>;
  /** This run has written the activity's snapshot. */
  activityOpen: boolean;
}

/**
 * One turn as AG-UI events, over one run or several (one after each answer to its interrupts). Events of sub-agents
 * carry their `subagentRunId`; streamed output and progress are an activity that names its call; approvals are
 * interrupts.
 */
export interface AgUiTurn extends TurnEncoding<AgUiEvent> {
  agents: Map<string, AgUiAgent>;
  calls: Map<string, AgUiCall>;
  /** Tokens used in this run. */
  usage: Record<string, number>;
}

export function createTurn(rootId: string): AgUiTurn {
  return { ...createTurnEncoding<AgUiEvent>(rootId), agents: new Map(), calls: new Map(), usage: {} };
}

/** The field that names the sub-agent an event belongs to. */
export function agentTag({ scope }: AgUiTurn, agentId: string): { subagentRunId?: string } {
  return agentId === scope.rootId ? {} : { subagentRunId: agentId };
}

export function writeEvent(turn: AgUiTurn, agentId: string, event: AgUiEvent): void {
  turn.chunks.push({ ...event, ...agentTag(turn, agentId) });
}

/**
 * Announces a sub-agent and all above it, once a run: a run that continues a turn names the sub-agents that go on in
 * it.
 */
export function openAgent(turn: AgUiTurn, agentId: string): AgUiAgent {
  const { rootId, calls } = turn.scope;
  const agent = turn.agents.get(agentId)!;
  if (agentId === rootId || agent.state !== "unannounced") return agent;
  const { parentCallId, parentMessageId, name, description } = agent;
  const parentId = parentCallId === undefined ? undefined : calls.get(parentCallId)?.agentId;
  if (parentId !== undefined) openAgent(turn, parentId);
  agent.state = "open";
  turn.chunks.push({
    type: "SUBAGENT_STARTED",
    subagentRunId: agentId,
    name,
    ...(description !== undefined && { description }),
    ...(parentId !== undefined && parentId !== rootId && { parentSubagentRunId: parentId }),
    ...(parentCallId !== undefined && { parentToolCallId: parentCallId }),
    ...(parentMessageId !== undefined && { parentMessageId }),
  });
  return agent;
}

export function closeItem(turn: AgUiTurn, agentId: string): void {
  const agent = turn.agents.get(agentId);
  if (!agent?.item) return;
  const { kind, id: messageId } = agent.item;
  agent.item = null;
  if (kind === "text") return writeEvent(turn, agentId, { type: "TEXT_MESSAGE_END", messageId });
  writeEvent(turn, agentId, { type: "REASONING_MESSAGE_END", messageId });
  writeEvent(turn, agentId, { type: "REASONING_END", messageId });
}
