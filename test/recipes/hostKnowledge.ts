import { createRegistry } from "@callboard/core";
import {
  createAgentTools,
  createDocumentTools,
  createHost,
  createKnowledge,
  DEFAULT_TENANT_ID,
  knowledgeModule,
  type DocumentSource,
  type Store,
} from "@callboard/server";

export async function createDesk(store: Store, source: DocumentSource) {
  const knowledge = await createKnowledge(store);
  const registry = createRegistry();
  for (const tool of createDocumentTools(knowledge)) registry.register(tool);
  for (const tool of createAgentTools({ store, knowledge })) registry.register(tool);
  await knowledge.ingest(DEFAULT_TENANT_ID, source);
  return createHost({ registry, store, modules: [knowledgeModule(knowledge)] });
}
