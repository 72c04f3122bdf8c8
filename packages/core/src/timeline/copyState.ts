import type { AgentNode, CallNode, ItemNode, Said, TimelineNode } from "./node.ts";
import { createState, type TimelineState } from "./state.ts";

/** The same state in records of its own: whatever one of the two takes in, the other stays as it is. Texts and values are shared. */
export function copyState(state: TimelineState): TimelineState {
  const copies = new Map<TimelineNode, TimelineNode>();
  const originals: TimelineNode[] = [];
  // The fields that hold other nodes are filled afterwards, so that no depth of the tree overflows.
  const copyOf = <Node extends TimelineNode>(node: Node): Node => {
    let copy = copies.get(node);
    if (!copy) {
      copies.set(node, (copy = { ...node, sources: copyOfSources(node.sources) }));
      originals.push(node);
    }
    return copy as Node;
  };
  const listOf = <Node extends TimelineNode>(nodes: readonly Node[]): Node[] => nodes.map(copyOf);

  const copy = createState(state.watched, state.dirty);
  copy.roots = listOf(state.roots);
  copy.messages = new Map(state.messages);
  copy.withdrawn = new Set(state.withdrawn);
  copy.notices = state.notices.slice();
  copy.rootVersion = state.rootVersion;
  copy.session = state.session;
  copy.taken = state.taken;
  for (const [id, node] of state.nodes) copy.nodes.set(id, copyOf(node));
  for (const [id, items] of state.byMessage) copy.byMessage.set(id, new Set(listOf([...items])));
  for (const [id, agents] of state.waitingAgents) copy.waitingAgents.set(id, listOf(agents));
  for (let node = originals.pop(); node; node = originals.pop()) {
    if (node.kind === "agent") fillAgent(copyOf(node), listOf(node.items));
    else if (node.kind === "call") fillCall(copyOf(node), listOf(node.agents));
  }
  return copy;
}

function fillAgent(copy: AgentNode, items: ItemNode[]): void {
  copy.items = items;
  copy.told = { ...copy.told };
}

/** A parser is nobody's but its call's: the copy's reads the arguments anew, when somebody looks. */
function fillCall(copy: CallNode, agents: AgentNode[]): void {
  copy.agents = agents;
  copy.told = { ...copy.told };
  copy.asked = copy.asked && copy.asked.slice();
  copy.parser = null;
  copy.unparsed = "";
}

function copyOfSources(sources: Map<string, Said> | null): Map<string, Said> | null {
  return sources && new Map([...sources].map(([session, said]) => [session, { ...said, told: { ...said.told } }]));
}
