import type { ToolContext } from "@callboard/core";
import { toolsOfAgent, type AgentCatalog, type HostAgent } from "../agents/agentCatalog.ts";
import { DEFAULT_AGENT } from "../agents/agentDefinition.ts";
import { lineOf, type Conversation, type LoopAgent } from "../conversation/conversation.ts";

/**
 * The host's agent that an agent of the log is now, or the slug of the one that is not there any more. One that a tool
 * describes answers as the agent above it.
 */
export async function whoIs(
  agents: AgentCatalog,
  conversation: Conversation,
  { agentId }: LoopAgent,
  context: ToolContext,
): Promise<HostAgent | { missing: string }> {
  const line = lineOf(conversation, agentId).map((id) => conversation.agents.get(id));
  const isDescribed = (agent: LoopAgent | undefined) => agent?.delegation?.instructions !== undefined;
  const slug = line.find((agent) => !isDescribed(agent))?.named?.slug ?? DEFAULT_AGENT;
  return (await agents.find(slug, context)) ?? { missing: slug };
}

/**
 * The context in which an agent sees and runs tools: with those that it has, and told where it has a model of its own.
 */
export function withToolsOf(context: ToolContext, who: HostAgent, { delegation }: LoopAgent): ToolContext {
  const tools = delegation?.tools ? { only: delegation.tools } : toolsOfAgent(who);
  const facts = who.hasOwnModel && { facts: { ...context.facts, model: true } };
  return tools || facts ? { ...context, ...(tools && { agent: tools }), ...facts } : context;
}
