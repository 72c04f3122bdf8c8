/**
 * The messages of the example conversations, word for word: without a model of its own, the demo answers these and no
 * other.
 */
export const examples = {
  /** Two calls side by side. */
  calculate: "What is the ROI of 80,000 that saves 30,000 a year for 5 years at 8 %, and how many ounces are 2 kg?",
  /** The agent looks for a tool, and runs what it found. */
  find: "Is there a tool that says how many kilometres 26.2 miles are?",
  /** Two sub-agents side by side. */
  compare: "Have two analysts read the READMEs of Hono and Vite: what is each of them?",
  /** A long answer with a table. */
  search: "Search the documentation for streaming",
  /** A sub-agent reads, and the root agent asks to publish. */
  publish: "Analyze zod/README.md: what does it say about validation? Then publish a note about it",
  /** The sub-agent itself asks to publish. */
  analystPublishes: "Analyze zod/README.md: what does it say about validation? Let the analyst publish a note about it",
  /** A table of open data, asked by SQL. */
  tables: "Which penguins are the heaviest, and on which islands do they live?",
  /** A call that takes seconds. */
  survey: "Survey the documentation of all packages",
  /** An agent asks, and goes on with the answer. */
  question: "Help me with the release notes, and ask me first who reads them",
  /** A call that fails, and a second one that mends it. */
  mend: "Read zod/README and tell me what Zod is",
};

export type ExampleName = keyof typeof examples;

/** Which examples cannot be played yet, and how far the reading of documents is; null once all is read. */
export interface ExampleStates {
  reading: { done: number; total: number } | null;
  waiting: readonly ExampleName[];
}

/** What the chat's pages ask the server before they offer examples. */
export interface ChatState extends ExampleStates {
  /** Whether a model answers; else the examples are scripts. */
  hasModel: boolean;
}
