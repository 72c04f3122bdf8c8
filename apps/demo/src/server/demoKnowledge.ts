import { createKnowledge, type KnowledgeOptions } from "@callboard/knowledge";

/** The documents of the demo: agents read them with the twelve tools, the librarian with those of its library. */
export const demoKnowledge = (options: Pick<KnowledgeOptions, "sources" | "onProgress">) =>
  createKnowledge({
    ...options,
    // People have the page beside these.
    groupsOfPeople: ["documents", "sql"],
    mayWrite: () => true,
    analystTools: ["publish_note"],
  });
