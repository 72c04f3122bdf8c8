import { fieldsIn, textIn, type Fields } from "./agUiEvent.ts";
import type { AgUiTurns } from "./agUiTurns.ts";
import type { CallEnd } from "./eventWriter.ts";

interface Subagent {
  agentId: string;
  callId: string;
  /** No call of the wire's started it, so that one stands in for it. */
  isStandIn: boolean;
  state: "running" | "suspended" | "ended";
  isAnnounced: boolean;
}

interface Held {
  events: Fields[];
  /** Its SUBAGENT_STARTED, where that itself waits for a parent. */
  announcement?: Fields;
}

/** The sub-agents of a chat: who they are, under which call, and what of theirs came before they were announced. */
export interface AgUiSubagents {
  /** Keeps an event back that belongs to a sub-agent nobody has announced yet; answers whether it did. */
  hold(event: Fields): boolean;
  /** The agent that an event belongs to, by its tag; `firstWord` starts the root agent. */
  agentOf(tag: string | undefined, firstWord: string): string;
  announce(event: Fields): void;
  finish(event: Fields): void;
  fail(event: Fields): void;
  /** A call was named: sub-agents may have waited for it. */
  callAppeared(): void;
  /** A call ended: the sub-agents below it have nothing more to say. */
  callEnded(callId: string, end: CallEnd["status"]): void;
  /** Says who a sub-agent of saved messages is, whose announcement was not saved. */
  introduce(tag: string, details: { name?: string | undefined; parentCallId?: string | undefined }): void;
  isKnown(tag: string): boolean;
  /** The sub-agents that a call started, by their agents' ids. */
  below(callId: string): string[];
  /** Nothing more comes in this run: what was held back is told as it stands. */
  releaseAll(): void;
  /** A turn is over: ends who of its calls' sub-agents has not ended, but those who wait. */
  endAll(calls: ReadonlySet<string>, status: "completed" | "cancelled" | "interrupted", reason?: string): void;
}

/** How many events of a sub-agent wait for its announcement: more, and its producer does not announce. */
const HELD_AT_MOST = 32;

/** Fields by which an untagged event goes on with what a tagged one began. */
const ENTITIES = ["messageId", "toolCallId"];

