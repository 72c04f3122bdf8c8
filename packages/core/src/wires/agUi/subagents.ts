import {
  findCall,
  itemIdOf,
  requestCall,
  ensureRoot,
  unusedId,
  LEFT_OPEN,
  type AgUiChat,
  type AgUiSubagent,
} from "./chat.ts";
import { fieldsIn, refused, optionalString, type Fields } from "./eventFields.ts";
import {
  isAgentOpen,
  stateOf,
  writeAgentEnd,
  writeAgentStart,
  writeEnd,
  writeEvent,
  writeInput,
  writeRetraction,
  writeStart,
  type AgentEnd,
} from "../eventWriter.ts";

/** The agent that an event belongs to, by the sub-agent that it names; one that was not announced starts here. */
export function agentOf(chat: AgUiChat, tag: string | undefined, event: Fields): string {
  if (tag === undefined) return ensureRoot(chat, event);
  if (!chat.subagents.has(tag)) start(chat, tag, event, ensureRoot(chat, event), false);
  return chat.subagents.get(tag)!.agentId;
}

/** Applies a SUBAGENT_STARTED: of a new sub-agent, of one that goes on, or of one that has started without it. */
export function announce(chat: AgUiChat, event: Fields): void {
  const tag = optionalString(event, "subagentRunId");
  if (tag === undefined) throw refused();
  const { retelling, subagents, writer } = chat;
  const before = subagents.get(tag);
  // What is told once more of a sub-agent that was cut goes on with it.
  if (before && retelling && !openSubagent(chat, tag)) {
    if (!retelling.run.isOver) writeRetraction(writer, before.agentId, "the last", []);
    return;
  }
  const agent = openSubagent(chat, tag);
  if (agent) {
    agent.isSuspended = false;
    if (agent.isAnnounced) return;
    agent.isAnnounced = true;
    const [name, description] = [optionalString(event, "name"), optionalString(event, "description")];
    return writeEvent(chat.writer, { type: "agent.started", agentId: agent.agentId, name, description });
  }
  const ofMessage = chat.tags.get(itemIdOf("text", String(event.parentMessageId)));
  const parentId = [optionalString(event, "parentSubagentRunId"), ofMessage].find((one) => chat.subagents.has(one!));
  start(chat, tag, event, agentOf(chat, parentId, event), true);
}

/** Applies a SUBAGENT_FINISHED or a SUBAGENT_ERROR; a second end changes nothing. */
export function endSubagent(chat: AgUiChat, event: Fields): void {
  const agent = openSubagent(chat, optionalString(event, "subagentRunId"));
  if (!agent) return;
  if (event.type === "SUBAGENT_ERROR") {
    const message = optionalString(event, "message") ?? "The sub-agent failed without saying why.";
    end(chat, agent, { status: "failed", error: { code: optionalString(event, "code") ?? "subagent_error", message } });
  } else if (fieldsIn(event, "outcome").type === "suspended") agent.isSuspended = true;
  else end(chat, agent, { status: "completed", result: event.result });
}

/** A call ended: ends the sub-agents below it. */
export function endBelow(chat: AgUiChat, callId: string, status: "completed" | "interrupted"): void {
  for (const agent of chat.subagents.values()) {
    if (agent.callId === callId && !agent.isStandIn) end(chat, agent, { status });
  }
}

/** The turn succeeded: ends its open sub-agents. */
export function settleSubagents(chat: AgUiChat): void {
  const { subagents, turn, writer } = chat;
  for (const agent of subagents.values()) {
    const { callId, isAnnounced, isSuspended } = agent;
    if (!turn.calls.has(callId)) continue;
    if (!isAnnounced || isSuspended || stateOf(writer, callId) === "ended") end(chat, agent, { status: "completed" });
    else end(chat, agent, { status: "interrupted", reason: LEFT_OPEN });
  }
}

/** The open sub-agent of an id, which may be used again once its first sub-agent has ended. */
export function openSubagent({ subagents, writer }: AgUiChat, tag: string | undefined): AgUiSubagent | undefined {
  const agent = subagents.get(tag!);
  return agent && isAgentOpen(writer, agent.agentId) ? agent : undefined;
}

function start(chat: AgUiChat, tag: string, details: Fields, owner: string, isAnnounced: boolean): void {
  const { writer, subagents } = chat;
  const agentId = unusedId(chat, `agent:${tag}`);
  const [name, description] = [optionalString(details, "name"), optionalString(details, "description")];
  const parent = optionalString(details, "parentToolCallId");
  const callId = parent === undefined ? `call:${agentId}` : findCall(chat, parent, details.parentSubagentRunId);
  if (stateOf(writer, callId) === undefined) {
    requestCall(chat, callId, { tool: name ?? "subagent", agentId: owner });
    if (parent === undefined) writeInput(writer, callId, { value: description === undefined ? {} : { description } });
  }
  if (stateOf(writer, callId) === "ready") writeStart(writer, callId);
  subagents.set(tag, { agentId, callId, isStandIn: parent === undefined, isAnnounced, isSuspended: false });
  writeAgentStart(writer, agentId, { name, description, parentCallId: callId });
}

function end({ writer }: AgUiChat, { agentId, callId, isStandIn }: AgUiSubagent, ending: AgentEnd): void {
  if (!isAgentOpen(writer, agentId)) return;
  writeAgentEnd(writer, agentId, ending);
  if (!isStandIn) return;
  writeEnd(
    writer,
    callId,
    ending.status === "completed" ? { status: ending.status, output: ending.result ?? null } : ending,
  );
}
