import { toRegisteredTool } from "@callboard/core/catalog";
import type { HostModule } from "@callboard/server";
import type { EntityDocuments } from "./documents.ts";
import { createEntities, type EntityTypeDefinition } from "./entities.ts";
import { entityChoices } from "./entityChoices.ts";
import { createEntityRows } from "./entityRows.ts";
import { entityTools } from "./entityTools.ts";
import { extractFilters } from "./extractFilters.ts";
import { filterEntities } from "./filterEntities.ts";
import { ENTITIES_MIGRATIONS } from "./migrations.ts";
import { researchEntities } from "./researchEntities.ts";
import { entityRoutes } from "./routes.ts";
import { searchDocuments } from "./searchDocuments.ts";
import { updateEntityTypeSchema } from "./updateEntityTypeSchema.ts";

export interface EntitiesModuleOptions {
  /** Types that every tenant has, beside its own; a tenant that changes one has it as its own from then on. */
  types?: readonly EntityTypeDefinition[];
  /**
   * What entities' documents are among, such as `knowledgeDocuments` of a knowledge module. Without, they have none.
   */
  documents?: EntityDocuments;
}

/** What takes which permission: to give to roles, and to the operator of a host for one. */
export const ENTITY_PERMISSIONS = [
  "entity_types.team.read",
  "entity_types.team.create",
  "entity_types.team.update",
  "entities.team.read",
  "entities.team.create",
  "entities.team.update",
  "entities.team.delete",
] as const;

/**
 * Entities that people and agents keep together: types with a JSON schema, contents that fit them, relations, documents
 * and the history of all changes.
 * @example
 * ```ts
 * const host = createHost({ registry, store, modules: [entitiesModule({ types: [customer] })] });
 * ```
 */
export function entitiesModule({ types = [], documents }: EntitiesModuleOptions = {}): HostModule {
  return {
    name: "entities",
    migrations: ENTITIES_MIGRATIONS,
    refusals: {
      document_not_found: 404,
      entity_not_found: 404,
      entity_type_not_found: 404,
      invalid_entity: 422,
      invalid_entity_type: 422,
      invalid_filter: 422,
      invalid_relation: 422,
      precondition_failed: 412,
      precondition_required: 428,
      relation_not_found: 404,
      slug_taken: 409,
    },
    open(kernel) {
      const entities = createEntities({ rows: createEntityRows(kernel.store), types, documents });
      const tools = [
        ...entityTools(entities),
        filterEntities(entities),
        extractFilters(entities, kernel),
        // Without documents there is nothing to look in.
        ...(documents ? [researchEntities(entities, documents), searchDocuments(entities, documents)] : []),
        updateEntityTypeSchema(entities),
      ].map((tool) => toRegisteredTool(tool));
      return {
        routes: entityRoutes(kernel, entities),
        tools: { name: "entities", list: () => tools, find: (slug) => tools.find((tool) => tool.slug === slug) },
        choices: entityChoices(entities),
      };
    },
  };
}
