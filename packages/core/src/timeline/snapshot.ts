import type { OutputRef } from "../events/event.ts";
import {
  agentView,
  callView,
  type AgentNode,
  type AgentView,
  type CallNode,
  type CallView,
  type Question,
  type TextView,
} from "./node.ts";
import type { Gap } from "./sequence.ts";
import type { Allowance, Message, Notice, TimelineState } from "./state.ts";

export type TextSnapshot = Pick<TextView, "kind" | "id" | "text">;

type OmittedOfCall =
  | "questions"
  | "userId"
  | "agentId"
  | "messageId"
  | "given"
  | "inputText"
  | "inputPath"
  | "outputRef"
  | "wait"
  | "agents";

export interface CallSnapshot extends Omit<CallView, OmittedOfCall> {
  /** Only while arguments stream. */
  inputText?: string;
  outputRef?: OutputRef;
  /** Only of a call that has asked some. */
  questions?: readonly Question[];
  agents: AgentSnapshot[];
}

export interface AgentSnapshot extends Omit<AgentView, "kind" | "description" | "parentCallId" | "wait" | "items"> {
  items: (TextSnapshot | CallSnapshot)[];
}

/** A timeline as plain JSON. */
export interface Snapshot {
  agents: AgentSnapshot[];
  messages: Message[];
  /** Only of a session in which something was approved for all of it. */
  allowances?: Allowance[];
  lastSeq: number;
  gaps: Gap[];
  notices: Notice[];
}

/** The whole state as plain data, made without recursion: no depth of the tree overflows the stack. */
export function snapshotOf(state: TimelineState, lastSeq: number, gaps: Gap[]): Snapshot {
  const work: [AgentNode, AgentSnapshot][] = [];
  const shell = (agent: AgentNode): AgentSnapshot => {
    const { kind: _kind, description: _about, parentCallId: _parent, wait: _wait, ...shown } = agentView(agent);
    const snapshot = { ...shown, items: [] };
    work.push([agent, snapshot]);
    return snapshot;
  };
  const shells = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const agent = state.nodes.get(id);
      return agent?.kind === "agent" ? [shell(agent)] : [];
    });
  const agents = shells(state.roots);
  for (let next = work.pop(); next; next = work.pop()) {
    const [agent, snapshot] = next;
    for (const { id } of agent.items) {
      const item = state.nodes.get(id);
      if (!item || item.kind === "agent") continue;
      snapshot.items.push(
        item.kind === "call"
          ? { ...callSnapshot(item), agents: shells(item.agents) }
          : { kind: item.kind, id: item.id, text: item.text },
      );
    }
  }
  const orphans: Notice[] = [...state.nodes.values()]
    .filter((node) => !node.attached)
    .map(({ kind, id }): Notice => ({
      code: "orphan",
      message: `The ${kind} "${id}" has events, but no start.`,
    }))
    // By their ids: a kept state does not know in which order they came.
    .sort((one, other) => (one.message < other.message ? -1 : 1));
  const allowances = [...state.allowances.values()];
  const allowed = allowances.length > 0 && { allowances };
  return {
    agents,
    messages: [...state.messages.values()],
    ...allowed,
    lastSeq,
    gaps,
    notices: [...state.notices, ...orphans],
  };
}

function callSnapshot(call: CallNode): Omit<CallSnapshot, "agents"> {
  const {
    userId: _user,
    agentId: _agent,
    messageId: _message,
    given: _given,
    inputPath: _path,
    wait: _wait,
    ...view
  } = callView(call);
  const { inputText, outputRef, questions, ...shown } = view;
  return {
    ...shown,
    ...(inputText !== null && { inputText }),
    ...(outputRef && { outputRef }),
    ...(questions.length > 0 && { questions }),
  };
}
