import { delegate, needsModel, type ToolDefinition } from "@callboard/core";
import { READ_FAILURES, type Knowledge } from "../modules/knowledge/knowledge.ts";
import { joined, messages } from "./messages.ts";
import { hasDocuments } from "../modules/knowledge/module.ts";
import { tenantOf } from "./tenantOf.ts";

const INSTRUCTIONS = [
  "You are a document analyst. Your task names one document by its path, and asks a question about it.",
  "Read the document with read_document, in ranges: begin at offset 0 and go on at `next` until you have what the question needs.",
  "Use search_documents only to find other documents that this one refers to.",
  "Answer from what you have read and from nothing else. Quote the passages that bear you out, each with its path, and say so plainly where the document does not answer.",
  "Call publish_note only where the question asks for a note to be published; a person is asked before it is.",
].join("\n");

/** `analyze_document`: starts a sub-agent that reads one document and answers a question from it. */
export function analyzeDocument(knowledge: Knowledge): ToolDefinition<{ path: string; question: string }> {
  return {
    slug: "analyze_document",
    name: "Analyze Document",
    userDescription: "An analyst reads one document and answers a question from its text.",
    messages,
    description:
      "Has one document analyzed in depth: an analyst of its own reads it from beginning to end, answers your question from its text and quotes the passages. " +
      "Give the `path` as search_documents or find_by_name lists it, and a whole question. " +
      "It takes several calls; for a short document, or when you only need its beginning, read_document is faster. " +
      "Where the question asks for it, the analyst can also publish what it found as a note, after a person's approval.",
    category: "documents",
    origin: "platform",
    icon: "microscope",
    examples: ["Analyze zod/README.md: what does it say about transforms?", "Summarize a document"],
    aliases: ["summarize", "summarise"],
    available: needsModel(hasDocuments),
    inputSchema: {
      type: "object",
      properties: {
        path: {
          type: "string",
          minLength: 1,
          maxLength: 1000,
          title: "Document",
          description: "Its path, such as zod/README.md.",
          "x-entity-type": "document",
        },
        question: {
          type: "string",
          minLength: 1,
          maxLength: 2000,
          title: "Question",
          description: "What you want to know from it, as a whole sentence.",
        },
      },
      required: ["path", "question"],
      additionalProperties: false,
    },
    outputSchema: { type: "string", title: "Answer" },
    summary: ({ path, question }) => ({
      template: "{path}: {question}",
      values: { path, question: question.length > 80 ? `${question.slice(0, 79)}…` : question },
    }),
    phrases: joined(READ_FAILURES),
    async execute({ path, question }, { tenantId }) {
      // Reading says what to do about a document that is not there, before an agent is started for it.
      const { title, total } = await knowledge.read(tenantOf(tenantId), { path }, { offset: 0, length: 1 });
      return delegate({
        name: "Document analyst",
        description: `Reads ${title}`,
        instructions: INSTRUCTIONS,
        tools: ["read_document", "search_documents", "publish_note"],
        input: { path, question, characters: total },
      });
    },
    formSpec: {
      submitLabel: "Analyze",
      sections: [
        {
          fields: [
            { key: "path", placeholder: "zod/README.md" },
            { key: "question", variant: "multiline", placeholder: "What does it say about transforms?" },
          ],
        },
      ],
    },
    viewSpec: { blocks: [{ type: "text", label: "Answer" }] },
  };
}
