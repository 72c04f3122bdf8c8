import type { ToolContext } from "@callboard/core";
import type { EntityDocument } from "@callboard/core/client";

/** A passage of a document, with how near it is to what was asked: the best one has 1. */
export interface FoundPassage {
  content: string;
  score: number;
  documentId: string;
  /** The page of the document, where it has pages. */
  page: number | null;
}

/** The documents that entities may have: those of a knowledge module, or of an app's own. */
export interface EntityDocuments {
  /** Those of some ids that whoever asks may read, in one query. */
  describe(context: ToolContext, documentIds: readonly string[]): Promise<EntityDocument[]>;
  /**
   * The passages that answer a question best, the best first: of some documents, or of all that whoever asks may read.
   */
  search(
    context: ToolContext,
    asked: { query: string; documentIds?: readonly string[]; limit: number },
  ): Promise<FoundPassage[]>;
}
