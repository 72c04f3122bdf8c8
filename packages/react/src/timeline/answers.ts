import type { Timeline } from "@callboard/core";

const messagesByTimeline = new WeakMap<Timeline, Map<string, string>>();

/** The message that a root agent answers. It never answers another one, so it is read once, wherever in its log a timeline stands. */
export function answeredBy(timeline: Timeline, agentId: string): string | null {
  let known = messagesByTimeline.get(timeline);
  if (!known) messagesByTimeline.set(timeline, (known = new Map()));
  const before = known.get(agentId);
  if (before !== undefined) return before;
  const agent = timeline.getNode(agentId);
  const messageId = agent?.kind === "agent" ? agent.messageId : null;
  if (messageId !== null) known.set(agentId, messageId);
  return messageId;
}

/** By the list of root agents, which is another one whenever one is added or goes. */
const answersByAgents = new WeakMap<readonly string[], Map<string | null, string[]>>();

/** The root agents that answer a message, in order. To look for them among thousands, each of which is a row that asks, is done once for all. */
export function answersTo(timeline: Timeline, messageId: string): readonly string[] {
  const { agents } = timeline.getRoot();
  let answers = answersByAgents.get(agents);
  // What an agent answers may be told after the agent is there.
  if (!answers || answers.get(null)?.some((id) => answeredBy(timeline, id) !== null)) {
    answers = new Map();
    for (const id of agents) {
      const key = answeredBy(timeline, id);
      const known = answers.get(key);
      if (known) known.push(id);
      else answers.set(key, [id]);
    }
    answersByAgents.set(agents, answers);
  }
  return answers.get(messageId) ?? [];
}
