import type { ToolGroup } from "./toolGroup.ts";

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

/**
 * The groups of the platform that the kit comes from, by the names that its tools know. A tool joins one with `group:
 * toolGroups.entity`.
 */
export const toolGroups = {
  entity: { name: "entity", permissions: ENTITY_TOOL_PERMISSIONS },
  filter: {
    name: "filter",
    permissions: { filterEntities: "entities.team.read", extractFilters: "entities.team.read" },
    comesWith: ["entity"],
  },
  research: {
    name: "research",
    permissions: { researchEntities: "entities.team.read" },
    comesWith: ["entity"],
  },
  document: { name: "document", comesWith: ["entity"] },
  web: { name: "web" },
  workflow: { name: "workflow" },
  context: { name: "context" },
  admin: { name: "admin" },
  view: { name: "view", comesWith: ["admin"] },
  media: { name: "media" },
} as const satisfies Record<string, ToolGroup>;
