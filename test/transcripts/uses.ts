/** How each wire is used, as docs/wires.md shows it: the lines of the region of its name. */
import { fromAcp, type AcpChunk } from "@callboard/core/stream/acp";
import { fromAgUi, type AgUiEvent } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { fromAnthropic, type AnthropicChunk } from "@callboard/core/stream/anthropic";
import { fromClaudeAgent, type ClaudeAgentMessage } from "@callboard/core/stream/claude-agent";
import { fromLangGraph } from "@callboard/core/stream/langgraph";
import { fromMcp, type McpChunk } from "@callboard/core/stream/mcp";
import {
  fromOpenAiChat,
  fromOpenAiResponses,
  type OpenAiChatChunk,
  type OpenAiResponsesChunk,
} from "@callboard/core/stream/openai";
import { streamSession } from "@callboard/core/stream/session";
import type { Timeline } from "@callboard/core/timeline";

type Body = AsyncIterable<Uint8Array>;

export async function session(
  timeline: Timeline,
  url: string,
  sessionId: string,
  open: typeof fetch,
  signal: AbortSignal,
) {
  // #region session
  for await (const events of streamSession({ url, sessionId, open, signal })) timeline.apply(events);
  // #endregion
}

export async function aiSdk(timeline: Timeline, body: Body) {
  // #region aiSdk
  const adapter = fromAiSdk();
  for await (const bytes of body) timeline.apply(adapter.push(bytes));
  timeline.apply(adapter.end());
  // #endregion
}

export function agUi(
  timeline: Timeline,
  agent: { subscribe: (to: { onEvent: (seen: { event: AgUiEvent }) => void }) => unknown },
) {
  // #region agUi
  const adapter = fromAgUi();
  agent.subscribe({ onEvent: ({ event }) => timeline.apply(adapter.push(event)) });
  // #endregion
}

export async function openAiResponses(timeline: Timeline, stream: AsyncIterable<OpenAiResponsesChunk>) {
  // #region openAiResponses
  const adapter = fromOpenAiResponses();
  for await (const event of stream) timeline.apply(adapter.push(event));
  // #endregion
}

export async function openAiChat(timeline: Timeline, stream: AsyncIterable<OpenAiChatChunk>) {
  // #region openAiChat
  const adapter = fromOpenAiChat();
  for await (const chunk of stream) timeline.apply(adapter.push(chunk));
  // #endregion
}

export async function anthropic(timeline: Timeline, stream: AsyncIterable<AnthropicChunk>) {
  // #region anthropic
  const adapter = fromAnthropic();
  for await (const event of stream) timeline.apply(adapter.push(event));
  // #endregion
}

export async function claudeAgent(timeline: Timeline, messages: AsyncIterable<ClaudeAgentMessage>) {
  // #region claudeAgent
  const adapter = fromClaudeAgent();
  for await (const message of messages) timeline.apply(adapter.push(message));
  timeline.apply(adapter.end());
  // #endregion
}

export async function langGraph(timeline: Timeline, stream: AsyncIterable<object>) {
  // #region langGraph
  const adapter = fromLangGraph();
  for await (const event of stream) timeline.apply(adapter.push(event));
  timeline.apply(adapter.end());
  // #endregion
}

export function acp(timeline: Timeline, connection: { onMessage: (listener: (message: AcpChunk) => void) => void }) {
  // #region acp
  const adapter = fromAcp();
  connection.onMessage((message) => timeline.apply(adapter.push(message)));
  // #endregion
}

export function mcp(timeline: Timeline, connection: { onMessage: (listener: (message: McpChunk) => void) => void }) {
  // #region mcp
  const adapter = fromMcp();
  connection.onMessage((message) => timeline.apply(adapter.push(message)));
  // #endregion
}
