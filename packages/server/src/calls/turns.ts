import { randomUUID } from "node:crypto";
import type { CallLimits, NewEvent } from "@callboard/core";
import { isCallEnd } from "@callboard/core/host";
import type { ResolvedTool } from "@callboard/core/catalog";
import type { SessionKey } from "../log/logReader.ts";
import type { TurnOfCall } from "../sessions/claims.ts";
import type { Store } from "../store.ts";
import { eventsOfCall } from "./callEnd.ts";

/** Lets calls run one after the other, as the limits of their tools say: a module's, such as the platform's engine. */
export interface TurnQueue {
  /**
   * A call has begun to wait, and its log says so. When its turn has come, the queue calls `calls.holdTurn`; a turn
   * that is over is the next one's.
   */
  wait(turn: TurnOfCall): void;
}

/** Whose turn a host's calls wait for: nobody's where no module keeps one, and then they run at once. */
export interface Turns {
  /** Whether the calls of a tool wait for turns here. A tool that says so where nobody keeps them is a problem. */
  areKept(tool: ResolvedTool): boolean;
  wait(turn: TurnOfCall): void;
}

export function createTurns(queues: readonly TurnQueue[], onProblem: (message: string) => void): Turns {
  const told = new Set<string>();
  return {
    areKept({ slug, limits }) {
      if (!limits) return false;
      if (queues.length > 0) return true;
      if (!told.has(slug)) {
        told.add(slug);
        onProblem(
          `The tool "${slug}" has limits, and nothing in this host keeps them: its calls run at once. Add a module that does, such as createPlatform().`,
        );
      }
      return false;
    },
    wait: (turn) => queues[0]?.wait(turn),
  };
}

/** The event with which a call begins to wait for its turn. */
export const turnEvent = (callId: string, limits: CallLimits) =>
  ({ type: "tool.needs_turn", callId, turnId: randomUUID(), limits }) satisfies NewEvent;

/** Whether an event ends what turn its call had, or waited for. */
const endsTurn = (event: NewEvent): boolean =>
  isCallEnd(event) || event.type === "tool.needs_input" || event.type === "tool.needs_approval";

/**
 * Gives a call its turn, unless it has it, and resolves when that is over: the call has ended, or waits for a person.
 * After `closing` too: then whoever takes the turn up next asks again.
 */
export async function holdTurn(
  { store, wake }: { store: Store; wake: (session: SessionKey) => void },
  { callId, turnId, ...session }: TurnOfCall,
  closing: AbortSignal,
): Promise<void> {
  let after: number | undefined;
  const given = await store.sessions.decide(session, async (locked): Promise<NewEvent[]> => {
    const { turn, lastSeq } = await locked.turnOf(callId);
    after = turn?.id === turnId ? lastSeq : undefined;
    return turn?.id === turnId && !turn.isGiven ? [{ type: "tool.turn_given", callId, turnId }] : [];
  });
  if (given.length > 0) wake(session);
  if (after === undefined) return;
  for await (const event of eventsOfCall(store, { ...session, callId }, closing, after)) if (endsTurn(event)) return;
}
