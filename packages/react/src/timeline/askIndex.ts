import type { CallView, Question, Timeline } from "@callboard/core";
import { pathTo } from "./wanted.ts";

interface AskOfCall {
  /** Unique in its session: the approval's id, or the question's. */
  id: string;
  callId: string;
  call: CallView;
  /** Ids of the agents and calls above it, outermost first. */
  path: readonly string[];
}

/** An approval that waits for a person's answer, wherever in the tree its call is. */
export interface ApprovalAsk extends AskOfCall {
  kind: "approval";
  approvalId: string;
}

/** A question that waits for a person's answer: with a form or a plain yes, or with an address to open. */
export interface QuestionAsk extends AskOfCall {
  kind: "question" | "link";
  question: Question;
}

/** What waits for a person. */
export type Ask = ApprovalAsk | QuestionAsk;

/** What waits for a person in a timeline, read from the calls that wait: its cost does not grow with the timeline. */
export interface AskIndex {
  asks(): readonly Ask[];
  /** True where a call somewhere below this agent or call waits for an answer. */
  isWaitingBelow(id: string): boolean;
  subscribe(listener: () => void): () => void;
}

const indexOf = new WeakMap<Timeline, AskIndex>();

/** The index of a timeline: one for all its subscribers, kept up to date while it has any. */
export function askIndexOf(timeline: Timeline): AskIndex {
  let index = indexOf.get(timeline);
  if (!index) indexOf.set(timeline, (index = createAskIndex(timeline)));
  return index;
}

function createAskIndex(timeline: Timeline): AskIndex {
  const listeners = new Set<() => void>();
  let pending: ReadonlyMap<string, { call: CallView; asks: readonly Ask[] }> = new Map();
  let asks: readonly Ask[] = [];
  let below: ReadonlySet<string> = new Set();
  let stop = () => {};

  const read = () => {
    const now = new Map<string, { call: CallView; asks: readonly Ask[] }>();
    for (const id of timeline.waitingCalls()) {
      const call = timeline.getNode(id);
      if (call?.kind !== "call") continue;
      const known = pending.get(id);
      now.set(
        id,
        known?.call === call ? known : { call, asks: asksOf(call, known?.asks[0]?.path ?? above(timeline, id)) },
      );
    }
    const isSame = now.size === pending.size && [...now].every(([id, one]) => pending.get(id) === one);
    pending = now;
    if (isSame) return;
    asks = [...now.values()].flatMap((one) => one.asks);
    below = new Set(asks.flatMap((ask) => ask.path));
    for (const listener of [...listeners]) listener();
  };

  return {
    asks: () => asks,
    isWaitingBelow: (id) => below.has(id),
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = timeline.subscribe(read);
        read();
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop();
        pending = new Map();
      };
    },
  };
}

/** Ids of the agents and calls above a call, outermost first. */
function above(timeline: Timeline, id: string): readonly string[] {
  return pathTo(timeline, id).slice(0, -1);
}

/** What a call asks now. */
function asksOf(call: CallView, path: readonly string[]): Ask[] {
  const { id: callId, status, approval, questions } = call;
  const about = { callId, call, path };
  if (status === "awaiting-approval" && approval?.state === "pending") {
    return [{ ...about, kind: "approval", id: approval.id, approvalId: approval.id }];
  }
  if (status !== "awaiting-input") return [];
  return questions.flatMap((question): Ask[] =>
    question.state === "pending"
      ? [{ ...about, kind: question.url === undefined ? "question" : "link", id: question.id, question }]
      : [],
  );
}
