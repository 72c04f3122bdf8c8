/**
 * Tools that agents get together. With `permissions`, each tool of it needs the one that stands there, and what stands
 * nowhere is closed.
 */
export interface ToolGroup {
  readonly name: string;
  /** The permission that each of its tools needs, by slug. */
  readonly permissions?: Readonly<Record<string, string>>;
  /** The names of groups that bring this one along: an agent that has one of them has this one too. */
  readonly comesWith?: readonly string[];
}

/** Which tools an agent has, beside those that belong to no group. */
export interface AgentTools {
  /** Names of groups. */
  toolGroups?: readonly string[];
  /** Slugs of tools that it has whatever their group. */
  customTools?: readonly string[];
  /** The only tools that it has, by slug. */
  only?: readonly string[];
}

/** Whether an agent has a group: by its name, or by that of one that brings it along. */
export function hasGroup({ toolGroups = [] }: AgentTools, { name, comesWith = [] }: ToolGroup): boolean {
  return [name, ...comesWith].some((one) => toolGroups.includes(one));
}
