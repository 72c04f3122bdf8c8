import type { ItemRef, NodeView, Timeline } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { sameList } from "../timeline/useTimelineValue.ts";
import type { Store } from "../useStore.ts";

/** A row of an agent: one item; work that is over, folded into one; or several agents that can be read side by side. */
export type AgentRow =
  | (ItemRef & {
      /** A call whose work is over, or an item of it. */
      readonly settled?: boolean;
    })
  | {
      readonly kind: "work" | "lanes";
      readonly id: string;
      readonly items: readonly ItemRef[];
      readonly settled?: boolean;
    };

/** Whether the calls of a tool stand in the thread with their result. */
export type OpensInChat = (tool: string) => boolean;

/**
 * The rows of an agent, live. The calls and thoughts between two of its texts are one stretch of work; once it is over
 * (what follows is said, or the agent has completed, and no call is open) several calls of it are one row. Calls whose
 * result stands in the thread stay out of it, below. Without `folds` each call keeps its row. An event costs what the
 * last stretch holds, not what the agent did before.
 */
export function createAgentRows(
  timeline: Timeline,
  agentId: string,
  opensInChat: OpensInChat,
  folds = true,
): Store<readonly AgentRow[]> {
  /** The rows of stretches that are over, and where each of these ends: in items and in rows. */
  const closed: AgentRow[] = [];
  const ends: { items: number; rows: number }[] = [];
  const calls = callLooksOf(timeline, agentId);
  let log: object | undefined;
  let rows: readonly AgentRow[] = [];
  /** What the rows were made of: the agent, and what is seen of its open calls. */
  let readFrom: NodeView | undefined;
  let looks = "";
  let isFollowed = false;
  const watched = new Map<string, { stop: () => void; open: string }>();
  let tell = () => {};

  const read = () => {
    const agent = timeline.getNode(agentId);
    const items = agent?.kind === "agent" ? agent.items : [];
    const now = calls.read(items);
    const { openAt } = now;
    const open = openAt.map((place) => items[place]!.id);
    if (isFollowed) watch(new Set(open));
    const looksNow = open.map((id) => id + lookOf(timeline, id)).join();
    if (agent === readFrom && looksNow === looks) return rows;
    readFrom = agent;
    looks = looksNow;
    // Where an agent was stopped or failed, its reader looks for what it was at.
    const isOver = agent?.kind === "agent" && agent.status === "completed";
    const foldedFrom = agent?.kind === "agent" && agent.parentCallId !== null ? NESTED_FOLDED_FROM : FOLDED_FROM;
    const isSameLog = now.log === log;
    log = now.log;
    const firstOpen = openAt[0] ?? Infinity;
    // What follows a stretch closes it, and a call in it that is open, as further back in a replay, opens it again.
    const mostClosed = isSameLog ? Math.min(items.length - 1, firstOpen) : 0;
    while (ends.length > 0 && ends.at(-1)!.items > mostClosed) ends.pop();
    const { items: closedItems, rows: closedRows } = ends.at(-1) ?? { items: 0, rows: 0 };
    closed.length = closedRows;
    let next = closed.slice();
    let isSettledSoFar = true;
    for (let at = closedItems; at < items.length;) {
      const from = at;
      if (items[at]!.kind === "text") {
        next.push(items[at++]!);
      } else {
        while (at < items.length && items[at]!.kind !== "text") at++;
        const work = items.slice(from, at);
        const isOpen = openAt.some((place) => place >= from && place < at);
        const isSettled = !isOpen && (at < items.length || isOver);
        isSettledSoFar &&= isSettled && at < items.length;
        // Agents that were read side by side stay so when they are done: nothing above them goes away.
        let made: AgentRow[] = calls.haveAgents() ? withLanes(work, calls.hasAgents) : work;
        if (isSettled) made = (folds && foldedRows(timeline, work, opensInChat, foldedFrom)) || made.map(settledRow);
        // What is made anew and drawn the same stays the same object.
        if (made !== work) made = made.map((row, index) => sameAs(rows[next.length + index], row));
        next = next.concat(made);
      }
      if (isSettledSoFar && at < items.length) {
        for (let index = closed.length; index < next.length; index++) closed.push(next[index]!);
        ends.push({ items: at, rows: next.length });
      }
    }
    if (!sameList(rows, next)) rows = next;
    return rows;
  };
  /** Open calls decide what their stretch looks like: by their end, and by an agent that they start. */
  const watch = (open: ReadonlySet<string>) => {
    for (const [id, { stop }] of watched) {
      if (open.has(id)) continue;
      stop();
      watched.delete(id);
    }
    for (const id of open) {
      if (watched.has(id)) continue;
      const entry = { stop: () => {}, open: lookOf(timeline, id) };
      entry.stop = timeline.subscribeNode(id, () => {
        const now = lookOf(timeline, id);
        if (now === entry.open) return;
        entry.open = now;
        onChange();
      });
      watched.set(id, entry);
    }
  };
  const onChange = () => {
    const before = rows;
    if (read() !== before) tell();
  };
  return {
    read: () => (isFollowed ? rows : read()),
    subscribe(listener) {
      tell = listener;
      isFollowed = true;
      const stop = timeline.subscribeNode(agentId, onChange);
      onChange();
      return () => {
        stop();
        isFollowed = false;
        tell = () => {};
        watch(new Set());
      };
    },
  };
}

