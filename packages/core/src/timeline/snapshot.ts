import type { OutputRef } from "./event.ts";
import {
  agentView,
  callView,
  type AgentNode,
  type AgentView,
  type CallNode,
  type CallView,
  type TextView,
} from "./node.ts";
import type { Gap } from "./sequence.ts";
import type { Message, Notice, TimelineState } from "./state.ts";

export type TextSnapshot = Pick<TextView, "kind" | "id" | "text">;

type ElsewhereInCall = "userId" | "agentId" | "messageId" | "inputText" | "inputPath" | "outputRef" | "agents";

export interface CallSnapshot extends Omit<CallView, ElsewhereInCall> {
  /** Only while arguments stream. */
  inputText?: string;
  outputRef?: OutputRef;
  agents: AgentSnapshot[];
}

export interface AgentSnapshot extends Omit<AgentView, "kind" | "description" | "parentCallId" | "items"> {
  items: (TextSnapshot | CallSnapshot)[];
}

/** A timeline as plain JSON. */
export interface Snapshot {
  agents: AgentSnapshot[];
  messages: Message[];
  lastSeq: number;
  gaps: Gap[];
  notices: Notice[];
}

/** The whole state as plain data; without recursion, so that no depth overflows. */
export function snapshotOf(state: TimelineState, lastSeq: number, gaps: Gap[]): Snapshot {
  const work: [AgentNode, AgentSnapshot][] = [];
  const shell = (agent: AgentNode): AgentSnapshot => {
    const { kind: _kind, description: _description, parentCallId: _parentCallId, ...shown } = agentView(agent);
    const snapshot = { ...shown, items: [] };
    work.push([agent, snapshot]);
    return snapshot;
  };
  const agents = state.roots.map(shell);
  for (let next = work.pop(); next; next = work.pop()) {
    const [agent, snapshot] = next;
    for (const item of agent.items) {
      snapshot.items.push(
        item.kind === "call"
          ? { ...callSnapshot(item), agents: item.agents.map(shell) }
          : { kind: item.kind, id: item.id, text: item.text },
      );
    }
  }
  const orphans: Notice[] = [...state.nodes.values()]
    .filter((node) => !node.attached)
    .map(({ kind, id }) => ({
      code: "orphan",
      message: `Events came for the ${kind} "${id}", but never its beginning.`,
    }));
  return { agents, messages: [...state.messages.values()], lastSeq, gaps, notices: [...state.notices, ...orphans] };
}

function callSnapshot(call: CallNode): Omit<CallSnapshot, "agents"> {
  const { userId: _user, agentId: _agent, messageId: _message, inputPath: _path, ...view } = callView(call);
  const { inputText, outputRef, ...shown } = view;
  return { ...shown, ...(inputText !== null && { inputText }), ...(outputRef && { outputRef }) };
}
