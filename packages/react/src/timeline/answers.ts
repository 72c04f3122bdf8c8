import type { Timeline } from "@callboard/core";

/**
 * Which messages the root agents of a timeline answer. They only become more, and none ever answers another message.
 */
interface Answers {
  /** So many agents were looked at: as many as the log has had, wherever a replay of it stands. */
  count: number;
  places: Map<string, number>;
  messages: Map<string, string>;
  /** The agents that answer a message, in order: another list once it has more. */
  agents: Map<string, string[]>;
  /** What these answer may be told after they are there. */
  untold: string[];
}

const answersByTimeline = new WeakMap<Timeline, Answers>();

/** Looks at each agent once for all that ask: to look for the answers among thousands is not for each row. */
function readAnswers(timeline: Timeline, roots: readonly string[]): Answers {
  let answers = answersByTimeline.get(timeline);
  if (!answers) {
    answers = { count: 0, places: new Map(), messages: new Map(), agents: new Map(), untold: [] };
    answersByTimeline.set(timeline, answers);
  }
  const { places, messages, agents, untold } = answers;
  if (roots.length <= answers.count && untold.length === 0) return answers;
  const added = roots.slice(answers.count);
  for (const id of added) places.set(id, answers.count++);
  const changed = new Set<string>();
  answers.untold = [...untold, ...added].filter((id) => {
    const agent = timeline.getNode(id);
    const messageId = agent?.kind === "agent" ? agent.messageId : null;
    if (messageId === null) return true;
    messages.set(id, messageId);
    if (!changed.has(messageId)) agents.set(messageId, agents.get(messageId)?.slice() ?? []);
    changed.add(messageId);
    agents.get(messageId)!.push(id);
    return false;
  });
  for (const id of changed) agents.get(id)!.sort((one, other) => places.get(one)! - places.get(other)!);
  return answers;
}

/** Who answers what, where a timeline stands in its log. */
export interface AnswersHere {
  /** The message that a root agent answers. */
  messageOf(agentId: string): string | undefined;
  /** The root agents that answer a message, in order; the same list while they are the same. */
  agentsOf(messageId: string): readonly string[];
}

export function answersOf(timeline: Timeline): AnswersHere {
  const roots = timeline.getRoot().agents;
  const { places, messages, agents } = readAnswers(timeline, roots);
  // Further back in a replay the last of them are not there yet.
  const isHere = (id: string) => places.get(id)! < roots.length;
  return {
    messageOf: (agentId) => messages.get(agentId),
    agentsOf(messageId) {
      const ids = agents.get(messageId) ?? NONE;
      return ids.every(isHere) ? ids : ids.filter(isHere);
    },
  };
}

const NONE: readonly string[] = [];
