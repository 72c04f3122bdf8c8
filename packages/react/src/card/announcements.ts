import type { CallStatus, CallView, Timeline } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";

/** A change of a call that is worth a word: it waits for a person, or is over. */
export interface Announced {
  call: CallView;
  isAsk: boolean;
}

/**
 * Reads what happened since the last read: calls that began to wait for a person, and calls that ended. What was there before the first read is
 * no news. A read costs what is open, not what is over.
 */
export function createAnnouncements(timeline: Timeline): () => Announced[] {
  /** The agents at work, with how many of their items were seen. */
  const agents = new Map<string, number>();
  const calls = new Map<string, { status: CallStatus; agents: number }>();
  let roots = 0;
  let isFirst = true;
  return () => {
    const news: Announced[] = [];
    const work: string[] = [];
    const rootIds = timeline.getRoot().agents;
    for (; roots < rootIds.length; roots++) agents.set(rootIds[roots]!, 0);
    work.push(...agents.keys());
    const look = (id: string) => {
      const call = timeline.getNode(id);
      if (call?.kind !== "call") return;
      const known = calls.get(id) ?? { status: "requested", agents: 0 };
      for (; known.agents < call.agents.length; known.agents++) {
        const agent = call.agents[known.agents]!;
        agents.set(agent, 0);
        work.push(agent);
      }
      const isAsk = call.status.startsWith("awaiting-");
      if (call.status !== known.status && (isAsk || isFinal(call.status)) && !isFirst) news.push({ call, isAsk });
      if (isFinal(call.status)) calls.delete(id);
      else calls.set(id, { ...known, status: call.status });
    };
    for (const id of [...calls.keys()]) look(id);
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
      const agent = timeline.getNode(id);
      if (agent?.kind !== "agent") continue;
      const { items } = agent;
      for (let at = Math.min(agents.get(id) ?? 0, items.length); at < items.length; at++) {
        if (items[at]!.kind === "call") look(items[at]!.id);
      }
      // The implicit agent of a person's own calls may begin to work again.
      if (agent.status === "running" || agent.id === "you") agents.set(id, items.length);
      else agents.delete(id);
    }
    isFirst = false;
    return news;
  };
}
