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
  /** What the calls below this agent or call wait for, the weightiest of it; null where none waits. */
  waitingBelow(id: string): Ask["kind"] | null;
  subscribe(listener: () => void): () => void;
}

const indexOf = new WeakMap<Timeline, AskIndex>();

/** The index of a timeline: one for all its subscribers, kept up to date while it has any. */
export function askIndexOf(timeline: Timeline): AskIndex {
  let index = indexOf.get(timeline);
  if (!index) indexOf.set(timeline, (index = createAskIndex(timeline)));
  return index;
}

/** From the lightest on. */
const WEIGHTS: readonly Ask["kind"][] = ["link", "question", "approval"];

function createAskIndex(timeline: Timeline): AskIndex {
  const listeners = new Set<() => void>();
  let pending: ReadonlyMap<string, { call: CallView; asks: readonly Ask[] }> = new Map();
  let asks: readonly Ask[] = [];
  let below: ReadonlyMap<string, Ask["kind"]> = new Map();
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
    below = new Map(
      WEIGHTS.flatMap((kind) => asks.filter((ask) => ask.kind === kind)).flatMap(({ path, kind }) =>
        path.map((id) => [id, kind]),
      ),
    );
    for (const listener of [...listeners]) listener();
  };

  return {
    asks: () => asks,
    waitingBelow: (id) => below.get(id) ?? null,
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
export function asksOf(call: CallView, path: readonly string[] = []): Ask[] {
  const { id: callId, status, approval, questions } = call;
  const about = { callId, call, path };
  if (status === "awaiting-approval" && approval?.state === "pending") {
    return [{ ...about, kind: "approval", id: approval.id, approvalId: approval.id }];
  }
  if (status !== "awaiting-input") return [];
  return questions.flatMap((question): Ask[] =>
    question.state === "pending" ? [{ ...about, kind: kindOf(question), id: question.id, question }] : [],
  );
}

const kindOf = ({ url }: Question): QuestionAsk["kind"] => (url === undefined ? "question" : "link");

/** What a call itself waits for; null where it does not wait. */
export function askKindOf({ status, questions }: CallView): Ask["kind"] | null {
  if (status === "awaiting-approval") return "approval";
  if (status !== "awaiting-input") return null;
  const pending = questions.filter(({ state }) => state === "pending");
  return pending.length > 0 && pending.every((question) => kindOf(question) === "link") ? "link" : "question";
}
