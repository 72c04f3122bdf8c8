import { createAnswers, type Timeline } from "@callboard/core";
import { fromAgUi, toResumeEntry, type AgUiInterrupt, type AgUiResumeEntry } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { fromClaudeAgent, toPermissionResult } from "@callboard/core/stream/claude-agent";
import { fromLangGraph, interruptAsks, toResumeValue } from "@callboard/core/stream/langgraph";

// #region aiSdk
export function aiSdkAsks(timeline: Timeline, tell: (approvalId: string, approved: boolean) => void) {
  const adapter = fromAiSdk();
  const answers = createAnswers(timeline);
  const push = (chunk: { type: string; approvalId?: string }) => {
    timeline.apply(adapter.push(chunk));
    if (chunk.type === "tool-approval-request") void ask(chunk.approvalId!);
  };
  const ask = async (approvalId: string) => {
    const answer = await answers.to(approvalId, { can: { edit: false } });
    if (!("decision" in answer)) return;
    const approved = answer.decision === "approve";
    timeline.apply(adapter.answer({ approvalId, approved, reason: answer.reason }));
    tell(approvalId, approved);
  };
  return { client: answers.client, push };
}
// #endregion

// #region agUi
export function agUiAsks(timeline: Timeline, run: (resume?: AgUiResumeEntry[]) => AsyncIterable<AgUiEvent>) {
  const adapter = fromAgUi();
  const answers = createAnswers(timeline);
  const start = async (resume?: AgUiResumeEntry[]): Promise<void> => {
    let interrupts: readonly AgUiInterrupt[] = [];
    for await (const event of run(resume)) {
      const begun: AgUiEvent = { ...event, input: { resume } };
      timeline.apply(adapter.push(resume && event.type === "RUN_STARTED" ? begun : event));
      if (event.type === "RUN_FINISHED") interrupts = event.outcome?.interrupts ?? [];
    }
    const entries = interrupts.map(async (interrupt) => toResumeEntry(interrupt, await answers.to(interrupt.id)));
    if (entries.length > 0) return start(await Promise.all(entries));
    timeline.apply(adapter.end());
  };
  return { client: answers.client, start };
}
// #endregion

// #region claude
export function claudeAsks(timeline: Timeline, adapter = fromClaudeAgent()) {
  const answers = createAnswers(timeline);
  const canUseTool = async (
    tool_name: string,
    input: Record<string, unknown>,
    options: { toolUseID: string; requestId: string; signal: AbortSignal; suggestions?: unknown[] },
  ) => {
    const { toolUseID: tool_use_id, requestId, signal, suggestions: permission_suggestions } = options;
    const request = { subtype: "can_use_tool", tool_use_id, tool_name, input, permission_suggestions };
    timeline.apply(adapter.push({ type: "control_request", request_id: requestId, request }));
    const response = toPermissionResult(request, await answers.to(requestId, { can: { edit: true }, signal }));
    timeline.apply(adapter.push({ type: "control_response", response: { request_id: requestId, response } }));
    return response;
  };
  return { client: answers.client, canUseTool };
}
// #endregion

interface AgUiEvent {
  type: string;
  input?: object;
  outcome?: { type: string; interrupts?: AgUiInterrupt[] };
}

interface Graph {
  stream(resume: Record<string, unknown> | undefined): Promise<AsyncIterable<object>>;
  interrupts(): Promise<readonly { id: string; value: unknown }[]>;
}

// #region langgraph
export function graphAsks(timeline: Timeline, adapter = fromLangGraph()) {
  const answers = createAnswers(timeline);
  const run = async (graph: Graph, resume?: Record<string, unknown>): Promise<void> => {
    for await (const chunk of await graph.stream(resume)) timeline.apply(adapter.push(chunk));
    const resumed = await Promise.all(
      (await graph.interrupts()).map(async ({ id, value }) => {
        const asks = interruptAsks(id, value).map(({ askId, can }) => answers.to(askId, { can }));
        const response = toResumeValue(value, await Promise.all(asks));
        timeline.apply(adapter.push({ method: "input.respond", params: { interrupt_id: id, response } }));
        return [id, response] as const;
      }),
    );
    if (resumed.length > 0) return run(graph, Object.fromEntries(resumed));
    timeline.apply(adapter.end());
  };
  return { client: answers.client, run };
}
// #endregion
