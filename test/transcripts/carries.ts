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

interface WireFacts {
  title: string;
  /** The subpath of `@callboard/core`, and what it exports. */
  entry: string;
  adapter: string;
  /** What the wire cannot carry, each with what is shown in its place. Everything else it carries. */
  lacks: Partial<Record<Feature, string>>;
}

const noAgents = {
  agents: "A call that started one stays a call, with its arguments and its output.",
  names: "There are no sub-agents to name.",
  nestedAsk: "There are no sub-agents that could ask.",
};
const appRunsTools = {
  progress: "The app runs the tools, and the wire has no word for how far one is.",
  partialOutput: "The app sends a result once, when it is whole.",
};
const turn = "Each answer of the model is an agent of its own; those that answer one message have its `messageId`.";
const question = "The model asks by a tool of the app's, or in words.";
const ownAsks = "Whom the app asks before it runs a tool is the app's own affair.";

export const wires = {
  session: { title: "Session events", entry: "stream/session", adapter: "streamSession", lacks: {} },
  aiSdk: {
    title: "AI SDK",
    entry: "stream/ai-sdk",
    adapter: "fromAiSdk",
    lacks: {
      prompt: "Only the answer streams: `replay` and `expect` take the messages that the chat has.",
      progress: "A preliminary output may say it.",
      edit: "An approval says yes or no.",
      names: "A sub-agent's message has none; what `forwardAgent` sends has.",
      nestedAsk: "The SDK's sub-agents cannot ask.",
      question:
        "An approval says yes or no. A question of Callboard's host is shown, and answered at the host's own routes.",
    },
  },
  agUi: {
    title: "AG-UI",
    entry: "stream/ag-ui",
    adapter: "fromAgUi",
    lacks: {
      failure: "A live result has no field for it: its words are the output, until a `MESSAGES_SNAPSHOT` tells.",
    },
  },
  openAiResponses: {
    title: "OpenAI Responses",
    entry: "stream/openai",
    adapter: "fromOpenAiResponses",
    lacks: {
      turn,
      ...appRunsTools,
      failure: "An output item has no field for it: its words are the output.",
      ask: "Only a remote MCP server's calls ask. " + ownAsks,
      edit: "A remote MCP server's ask takes yes or no.",
      reason: "Where the app tells the model, it is the call's output.",
      ...noAgents,
      question,
      cancel: "A response can be cancelled. A call that the app gives up is interrupted.",
    },
  },
  openAiChat: {
    title: "OpenAI Chat Completions",
    entry: "stream/openai",
    adapter: "fromOpenAiChat",
    lacks: {
      turn,
      ...appRunsTools,
      failure: "A tool's message has no field for it: its words are the output.",
      ask: ownAsks,
      edit: ownAsks,
      reason: "Where the app tells the model, it is the call's output.",
      ...noAgents,
      question,
      cancel: "The stream just ends: what was open is interrupted.",
    },
  },
  anthropic: {
    title: "Anthropic Messages",
    entry: "stream/anthropic",
    adapter: "fromAnthropic",
    lacks: {
      turn,
      ...appRunsTools,
      ask: ownAsks,
      edit: ownAsks,
      reason: "Where the app tells the model, it is the call's error.",
      ...noAgents,
      question,
      cancel: "The stream just ends: what was open is interrupted.",
    },
  },
  claudeAgent: {
    title: "Claude Agent SDK",
    entry: "stream/claude-agent",
    adapter: "fromClaudeAgent",
    lacks: {
      progress: "Only the seconds that have passed; a task says how many tools it used.",
      partialOutput: "A result comes once, when it is whole.",
    },
  },
  langGraph: {
    title: "LangGraph",
    entry: "stream/langgraph",
    adapter: "fromLangGraph",
    lacks: {
      progress: "A tool streams pieces of its output, or values in their place.",
      names: "A graph that a tool runs is not named, unless a `lifecycle` event with a `cause` does.",
    },
  },
  acp: {
    title: "ACP",
    entry: "stream/acp",
    adapter: "fromAcp",
    lacks: {
      arguments: "They come whole, as `rawInput`.",
      progress: "A call is pending, in progress or over.",
      edit: "A permission is one of the options that the agent gave.",
      reason: "An option is chosen without a word.",
      names: "A sub-agent is only the `_meta` of what it does.",
      usage: "Only how full the context is.",
    },
  },
  mcp: {
    title: "MCP",
    entry: "stream/mcp",
    adapter: "fromMcp",
    lacks: {
      prompt: "A connection carries calls, not the chat around them.",
      turn: "All calls belong to the implicit agent `you`, or to the `agentId` that is given.",
      text: "A connection carries calls, not the chat around them.",
      reasoning: "A connection carries calls, not the chat around them.",
      arguments: "They come whole.",
      partialOutput: "A result comes once, when it is whole.",
      plainText: "It stays a list of content blocks, as the protocol has it.",
      ask: "A server asks questions, and leaves approvals to the client.",
      edit: "A server asks questions, and leaves approvals to the client.",
      reason: "A refusal is the call's error.",
      ...noAgents,
      usage: "A connection carries calls, not the model.",
    },
  },
} as const satisfies Record<string, WireFacts>;

export type WireName = keyof typeof wires;
