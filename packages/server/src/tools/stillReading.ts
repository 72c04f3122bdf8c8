import type { Knowledge } from "../modules/knowledge/knowledge.ts";

/** A note for people while a tenant's documents are being read; undefined once they are. */
export function stillReading(knowledge: Knowledge, tenantId: string): string | undefined {
  const reading = knowledge.reading(tenantId);
  if (!reading) return undefined;
  return `Still reading the documents (${reading.done} of ${reading.total}): there may be more in a moment.`;
}
