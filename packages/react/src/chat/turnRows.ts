import type { AgentView, RootView, Timeline } from "@callboard/core";
import { answersOf, type AnswersHere } from "../timeline/answers.ts";

/**
 * One step of a chat: a message with the root agents that answer it, an agent that answers no message, or a call that
 * the person made.
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

/** The agent whose calls are the person's own. */
export const PERSON = "you";

/** The person's own calls of a session. */
export function personOf(timeline: Timeline): AgentView | null {
  const agent = timeline.getNode(PERSON);
  return agent?.kind === "agent" ? agent : null;
}

/**
 * Makes the turns of a session in order, wherever in its log it stands; the person's own calls stand where they were
 * made. A turn that was made once is not made anew while it is the same. `hasLast` says whether one of them is the last
 * of the conversation.
 */
export function createTurnRows(
  timeline: Timeline,
): (root: RootView, person: AgentView | null, hasLast: boolean) => readonly TurnRow[] {
  const known = new Map<string, TurnRow>();
  const rowOf = (isLast: boolean, turn: Turn): TurnRow => {
    const before = known.get(turn.key);
    if (before && before.isLast === isLast && isSameTurn(before.turn, turn)) return before;
    const items = turn.ownCall === null ? turn.agents.map((id) => ({ id })) : [{ id: turn.ownCall }];
    const row: TurnRow = { kind: "turn", id: turn.key, turn, items, words: turn.message?.text ?? "", isLast };
    known.set(turn.key, row);
    return row;
  };
  return (root, person, hasLast) => {
    const messages = root.messages.filter((message) => standsAlone(timeline, message));
    const answers = answersOf(timeline);
    const lone = loneAgents(root, messages, answers);
    const last = hasLast ? messages.length + lone.length - 1 : -1;
    const answered = messages.map((message, at) =>
      rowOf(at === last, { key: message.id, message, agents: answers.agentsOf(message.id), ownCall: null }),
    );
    for (const id of lone) {
      answered.push(rowOf(answered.length === last, { key: id, message: null, agents: [id], ownCall: null }));
    }
    const own = (person?.items ?? []).filter(({ kind }) => kind === "call").map(({ id }) => id);
    if (own.length === 0) return answered;
    const ownRow = (id: string) => rowOf(false, { key: id, message: null, agents: [], ownCall: id });
    const rows: TurnRow[] = [];
    let next = 0;
    for (const row of answered) {
      const begunAt = startOf(timeline, row.turn.agents[0]);
      // A turn that has no agent yet is the newest.
      while (next < own.length && (begunAt === null || startOf(timeline, own[next])! < begunAt))
        rows.push(ownRow(own[next++]!));
      rows.push(row);
    }
    return [...rows, ...own.slice(next).map(ownRow)];
  };
}

/** What is said of a turn stands in the turn. */
function standsAlone(timeline: Timeline, { wording }: RootView["messages"][number]): boolean {
  return !wording || !timeline.getNode(String(wording.values["agentId"]));
}

/** The root agents that answer none of these messages. */
function loneAgents({ agents }: RootView, messages: RootView["messages"], answers: AnswersHere): string[] {
  const shown = new Set<string | undefined>(messages.map(({ id }) => id));
  return agents.filter((id) => id !== PERSON && !shown.has(answers.messageOf(id)));
}

function isSameTurn(one: Turn, other: Turn): boolean {
  return (
    one.message === other.message &&
    one.ownCall === other.ownCall &&
    one.agents.length === other.agents.length &&
    one.agents.every((id, index) => id === other.agents[index])
  );
}

function startOf(timeline: Timeline, id: string | undefined): number | null {
  const node = id === undefined ? undefined : timeline.getNode(id);
  return node?.kind === "agent" || node?.kind === "call" ? node.startedAt : null;
}
