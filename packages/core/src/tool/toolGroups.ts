/** Tools that agents get together. With `permissions`, each tool of it needs the one that stands there, and what stands nowhere is closed. */
export interface ToolGroup {
  readonly name: string;
  /** The permission that each of its tools needs, by slug. */
  readonly permissions?: Readonly<Record<string, string>>;
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

/** The permission that each entity tool needs. */
export const ENTITY_TOOL_PERMISSIONS = {
  searchEntities: "entities.team.read",
  getEntity: "entities.team.read",
  createEntity: "entities.team.create",
  updateEntity: "entities.team.update",
  deleteEntity: "entities.team.delete",
  createRelation: "entities.team.create",
  listEntityTypes: "entity_types.team.read",
  getEntityStats: "entities.team.read",
} as const satisfies ToolGroup["permissions"];

/** The groups of platform tools. A tool joins one with `group: toolGroups.entity`. */
export const toolGroups = {
  entity: { name: "entity", permissions: ENTITY_TOOL_PERMISSIONS },
  filter: {
    name: "filter",
    permissions: { filterEntities: "entities.team.read", extractFilters: "entities.team.read" },
  },
  research: { name: "research", permissions: { researchEntities: "entities.team.read" } },
  document: { name: "document" },
  web: { name: "web" },
  workflow: { name: "workflow" },
  context: { name: "context" },
  admin: { name: "admin" },
  view: { name: "view" },
  media: { name: "media" },
} as const satisfies Record<string, ToolGroup>;

/** The groups that come with another. */
const COME_WITH: Readonly<Record<string, readonly string[]>> = {
  entity: ["filter", "research", "document"],
  admin: ["view"],
};

/** The names of the groups that an agent has, with those that come with them. */
export function groupsOfAgent({ toolGroups = [] }: AgentTools): ReadonlySet<string> {
  return new Set(toolGroups.flatMap((name) => [name, ...(Object.hasOwn(COME_WITH, name) ? COME_WITH[name]! : [])]));
}
