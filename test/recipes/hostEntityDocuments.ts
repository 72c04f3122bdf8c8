import { createKnowledge, type KnowledgeOptions } from "@callboard/knowledge";
import { entitiesModule, type EntityTypeDefinition } from "@callboard/platform";
import { createHost, type HostOptions } from "@callboard/server";

/** Entities whose documents are those of a knowledge module. */
export function hostWithDocuments(
  options: HostOptions,
  { types, sources }: { types: EntityTypeDefinition[] } & Pick<KnowledgeOptions, "sources">,
) {
  const knowledge = createKnowledge({ ...(sources && { sources }) });
  return createHost({ ...options, modules: [knowledge, entitiesModule({ types, documents: knowledge.documents })] });
}
