import type { ToolContext } from "@callboard/core";
import type { EntityDocument } from "@callboard/core/client";
import type { Corpus, DocumentFacts } from "../corpus/corpus.ts";
import { isPartId } from "../layout/partId.ts";
import type { Library } from "./library.ts";
import { readerOf } from "./readerOf.ts";

/** A passage of a document, with how near it is to what was asked: the best one has 1. */
export interface DocumentPassage {
  content: string;
  score: number;
  documentId: string;
  /** Passages have no pages here. */
  page: null;
}

/** The documents of a knowledge module, for other modules that name them and search in them, such as entities. */
export interface KnowledgeDocuments {
  /** Those of some ids that whoever asks may read. */
  describe(context: ToolContext, documentIds: readonly string[]): Promise<EntityDocument[]>;
  /** The passages that answer a question best: of some documents, or of all that whoever asks may read. */
  search(
    context: ToolContext,
    asked: { query: string; documentIds?: readonly string[]; limit: number },
  ): Promise<DocumentPassage[]>;
}

const STATES: Readonly<Record<DocumentFacts["state"], EntityDocument["status"]>> = {
  reading: "reading",
  whole: "ready",
  failed: "failed",
};

export function createFoundDocuments(
  corpus: Pick<Corpus, "documents">,
  library: Pick<Library, "search">,
): KnowledgeDocuments {
  const seen = (context: ToolContext, ids: readonly string[]) =>
    corpus.documents(
      readerOf(context),
      ids.flatMap((id) => (isPartId(id) ? [id.toLowerCase()] : [])),
    );
  return {
    async describe(context, documentIds) {
      return (await seen(context, documentIds)).map(({ id, title, state }) => ({
        documentId: id,
        title,
        status: STATES[state],
        href: `/knowledge/${id}`,
      }));
    },
    async search(context, { query, documentIds, limit }) {
      // Only what the reader sees: an id that was kept elsewhere may be another space's.
      const documents = documentIds && (await seen(context, documentIds)).map(({ id }) => id);
      if (documents?.length === 0) return [];
      const { results } = await library.search(readerOf(context), { query, limit, ...(documents && { documents }) });
      return results.map(({ text, score, document_id: documentId }) => ({
        content: text,
        score,
        documentId,
        page: null,
      }));
    },
  };
}