const lookOf = (timeline: Timeline, id: string): string => {
  const call = timeline.getNode(id);
  return call?.kind === "call" ? `${isFinal(call.status)} ${call.agents.length > 0}` : "";
};

type CallLooks = ReturnType<typeof createCallLooks>;

const looksByTimeline = new WeakMap<Timeline, Map<string, CallLooks>>();

/**
 * What was seen of an agent's calls stands beside the timeline: rows that come and go do not look at all of them again.
 */
function callLooksOf(timeline: Timeline, agentId: string): CallLooks {
  let ofAgents = looksByTimeline.get(timeline);
  if (!ofAgents) looksByTimeline.set(timeline, (ofAgents = new Map()));
  let looks = ofAgents.get(agentId);
  if (!looks) ofAgents.set(agentId, (looks = createCallLooks(timeline)));
  return looks;
}

/**
 * What the rows of an agent have to know of its calls. A call that has ended is looked at once, wherever in its log a
 * timeline stands.
 */
function createCallLooks(timeline: Timeline) {
  /** Another object once the items are not those of the last read, fewer or more. */
  let log = {};
  /** The longest list of items that was read, where each call stands in it, and which of them have agents. */
  let known: readonly ItemRef[] = [];
  let places = new Map<string, number>();
  let withAgents = new Set<string>();
  /** The calls that were open when they were looked at last, or did not exist yet further back in a replay. */
  let wereOpen: readonly string[] = [];
  /** Says whether the call exists. */
  const look = (id: string): boolean => {
    if (hasAgents(timeline, id)) withAgents.add(id);
    else withAgents.delete(id);
    return timeline.getNode(id) !== undefined;
  };
  return {
    /** Says of which log the items are, and at which of them open calls stand. */
    read(items: readonly ItemRef[]): { log: object; openAt: readonly number[] } {
      const common = Math.min(known.length, items.length);
      // Items are withdrawn at the end only.
      if (common > 0 && known[common - 1]!.id !== items[common - 1]!.id) {
        log = {};
        known = [];
        places = new Map();
        withAgents = new Set();
        wereOpen = [];
      }
      for (let at = known.length; at < items.length; at++) {
        const { kind, id } = items[at]!;
        if (kind !== "call") continue;
        places.set(id, at);
        look(id);
      }
      if (items.length > known.length) known = items;
      const open = timeline.openCalls();
      const notYet = wereOpen.filter((id) => !open.has(id) && !look(id));
      // Few calls are open, however many there are.
      const openAt = [...open].map((id) => places.get(id) ?? Infinity).filter((place) => place < items.length);
      openAt.sort((one, other) => one - other);
      wereOpen = openAt.map((place) => items[place]!.id);
      for (const id of wereOpen) look(id);
      wereOpen = wereOpen.concat(notYet);
      return { log, openAt };
    },
    haveAgents: () => withAgents.size > 0,
    hasAgents: (id: string) => withAgents.has(id),
  };
}

