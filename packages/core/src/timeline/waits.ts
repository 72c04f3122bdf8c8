import type { AgentNode, CallNode, Wait } from "./node.ts";
import { markChanged, type TimelineState } from "./state.ts";
import { withAbove } from "./tree.ts";

/**
 * Notes which calls and agents begin or cease to wait for a person: those that ask, and those above them, unless
 * another call below is at work meanwhile. Done where an ask or a call begins or ends, it looks at the open calls,
 * which are few.
 */
export function noteWaits(state: TimelineState, at: number): void {
  const still = withAbove(state, state.waiting);
  const atWork = [...state.open].filter((id) => !still.has(id));
  for (const id of withAbove(state, atWork)) still.delete(id);
  for (const id of [...state.still, ...still]) {
    const node = state.nodes.get(id) as AgentNode | CallNode | undefined;
    const begins = still.has(id);
    if (!node || state.still.has(id) === begins) continue;
    node.wait = { at, begins, before: node.wait };
    markChanged(state, node);
  }
  state.still = still;
}

/** How much of the time between two moments a node did not wait for a person, by its `wait`; all in milliseconds. */
export function workedTime(wait: Wait | null, from: number, to: number): number {
  let worked = wait?.begins ? -from : to - from;
  for (let turn = wait; turn; turn = turn.before) {
    const time = Math.min(Math.max(turn.at, from), to);
    worked += turn.begins ? time : -time;
  }
  return worked;
}
