import type { AgentNode, CallNode, Counts, ItemNode, RepeatableEvent, SourceProgress, TextNode } from "./node.ts";
import type { TimelineState } from "./state.ts";

/*
 * Two sessions may report one chat: a live stream and the host's own log, each with its own `seq` and its own cut of
 * the texts. Each reports a node from its beginning, so an event counts only as far as it goes beyond the state: of a
 * text the characters after its current end, of a repeatable event the n-th that no session has reported. Nothing
 * doubles, the session that is ahead leads, and where one session stops the other carries on.
 */

/** What the current session has reported of a node; null while no other session has reported it. */
export function progressOf(state: TimelineState, node: AgentNode | CallNode | TextNode): SourceProgress | null {
  if (node.progressBySession === null) {
    if (node.session === state.session) return null;
    node.progressBySession = new Map([[node.session, fullProgress(node)]]);
  }
  let progress = node.progressBySession.get(state.session);
  if (!progress) {
    progress = { text: 0, input: 0, output: 0, items: 0, counts: {} };
    node.progressBySession.set(state.session, progress);
  }
  return progress;
}

/**
 * The part of a delta that goes beyond `current`, the text so far. A delta that differs from `current` repeats nothing:
 * the session continues where another one ended, as a second answer does with the calls of the first. Without
 * `mayContinue` such a delta is dropped: the session still reports the old text of an item that was withdrawn and came
 * again.
 */
export function newPart(
  state: TimelineState,
  node: CallNode | TextNode,
  text: "text" | "input" | "output",
  current: string,
  delta: string,
  mayContinue = true,
): string {
  const progress = progressOf(state, node);
  if (!progress) return delta;
  const from = progress[text];
  if (from < current.length && !current.startsWith(delta.slice(0, current.length - from), from)) {
    if (!mayContinue) return "";
    progress[text] = current.length + delta.length;
    return delta;
  }
  progress[text] += delta.length;
  const added = progress[text] - current.length;
  return added <= 0 ? "" : added >= delta.length ? delta : delta.slice(-added);
}

/** Counts a repeatable event; true where no session has reported it before. */
export function countAsNew(state: TimelineState, node: AgentNode | CallNode, event: RepeatableEvent): boolean {
  const progress = progressOf(state, node);
  if (progress && increment(progress.counts, event) <= (node.counts[event] ?? 0)) return false;
  increment(node.counts, event);
  return true;
}

function increment(counts: Counts, event: RepeatableEvent): number {
  return (counts[event] = (counts[event] ?? 0) + 1);
}

/** Whether the current session has yet to report a retraction of this agent that another session has reported. */
export function missesRetraction(state: TimelineState, agent: AgentNode): boolean {
  const progress = progressOf(state, agent);
  return progress !== null && (progress.counts.retractions ?? 0) < (agent.counts.retractions ?? 0);
}

/** Notes that a session has reported the agent's items up to this one. */
export function passItem(agent: AgentNode, progress: SourceProgress, item: ItemNode): void {
  if (agent.items[progress.items - 1]?.id === item.id) return;
  const index = agent.items.findIndex(({ id }, at) => at >= progress.items && id === item.id);
  if (index >= 0) progress.items = index + 1;
}

/**
 * The next text of a kind that another session began after this session's last item: a delta without an id continues
 * it.
 */
export function nextText(
  state: TimelineState,
  agent: AgentNode,
  progress: SourceProgress,
  kind: TextNode["kind"],
): TextNode | undefined {
  for (let index = progress.items; index < agent.items.length; index++) {
    const item = agent.items[index]!;
    if (item.kind === kind && item.id.startsWith(`${agent.id}:`)) return state.nodes.get(item.id) as TextNode;
  }
  return undefined;
}

function fullProgress(node: AgentNode | CallNode | TextNode): SourceProgress {
  return {
    text: "text" in node ? node.text.length : 0,
    input: node.kind === "call" && node.inputText !== null ? node.inputText.length : 0,
    output: node.kind === "call" ? node.outputText.length : 0,
    items: node.kind === "agent" ? node.items.length : 0,
    counts: "counts" in node ? { ...node.counts } : {},
  };
}
