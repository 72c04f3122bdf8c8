import type { ToolContext } from "@callboard/core";
import type { Reader } from "../corpus/corpus.ts";

/** Whose documents a call is about. @throws where no tenant is known: documents belong to tenants. */
export function readerOf({ tenantId, spaceId }: Pick<ToolContext, "tenantId" | "spaceId">): Reader {
  if (!tenantId) throw new Error("No tenant is known here, and documents belong to tenants. Run this through a host.");
  return { tenantId, spaceId };
}

/** Whether there are documents here, as the module said it for this context. */
export const hasKnowledge = ({ tenantId, facts }: ToolContext): boolean => !!tenantId && facts?.["knowledge"] === true;
