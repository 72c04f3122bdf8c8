import type { AgentNode, CallNode, Fact, ItemNode, Said, TextNode, Told } from "./node.ts";
import type { TimelineState } from "./state.ts";

/*
 * Two sessions may tell of one chat: a live tap and the host's own events, each with its own `seq` and its own pieces.
 * Each tells a node's story from its beginning, so whatever a session says is measured against what is there: of a text,
 * only the characters beyond it are new; of a fact that may come again, only the n-th that nobody has told yet. So nothing
 * doubles, whoever is ahead leads, and where one goes silent the other carries on.
 */

/** What the session that speaks has said of a node; null while it is the only one that ever did. */
export function saidOf(state: TimelineState, node: AgentNode | CallNode | TextNode): Said | null {
  if (node.sources === null) {
    if (node.session === state.session) return null;
    node.sources = new Map([[node.session, allOf(node)]]);
  }
  let said = node.sources.get(state.session);
  if (!said) node.sources.set(state.session, (said = { text: 0, input: 0, output: 0, items: 0, told: {} }));
  return said;
}

/**
 * The part of a piece that goes beyond `there`, the text so far. What is not the text that is there is no retelling of it:
 * then the session goes on where another one ended, as a second answer does with the calls of the first; unless it cannot
 * (`goesOn`), for it tells the old text of what was withdrawn and came again.
 */
export function newPart(
  state: TimelineState,
  node: CallNode | TextNode,
  text: "text" | "input" | "output",
  there: string,
  delta: string,
  goesOn = true,
): string {
  const said = saidOf(state, node);
  if (!said) return delta;
  const from = said[text];
  if (from < there.length && !there.startsWith(delta.slice(0, there.length - from), from)) {
    if (!goesOn) return "";
    said[text] = there.length + delta.length;
    return delta;
  }
  said[text] += delta.length;
  const more = said[text] - there.length;
  return more <= 0 ? "" : more >= delta.length ? delta : delta.slice(-more);
}

/** Whether a fact is one that nobody has told yet; counts it. */
export function isNews(state: TimelineState, node: AgentNode | CallNode, fact: Fact): boolean {
  const said = saidOf(state, node);
  if (said && count(said.told, fact) <= (node.told[fact] ?? 0)) return false;
  count(node.told, fact);
  return true;
}

function count(told: Told, fact: Fact): number {
  return (told[fact] = (told[fact] ?? 0) + 1);
}

/** Whether the session that speaks has still to hear that what it tells of this agent was withdrawn. */
export function isBehind(state: TimelineState, agent: AgentNode): boolean {
  const said = saidOf(state, agent);
  return said !== null && (said.told.retractions ?? 0) < (agent.told.retractions ?? 0);
}

/** Notes that a session has come as far as this item of the agent. */
export function passItem(agent: AgentNode, said: Said, item: ItemNode): void {
  if (agent.items[said.items - 1] === item) return;
  const at = agent.items.indexOf(item, said.items);
  if (at >= 0) said.items = at + 1;
}

/** The next text of a kind after where a session is, that another session has begun: what a text without an id goes on in. */
export function nextText(agent: AgentNode, said: Said, kind: TextNode["kind"]): TextNode | undefined {
  for (let at = said.items; at < agent.items.length; at++) {
    const item = agent.items[at]!;
    if (item.kind === kind && item.id.startsWith(`${agent.id}:`)) return item as TextNode;
  }
  return undefined;
}

function allOf(node: AgentNode | CallNode | TextNode): Said {
  return {
    text: "text" in node ? node.text.length : 0,
    input: node.kind === "call" && node.inputText !== null ? node.inputText.length : 0,
    output: node.kind === "call" ? node.outputText.length : 0,
    items: node.kind === "agent" ? node.items.length : 0,
    told: "told" in node ? { ...node.told } : {},
  };
}
