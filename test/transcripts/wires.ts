/**
 * The wires: a row for each, from which the suites of this folder, the table of docs/wires.md and the tests of entries,
 * sizes and the reference read. CONTRIBUTING.md says what a new one needs besides its row.
 */
import { fromAcp } from "@callboard/core/stream/acp";
import { fromAgUi } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { fromAnthropic } from "@callboard/core/stream/anthropic";
import { fromClaudeAgent } from "@callboard/core/stream/claude-agent";
import { fromLangGraph } from "@callboard/core/stream/langgraph";
import { fromMcp } from "@callboard/core/stream/mcp";
import { fromOpenAiChat, fromOpenAiResponses } from "@callboard/core/stream/openai";
import type { Timeline } from "@callboard/core/timeline";
import type { Lacks } from "./carries.ts";
import type { Turn } from "./conversation.ts";
import * as uses from "./uses.ts";
import { acpHistory, recordAcp } from "./wires/acp.ts";
import { recordAgUi } from "./wires/agUi.ts";
import { recordAiSdk } from "./wires/aiSdk.ts";
import { recordAnthropic } from "./wires/anthropic.ts";
import { recordClaudeAgent } from "./wires/claudeAgent.ts";
import { recordLangGraph } from "./wires/langGraph.ts";
import { recordMcp } from "./wires/mcp.ts";
import { recordChat, recordResponses } from "./wires/openAi.ts";
import type { AnyAdapter, Recording } from "./wires/recording.ts";
import { connectSession, recordSession } from "./wires/session.ts";

/** One wire: what it is called and where it lies, how a conversation is recorded on it, and how it is used. */
interface WireRow {
  title: string;
  /** The subpath of `@callboard/core`, and what it exports. */
  entry: `stream/${string}`;
  adapter: string;
  /** Its folder in packages/core/src. */
  room: string;
  /** Its probe in scripts/size, without the ending. */
  size: string;
  /** A conversation in this wire's chunks. */
  record: (turns: readonly Turn[]) => Recording | Promise<Recording>;
  connect: () => AnyAdapter;
  /** Takes a whole recording in, by the code that docs/wires.md shows: the region of uses.ts of the wire's name. */
  use: (timeline: Timeline, recording: Recording) => Promise<void> | void;
  /** What it asks is no request that a process holds open: it waits though the stream has ended. */
  keepsAsks?: boolean;
  /** A piece says by its place alone what it belongs to: the wire has no meaning in another order. */
  isOrdered?: boolean;
  /** What a client that connects again is told of a conversation; none where the wire cannot be joined again. */
  again?: (chunks: readonly object[]) => readonly object[];
  /** What its producers may send and nothing can show, each by itself: it is noted, and never left out silently. */
  drops: readonly object[];
  lacks: Lacks;
}

async function* each<Chunk>(chunks: readonly object[]): AsyncGenerator<Chunk> {
  for (const chunk of chunks) yield chunk as Chunk;
}
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
const connectionOf = (chunks: readonly object[]) => ({
  onMessage: (listener: (message: Record<string, unknown>) => void) =>
    chunks.forEach((chunk) => listener(chunk as Record<string, unknown>)),
});

const noAgents = {
  agents: "A call that started one stays a call, with its arguments and its output.",
  names: "There are no sub-agents to name.",
  nestedAsk: "There are no sub-agents that could ask.",
};
const appRunsTools = {
  progress: "The app runs the tools, and the wire has no word for how far one is.",
  partialOutput: "The app sends a result once, when it is whole.",
};
const turn = "Each answer of the model is its own agent; those that answer one message have its `messageId`.";
const question = "The model asks by a tool of the app's, or in words.";
const ownAsks = "Whom the app asks before it runs a tool is the app's own affair.";

