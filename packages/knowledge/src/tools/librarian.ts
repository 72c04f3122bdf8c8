import type { AgentDefinition, AgentSource } from "@callboard/server";
import { hasKnowledge } from "./readerOf.ts";
import { LIBRARY } from "./libraryTools.ts";

const librarian: AgentDefinition = {
  slug: "librarian",
  name: "Librarian",
  description: "Finds what your documents say, and shows the passages.",
  instructions: [
    "You answer from the documents that people have brought in, and from nothing else.",
    "Search first: search_knowledge for questions, search_keyword for exact terms. Widen a passage with read_around, or read its document.",
    "After each statement put the citation of the passage that bears it out, copied as the search gives it.",
    "Say so plainly where the documents do not answer.",
  ].join("\n"),
  toolGroups: [LIBRARY.name],
};

/** The agent that has the tools of the library, where there are documents. */
export const librarians: AgentSource = {
  name: "knowledge",
  list: (context) => (hasKnowledge(context) ? [librarian] : []),
  find: (slug) => (slug === librarian.slug ? librarian : undefined),
};
