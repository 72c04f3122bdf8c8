/** What the conversation has in it that a wire may carry or not, in the words of a table's head. */
export const features = {
  prompt: "what the person said",
  turn: "turn as one agent",
  text: "words",
  reasoning: "thoughts",
  arguments: "arguments as they stream",
  progress: "progress",
  partialOutput: "output as it comes",
  plainText: "a text as output",
  failure: "failed call",
  ask: "ask on its call",
  edit: "edited input",
  reason: "why it was denied",
  agents: "sub-agents",
  names: "names of sub-agents",
  nestedAsk: "asks of sub-agents",
  question: "question with a form",
  usage: "tokens",
  cancel: "cancelled turn",
} as const;

export type Feature = keyof typeof features;

/** What a wire cannot carry, each with what is shown in its place. Everything else it carries. */
export type Lacks = Partial<Record<Feature, string>>;
