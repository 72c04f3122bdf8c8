import type { AgentSnapshot, CallSnapshot } from "../../../timeline/snapshot.ts";
import { createTimeline, type Timeline } from "../../../timeline/timeline.ts";
import { fromAgUi, type AgUiAdapter, type AgUiEvent } from "../fromAgUi.ts";

// AG-UI streams as producers write them, and what became of them.
export const run = (runId = "r1") => ({ type: "RUN_STARTED", threadId: "t", runId });
export const done = (runId = "r1", more: object = {}) => ({ type: "RUN_FINISHED", threadId: "t", runId, ...more });
export const said = (messageId: string, text: string, more: object = {}) => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant", ...more },
  ...[...text].map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta, ...more })),
  { type: "TEXT_MESSAGE_END", messageId, ...more },
];
export const called = (toolCallId: string, toolCallName: string, args: unknown, more: object = {}) => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName, ...more },
  ...(JSON.stringify(args).match(/.{1,3}/gs) ?? []).map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta })),
  { type: "TOOL_CALL_END", toolCallId },
];
export const result = (toolCallId: string, content: unknown, more: object = {}) => ({
  type: "TOOL_CALL_RESULT",
  messageId: `result-${toolCallId}`,
  toolCallId,
  content,
  ...more,
});
export const sub = (subagentRunId: string, more: object = {}) => ({
  type: "SUBAGENT_STARTED",
  subagentRunId,
  name: subagentRunId,
  ...more,
});
export const subDone = (subagentRunId: string, more: object = {}) => ({
  type: "SUBAGENT_FINISHED",
  subagentRunId,
  ...more,
});
export const interrupted = (...interrupts: object[]) => done("r1", { outcome: { type: "interrupt", interrupts } });

/** Pushes events through an adapter into a timeline; `tell` goes on with both. */
export function tell(
  events: readonly object[],
  adapter: AgUiAdapter = fromAgUi(),
  timeline: Timeline = createTimeline(),
) {
  for (const event of events) timeline.apply(adapter.push(event as AgUiEvent));
  return { adapter, timeline, tell: (more: readonly object[]) => tell(more, adapter, timeline) };
}

/** The tree without times and ids of agents, which say nothing here. */
export const outline = (timeline: Timeline) => timeline.snapshot().agents.map(agentOutline);
const agentOutline = (agent: AgentSnapshot): unknown => ({
  name: agent.name,
  status: agent.status,
  items: agent.items.map((item) => (item.kind === "call" ? callOutline(item) : { [item.kind]: item.text })),
});
const callOutline = (call: CallSnapshot): unknown => ({
  call: call.tool,
  status: call.status,
  input: call.input,
  ...(call.output !== undefined && { output: call.output }),
  ...(call.error && { error: call.error.message }),
  ...(call.agents.length > 0 && { agents: call.agents.map(agentOutline) }),
});

export const callOf = (timeline: Timeline, id: string) => {
  const node = timeline.getNode(id);
  if (node?.kind !== "call") throw new Error(`There is no call ${id}.`);
  return node;
};
