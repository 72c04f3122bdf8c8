import type { ToolContext } from "@callboard/core";
import type { HostModule } from "../../kernel/module.ts";
import { documentChoices } from "./documentChoices.ts";
import type { Knowledge } from "./knowledge.ts";
import { KNOWLEDGE_MIGRATIONS } from "./migrations.ts";

/** Whether the tenant has documents, or is just getting its first, as the module said it for this context. */
export const hasDocuments = ({ tenantId, facts }: ToolContext): boolean => !!tenantId && facts?.["documents"] === true;

/**
 * Tenants' documents: tells tools which tenants have some. The tools of `createDocumentTools` are there where the host
 * has it.
 */
export function knowledgeModule(knowledge: Knowledge): HostModule {
  return {
    name: "knowledge",
    migrations: KNOWLEDGE_MIGRATIONS,
    open: () => ({
      choices: { document: documentChoices(knowledge) },
      facts: async ({ tenantId }) => ({ documents: !!tenantId && (await knowledge.has(tenantId)) }),
    }),
  };
}