/** Makes the sub-agents; `retell` takes the events that were held back, `ownerOfMessage` knows which agent said what. */
export function createAgUiSubagents(
  turns: AgUiTurns,
  retell: (event: Fields) => void,
  ownerOfMessage: (messageId: string) => string | undefined,
): AgUiSubagents {
  const { writer } = turns;
  const known = new Map<string, Subagent>();
  const held = new Map<string, Held>();
  /** Whose sub-agent an entity of a held event is. */
  const heldEntities = new Map<string, string>();
  const usedIds = new Set<string>();
  let mayHold = HELD_AT_MOST;

  const heldOf = (tag: string): Held => {
    let one = held.get(tag);
    if (!one) held.set(tag, (one = { events: [] }));
    return one;
  };
  const start = (tag: string, details: Fields, owner: string, isAnnounced: boolean) => {
    let agentId = `agent:${tag}`;
    for (let again = 2; usedIds.has(agentId); again++) agentId = `agent:${tag}:${again}`;
    usedIds.add(agentId);
    const name = textIn(details, "name");
    const description = textIn(details, "description");
    const parent = textIn(details, "parentToolCallId");
    const callId = parent ?? `call:${agentId}`;
    if (writer.stateOf(callId) === undefined) {
      turns.request(callId, { tool: name ?? "subagent", agentId: owner });
      if (parent === undefined) {
        writer.finishInput(callId, { value: description === undefined ? {} : { description } });
      }
    }
    if (writer.stateOf(callId) === "ready") writer.startCall(callId);
    known.set(tag, { agentId, callId, isStandIn: parent === undefined, state: "running", isAnnounced });
    writer.startAgent(agentId, {
      name,
      description,
      parentCallId: callId,
    });
  };
  /** What a SUBAGENT_STARTED has to wait for: its parent, or the call that made it. */
  const waitsFor = (event: Fields): { subagent?: string; call?: string } | null => {
    const call = textIn(event, "parentToolCallId");
    if (call !== undefined) return writer.stateOf(call) === undefined ? { call } : null;
    const parent = textIn(event, "parentSubagentRunId");
    return parent === undefined || known.has(parent) ? null : { subagent: parent };
  };
  /** Whether a sub-agent waits for itself, over however many parents. */
  const isCyclic = (tag: string): boolean => {
    const seen = new Set<string>();
    for (let at: string | undefined = tag; at !== undefined && !seen.has(at);) {
      seen.add(at);
      const announcement: Fields | undefined = held.get(at)?.announcement;
      const wait: ReturnType<typeof waitsFor> | undefined = announcement && waitsFor(announcement);
      at = wait?.subagent ?? (wait?.call === undefined ? undefined : heldEntities.get(`toolCallId:${wait.call}`));
      if (at === tag) return true;
    }
    return false;
  };
  const release = (tag: string) => {
    const one = held.get(tag);
    if (!one) return;
    held.delete(tag);
    const details = one.announcement ?? { name: undefined };
    const parent = textIn(details, "parentSubagentRunId");
    const message = textIn(details, "parentMessageId");
    const owner = parent === undefined ? message && ownerOfMessage(message) : known.get(parent)?.agentId;
    start(tag, details, owner || turns.root(tag), one.announcement !== undefined);
    for (const event of one.events) retell(event);
    releaseReady();
  };
  const releaseReady = () => {
    for (const [tag, { announcement }] of held) {
      if (announcement && (waitsFor(announcement) === null || isCyclic(tag))) return release(tag);
    }
  };
  const end = (agent: Subagent, how: CallEnd & { result?: unknown }) => {
    agent.state = "ended";
    const { status } = how;
    if (status === "completed") writer.endAgent(agent.agentId, { status, result: how.result });
    else if (status === "failed") writer.endAgent(agent.agentId, { status, error: how.error });
    else if (status === "cancelled" || status === "interrupted") {
      writer.endAgent(agent.agentId, { status, reason: how.reason });
    }
    if (agent.isStandIn) writer.endCall(agent.callId, how);
  };
  const terminal = (event: Fields): Subagent | undefined => {
    const tag = textIn(event, "subagentRunId");
    if (tag === undefined) return undefined;
    release(tag);
    const agent = known.get(tag);
    return agent?.state === "ended" ? undefined : agent;
  };

  return {
    hold(event) {
      const own = textIn(event, "subagentRunId");
      if (held.size === 0 && (own === undefined || known.has(own))) return false;
      const entity = ENTITIES.map((field) => `${field}:${String(event[field])}`);
      const parent = `messageId:${String(event.parentMessageId)}`;
      const holder = [...entity, parent].map((key) => heldEntities.get(key)).find((one) => one !== undefined);
      const tag = own ?? holder;
      if (tag === undefined || (known.has(tag) && !held.has(tag))) return false;
      const one = heldOf(tag);
      one.events.push(event);
      for (const key of entity) if (!key.endsWith(":undefined")) heldEntities.set(key, tag);
      const isGivenUp = one.announcement === undefined && one.events.length > mayHold;
      if (isGivenUp) mayHold = 0;
      if (isGivenUp || one.events.length > HELD_AT_MOST || (one.announcement && isCyclic(tag))) release(tag);
      return true;
    },
    agentOf(tag, firstWord) {
      if (tag === undefined) return turns.root(firstWord);
      if (!known.has(tag)) start(tag, {}, turns.root(firstWord), false);
      return known.get(tag)!.agentId;
    },
    announce(event) {
      const tag = textIn(event, "subagentRunId");
      if (tag === undefined) throw new Error("A SUBAGENT_STARTED names no sub-agent.");
      const agent = known.get(tag);
      if (agent && agent.state !== "ended") {
        agent.state = "running";
        if (agent.isAnnounced) return;
        agent.isAnnounced = true;
        const name = textIn(event, "name");
        const description = textIn(event, "description");
        return writer.emit({
          type: "agent.started",
          agentId: agent.agentId,
          name,
          description,
        });
      }
      heldOf(tag).announcement = event;
      if (waitsFor(event) === null || isCyclic(tag)) release(tag);
    },
    finish(event) {
      const agent = terminal(event);
      if (!agent) return;
      if (fieldsIn(event, "outcome").type === "suspended") agent.state = "suspended";
      else end(agent, { status: "completed", output: event.result ?? null, result: event.result });
    },
    fail(event) {
      const agent = terminal(event);
      if (!agent) return;
      const message = textIn(event, "message") ?? "The sub-agent failed without saying why.";
      end(agent, { status: "failed", error: { code: textIn(event, "code") ?? "subagent_error", message } });
    },
    callAppeared() {
      if (held.size > 0) releaseReady();
    },
    callEnded(callId, status) {
      for (const agent of known.values()) {
        if (agent.callId !== callId || agent.isStandIn || agent.state === "ended") continue;
        if (status === "completed") end(agent, { status, output: null });
        else end(agent, { status: status === "cancelled" ? "cancelled" : "interrupted" });
      }
    },
    introduce(tag, { name, parentCallId }) {
      if (known.has(tag)) return;
      start(tag, { name, parentToolCallId: parentCallId }, turns.root(tag), false);
    },
    isKnown: (tag) => known.has(tag),
    below: (callId) => [...known.values()].flatMap((agent) => (agent.callId === callId ? [agent.agentId] : [])),
    releaseAll() {
      // A release may let others go, or hold more.
      for (let tag = held.keys().next().value; tag !== undefined; tag = held.keys().next().value) release(tag);
      heldEntities.clear();
    },
    endAll(calls, status, reason) {
      for (const agent of known.values()) {
        if (agent.state === "ended" || !calls.has(agent.callId) || writer.isWaiting(agent.agentId)) continue;
        if (status !== "completed") end(agent, { status, reason });
        else if (agent.isAnnounced && agent.state === "running") {
          end(agent, { status: "interrupted", reason: "The run finished without saying what became of it." });
        } else end(agent, { status, output: null });
      }
    },
  };
}
