import { DOCUMENTS_METADATA } from "../sql/datasets.ts";
import type { SqlDesk } from "../sql/sqlDesk.ts";
import { objectSchema } from "../tools/fields.ts";
import { messages } from "../tools/messages.ts";
import { hasKnowledge } from "../tools/readerOf.ts";
import { runSql, SQL_OUTPUT, sqlPhrases } from "../tools/sqlTools.ts";
import type { KnowledgePlugin } from "./plugin.ts";

export const queryDocumentsMetadata: KnowledgePlugin<{ query: string }, { sql: SqlDesk }> = {
  definition: {
    slug: "query_documents_metadata",
    name: "Query Document Metadata",
    userDescription: "Runs a query over what is known of your documents: names, types, sizes, dates.",
    description:
      `Runs one SELECT, in PostgreSQL's dialect, over the table ${DOCUMENTS_METADATA}, a row a document: source, path, title, media_type, language, bytes, ` +
      "characters, sections, modified_at, state (whole, reading, failed), problem, path_part_id. For how many, which kinds, the largest, the newest; for what they say use search_knowledge.",
    category: "data",
    origin: "platform",
    group: { name: "discovery" },
    messages,
    phrases: sqlPhrases,
    icon: "database",
    timeLimit: 180_000,
    inputSchema: objectSchema({ query: { type: "string", minLength: 1, maxLength: 20_000, title: "SQL" } }, ["query"]),
    ...SQL_OUTPUT,
  },
  enabled: hasKnowledge,
  handler: ({ query }, context, { sql }) => runSql(sql, query, context),
};
