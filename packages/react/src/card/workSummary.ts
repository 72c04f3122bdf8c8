import type { ItemRef, Timeline } from "@callboard/core";
import { workedTime } from "@callboard/core/timeline";

/**
 * What a stretch of work comes to: its calls by tool, in the order of their first, how many failed, and how long it
 * took.
 */
export interface WorkSummary {
  calls: number;
  failed: number;
  agents: number;
  tools: readonly { tool: string; title: string | null; count: number }[];
  /** What the first calls were, in their own words. */
  summaries: readonly string[];
  /**
   * Milliseconds from the first start to the last end, without those that their agent waited for a person; null where
   * no time is known.
   */
  duration: number | null;
}

export function summaryOf(timeline: Timeline, work: readonly ItemRef[]): WorkSummary {
  const tools = new Map<string, { tool: string; title: string | null; count: number }>();
  const summary = { calls: 0, failed: 0, agents: 0 };
  const summaries: string[] = [];
  let from = Infinity;
  let to = -Infinity;
  let agentId: string | null = null;
  for (const { kind, id } of work) {
    const call = kind === "call" ? timeline.getNode(id) : undefined;
    if (call?.kind !== "call") continue;
    summary.calls++;
    agentId = call.agentId;
    if (call.status !== "completed") summary.failed++;
    summary.agents += call.agents.length;
    if (call.summary !== null && summaries.length < 4) summaries.push(call.summary);
    const known = tools.get(call.tool);
    if (known) known.count++;
    else tools.set(call.tool, { tool: call.tool, title: call.title, count: 1 });
    if (call.startedAt !== null) from = Math.min(from, call.startedAt);
    if (call.endedAt !== null) to = Math.max(to, call.endedAt);
  }
  const agent = timeline.getNode(agentId ?? "");
  const wait = agent?.kind === "agent" ? agent.wait : null;
  const duration = to > from ? workedTime(wait, from, to) : null;
  return { ...summary, tools: [...tools.values()], summaries, duration };
}
