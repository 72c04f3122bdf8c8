import type { Usage } from "../timeline/event.ts";
import type { Fields } from "./aiSdkMessage.ts";
import type { CallDetails, EventWriter } from "./eventWriter.ts";

/** A text or a reasoning of an agent: how much of it is known, and its last piece, by which a longer one is recognised. */
export interface TextPart {
  kind: "text" | "reasoning";
  itemId: string;
  length: number;
  last: string;
  /** More of it may come. */
  isOpen: boolean;
  isShown: boolean;
}

/** A tool part: one call. */
export interface CallPart {
  kind: "call";
  callId: string;
  wireId: string;
  agent: Agent;
  step: number;
  /** Its arguments stream as plain text, not as JSON. */
  isText: boolean;
  /** Characters of the arguments that have come. */
  length: number;
  /** When it could begin: its input was whole, or a person had approved it. */
  readyAt: number;
  approvalId?: string;
  answered?: boolean;
  /** Its response is over, and whoever else ends it may do so in a later one. */
  waits?: boolean;
  children: Agent[];
}

/** Characters; enough to tell a text that grew from another one. */
const LAST_PIECE = 64;

export type Part = TextPart | CallPart;

/** One message of the wire is one agent of the tree: a root agent, or a sub-agent under the call whose output it is. */
export interface Agent {
  id: string;
  messageId: string | undefined;
  name: string | undefined;
  parent?: CallPart | undefined;
  /** The id of the sub-agent's own message, once it has one. */
  sourceId?: string;
  /** It came piece by piece, so its whole message at the end brings nothing new. */
  isForwarded?: boolean;
  /** In the order of the message's own parts; texts that are still empty are no item yet. */
  parts: Part[];
  /** The texts that are being written, by the wire's id. */
  open: { text: Map<string, TextPart>; reasoning: Map<string, TextPart> };
  calls: Map<string, CallPart>;
  step: number;
  /** How many parts stood before the step. */
  stepStart: number;
  hasStarted?: boolean;
  /** Its response is over; what still waits is answered in a later one. */
  isFinished?: boolean;
  failure?: string | undefined;
  usage?: Usage | undefined;
}

export interface CallBeginning extends Omit<CallDetails, "agentId"> {
  isText?: boolean;
}

/** What is known of a chat's agents and calls, and the few ways in which chunks and messages may add to it. */
export interface AiSdkTree {
  addAgent(
    id: string,
    details: { parent?: CallPart; messageId?: string | undefined; name?: string | undefined },
  ): Agent;
  /** The agent is to be seen, and to run: something comes for it. */
  wake(agent: Agent): void;
  beginText(agent: Agent, kind: TextPart["kind"], wireId: string | null): TextPart;
  endText(agent: Agent, kind: TextPart["kind"], wireId: string): void;
  appendText(agent: Agent, part: TextPart, delta: string): void;
  /** The call of a tool part; a wire id that an earlier step or another agent has used means a new call. */
  beginCall(agent: Agent, wireId: string, details: CallBeginning): CallPart;
  /** The call that a wire id means for this agent; what a root agent does not know may be of an earlier message. */
  findCall(agent: Agent | null, wireId: string): CallPart | undefined;
  appendInput(call: CallPart, delta: string): void;
  finishInput(call: CallPart, value: unknown): void;
  /** A person is asked, or a policy: then only its answer is told. */
  ask(
    call: CallPart,
    approvalId: string,
    details: { reason?: string | undefined; meta?: Fields | undefined; isAutomatic?: boolean },
  ): void;
  /** Answers an ask; by its id, or that of the call. Nothing where it has been answered. */
  answer(
    call: CallPart | undefined,
    answer: { approvalId?: string; approved: boolean; reason?: string | undefined },
  ): void;
  askedCall(approvalId: string): CallPart | undefined;
  /** It runs, and has done so since it could. */
  start(call: CallPart): void;
  /** All from a part on is withdrawn; it may come again. */
  rewind(agent: Agent, index: number): void;
  beginStep(agent: Agent): void;
  endStep(agent: Agent): void;
  /** Ends what is open below an agent, and the agent, but for what a person is asked. Answers whether all has ended. */
  settle(agent: Agent, end: Ending): boolean;
  /** Ends all that is open below a call, which has ended. */
  settleBelow(call: CallPart, status: "completed" | "interrupted"): void;
}

export interface Ending {
  /** What becomes of the agent itself. */
  status: "completed" | "cancelled" | "interrupted" | "failed";
  reason?: string | undefined;
  message?: string;
  /** Calls whose input is whole are left to whoever runs them outside the stream: all of them, or those that were left before. */
  keep?: "ready" | "waiting" | undefined;
  /** Nobody can answer what is asked there any more. */
  closeAsks?: boolean;
}

