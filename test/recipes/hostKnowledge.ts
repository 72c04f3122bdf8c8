import { createRegistry } from "@callboard/core";
import { createKnowledge, type DocumentSource } from "@callboard/knowledge";
import { createAgentTools, createHost, type Store } from "@callboard/server";

export function createDesk(store: Store, source: DocumentSource) {
  const registry = createRegistry();
  for (const tool of createAgentTools({ store })) registry.register(tool);
  const knowledge = createKnowledge({ sources: [{ source }], analystTools: ["publish_note"] });
  return createHost({ registry, store, modules: [knowledge], agent: { toolGroups: ["documents"] } });
}
