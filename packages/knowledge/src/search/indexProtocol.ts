import { grepTexts, type GrepRequest, type TextMatch } from "./grepTexts.ts";
import { createTextIndex, type IndexedDocument, type TextHits, type TextIndex, type TextQuery } from "./textIndex.ts";

/** What the index of all tenants is asked: by the worker's messages, and in its own thread alike. */
export type IndexRequest =
  | { kind: "put"; tenantId: string; documents: readonly IndexedDocument[] }
  | { kind: "remove"; tenantId: string; documentIds: readonly string[] }
  | { kind: "vectors"; tenantId: string; vectors: readonly { id: string; vector: Float32Array }[] }
  | { kind: "search"; tenantId: string; query: TextQuery }
  | { kind: "grep"; tenantId: string; grep: GrepRequest };

export interface IndexAnswer extends TextHits {
  matches: TextMatch[];
}

const NOTHING: IndexAnswer = { hits: [], total: 0, matches: [] };

/** Answers requests over one index a tenant. */
export function answerIndexRequests(): (request: IndexRequest) => IndexAnswer {
  const indexes = new Map<string, TextIndex>();
  return (request) => {
    let index = indexes.get(request.tenantId);
    if (!index) indexes.set(request.tenantId, (index = createTextIndex()));
    switch (request.kind) {
      case "put":
        for (const document of request.documents) index.put(document);
        return NOTHING;
      case "remove":
        for (const id of request.documentIds) index.remove(id);
        return NOTHING;
      case "vectors":
        for (const { id, vector } of request.vectors) index.putVector(id, vector);
        return NOTHING;
      case "search":
        return { ...NOTHING, ...index.search(request.query) };
      case "grep":
        return { ...NOTHING, matches: grepTexts(request.grep) };
    }
  };
}