function hasAgents(timeline: Timeline, id: string): boolean {
  const call = timeline.getNode(id);
  return call?.kind === "call" && call.agents.length > 0;
}

/** Several calls with agents, one after another, stand together. */
function withLanes(work: readonly ItemRef[], hasAgents: (id: string) => boolean): AgentRow[] {
  const rows: AgentRow[] = [];
  for (let at = 0; at < work.length;) {
    const from = at;
    while (at < work.length && work[at]!.kind === "call" && hasAgents(work[at]!.id)) at++;
    if (at - from > 1) rows.push({ kind: "lanes", id: `lanes:${work[from]!.id}`, items: work.slice(from, at) });
    else rows.push(work[from]!);
    if (at === from) at++;
  }
  return rows;
}

const settledRowOf = new WeakMap<ItemRef, AgentRow>();

function settledRow(item: AgentRow): AgentRow {
  if ("items" in item) return { ...item, settled: true };
  if (item.kind !== "call") return item;
  let row = settledRowOf.get(item);
  if (!row) settledRowOf.set(item, (row = { ...item, settled: true }));
  return row;
}

/** Fewer calls than these are read at a glance. */
const FOLDED_FROM = 3;
/**
 * The row of a sub-agent counts its calls, and who opens it asks for them: they are folded where they would be many.
 */
const NESTED_FOLDED_FROM = 10;

/**
 * Work that is over: several calls are one row; what stands in the thread with its result comes after it. Null where
 * they are few.
 */
function foldedRows(
  timeline: Timeline,
  work: readonly ItemRef[],
  opensInChat: OpensInChat,
  foldedFrom: number,
): AgentRow[] | null {
  const shown = new Map<string, ItemRef>();
  for (const item of work) {
    const call = item.kind === "call" ? timeline.getNode(item.id) : undefined;
    if (call?.kind === "call" && call.status === "completed" && opensInChat(call.tool)) shown.set(call.tool, item);
  }
  const results = new Set(shown.values());
  const folded = work.filter((item) => !results.has(item));
  if (folded.filter(({ kind }) => kind === "call").length < foldedFrom) return null;
  return [{ kind: "work", id: `work:${work[0]!.id}`, items: folded, settled: true }, ...[...results].map(settledRow)];
}

/** The rows of work that was folded and is open: several calls of one tool in a row are one row again. */
export function rowsInWork(timeline: Timeline, work: readonly ItemRef[]): AgentRow[] {
  const toolOf = ({ kind, id }: ItemRef) => {
    const call = kind === "call" ? timeline.getNode(id) : undefined;
    return call?.kind === "call" && call.agents.length === 0 ? call.tool : undefined;
  };
  const isSameTool = (one: ItemRef, other: ItemRef) => toolOf(one) !== undefined && toolOf(one) === toolOf(other);
  const runs = runsOf(work, isSameTool);
  if (runs.length === 1) return work.map(settledRow);
  return runs.flatMap((run): AgentRow[] =>
    run.length >= FOLDED_FROM
      ? [{ kind: "work", id: `times:${run[0]!.id}`, items: run, settled: true }]
      : withLanes(run, (id) => hasAgents(timeline, id)).map((row) => ({ ...row, settled: true })),
  );
}

/** The longest stretches of a list whose neighbours belong together. */
function runsOf(items: readonly ItemRef[], belong: (one: ItemRef, other: ItemRef) => boolean): ItemRef[][] {
  const runs: ItemRef[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && belong(last.at(-1)!, item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

function sameAs(known: AgentRow | undefined, row: AgentRow): AgentRow {
  return known && isSameRow(known, row) ? known : row;
}

/** True for two rows that are drawn the same. */
function isSameRow(one: Row, other: Row): boolean {
  if (one === other) return true;
  if (one.id !== other.id || one.kind !== other.kind || one.settled !== other.settled) return false;
  return (one.items?.length ?? 0) === (other.items?.length ?? 0);
}

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly items?: readonly ItemRef[];
  readonly settled?: boolean;
}
