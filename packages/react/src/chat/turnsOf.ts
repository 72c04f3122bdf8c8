import type { RootView, Timeline } from "@callboard/core";

/** A message of a chat with the root agents that answer it; agents that answer none stand alone. */
export interface Turn {
  key: string;
  message: RootView["messages"][number] | null;
  agents: readonly string[];
}

/** The turns of a session in their order. */
export function turnsOf(timeline: Timeline, root: RootView): Turn[] {
  const turns: (Turn & { agents: string[] })[] = root.messages.map((message) => ({
    key: message.id,
    message,
    agents: [],
  }));
  const byMessage = new Map(turns.map((turn) => [turn.key, turn]));
  for (const id of root.agents) {
    const agent = timeline.getNode(id);
    const turn = agent?.kind === "agent" && agent.messageId !== null ? byMessage.get(agent.messageId) : undefined;
    if (turn) turn.agents.push(id);
    else turns.push({ key: id, message: null, agents: [id] });
  }
  return turns;
}
