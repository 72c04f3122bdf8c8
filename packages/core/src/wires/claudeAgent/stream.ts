import { freshId } from "../adapter.ts";
import type { Elicitation } from "../elicitation.ts";
import { createCallNames, type CallNames } from "../callNames.ts";
import {
  stateOf,
  writeAgentEnd,
  writeAgentStart,
  writeStart,
  type AgentDetails,
  type AgentEnd,
  type EventWriter,
} from "../eventWriter.ts";
import { createLane, type Lane } from "./lane.ts";

export interface Session {
  id: string;
  turns: number;
  /** The root agent's messages, while a turn runs. */
  root: Lane | null;
  messageId: string | undefined;
  /** The calls of the turn. */
  calls: Set<string>;
  isInterrupted: boolean;
}

/** A task of the Agent SDK: a sub-agent, a shell or a workflow, in the foreground or the background. */
export interface Task {
  callId: string;
  isAgent: boolean;
  /** How it ended, until its notification comes. */
  outcome?: string | undefined;
}

/** What one adapter keeps: the sessions of the stream, the sub-agents and the tasks in them. */
export interface Stream {
  writer: EventWriter;
  /** The message that the first turn of a session answers, where no message names one. */
  messageId: string | undefined;
  sessions: Map<string, Session>;
  /** That of the last message. */
  session: Session;
  /** The sub-agents, by the calls that started them. */
  lanes: Map<string, Lane>;
  /** The tasks, by their ids. */
  tasks: Map<string, Task>;
  /** The calls that go on in the background. */
  background: Set<string>;
  names: Map<string, CallNames>;
  /** How many calls have used each id. */
  counts: Map<string, number>;
  /** The call of each id that was told of last, whichever agent's. */
  latest: Map<string, string>;
  /** The call of each id under which a sub-agent speaks. */
  parents: Map<string, string>;
  /** The ids of messages that were applied: some come twice. */
  applied: Set<string>;
  /** The control requests that were answered or withdrawn. */
  answered: Set<string>;
  /** The calls that wait for a person, by control request; a question has what its answer is read with. */
  asks: Map<string, { callId: string; isQuestion?: boolean; elicitation?: Elicitation }>;
}

export function createStream(writer: EventWriter, messageId: string | undefined): Stream {
  const session = createSession(freshId("session"), messageId);
  return {
    writer,
    messageId,
    sessions: new Map([[session.id, session]]),
    session,
    lanes: new Map(),
    tasks: new Map(),
    background: new Set(),
    names: new Map(),
    counts: new Map(),
    latest: new Map(),
    parents: new Map(),
    applied: new Set(),
    answered: new Set(),
    asks: new Map(),
  };
}

interface Names extends Pick<CallNames, "name"> {
  /**
   * The call of this id: the agent's own, else the one that was told of last; one that nobody has told of has the
   * wire's id.
   */
  find(wireId: string): string;
}

/**
 * The names of an agent's calls, by its session or the call that started it. Anthropic's ids are used once; the models
 * behind its gateways may use them in each answer.
 */
export function namesOf(stream: Stream, scope: string): Names {
  const { writer, names, counts, latest } = stream;
  const own = names.get(scope) ?? createCallNames((callId) => stateOf(writer, callId) === "ended", counts);
  names.set(scope, own);
  return {
    name(wireId, message) {
      const callId = own.name(wireId, message);
      latest.set(wireId, callId);
      stream.session.calls.add(callId);
      return callId;
    },
    find: (wireId) => own.find(wireId) ?? latest.get(wireId) ?? (wireId || freshId("call")),
  };
}

/** The call that a sub-agent speaks under: the same one until that is over. */
export function parentOf({ writer, parents, latest }: Stream, wireId: string): string {
  const told = latest.get(wireId) ?? wireId;
  const known = parents.get(wireId) ?? told;
  const parent = [known, told].find((callId) => stateOf(writer, callId) !== "ended") ?? known;
  parents.set(wireId, parent);
  return parent;
}

function createSession(id: string, messageId: string | undefined): Session {
  return { id, turns: 0, root: null, messageId, calls: new Set(), isInterrupted: false };
}

/** Makes a message's session the current one. A message that names none belongs to the last one's. */
export function enterSession(stream: Stream, id = stream.session.id): void {
  stream.session = stream.sessions.get(id) ?? createSession(id, stream.messageId);
  stream.sessions.set(id, stream.session);
}

/** The root agent of the session's turn, begun here where none runs. */
export function rootOf(stream: Stream): Lane {
  const { writer, session } = stream;
  if (session.root) return session.root;
  const turn = ++session.turns;
  const agentId = turn === 1 ? `agent:${session.id}` : `agent:${session.id}:${turn}`;
  writeAgentStart(writer, agentId, { messageId: session.messageId });
  return (session.root = createLane(writer, agentId, namesOf(stream, session.id)));
}

/** The sub-agent under a call. */
export function laneUnder(stream: Stream, callId: string, details: AgentDetails = {}): Lane {
  const { writer, lanes } = stream;
  let lane = lanes.get(callId);
  if (lane) return lane;
  const agentId = `agent:${callId}`;
  if (stateOf(writer, callId) !== undefined) writeStart(writer, callId);
  writeAgentStart(writer, agentId, { ...details, parentCallId: callId });
  lane = createLane(writer, agentId, namesOf(stream, callId));
  lanes.set(callId, lane);
  return lane;
}

/** Ends the sub-agent under a call, where there is one. */
export function endLane({ writer, lanes }: Stream, callId: string, end: AgentEnd): void {
  const lane = lanes.get(callId);
  if (!lane) return;
  lane.close(end.status === "completed" ? undefined : end.status);
  writeAgentEnd(writer, lane.agentId, end);
}
