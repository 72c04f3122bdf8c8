import type { CallStatus, CallView, Timeline } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";

/** A change of a call that is worth a word: it waits for a person, or is over. */
export interface Announced {
  call: CallView;
  isAsk: boolean;
}

/** The roots that may be at work without an open call are the last ones. */
const LAST_ROOTS = 8;

/**
 * Reads what happened since the last read: calls that began to wait for a person, and calls that ended. What was there
 * before the first read is no news. A read costs what is open and new, the first too, and not what is over.
 */
export function createAnnouncements(timeline: Timeline): () => Announced[] {
  /** The agents at work, with how many of their items were seen. */
  const agents = new Map<string, number>();
  const calls = new Map<string, { status: CallStatus; agents: number }>();
  let roots = 0;
  let isFirst = true;
  const callOf = (id: string) => {
    const node = timeline.getNode(id);
    return node?.kind === "call" ? node : undefined;
  };
  /**
   * Follows an agent from here on, if it is at work. The implicit agent of a person's own calls may always begin to
   * work again.
   */
  const follow = (id: string) => {
    const agent = timeline.getNode(id);
    if (agent?.kind !== "agent" || agents.has(id)) return;
    if (agent.status === "running" || id === "you") agents.set(id, agent.items.length);
  };
  const begin = () => {
    const rootIds = timeline.getRoot().agents;
    roots = rootIds.length;
    rootIds.slice(-LAST_ROOTS).forEach(follow);
    for (const call of [...timeline.openCalls()].map(callOf)) {
      if (!call) continue;
      calls.set(call.id, { status: call.status, agents: call.agents.length });
      if (call.agentId !== null) follow(call.agentId);
      call.agents.forEach(follow);
    }
  };
  return () => {
    const news: Announced[] = [];
    if (isFirst) {
      isFirst = false;
      begin();
      return news;
    }
    const work: string[] = [];
    const rootIds = timeline.getRoot().agents;
    for (; roots < rootIds.length; roots++) agents.set(rootIds[roots]!, 0);
    const look = (id: string) => {
      const call = callOf(id);
      if (!call) return;
      const known = calls.get(id) ?? { status: "requested", agents: 0 };
      for (; known.agents < call.agents.length; known.agents++) {
        const agent = call.agents[known.agents]!;
        agents.set(agent, 0);
        work.push(agent);
      }
      const isAsk = call.status.startsWith("awaiting-");
      if (call.status !== known.status && (isAsk || isFinal(call.status))) news.push({ call, isAsk });
      if (isFinal(call.status)) calls.delete(id);
      else calls.set(id, { ...known, status: call.status });
    };
    for (const id of [...calls.keys()]) look(id);
    work.push(...agents.keys());
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
      const agent = timeline.getNode(id);
      if (agent?.kind !== "agent") continue;
      const { items } = agent;
      for (let at = Math.min(agents.get(id) ?? 0, items.length); at < items.length; at++) {
        if (items[at]!.kind === "call") look(items[at]!.id);
      }
      if (agent.status === "running" || agent.id === "you") agents.set(id, items.length);
      else agents.delete(id);
    }
    // An agent whose call was over before the first read may be at work all the same: its open calls tell of it.
    for (const id of timeline.openCalls()) {
      if (calls.has(id)) continue;
      look(id);
      const agentId = callOf(id)?.agentId;
      if (agentId) follow(agentId);
    }
    return news;
  };
}
