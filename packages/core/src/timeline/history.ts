import type { SourceProgress, TimelineNode } from "./node.ts";
import { createState, type Allowance, type Message, type NodeTable, type TimelineState } from "./state.ts";

/**
 * The states of a log at even places. Of each record those versions are kept that differ from place to place, and a
 * state is restored without its records: each is copied when it is first asked for. So going anywhere costs what is
 * looked at there, and not the length of the log.
 */
export interface History {
  /** The records of the state that goes on at the end of the log; it notes which of them change. */
  readonly nodes: ReadableNodes;
  /** Keeps the state at a place, if it is one of those that are kept. */
  keep(state: TimelineState, place: number): void;
  /** The last kept place up to this one; 0 is always kept. */
  placeBefore(place: number): number;
  /** A state at a kept place that goes on by itself. `end` is the state at the end of the log. */
  restore(place: number, end: TimelineState): ReplayState;
}

/** Records, and a way to read one without a copy for this state: what it gives is only looked at. */
export interface ReadableNodes extends NodeTable {
  peek(id: string): TimelineNode | undefined;
}

export interface ReplayState extends TimelineState {
  nodes: ReadableNodes;
}

/** A record as it was from `place` on; null where it was withdrawn. */
interface Version {
  place: number;
  node: TimelineNode | null;
  /** How many of the items and agents that the lists hold now are of this version. */
  length: number;
}

/** The rest of a state at a kept place; of what only grows, the length. */
interface Frame {
  roots: number;
  messages: number;
  notices: number;
  allowances: ReadonlyMap<string, Allowance>;
  withdrawn: ReadonlySet<string>;
  waiting: ReadonlySet<string>;
  still: ReadonlySet<string>;
  open: readonly string[];
  waitingAgents: ReadonlyMap<string, readonly string[]>;
  rootVersion: number;
  session: string;
  version: number;
}

/**
 * The first distance between kept places, in events, and the most versions and withdrawn ids of all of them together.
 */
const FIRST_SPACING = 1024;
const MOST_RECORDS = 400_000;

export function createHistory(firstSpacing = FIRST_SPACING, mostRecords = MOST_RECORDS): History {
  const nodes = new Map<string, TimelineNode>();
  const versions = new Map<string, Version[]>();
  const frames = new Map<number, Frame>();
  /** The records that may have changed since the last kept place. */
  const touched = new Set<string>();
  let spacing = firstSpacing;
  let records = 0;
  let withdrawn: ReadonlySet<string> = new Set();

  const addVersion = (id: string, place: number) => {
    const node = nodes.get(id);
    const known = versions.get(id);
    if (known ? isSame(known.at(-1)!, node) : !node) return;
    const version: Version = { place, node: node ? copyOf(node) : null, length: node ? lengthOf(node) : 0 };
    if (known) known.push(version);
    else versions.set(id, [version]);
    records++;
  };
  /** Twice the distance: memory stays bounded for a log of any length. */
  const thinOut = () => {
    spacing *= 2;
    records = 0;
    for (const place of frames.keys()) if (place % spacing !== 0) frames.delete(place);
    const kept = (place: number) => Math.ceil(place / spacing);
    for (const [id, list] of versions) {
      // Of the versions between two kept places, only the last is ever read.
      const left = list.filter(({ place }, index) => {
        const next = list[index + 1];
        return !next || kept(next.place) !== kept(place);
      });
      versions.set(id, left);
      records += left.length;
    }
    let last: ReadonlySet<string> | undefined;
    for (const frame of frames.values()) {
      records += frame.open.length;
      if (frame.withdrawn !== last) records += frame.withdrawn.size;
      last = frame.withdrawn;
    }
  };

  return {
    nodes: {
      get(id) {
        touched.add(id);
        return nodes.get(id);
      },
      peek: (id) => nodes.get(id),
      has: (id) => nodes.has(id),
      set(id, node) {
        touched.add(id);
        nodes.set(id, node);
        return nodes;
      },
      delete(id) {
        touched.add(id);
        return nodes.delete(id);
      },
      values() {
        for (const id of nodes.keys()) touched.add(id);
        return nodes.values();
      },
    },
    keep(state, place) {
      if (place % spacing !== 0 || frames.has(place)) return;
      for (const id of touched) addVersion(id, place);
      touched.clear();
      if (!isSameSet(withdrawn, state.withdrawn)) {
        withdrawn = new Set(state.withdrawn);
        records += withdrawn.size;
      }
      records += state.open.size;
      frames.set(place, {
        roots: state.roots.length,
        messages: state.messages.size,
        notices: state.notices.length,
        allowances: new Map(state.allowances),
        withdrawn,
        waiting: state.waiting,
        still: state.still,
        open: [...state.open],
        waitingAgents: new Map([...state.waitingAgents].map(([id, agents]) => [id, agents.slice()])),
        rootVersion: state.rootVersion,
        session: state.session,
        version: state.version,
      });
      while (records > mostRecords && frames.size > 1) thinOut();
    },
    placeBefore(place) {
      for (let at = place - (place % spacing); at > 0; at -= spacing) if (frames.has(at)) return at;
      return 0;
    },
    restore(place, end) {
      const state = { ...createState(end.watched, end.dirty), nodes: nodesAt(versions, place) };
      // What only tells where to look may know more than the state did.
      state.byMessage = end.byMessage;
      const frame = frames.get(place);
      if (!frame) return state;
      Object.assign(state, frame, {
        roots: end.roots.slice(0, frame.roots),
        messages: firstOf(end.messages, frame.messages),
        notices: end.notices.slice(0, frame.notices),
        allowances: new Map(frame.allowances),
        withdrawn: new Set(frame.withdrawn),
        open: new Set(frame.open),
        waitingAgents: new Map([...frame.waitingAgents].map(([id, agents]) => [id, agents.slice()])),
      } satisfies Partial<TimelineState>);
      return state;
    },
  };
}

