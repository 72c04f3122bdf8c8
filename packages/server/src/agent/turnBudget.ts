import { lineOf, type Conversation, type LoopAgent, type LoopCall } from "../conversation/conversation.ts";

/** What a turn may spend, with all its sub-agents, and when the model is told that few calls are left. */
export interface TurnBudget {
  limit: number;
  warnAt: number;
  /** How deep sub-agents may stand below each other. */
  depth?: number | undefined;
  /** Milliseconds that a turn may be at work. */
  time?: number | undefined;
  /** How often a turn may make the same call. */
  repeats?: number | undefined;
}

/** A budget that an agent and all below it spend of. */
export interface SharedBudget extends TurnBudget {
  /** Whose budget it is. */
  agentId: string;
  /** How many agents stand between it and the one that was asked about, that one with them. */
  below: number;
}

/**
 * The budgets that an agent spends of, the nearest first: its own, those of the named agents above it, and its turn's,
 * which is the host's as far as its root agent has none.
 */
export function budgetsOver(conversation: Conversation, agentId: string, host: TurnBudget): SharedBudget[] {
  const line = lineOf(conversation, agentId);
  return line.flatMap((id, below) => {
    const own = conversation.agents.get(id)?.named?.budget;
    const isRoot = below === line.length - 1;
    if (!own && !isRoot) return [];
    const unsaid: TurnBudget = isRoot ? host : { limit: Infinity, warnAt: host.warnAt };
    const { calls = unsaid.limit, warnAt = unsaid.warnAt, depth = unsaid.depth } = own ?? {};
    const { time = unsaid.time, repeats = unsaid.repeats } = own ?? {};
    return [{ agentId: id, below, limit: calls, warnAt, depth, time, repeats }];
  });
}

/** The budget that a call is beyond, if it is beyond one. */
export function budgetBeyond(call: LoopCall, budgets: readonly SharedBudget[]): SharedBudget | undefined {
  return budgets.find(({ agentId, limit }) => (call.ordinals.get(agentId) ?? 0) > limit);
}

/** Whether an agent may call nothing more. */
export function isSpent({ used }: Conversation, budgets: readonly SharedBudget[]): boolean {
  return budgets.some(({ agentId, limit }) => (used.get(agentId) ?? 0) >= limit);
}

/** The milliseconds that an agent may be at work with all below it: a turn's, or what a sub-agent's own budget says. */
export function timeOf({ named, turn, parentCallId }: LoopAgent, host: Pick<TurnBudget, "time">): number | undefined {
  return named?.budget?.time ?? (turn && parentCallId === null ? host.time : undefined);
}
