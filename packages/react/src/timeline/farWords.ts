import type { AgentView, CallView, NodeView, Timeline } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { openNodesOf } from "./openNodes.ts";
import type { RowOfNodes } from "./wanted.ts";
import { whenCalm, type CalmWork } from "./whenCalm.ts";

/** The words that a list of nodes shows, a line each, in parts; and whether they can still change. */
interface ReadWords {
  parts: readonly string[];
  isSettled: boolean;
}

/** How many nodes are read in one step. */
const STEP = 64;
/**
 * So many characters, or one line more, are a part: a browser lays out a text as a whole, and a million of them take
 * longer than many frames.
 */
const PART = 16_000;

/**
 * Reads the words of nodes and of what is open below them, a few at a step: they stand for rows that are far from the
 * screen, so that a browser finds them.
 */
export function* readFarWords(
  timeline: Timeline,
  rows: readonly RowOfNodes[],
  nameOf: (tool: string) => string,
): Generator<void, ReadWords> {
  let read = 0;
  const nodes = openNodesOf(timeline);
  const parts: string[] = [];
  let isSettled = true;
  const say = (line: string) => {
    const last = parts.length - 1;
    if (last < 0 || parts[last]!.length > PART) parts.push(line);
    else parts[last] += `\n${line}`;
  };
  const names = new Map<string, string>();
  const nameOnce = (tool: string) => {
    const name = names.get(tool) ?? nameOf(tool);
    names.set(tool, name);
    return name;
  };
  const callWords = (call: CallView) => {
    const agent = call.agents.length === 1 ? timeline.getNode(call.agents[0]!) : undefined;
    const name = agent?.kind === "agent" ? agent.name : null;
    return inOneLine(name ?? call.title ?? nameOnce(call.tool), call.summary);
  };
  const folded = (items: readonly { id: string }[]) =>
    inOneLine(
      ...items.map(({ id }) => {
        const call = timeline.getNode(id);
        return call?.kind === "call" ? callWords(call) : null;
      }),
    );
  const work: string[] = [];
  const add = (ids: readonly string[]) => {
    for (let at = ids.length - 1; at >= 0; at--) work.push(ids[at]!);
  };
  for (const { id: row, items, words } of rows) {
    if (words) say(inOneLine(words));
    if (items && nodes.chosen(row) !== true && row.startsWith("work:")) {
      say(folded(items));
      continue;
    }
    add(items?.map((item) => item.id) ?? [row]);
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
      if (++read % STEP === 0) yield;
      const node = timeline.getNode(id);
      if (!node) continue;
      if (isAtWork(timeline, node)) isSettled = false;
      if (node.kind === "call") {
        say(callWords(node));
        if (nodes.chosen(id) ?? !isFinal(node.status)) add(node.agents);
      } else if (node.kind === "text") {
        say(inOneLine(node.text));
      } else if (node.kind === "agent") {
        if (isOneOfSeveral(timeline, node)) say(inOneLine(node.name, node.description));
        add(node.items.map((item) => item.id));
      }
    }
  }
  return { parts, isSettled };
}

/** The words of rows that are far from the screen, live. */
export interface FarWords {
  /** The rows are these now. They are read when it is time, not at each change. */
  change(rows: readonly RowOfNodes[]): void;
  /** Reads when the page has time, and again while words can change, until the returned function is called. */
  follow(timeline: Timeline, nameOf: (tool: string) => string, show: (parts: readonly string[]) => void): () => void;
}

export function createFarWords(): FarWords {
  let rows: readonly RowOfNodes[] = [];
  let work: CalmWork | undefined;
  return {
    change(to) {
      rows = to;
      work?.again();
    },
    follow(timeline, nameOf, show) {
      let reading: { of: readonly RowOfNodes[]; words: ReturnType<typeof readFarWords> } | undefined;
      const own = (work = whenCalm(() => {
        reading ??= { of: rows, words: readFarWords(timeline, rows, nameOf) };
        const step = reading.words.next();
        if (!step.done) return "goes on";
        const isLatest = reading.of === rows;
        reading = undefined;
        show(step.value.parts);
        return step.value.isSettled && isLatest ? "for good" : "for now";
      }));
      return () => {
        own.stop();
        if (work === own) work = undefined;
      };
    },
  };
}

/** One of several agents of a call has a row; a single one is in its call's. */
function isOneOfSeveral(timeline: Timeline, { parentCallId }: AgentView): boolean {
  const call = parentCallId === null ? undefined : timeline.getNode(parentCallId);
  return call?.kind === "call" && call.agents.length > 1;
}

function isAtWork(timeline: Timeline, node: NodeView): boolean {
  if (node.kind === "call") return !isFinal(node.status);
  if (node.kind === "agent") return node.status === "running";
  const agent = timeline.getNode(node.agentId);
  return agent?.kind === "agent" && agent.status === "running";
}

function inOneLine(...parts: (string | null)[]): string {
  const line = parts.filter(Boolean).join(" ");
  // Most are one line already: to find that out costs less than to write them anew.
  return SEVERAL.test(line) ? line.replace(/\s+/g, " ") : line;
}

/** Space that is not one blank between two words. */
const SEVERAL = /\s\s|[^\S ]/;