const rows = {
  session: {
    title: "Session events",
    entry: "stream/session",
    adapter: "streamSession",
    room: "client",
    size: "timeline",
    record: recordSession,
    connect: connectSession,
    use: async (timeline, { raw, chunks }) => {
      const stop = new AbortController();
      timeline.subscribe(() => {
        if (timeline.snapshot().lastSeq === chunks.length) stop.abort();
      });
      const open = async () => new Response(raw);
      await uses.session(timeline, "http://host/events", "s1", open, stop.signal);
    },
    again: (chunks) => chunks,
    drops: [{ v: 1, seq: 1, sessionId: "s1", at: 1, type: "tool.danced", callId: "c1" }],
    lacks: {},
  },
  aiSdk: {
    title: "AI SDK",
    entry: "stream/ai-sdk",
    adapter: "fromAiSdk",
    room: "wires/aiSdk",
    size: "aiSdk",
    record: recordAiSdk,
    connect: fromAiSdk,
    use: (timeline, { raw }) => uses.aiSdk(timeline, bytesOf(raw)),
    keepsAsks: true,
    drops: [
      { type: "tool-danced", toolCallId: "c1" },
      { type: "text-delta", id: "t1" },
      { type: "tool-approval-response", approvalId: "nobody's", approved: true },
    ],
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
    room: "wires/agUi",
    size: "agUi",
    record: recordAgUi,
    isOrdered: true,
    connect: fromAgUi,
    use: (timeline, { chunks }) =>
      uses.agUi(timeline, {
        subscribe: ({ onEvent }) => chunks.forEach((event) => onEvent({ event: event as never })),
      }),
    keepsAsks: true,
    again: (chunks) => chunks,
    drops: [
      { type: "TOOL_CALL_DANCED", toolCallId: "c1" },
      { type: "MESSAGES_SNAPSHOT", messages: [7] },
      { type: "RUN_FINISHED", outcome: { type: "interrupt", interrupts: [{ reason: "tool_call" }] } },
    ],
    lacks: {
      failure: "A live result has no field for it: its words are the output, until a `MESSAGES_SNAPSHOT` tells.",
    },
  },
  openAiResponses: {
    title: "OpenAI Responses",
    entry: "stream/openai",
    adapter: "fromOpenAiResponses",
    room: "wires/openAi",
    size: "openAiResponses",
    record: recordResponses,
    isOrdered: true,
    connect: fromOpenAiResponses,
    use: (timeline, { chunks }) => uses.openAiResponses(timeline, each(chunks)),
    again: (chunks) => chunks,
    drops: [{ type: "danced", id: "i1" }, { nothing: "here" }],
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
    room: "wires/openAi",
    size: "openAiChat",
    record: recordChat,
    isOrdered: true,
    connect: fromOpenAiChat,
    use: (timeline, { chunks }) => uses.openAiChat(timeline, each(chunks)),
    drops: [{ nothing: "here" }, { choices: 7 }],
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
    room: "wires/anthropic",
    size: "anthropic",
    record: recordAnthropic,
    connect: fromAnthropic,
    use: (timeline, { chunks }) => uses.anthropic(timeline, each(chunks)),
    drops: [{ type: "message_danced" }, { nothing: "here" }],
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
    room: "wires/claudeAgent",
    size: "claudeAgent",
    record: recordClaudeAgent,
    connect: fromClaudeAgent,
    use: (timeline, { chunks }) => uses.claudeAgent(timeline, each(chunks)),
    drops: [{ type: "danced", session_id: "s" }, { nothing: "here" }],
    lacks: {
      progress: "Only the seconds that have passed; a task says how many tools it used.",
      partialOutput: "A result comes once, when it is whole.",
    },
  },
  langGraph: {
    title: "LangGraph",
    entry: "stream/langgraph",
    adapter: "fromLangGraph",
    room: "wires/langGraph",
    size: "langGraph",
    record: recordLangGraph,
    isOrdered: true,
    connect: fromLangGraph,
    use: (timeline, { chunks }) => uses.langGraph(timeline, each(chunks)),
    keepsAsks: true,
    again: (chunks) => chunks,
    drops: [
      { method: "tools", params: { namespace: [], data: { event: "tool-started", tool_name: "search" } } },
      [[], "messages", [{ nothing: "here" }, {}]],
      [[], "values", { messages: [{ type: "tool", content: "for nobody" }] }],
    ],
    lacks: {
      progress: "A tool streams pieces of its output, or values in their place.",
      names: "A graph that a tool runs is not named, unless a `lifecycle` event with a `cause` does.",
    },
  },
  acp: {
    title: "ACP",
    entry: "stream/acp",
    adapter: "fromAcp",
    room: "wires/acp",
    size: "acp",
    record: recordAcp,
    isOrdered: true,
    connect: fromAcp,
    use: (timeline, { chunks }) => uses.acp(timeline, connectionOf(chunks)),
    again: acpHistory,
    drops: [
      { sessionUpdate: "danced" },
      { sessionUpdate: "tool_call", title: "search" },
      { sessionUpdate: "terminal_output_chunk", terminalId: "t1", data: "aGk=" },
      { id: 1, method: "session/request_permission" },
      { id: 1, method: "elicitation/create", params: { sessionId: "s1", mode: "dance", message: "?" } },
    ],
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
    room: "wires/mcp",
    size: "mcp",
    record: recordMcp,
    connect: fromMcp,
    use: (timeline, { chunks }) => uses.mcp(timeline, connectionOf(chunks)),
    again: (chunks) => chunks,
    // What is no call and no question is the connection's own.
    drops: [],
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
} satisfies Record<string, WireRow>;

export type WireName = keyof typeof rows;

/** The wires, in the order of the table in docs/wires.md. */
export const wires: Readonly<Record<WireName, WireRow>> = rows;

export const wireNames = Object.keys(rows) as WireName[];
