import { isFinal } from "../events/callLife.ts";
import type { AgentNode, CallNode, ItemNode, TimelineNode } from "./node.ts";
import { addNotice, agentOf, IMPLICIT_AGENT_ID, markChanged, noteWaiting, type TimelineState } from "./state.ts";

/** Attaches a call to its agent, with the sub-agents that waited for the call. */
export function attachCall(state: TimelineState, call: CallNode, under: AgentNode, at: number): void {
  let agent = under;
  if (call.agents.length > 0 && isCyclic(state, call, agent)) {
    agent = agentOf(state, IMPLICIT_AGENT_ID) ?? under;
  }
  if (agent.id === IMPLICIT_AGENT_ID && !agent.attached) {
    agent.startedAt = at;
    attachRoot(state, agent);
  }
  call.agentId = agent.id;
  call.attached = true;
  addItem(state, agent, call, call.messageId);
  if (!isFinal(call.status)) countOpen(state, call, 1);
  for (const child of nodesOf(state, state.waitingAgents.get(call.id))) {
    if (child.kind === "agent") attachAgent(state, child, call);
  }
  state.waitingAgents.delete(call.id);
}

export function attachRoot(state: TimelineState, agent: AgentNode): void {
  agent.attached = true;
  state.roots.push(agent.id);
  state.rootVersion++;
  markChanged(state, agent);
}

/** Attaches a sub-agent to its call, or lets it wait until the call arrives. */
export function attachUnder(state: TimelineState, agent: AgentNode, callId: string): void {
  agent.parentCallId = callId;
  const call = state.nodes.get(callId);
  if (call?.kind === "call") return attachAgent(state, agent, call);
  const waiting = state.waitingAgents.get(callId);
  if (waiting) waiting.push(agent.id);
  else state.waitingAgents.set(callId, [agent.id]);
}

function attachAgent(state: TimelineState, agent: AgentNode, call: CallNode): void {
  if (agent.attached) return;
  // An agent without items has no call below it, so there is no cycle to look for.
  if (agent.items.length > 0 && isCyclic(state, agent, call)) {
    agent.parentCallId = null;
    return attachRoot(state, agent);
  }
  agent.attached = true;
  call.agents.push(agent.id);
  markChanged(state, call);
  markChanged(state, agent);
}

export function addItem(
  state: TimelineState,
  agent: AgentNode,
  item: ItemNode,
  messageId: string | null | undefined,
): void {
  agent.items.push({ kind: item.kind, id: item.id });
  agent.itemsView = null;
  markChanged(state, agent);
  const itsMessage = messageId ?? agent.messageId;
  if (itsMessage !== null) addToMessage(state, itsMessage, item);
}

/** Sets an agent's message, also for the items that it already has and that belong to no other message. */
export function joinMessage(state: TimelineState, agent: AgentNode, messageId: string): void {
  agent.messageId = messageId;
  for (const { id } of agent.items) {
    const item = state.nodes.get(id);
    if (item && item.kind !== "agent" && item.messageId === null) addToMessage(state, messageId, item);
  }
}

function addToMessage(state: TimelineState, messageId: string, item: ItemNode): void {
  const items = state.byMessage.get(messageId);
  item.messageId = messageId;
  item.joinedAt = state.version;
  markChanged(state, item);
  if (items) items.add(item.id);
  else state.byMessage.set(messageId, new Set([item.id]));
}

/** Counts the open calls of the implicit agent, which runs while it has one. */
export function countOpen(state: TimelineState, call: CallNode, change: 1 | -1): void {
  const agent = call.agentId === IMPLICIT_AGENT_ID ? state.nodes.get(IMPLICIT_AGENT_ID) : undefined;
  if (agent?.kind !== "agent") return;
  agent.openCalls += change;
  const status = agent.openCalls > 0 ? "running" : "completed";
  if (status === agent.status) return;
  agent.status = status;
  markChanged(state, agent);
}

/** Removes nodes and all nodes below them; later events for them are dropped. */
export function withdraw(state: TimelineState, nodes: readonly TimelineNode[]): void {
  const pending = [...nodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    state.nodes.delete(node.id);
    state.withdrawn.add(node.id);
    noteWaiting(state, node.id, false);
    state.open.delete(node.id);
    markChanged(state, node);
    if (node.kind === "agent") for (const { id } of node.items) pending.push(...nodesOf(state, [id]));
    if (node.kind !== "call") continue;
    if (!isFinal(node.status)) countOpen(state, node, -1);
    pending.push(...nodesOf(state, node.agents), ...nodesOf(state, state.waitingAgents.get(node.id)));
    state.waitingAgents.delete(node.id);
  }
}

function nodesOf(state: TimelineState, ids: readonly string[] = []): TimelineNode[] {
  return ids.map((id) => state.nodes.get(id)).filter((node) => node !== undefined);
}

/** Whether a node is to stand below itself, which is noted. */
function isCyclic(state: TimelineState, { kind, id }: AgentNode | CallNode, under: AgentNode | CallNode): boolean {
  const found = withAbove(state, [under.id]).has(id);
  if (found) addNotice(state, {}, "cyclic_parent", `The ${kind} "${id}" is its own ancestor; it is shown at the root.`);
  return found;
}

/** The ids of nodes and of all that stands above them. */
export function withAbove(state: TimelineState, ids: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const id of ids) {
    let at: string | null | undefined = id;
    while (at && !found.has(at)) {
      found.add(at);
      const node = state.nodes.get(at);
      at = node?.kind === "agent" ? node.parentCallId : node?.agentId;
    }
  }
  return found;
}
