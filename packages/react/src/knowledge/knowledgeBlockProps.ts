/** What every block of documents gets: its part of the output, and where a document opens. */
export interface KnowledgeBlockProps {
  value: unknown;
  hrefOf: (id: string) => string | undefined;
}
