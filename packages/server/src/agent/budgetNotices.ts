import type { NewEvent, Wording } from "@callboard/core";
import { rootOf, type Conversation, type LoopCall } from "../conversation/conversation.ts";
import type { TurnBudget } from "./turnBudget.ts";

/** The same call this often is called a loop. */
const LOOP = 4;

/**
 * What people are told in the session when a call begins: that few calls are left, that none is, or that the agent goes
 * round in circles.
 */
export function budgetNotices(
  conversation: Conversation,
  { agentId, tool, ordinal }: LoopCall,
  same: number,
  { limit, warnAt }: TurnBudget,
): NewEvent[] {
  const root = agentId === null ? "" : rootOf(conversation, agentId);
  const notice = (name: string, text: string, { template, values }: Wording): NewEvent => ({
    type: "message.added",
    messageId: `${root}:${name}`,
    role: "system",
    text,
    wording: { template, values: { ...values, agentId: root } },
  });
  const notices: NewEvent[] = [];
  if (same === LOOP) {
    notices.push(
      notice(
        `loop:${ordinal}`,
        `The agent has called "${tool}" ${LOOP} times with the same arguments: this looks like a loop.`,
        { template: "repeated_call", values: { tool, count: LOOP } },
      ),
    );
  }
  if (ordinal === limit) {
    notices.push(
      notice("budget:0", `The agent has used all ${limit} tool calls of this turn and has to answer now.`, {
        template: "calls_used",
        values: { limit },
      }),
    );
  } else if (ordinal === limit - warnAt) {
    notices.push(
      notice(`budget:${warnAt}`, `The agent has ${warnAt} of its ${limit} tool calls left in this turn.`, {
        template: "calls_left",
        values: { count: warnAt, limit },
      }),
    );
  }
  return notices;
}
