/** Each wire as the suites of this folder try it: how it tells a conversation, and what reads it. */
import { fromAcp } from "@callboard/core/stream/acp";
import { fromAgUi } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { fromAnthropic } from "@callboard/core/stream/anthropic";
import { fromClaudeAgent } from "@callboard/core/stream/claude-agent";
import { fromLangGraph } from "@callboard/core/stream/langgraph";
import { fromMcp } from "@callboard/core/stream/mcp";
import { fromOpenAiChat, fromOpenAiResponses } from "@callboard/core/stream/openai";
import type { WireName } from "./carries.ts";
import type { Turn } from "./conversation.ts";
import { recordAcp } from "./wires/acp.ts";
import { recordAgUi } from "./wires/agUi.ts";
import { recordAiSdk } from "./wires/aiSdk.ts";
import { recordAnthropic } from "./wires/anthropic.ts";
import { recordClaudeAgent } from "./wires/claudeAgent.ts";
import { recordLangGraph } from "./wires/langGraph.ts";
import { recordMcp } from "./wires/mcp.ts";
import { recordChat, recordResponses } from "./wires/openAi.ts";
import type { AnyAdapter, Recording } from "./wires/recording.ts";
import { connectSession, recordSession } from "./wires/session.ts";

export interface Subject {
  record: (turns: readonly Turn[]) => Recording | Promise<Recording>;
  connect: () => AnyAdapter;
}

export const subjects: Record<WireName, Subject> = {
  session: { record: recordSession, connect: connectSession },
  aiSdk: { record: recordAiSdk, connect: fromAiSdk },
  agUi: { record: recordAgUi, connect: fromAgUi },
  openAiResponses: { record: recordResponses, connect: fromOpenAiResponses },
  openAiChat: { record: recordChat, connect: fromOpenAiChat },
  anthropic: { record: recordAnthropic, connect: fromAnthropic },
  claudeAgent: { record: recordClaudeAgent, connect: fromClaudeAgent },
  langGraph: { record: recordLangGraph, connect: fromLangGraph },
  acp: { record: recordAcp, connect: fromAcp },
  mcp: { record: recordMcp, connect: fromMcp },
};
