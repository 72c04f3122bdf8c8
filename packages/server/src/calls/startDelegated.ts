import { randomUUID } from "node:crypto";
import type { Delegation, ToolContext } from "@callboard/core";
import { delegatedAgent, type Delegated } from "@callboard/core/host";
import type { AgentCatalog } from "../agents/agentCatalog.ts";
import { DEFAULT_AGENT, type AgentDefinition } from "../agents/agentDefinition.ts";
import type { NamedAgent, TurnActor } from "../conversation/conversation.ts";

/** What an agent's start keeps of its definition: which it is, and its budget. The default agent is not named. */
export function namedIn({ slug, budget }: AgentDefinition): { agent?: NamedAgent } {
  if (slug === DEFAULT_AGENT) return {};
  return { agent: { slug, ...(budget && { budget }) } };
}

/**
 * The event that starts the sub-agent that a call delegates to, or why there is none. `more` says for whom it works,
 * where no turn above it does.
 */
export async function startDelegated(
  options: {
    agents: AgentCatalog;
    context: ToolContext;
    callId: string;
    onProblem: (message: string, error?: unknown) => void;
  },
  delegation: Delegation,
  more: { turn: TurnActor } | undefined,
): Promise<Delegated> {
  const { agents, context, callId, onProblem } = options;
  if (!("agent" in delegation)) return delegatedAgent(callId, randomUUID(), delegation, more);
  const { agent: slug } = delegation;
  try {
    const found = await agents.find(slug, context);
    if (!found) return { refused: { code: "agent_not_found", message: notHere(slug) } };
    const { name, description = found.description } = delegation;
    const named = { ...delegation, name: name ?? found.name, ...(description !== undefined && { description }) };
    return delegatedAgent(callId, randomUUID(), named, { ...more, ...namedIn(found) });
  } catch (error) {
    onProblem(`The agent "${slug}" could not be looked for.`, error);
    const message = `The agent "${slug}" could not be looked for just now. The host's log says why. Try again later.`;
    return { refused: { code: "internal", message } };
  }
}

/** What is said of an agent that is not there for a context, and of one that it may not have: the same. */
export const notHere = (slug: string): string =>
  `There is no agent "${slug.slice(0, 64)}" here for this person. Go on without it, or name another.`;
