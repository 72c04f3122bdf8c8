import { delegate, needsModel } from "@callboard/core";
import { objectSchema } from "../tools/fields.ts";
import { messages } from "../tools/messages.ts";
import { hasKnowledge } from "../tools/readerOf.ts";
import type { KnowledgePlugin } from "./plugin.ts";

const INSTRUCTIONS = [
  "You are a researcher over a library of documents. Your task is a question that takes several of them.",
  "Begin with graph_search to see which documents are related, and with search_knowledge for passages. Read what bears on the question with read and read_around.",
  "Compare what the documents say, and say where they disagree.",
  "Answer from what you have read and from nothing else. After each statement put the citation of the passage that bears it out.",
  "Say so plainly where the documents do not answer.",
].join("\n");

export const deepAnalysis: KnowledgePlugin<{ query: string }, object> = {
  definition: {
    slug: "deep_analysis",
    name: "Deep Analysis",
    userDescription: "A researcher reads several documents and answers a question from all of them.",
    description:
      "Has a question researched over the whole library: a sub-agent follows links, searches, reads and compares several documents, and answers with citations. " +
      "It takes many calls: for one document use analyze_document, for a passage search_knowledge.",
    category: "knowledge",
    origin: "platform",
    group: { name: "discovery" },
    messages,
    icon: "microscope",
    inputSchema: objectSchema({ query: { type: "string", minLength: 1, maxLength: 2000, title: "Question" } }, [
      "query",
    ]),
    outputSchema: { type: "string", title: "Answer" },
    viewSpec: { blocks: [{ type: "text", label: "Answer" }] },
  },
  enabled: needsModel(hasKnowledge),
  handler: ({ query }) =>
    delegate({
      name: "Researcher",
      description: "Reads several documents",
      instructions: INSTRUCTIONS,
      tools: ["graph_search", "search_knowledge", "search_keyword", "read", "read_around"],
      input: { query },
    }),
};
