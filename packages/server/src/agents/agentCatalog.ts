import type { ToolContext } from "@callboard/core";
import type { AgentTools } from "@callboard/core/access";
import type { AgentListing } from "@callboard/core/client";
import type { LanguageModel } from "ai";
import { HostRefusal } from "../hostRefusal.ts";
import {
  checkAgent,
  DEFAULT_AGENT,
  type AdjustAgent,
  type AgentDefinition,
  type AgentSource,
} from "./agentDefinition.ts";

/** An agent as a host runs it. */
export interface HostAgent extends AgentDefinition {
  model: LanguageModel;
  /** The model is its own rather than the host's. */
  hasOwnModel: boolean;
}

/** The one way to an agent, from whichever source. */
export interface AgentCatalog {
  /** The agents that a person of this context may talk to. */
  listFor(context: ToolContext): Promise<readonly AgentListing[]>;
  /** An agent of this context. */
  find(slug: string, context: ToolContext): Promise<HostAgent | undefined>;
}

/**
 * Makes a catalog of its sources, in their order. The list may grow; it is read at each question. A definition that
 * cannot be run is left out, and told once.
 */
export function createAgentCatalog(
  {
    defaultAgent,
    sources,
    adjustments = [],
  }: {
    defaultAgent: Omit<HostAgent, "slug" | "name">;
    sources: readonly AgentSource[];
    adjustments?: readonly AdjustAgent[];
  },
  onProblem: (message: string) => void,
): AgentCatalog {
  const told = new Set<string>();
  const own: HostAgent = { ...defaultAgent, slug: DEFAULT_AGENT, name: "Assistant" };
  const isUsable = (definition: AgentDefinition, { name }: Pick<AgentSource, "name">): boolean => {
    try {
      checkAgent(definition);
      return true;
    } catch (error) {
      const problem = `An agent of "${name}" is left out. ${error instanceof Error ? error.message : String(error)}`;
      if (!told.has(problem)) onProblem(problem);
      told.add(problem);
      return false;
    }
  };
  /** An agent as its tenant has it; what cannot be run of that is left out. */
  async function adjusted(agent: HostAgent, context: ToolContext): Promise<HostAgent> {
    const { slug, model, hasOwnModel } = agent;
    let now = agent;
    for (const adjust of adjustments) {
      const next = { ...(await adjust(now, context)), slug, model, hasOwnModel };
      if (isUsable(next, { name: "what its tenant says" })) now = next;
    }
    return now;
  }
  return {
    async listFor(context) {
      const lists = await Promise.all(sources.map(async (source) => ({ source, list: await source.list(context) })));
      const listed = new Map([[own.slug, listingOf(own)]]);
      for (const { source, list } of lists) {
        for (const agent of list) {
          if (isUsable(agent, source) && !listed.has(agent.slug)) listed.set(agent.slug, listingOf(agent));
        }
      }
      return [...listed.values()];
    },
    async find(slug, context) {
      if (slug === own.slug) return adjusted(own, context);
      for (const source of sources) {
        const found = await source.find(slug, context);
        if (found?.slug !== slug || !isUsable(found, source)) continue;
        const { model } = found;
        return adjusted({ ...found, model: model ?? own.model, hasOwnModel: model !== undefined }, context);
      }
      return undefined;
    },
  };
}

function listingOf({ slug, name, description }: AgentDefinition): AgentListing {
  return { slug, name, description: description ?? null, isDefault: slug === DEFAULT_AGENT };
}

/** What an agent says of its tools; undefined where it has all that its person may use. */
export function toolsOfAgent({ toolGroups, customTools, only }: AgentTools): AgentTools | undefined {
  if (!toolGroups && !customTools && !only) return undefined;
  return { ...(toolGroups && { toolGroups }), ...(customTools && { customTools }), ...(only && { only }) };
}

/** The refusal of an agent that a context does not have. */
export function noAgent(slug: string, path?: string): HostRefusal {
  const message = `There is no agent "${slug.slice(0, 64)}" here that you can talk to. Choose one of those that GET /api/chat/agents lists.`;
  return new HostRefusal("agent_not_found", message, { path });
}