/** The records at a kept place. */
function nodesAt(versions: ReadonlyMap<string, readonly Version[]>, place: number): ReadableNodes {
  /** The records that were asked for or are new; null for those that are gone. */
  const own = new Map<string, TimelineNode | null>();
  const get = (id: string): TimelineNode | undefined => {
    const known = own.get(id);
    if (known !== undefined) return known ?? undefined;
    const version = versionAt(versions.get(id), place);
    if (!version?.node) return undefined;
    const node = copyOf(version.node, version.length);
    own.set(id, node);
    return node;
  };
  return {
    get,
    peek(id) {
      const known = own.get(id);
      if (known !== undefined) return known ?? undefined;
      const version = versionAt(versions.get(id), place);
      // Its view stays with the version, so that whoever comes back finds the same one. What has grown since needs
      // lists of its own.
      return version?.node && lengthOf(version.node) === version.length ? version.node : get(id);
    },
    has: (id) => get(id) !== undefined,
    set(id, node) {
      own.set(id, node);
      return own as Map<string, TimelineNode>;
    },
    delete(id) {
      const was = get(id) !== undefined;
      own.set(id, null);
      return was;
    },
    values() {
      for (const id of versions.keys()) get(id);
      return [...own.values()].filter((node) => node !== null).values();
    },
  };
}

function versionAt(list: readonly Version[] = [], place: number): Version | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.place <= place) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

/**
 * Whether a record is still as in its version: not every change makes another view, so each field is held against it.
 */
function isSame({ node: was, length }: Version, is: TimelineNode | undefined): boolean {
  if (!was || !is) return !was && !is;
  if (is.progressBySession || lengthOf(is) !== length) return false;
  if ("counts" in was && "counts" in is && JSON.stringify(was.counts) !== JSON.stringify(is.counts)) return false;
  return (Object.keys(is) as (keyof TimelineNode)[]).every((field) => ofReaders.has(field) || was[field] === is[field]);
}

/** Fields that readers fill, and the counts. */
const ofReaders: ReadonlySet<string> = new Set(["view", "itemsView", "parser", "unparsed", "counts"]);

function lengthOf(node: TimelineNode): number {
  return node.kind === "agent" ? node.items.length : node.kind === "call" ? node.agents.length : 0;
}

/**
 * A copy whose changes leave the record as it is. With a length its lists are its own, else they are shared. Texts and
 * values are shared.
 */
function copyOf(node: TimelineNode, length?: number): TimelineNode {
  const progressBySession = copyProgress(node.progressBySession);
  if (node.kind === "agent") {
    const items = length === undefined ? node.items : node.items.slice(0, length);
    return { ...node, items, counts: { ...node.counts }, progressBySession };
  }
  if (node.kind === "call") {
    const agents = length === undefined ? node.agents : node.agents.slice(0, length);
    // A parser belongs to one record: the copy parses the arguments again on its first read.
    return { ...node, agents, counts: { ...node.counts }, progressBySession, parser: null, unparsed: "" };
  }
  return { ...node, progressBySession };
}

function copyProgress(progressBySession: Map<string, SourceProgress> | null): Map<string, SourceProgress> | null {
  if (!progressBySession) return null;
  return new Map(
    [...progressBySession].map(([session, progress]) => [session, { ...progress, counts: { ...progress.counts } }]),
  );
}

function firstOf(messages: ReadonlyMap<string, Message>, count: number): Map<string, Message> {
  const first = new Map<string, Message>();
  for (const [id, message] of messages) {
    if (first.size === count) break;
    first.set(id, message);
  }
  return first;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size !== other.size) return false;
  for (const id of one) if (!other.has(id)) return false;
  return true;
}