/** When things happen: now, or as of a moment before. */
export interface Clock {
  now(): number;
  at(moment: number, work: () => void): void;
}

/** What happens below a call without being part of any message: a server forwards it. */
export interface Outside {
  /** A call has come, for which something may have come already. */
  onCall(call: CallPart): void;
  /** Whether a person is asked something there. */
  isAsked(callId: string): boolean;
  /** Ends what is open there. */
  settle(callId: string, status: "cancelled" | "interrupted", reason: string | undefined): void;
}

/** Makes the tree of one chat. */
export function createAiSdkTree(writer: EventWriter, clock: Clock, outside: Outside): AiSdkTree {
  const byWireId = new Map<string, CallPart>();
  const byApproval = new Map<string, CallPart>();

  const idOf = (part: Part) => (part.kind === "call" ? part.callId : part.itemId);
  const isShown = (part: Part) => part.kind === "call" || part.isShown;
  /** A text that is begun keeps its place before what comes next, though it may still be empty. */
  const keepPlace = (agent: Agent) => {
    const last = agent.parts.at(-1);
    if (!last || isShown(last) || last.kind === "call" || !last.isOpen) return;
    tree.wake(agent);
    last.isShown = true;
    writer.emit({ type: "agent.text_appended", agentId: agent.id, itemId: last.itemId, kind: last.kind, delta: "" });
  };
  const lastItem = (agent: Agent, before: number): string | null => {
    for (let at = before - 1; at >= 0; at--) if (isShown(agent.parts[at]!)) return idOf(agent.parts[at]!);
    return null;
  };
  /** A host finds its own calls by their wire ids; a sub-agent's model may well give the same ones, so theirs stand below. */
  const freeId = (agent: Agent, wireId: string): string => {
    const name = agent.parent ? `${agent.parent.callId}/${wireId}` : wireId;
    let id = name;
    for (let count = 2; writer.stateOf(id) !== undefined; count++) id = `${name}#${count}`;
    return id;
  };
  /** Forgets calls with all below them, so that they may come again under the same ids. */
  const forget = (parts: readonly Part[], callIds: string[]) => {
    for (const part of parts) {
      if (part.kind !== "call") continue;
      callIds.push(part.callId);
      if (byWireId.get(part.wireId) === part) byWireId.delete(part.wireId);
      if (part.agent.calls.get(part.wireId) === part) part.agent.calls.delete(part.wireId);
      for (const child of part.children) forget(child.parts, callIds);
    }
  };

  const tree: AiSdkTree = {
    addAgent(id, { parent, messageId, name }) {
      const agent: Agent = {
        id,
        messageId,
        name,
        parent,
        parts: [],
        open: { text: new Map(), reasoning: new Map() },
        calls: new Map(),
        step: 0,
        stepStart: 0,
      };
      parent?.children.push(agent);
      return agent;
    },
    wake(agent) {
      if (writer.isAgentOpen(agent.id)) return;
      if (agent.parent) tree.wake(agent.parent.agent);
      if (agent.hasStarted) return writer.retract(agent.id, lastItem(agent, agent.parts.length), []);
      agent.hasStarted = true;
      const { name, messageId, parent } = agent;
      writer.startAgent(agent.id, {
        name,
        messageId,
        parentCallId: parent?.callId,
      });
    },
    beginText(agent, kind, wireId) {
      keepPlace(agent);
      const itemId = `${agent.id}:${agent.parts.length + 1}`;
      const part: TextPart = { kind, itemId, length: 0, last: "", isOpen: true, isShown: false };
      agent.parts.push(part);
      if (wireId !== null) agent.open[kind].set(wireId, part);
      return part;
    },
    appendText(agent, part, delta) {
      if (delta === "") return;
      tree.wake(agent);
      part.length += delta.length;
      part.isShown = true;
      part.last = delta.slice(-LAST_PIECE);
      writer.text(agent.id, part.itemId, delta, part.kind);
    },
    beginCall(agent, wireId, { isText = false, ...details }) {
      tree.wake(agent);
      const known = agent.calls.get(wireId);
      if (known && (known.step === agent.step || writer.stateOf(known.callId) !== "ended")) {
        writer.requestCall(known.callId, details);
        known.isText ||= isText;
        return known;
      }
      keepPlace(agent);
      const call: CallPart = {
        kind: "call",
        callId: freeId(agent, wireId),
        wireId,
        agent,
        step: agent.step,
        isText,
        length: 0,
        readyAt: clock.now(),
        children: [],
      };
      agent.parts.push(call);
      agent.calls.set(wireId, call);
      if (!agent.parent || !byWireId.has(wireId)) byWireId.set(wireId, call);
      writer.requestCall(call.callId, { agentId: agent.id, ...details });
      outside.onCall(call);
      return call;
    },
    findCall: (agent, wireId) => agent?.calls.get(wireId) ?? (agent?.parent ? undefined : byWireId.get(wireId)),
    appendInput(call, delta) {
      if (delta === "" || writer.stateOf(call.callId) !== "requested") return;
      // A plain text is one JSON string, whose quotes nobody sends.
      const text = call.isText ? `${call.length === 0 ? '"' : ""}${JSON.stringify(delta).slice(1, -1)}` : delta;
      call.length += delta.length;
      writer.appendInput(call.callId, text);
    },
    finishInput(call, value) {
      if (writer.stateOf(call.callId) !== "requested") return;
      call.readyAt = clock.now();
      writer.finishInput(call.callId, { value: value ?? null });
      // What it started was faster than the words that it had begun.
      if (call.children.length > 0) tree.start(call);
    },
    ask(call, approvalId, { isAutomatic = false, ...details }) {
      byApproval.set(approvalId, call);
      if (call.approvalId === approvalId) return;
      call.approvalId = approvalId;
      call.answered = false;
      if (isAutomatic) return;
      writer.askApproval(call.callId, { approvalId, ...details });
    },
    askedCall: (approvalId) => byApproval.get(approvalId),
    answer(call, { approvalId = call?.approvalId ?? "", approved, reason }) {
      const state = call && writer.stateOf(call.callId);
      if (!call || call.approvalId !== approvalId || call.answered || state === undefined || state === "ended") return;
      call.answered = true;
      call.readyAt = clock.now();
      call.waits = approved;
      if (state === "awaiting-approval") return writer.answerApproval(call.callId, { approved, approvalId, reason });
      // A policy's answer, to an ask that nobody was shown.
      if (!approved) return writer.endCall(call.callId, { status: "denied", reason });
      writer.emit({ type: "tool.approved", callId: call.callId, approvalId, reason });
    },
    start(call) {
      const state = writer.stateOf(call.callId);
      if (state === "running" || state === "ended") return;
      clock.at(call.readyAt, () => writer.startCall(call.callId));
    },
    rewind(agent, index) {
      const gone = agent.parts.splice(index);
      agent.open.text.clear();
      agent.open.reasoning.clear();
      agent.stepStart = Math.min(agent.stepStart, index);
      if (!gone.some(isShown)) return;
      const callIds: string[] = [];
      forget(gone, callIds);
      writer.retract(agent.id, lastItem(agent, index), callIds);
    },
    beginStep(agent) {
      agent.step++;
      agent.stepStart = agent.parts.length;
    },
    endText(agent, kind, wireId) {
      const part = agent.open[kind].get(wireId);
      if (part) part.isOpen = false;
      agent.open[kind].delete(wireId);
    },
    endStep(agent) {
      for (const open of [agent.open.text, agent.open.reasoning]) for (const part of open.values()) part.isOpen = false;
      agent.open.text.clear();
      agent.open.reasoning.clear();
      if (!agent.hasStarted || agent.step === 0) return;
      writer.emit({ type: "agent.step_completed", agentId: agent.id, step: agent.step });
    },
    settle(agent, end) {
      const { status, reason, message, keep, closeAsks = false } = end;
      const callEnd = status === "cancelled" ? "cancelled" : "interrupted";
      let isOver = true;
      for (const part of agent.parts) {
        if (part.kind !== "call") continue;
        const state = writer.stateOf(part.callId);
        if (state === "ended") {
          for (const child of part.children) tree.settle(child, { status: callEnd, reason, closeAsks: true });
          continue;
        }
        if (
          state === "ready" &&
          part.children.length === 0 &&
          (keep === "ready" || (keep === "waiting" && part.waits))
        ) {
          part.waits = true;
          continue;
        }
        const below = part.children.map((child) => tree.settle(child, { status: callEnd, reason, closeAsks }));
        const isAsked = state === "awaiting-approval" || outside.isAsked(part.callId);
        if (!closeAsks && (isAsked || below.includes(false))) isOver = false;
        else {
          outside.settle(part.callId, callEnd, reason);
          writer.endCall(part.callId, { status: callEnd, reason });
        }
      }
      if (!isOver && status !== "failed" && status !== "cancelled") return false;
      if (!writer.isAgentOpen(agent.id)) return isOver;
      const { usage } = agent;
      if (status === "completed") writer.endAgent(agent.id, { status, usage });
      else if (status === "failed") {
        writer.endAgent(agent.id, { status, error: { code: "stream_error", message: message ?? "" }, usage });
      } else writer.endAgent(agent.id, { status, reason, usage });
      return isOver;
    },
    settleBelow(call, status) {
      for (const child of call.children) tree.settle(child, { status, closeAsks: true });
      outside.settle(call.callId, "interrupted", undefined);
    },
  };
  return tree;
}
