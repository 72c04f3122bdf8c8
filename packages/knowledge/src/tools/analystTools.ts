import { delegate, needsModel, type ToolDefinition } from "@callboard/core";
import type { Desk } from "./desk.ts";
import { objectSchema } from "./fields.ts";
import { always, idField, inDocuments, keyOf, pathField, type DocumentKey } from "./inDocuments.ts";
import { pathOf, type Library } from "./library.ts";
import { readerOf } from "./readerOf.ts";

const ABOUT = "{document}: {question}";

const ANALYST = [
  "You are a document analyst. Your task names one document by its path, and asks a question about it.",
  "Read the document with read_document, in ranges: begin at offset 0 and go on at `next` until you have what the question needs.",
  "Use grep_documents to find exact words in it, and search_documents only for other documents that this one refers to.",
  "Answer from what you have read and from nothing else. Quote the passages that bear you out, and say so plainly where the document does not answer.",
  "Use a tool that changes or publishes something only where the question asks for it.",
].join("\n");

const TABLE_ANALYST = [
  "You answer a question about tables by SQL.",
  "Look at list_datasets first, then at table_schema of the tables that fit. Write one SELECT in PostgreSQL's dialect and run it with sql.",
  "Where it is refused, mend it by what the refusal says, and run it again.",
  "Answer in a sentence with the result, and then show the SQL that gave it, in a code block. Say so plainly where the tables do not answer.",
].join("\n");

/** The tools that leave a question to a sub-agent; what it has of a document beside the tools that read. */
export function analystTools(library: Library, desk: Desk, beside: readonly string[]): ToolDefinition[] {
  const analyzeDocument: ToolDefinition<DocumentKey & { question: string }> = {
    ...inDocuments,
    available: needsModel(always),
    slug: "analyze_document",
    name: "Analyze Document",
    userDescription: "An analyst reads one document and answers a question from its text.",
    description:
      "Has one document analyzed in depth: an analyst of its own reads it, with tools of its own, and answers your question from its text with quotes. " +
      "It takes several calls; for a short document read_document is faster.",
    icon: "microscope",
    examples: ["Analyze zod/README.md: what does it say about transforms?", "Summarize a document"],
    aliases: ["summarize", "summarise"],
    inputSchema: objectSchema(
      {
        path: pathField,
        path_part_id: idField,
        question: { type: "string", minLength: 1, maxLength: 2000, title: "Question" },
      },
      ["question"],
    ),
    outputSchema: { type: "string", title: "Answer" },
    viewSpec: { blocks: [{ type: "text", label: "Answer" }] },
    summary: ({ path, path_part_id, question }) => ({
      template: ABOUT,
      values: {
        document: path || path_part_id || "",
        question: question.length > 80 ? `${question.slice(0, 79)}…` : question,
      },
    }),
    phrases: [...inDocuments.phrases, ABOUT],
    async execute({ question, ...input }, context) {
      const reader = readerOf(context);
      const document = await desk.document(reader, keyOf(input));
      const { path, title, characters } = await library.info(reader, document.id);
      return delegate({
        name: "Document analyst",
        description: `Reads ${title ?? document.name}`,
        instructions: ANALYST,
        tools: ["read_document", "grep_documents", "search_documents", ...beside],
        input: { path: input.path || pathOf(path), question, characters },
      });
    },
  };

  const queryDocuments: ToolDefinition<{ question: string }> = {
    ...inDocuments,
    available: needsModel(always),
    slug: "query_documents",
    name: "Query Documents",
    userDescription: "Answers a question about the tables in your documents, and shows the SQL.",
    description:
      "Answers a question about the tables that documents hold (CSV, Excel), such as sums, counts, comparisons: an analyst writes SQL, runs it, and shows it beside the result.",
    icon: "file-spreadsheet",
    inputSchema: objectSchema({ question: { type: "string", minLength: 1, maxLength: 2000, title: "Question" } }, [
      "question",
    ]),
    outputSchema: { type: "string", title: "Answer" },
    viewSpec: { blocks: [{ type: "text", label: "Answer" }] },
    summary: ({ question }) => question,
    execute: ({ question }) =>
      delegate({
        name: "Table analyst",
        description: "Writes and runs SQL",
        instructions: TABLE_ANALYST,
        tools: ["list_datasets", "table_schema", "random_sample", "sql"],
        input: { question },
      }),
  };

  return [analyzeDocument, queryDocuments];
}
