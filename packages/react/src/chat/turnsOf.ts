import type { AgentView, RootView, Timeline } from "@callboard/core";
import { answeredBy } from "../timeline/answers.ts";

/**
 * One step of a chat: a message with the root agents that answer it, an agent that answers no message, or a call that the
 * person made.
 */
export interface Turn {
  key: string;
  message: RootView["messages"][number] | null;
  agents: readonly string[];
  ownCall: string | null;
}

/** A turn as a row of a thread: the same object while it is drawn the same. */
export interface TurnRow {
  readonly kind: "turn";
  readonly id: string;
  readonly turn: Turn;
  /** The agents and calls that it shows. */
  readonly items: readonly { readonly id: string }[];
  readonly words: string;
  /** The last that an agent answers. */
  readonly isLast: boolean;
}

/** Makes the rows of turns, one list after another. */
export function createTurnRows(): (turns: readonly Turn[], last: string | undefined) => readonly TurnRow[] {
  let known: ReadonlyMap<string, TurnRow> = new Map();
  return (turns, last) => {
    const rows = turns.map((turn): TurnRow => {
      const before = known.get(turn.key);
      const isLast = turn.key === last;
      if (before && before.isLast === isLast && isSameTurn(before.turn, turn)) return before;
      const ids = turn.ownCall === null ? turn.agents : [turn.ownCall];
      const items = ids.map((id) => ({ id }));
      return { kind: "turn", id: turn.key, turn, items, words: turn.message?.text ?? "", isLast };
    });
    known = new Map(rows.map((row) => [row.id, row]));
    return rows;
  };
}

function isSameTurn(one: Turn, other: Turn): boolean {
  return (
    one.message === other.message &&
    one.ownCall === other.ownCall &&
    one.agents.length === other.agents.length &&
    one.agents.every((id, index) => id === other.agents[index])
  );
}

/** The agent whose calls are the person's own. */
const PERSON = "you";

/** The person's own calls of a session. */
export function personOf(timeline: Timeline): AgentView | null {
  const agent = timeline.getNode(PERSON);
  return agent?.kind === "agent" ? agent : null;
}

/** The turns of a session in order; the person's own calls stand where they were made. */
export function turnsOf(timeline: Timeline, root: RootView, person: AgentView | null): Turn[] {
  const answered: (Turn & { agents: string[] })[] = root.messages
    // What is said of a turn stands in the turn.
    .filter(({ wording }) => !wording || !timeline.getNode(String(wording.values["agentId"])))
    .map((message) => ({ key: message.id, message, agents: [], ownCall: null }));
  const byMessage = new Map(answered.map((turn) => [turn.key, turn]));
  for (const id of root.agents) {
    if (id === PERSON) continue;
    const messageId = answeredBy(timeline, id);
    const turn = messageId === null ? undefined : byMessage.get(messageId);
    if (turn) turn.agents.push(id);
    else answered.push({ key: id, message: null, agents: [id], ownCall: null });
  }
  const own = (person?.items ?? []).filter(({ kind }) => kind === "call").map(({ id }) => id);
  if (own.length === 0) return answered;
  const turns: Turn[] = [];
  let next = 0;
  for (const turn of answered) {
    const begunAt = startOf(timeline, turn.agents[0]);
    // A turn that has no agent yet is the newest.
    while (next < own.length && (begunAt === null || startOf(timeline, own[next])! < begunAt))
      turns.push(ownTurn(own[next++]!));
    turns.push(turn);
  }
  return [...turns, ...own.slice(next).map(ownTurn)];
}

function ownTurn(callId: string): Turn {
  return { key: callId, message: null, agents: [], ownCall: callId };
}

function startOf(timeline: Timeline, id: string | undefined): number | null {
  const node = id === undefined ? undefined : timeline.getNode(id);
  return node?.kind === "agent" || node?.kind === "call" ? node.startedAt : null;
}
