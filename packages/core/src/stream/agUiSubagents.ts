import { itemIdOf, requestCall, rootOf, unusedId, UNSAID, type AgUiChat, type AgUiSubagent } from "./agUiChat.ts";
import { fieldsIn, refused, textIn, type Fields } from "./agUiEvent.ts";
import type { AgentEnd } from "./eventWriter.ts";

/** The agent that an event belongs to, by the sub-agent that it names; one that nobody announced is taken as it comes. */
export function agentOf(chat: AgUiChat, tag: string | undefined, event: Fields): string {
  if (tag === undefined) return rootOf(chat, event);
  if (!chat.subagents.has(tag)) start(chat, tag, event, rootOf(chat, event), false);
  return chat.subagents.get(tag)!.agentId;
}

/** A SUBAGENT_STARTED: of a new sub-agent, of one that goes on, or at last of one that is known. */
export function announce(chat: AgUiChat, event: Fields): void {
  const tag = textIn(event, "subagentRunId");
  if (tag === undefined) throw refused();
  const agent = openSubagent(chat, tag);
  if (agent) {
    agent.isSuspended = false;
    if (agent.isAnnounced) return;
    agent.isAnnounced = true;
    const [name, description] = [textIn(event, "name"), textIn(event, "description")];
    return chat.writer.emit({ type: "agent.started", agentId: agent.agentId, name, description });
  }
  const ofMessage = chat.tags.get(itemIdOf("text", String(event.parentMessageId)));
  const above = [textIn(event, "parentSubagentRunId"), ofMessage].find((one) => chat.subagents.has(one!));
  start(chat, tag, event, agentOf(chat, above, event), true);
}

/** A SUBAGENT_FINISHED or a SUBAGENT_ERROR, of a sub-agent that has not ended yet. */
export function endSubagent(chat: AgUiChat, event: Fields): void {
  const agent = openSubagent(chat, textIn(event, "subagentRunId"));
  if (!agent) return;
  if (event.type === "SUBAGENT_ERROR") {
    const message = textIn(event, "message") ?? "The sub-agent failed without saying why.";
    end(chat, agent, { status: "failed", error: { code: textIn(event, "code") ?? "subagent_error", message } });
  } else if (fieldsIn(event, "outcome").type === "suspended") agent.isSuspended = true;
  else end(chat, agent, { status: "completed", result: event.result });
}

/** A call ended: the sub-agents below it have nothing more to say. */
export function endBelow(chat: AgUiChat, callId: string, status: "completed" | "interrupted"): void {
  for (const agent of chat.subagents.values()) {
    if (agent.callId === callId && !agent.isStandIn) end(chat, agent, { status });
  }
}

/** The turn succeeded: ends who of its sub-agents has not ended, but those who wait. */
export function settleSubagents(chat: AgUiChat): void {
  const { subagents, turn, writer } = chat;
  for (const agent of subagents.values()) {
    const { callId, isAnnounced, isSuspended } = agent;
    if (!turn.calls.has(callId)) continue;
    if (!isAnnounced || isSuspended || writer.stateOf(callId) === "ended") end(chat, agent, { status: "completed" });
    else end(chat, agent, { status: "interrupted", reason: UNSAID });
  }
}

/** The sub-agent that goes by an id now: it may be used again once its first bearer has ended. */
export function openSubagent({ subagents, writer }: AgUiChat, tag: string | undefined): AgUiSubagent | undefined {
  const agent = subagents.get(tag!);
  return agent && writer.isAgentOpen(agent.agentId) ? agent : undefined;
}

function start(chat: AgUiChat, tag: string, details: Fields, owner: string, isAnnounced: boolean): void {
  const { writer, subagents } = chat;
  const agentId = unusedId(chat, `agent:${tag}`);
  const [name, description] = [textIn(details, "name"), textIn(details, "description")];
  const parent = textIn(details, "parentToolCallId");
  const callId = parent ?? `call:${agentId}`;
  if (writer.stateOf(callId) === undefined) {
    requestCall(chat, callId, { tool: name ?? "subagent", agentId: owner });
    if (parent === undefined) writer.finishInput(callId, { value: description === undefined ? {} : { description } });
  }
  if (writer.stateOf(callId) === "ready") writer.startCall(callId);
  subagents.set(tag, { agentId, callId, isStandIn: parent === undefined, isAnnounced, isSuspended: false });
  writer.startAgent(agentId, { name, description, parentCallId: callId });
}

function end({ writer }: AgUiChat, { agentId, callId, isStandIn }: AgUiSubagent, how: AgentEnd): void {
  if (!writer.isAgentOpen(agentId)) return;
  writer.endAgent(agentId, how);
  if (!isStandIn) return;
  writer.endCall(callId, how.status === "completed" ? { status: how.status, output: how.result ?? null } : how);
}
