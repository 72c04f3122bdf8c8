import { isFinal } from "./event.ts";
import type { AgentNode, CallNode, ItemNode, TimelineNode } from "./node.ts";
import { agentOf, notice, touch, YOU, type TimelineState } from "./state.ts";

/** Puts a call under its agent, once, with the sub-agents that waited for it. */
export function attachCall(state: TimelineState, call: CallNode, under: AgentNode, at: number): void {
  let agent = under;
  if (call.agents.length > 0 && isInside(state, agent, call)) {
    notice(state, {}, "cyclic_parent", `The call "${call.id}" would stand inside itself; it is shown at the root.`);
    agent = agentOf(state, YOU) ?? under;
  }
  if (agent.id === YOU && !agent.attached) {
    agent.startedAt = at;
    attachRoot(state, agent);
  }
  call.agentId = agent.id;
  call.attached = true;
  addItem(state, agent, call, call.messageId);
  if (!isFinal(call.status)) countOpen(state, call, 1);
  for (const child of state.waitingAgents.get(call.id) ?? []) attachAgent(state, child, call);
  state.waitingAgents.delete(call.id);
}

export function attachRoot(state: TimelineState, agent: AgentNode): void {
  agent.attached = true;
  state.roots.push(agent);
  state.rootVersion++;
  touch(state, agent);
}

/** Puts a sub-agent under its call, or lets it wait for the call to come. */
export function attachUnder(state: TimelineState, agent: AgentNode, callId: string): void {
  agent.parentCallId = callId;
  const call = state.nodes.get(callId);
  if (call?.kind === "call") return attachAgent(state, agent, call);
  const waiting = state.waitingAgents.get(callId);
  if (waiting) waiting.push(agent);
  else state.waitingAgents.set(callId, [agent]);
}

function attachAgent(state: TimelineState, agent: AgentNode, call: CallNode): void {
  if (agent.attached) return;
  // An agent without items has nothing below it that the call could stand in.
  if (agent.items.length > 0 && isInside(state, call, agent)) {
    notice(state, {}, "cyclic_parent", `The agent "${agent.id}" would stand inside itself; it is shown at the root.`);
    agent.parentCallId = null;
    return attachRoot(state, agent);
  }
  agent.attached = true;
  call.agents.push(agent);
  touch(state, call);
  touch(state, agent);
}

export function addItem(
  state: TimelineState,
  agent: AgentNode,
  item: ItemNode,
  messageId: string | null | undefined,
): void {
  agent.items.push(item);
  agent.itemRefs = null;
  touch(state, agent);
  const under = messageId ?? agent.messageId;
  if (under !== null) listUnder(state, under, item);
}

/** An agent's message is known: what it holds already, and is not of another message, belongs there too. */
export function joinMessage(state: TimelineState, agent: AgentNode, messageId: string): void {
  agent.messageId = messageId;
  for (const item of agent.items) if (item.messageId === null) listUnder(state, messageId, item);
}

function listUnder(state: TimelineState, messageId: string, item: ItemNode): void {
  const items = state.byMessage.get(messageId);
  item.messageId = messageId;
  touch(state, item);
  if (items) items.add(item);
  else state.byMessage.set(messageId, new Set([item]));
}

/** The implicit agent runs while one of its calls does. */
export function countOpen(state: TimelineState, call: CallNode, change: 1 | -1): void {
  const agent = call.agentId === YOU ? state.nodes.get(YOU) : undefined;
  if (agent?.kind !== "agent") return;
  agent.openCalls += change;
  const status = agent.openCalls > 0 ? "running" : "completed";
  if (status === agent.status) return;
  agent.status = status;
  touch(state, agent);
}

/** Takes nodes and all below them away; what still comes for them is dropped. */
export function withdraw(state: TimelineState, nodes: readonly TimelineNode[]): void {
  const gone = [...nodes];
  for (let node = gone.pop(); node; node = gone.pop()) {
    state.nodes.delete(node.id);
    state.withdrawn.add(node.id);
    touch(state, node);
    if (node.kind === "agent") for (const item of node.items) gone.push(item);
    else if (node.messageId !== null) state.byMessage.get(node.messageId)?.delete(node);
    if (node.kind !== "call") continue;
    if (!isFinal(node.status)) countOpen(state, node, -1);
    for (const agent of node.agents) gone.push(agent);
    for (const agent of state.waitingAgents.get(node.id) ?? []) gone.push(agent);
    state.waitingAgents.delete(node.id);
  }
}

/** Whether `node` stands below `above`, going up the tree. */
function isInside(state: TimelineState, node: AgentNode | CallNode, above: AgentNode | CallNode): boolean {
  const seen = new Set<TimelineNode>();
  let at: TimelineNode | undefined = node;
  while (at && !seen.has(at)) {
    if (at === above) return true;
    seen.add(at);
    const parent: string | null = at.kind === "agent" ? at.parentCallId : at.agentId;
    at = parent === null ? undefined : state.nodes.get(parent);
  }
  return false;
}
