/** What the tables of documents are recorded under. */
export const CORPUS_MODULE = "corpus";
