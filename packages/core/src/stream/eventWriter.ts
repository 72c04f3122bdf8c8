import type { AgentStarted, EventError, NewEvent, ToolRequested, Usage } from "../timeline/event.ts";

/** What a wire says of a call when it first names it. */
export type CallDetails = Loose<Omit<ToolRequested, "type" | "callId" | "tool">> & {
  tool?: string | undefined;
  meta?: Record<string, unknown> | undefined;
};

/** What a wire says of an agent when it starts. */
export type AgentDetails = Loose<Omit<AgentStarted, "type" | "agentId">>;

/** How a call ended, as a wire says it. */
export type CallEnd =
  | { status: "completed"; output: unknown; durationMs?: number | undefined }
  | { status: "failed"; error: EventError; durationMs?: number | undefined }
  | { status: "cancelled" | "interrupted" | "denied" | "expired"; reason?: string | undefined };

/** How an agent ended, as a wire says it. */
export type AgentEnd =
  | { status: "completed"; result?: unknown; usage?: Usage | undefined }
  | { status: "failed"; error: EventError; usage?: Usage | undefined }
  | { status: "cancelled" | "interrupted"; reason?: string | undefined; usage?: Usage | undefined };

interface OpenCall {
  tool: string;
  state: "requested" | "ready" | "awaiting-approval" | "running" | "ended";
  /** The arguments' text as far as it has come, where nobody has said them whole. */
  text: string;
  input?: unknown;
  agentId: string | undefined;
  approvalId?: string;
}

/** A shape whose optional fields may also be there as undefined. */
type Loose<Shape> = Shape extends unknown
  ? { [Field in keyof Shape]: object extends Pick<Shape, Field> ? Shape[Field] | undefined : Shape[Field] }
  : never;

/**
 * Writes a wire's story as session events that follow from one another: an agent starts before it speaks, a call is
 * requested before its arguments come, runs before it ends, and ends once, whatever the wire leaves out or says twice.
 */
export interface EventWriter {
  /** A field that is undefined is none. */
  emit(event: Loose<NewEvent>): void;
  /** Starts an agent, unless it has started. */
  startAgent(agentId: string, details?: AgentDetails): void;
  /** A piece of an agent's text; each `itemId` is an item of its own. */
  text(agentId: string, itemId: string, delta: string, kind?: "text" | "reasoning"): void;
  endAgent(agentId: string, end: AgentEnd): void;
  isAgentOpen(agentId: string): boolean;
  /** Names a call, unless it is known. */
  requestCall(callId: string, details: CallDetails): void;
  /** A piece of the arguments' JSON text. */
  appendInput(callId: string, delta: string): void;
  /** The arguments are whole: as given, else as their pieces say. A text that is no JSON stays a text. */
  finishInput(callId: string, input?: { value: unknown }): void;
  askApproval(
    callId: string,
    ask: {
      approvalId: string;
      input?: unknown;
      inputSchema?: unknown;
      reason?: string | undefined;
      expiresAt?: number | undefined;
      meta?: Record<string, unknown> | undefined;
    },
  ): void;
  /** A person answered; a denial ends the call. */
  answerApproval(
    callId: string,
    answer: { approved: boolean; approvalId?: string | undefined; input?: unknown; reason?: string | undefined },
  ): void;
  /** The call runs, with its arguments as they are known; given others later, it tells those. */
  startCall(callId: string, input?: { value: unknown }): void;
  endCall(callId: string, end: CallEnd): void;
  /** Where a call stands; undefined where nobody named it. */
  stateOf(callId: string): OpenCall["state"] | undefined;
  toolOf(callId: string): string | undefined;
  /** The calls that have not ended, oldest first. */
  openCalls(): { callId: string; tool: string; input: unknown }[];
  /** Everything an agent made after an item is withdrawn (null: all of it), as a wire says that takes a step back. */
  retract(agentId: string, afterItemId: string | null, callIds: readonly string[]): void;
  /** Whether a call that waits for a person's answer stands below an agent, at any depth. */
  isWaiting(agentId: string): boolean;
  /**
   * Closes what is open: the stream is over. With `keepAsks`, what waits for a person stays open, for the wires whose asks
   * outlive their stream; so do the calls that `keeps` names, whose results come in a later one.
   */
  interruptAll(
    reason?: string,
    options?: { as?: "interrupted" | "cancelled"; keepAsks?: boolean; keeps?: (callId: string) => boolean },
  ): void;
}

/** Makes a writer over `emit`, which stamps and collects. */
export function createEventWriter(take: (event: NewEvent) => void): EventWriter {
  const agents = new Map<string, { state: "open" | "ended"; parentCallId: string | undefined }>();
  const calls = new Map<string, OpenCall>();

  /** Calls that end without ever having been named are named then, so that nothing is lost. */
  const known = (callId: string): OpenCall => {
    if (!calls.has(callId)) writer.requestCall(callId, {});
    return calls.get(callId)!;
  };
  const open = (callId: string): OpenCall | undefined => {
    const call = known(callId);
    return call.state === "ended" ? undefined : call;
  };
  const emit = (event: Loose<NewEvent>) => {
    const isWhole = !Object.values(event).includes(undefined);
    const fields = isWhole
      ? event
      : Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));
    take(fields as NewEvent);
  };

  /** Agents with an ask below them: the asking call's own, and all above. */
  const waitingAgents = (): Set<string | undefined> => {
    const waiting = new Set<string | undefined>();
    for (const call of calls.values()) {
      if (call.state !== "awaiting-approval") continue;
      for (let at = call.agentId; at !== undefined && !waiting.has(at);) {
        waiting.add(at);
        const parent = agents.get(at)?.parentCallId;
        at = parent === undefined ? undefined : calls.get(parent)?.agentId;
      }
    }
    return waiting;
  };

  const writer: EventWriter = {
    emit,
    startAgent(agentId, details = {}) {
      if (agents.has(agentId)) return;
      agents.set(agentId, { state: "open", parentCallId: details.parentCallId });
      emit({ type: "agent.started", agentId, ...details });
    },
    text(agentId, itemId, delta, kind = "text") {
      if (delta === "") return;
      writer.startAgent(agentId);
      // Straight on: thousands of these come, and none has a field that is undefined.
      take({ type: "agent.text_appended", agentId, itemId, delta, ...(kind !== "text" && { kind }) });
    },
    endAgent(agentId, end) {
      if (agents.get(agentId)?.state === "ended") return;
      writer.startAgent(agentId);
      agents.get(agentId)!.state = "ended";
      const { status, ...rest } = end;
      emit({ type: `agent.${status}`, agentId, ...rest } as NewEvent);
    },
    isAgentOpen: (agentId) => agents.get(agentId)?.state === "open",
    requestCall(callId, { tool = "", ...details }) {
      const call = calls.get(callId);
      if (call) {
        if (call.tool !== "" || tool === "") return;
        call.tool = tool;
      } else {
        calls.set(callId, { tool, state: "requested", text: "", agentId: details.agentId });
      }
      if (details.agentId !== undefined) writer.startAgent(details.agentId);
      emit({ type: "tool.requested", callId, tool: tool || "unknown", source: "agent", ...details });
    },
    appendInput(callId, delta) {
      const call = open(callId);
      if (call?.state !== "requested" || delta === "") return;
      call.text += delta;
      take({ type: "tool.input_appended", callId, delta });
    },
    finishInput(callId, input) {
      const call = open(callId);
      if (call?.state !== "requested" && !(call?.state === "ready" && input)) return;
      call.input = input ? input.value : parsed(call.text);
      call.text = "";
      call.state = "ready";
      emit({ type: "tool.input_ready", callId, input: call.input ?? null });
    },
    askApproval(callId, { approvalId, input, ...rest }) {
      if (known(callId).state === "requested")
        writer.finishInput(callId, input === undefined ? undefined : { value: input });
      const call = open(callId);
      if (!call || call.approvalId === approvalId) return;
      call.approvalId = approvalId;
      call.state = "awaiting-approval";
      const asked = input === undefined ? call.input : input;
      emit({ type: "tool.needs_approval", callId, approvalId, input: asked ?? null, ...rest });
    },
    answerApproval(callId, { approved, approvalId, input, reason }) {
      const call = open(callId);
      const id = approvalId ?? call?.approvalId;
      if (call?.state !== "awaiting-approval" || id === undefined) return;
      call.state = approved ? "ready" : "ended";
      // Clients that say yes may give back what they were asked: nobody has edited that.
      const edited = JSON.stringify(input) === JSON.stringify(call.input) ? undefined : input;
      if (approved && edited !== undefined) call.input = edited;
      const type = approved ? "tool.approved" : "tool.denied";
      emit({ type, callId, approvalId: id, input: edited, reason });
    },
    startCall(callId, given) {
      if (known(callId).state === "requested") writer.finishInput(callId, given);
      const call = open(callId);
      if (!call || (call.state === "running" && !given)) return;
      call.state = "running";
      if (given) call.input = given.value;
      const { tool, input, agentId } = call;
      emit({ type: "tool.started", callId, tool: tool || "unknown", input: input ?? null, agentId });
    },
    endCall(callId, end) {
      const call = open(callId);
      if (!call) return;
      if (end.status === "denied" || end.status === "expired") {
        call.state = "ended";
        const approvalId = call.approvalId ?? callId;
        const type = end.status === "denied" ? "tool.denied" : "tool.approval_expired";
        return emit({ type, callId, approvalId, reason: end.reason });
      }
      // An end that is the first word of an execution says that it had begun.
      if (end.status === "completed") writer.startCall(callId);
      call.state = "ended";
      const { status, ...rest } = end;
      emit({ type: `tool.${status}`, callId, ...rest } as NewEvent);
    },
    stateOf: (callId) => calls.get(callId)?.state,
    openCalls: () =>
      [...calls].flatMap(([callId, { state, tool, input }]) => (state === "ended" ? [] : [{ callId, tool, input }])),
    toolOf: (callId) => calls.get(callId)?.tool,
    retract(agentId, afterItemId, callIds) {
      const gone = new Set(callIds);
      for (const callId of gone) calls.delete(callId);
      // What the calls had started may come again with them.
      for (const [id, { parentCallId }] of agents) {
        if (parentCallId !== undefined && gone.has(parentCallId)) agents.delete(id);
      }
      writer.startAgent(agentId);
      agents.get(agentId)!.state = "open";
      emit({ type: "agent.retracted", agentId, afterItemId });
    },
    isWaiting: (agentId) => waitingAgents().has(agentId),
    interruptAll(reason, { as: status = "interrupted", keepAsks = false, keeps = () => false } = {}) {
      const waiting = keepAsks ? waitingAgents() : new Set<string | undefined>();
      const delegating = new Set([...waiting].map((agentId) => agents.get(agentId!)?.parentCallId));
      for (const [callId, { state }] of calls) {
        if (state === "ended" || delegating.has(callId) || (keepAsks && state === "awaiting-approval")) continue;
        if (keeps(callId)) continue;
        writer.endCall(callId, { status, reason });
      }
      for (const [agentId, { state }] of agents) {
        if (state === "open" && !waiting.has(agentId)) writer.endAgent(agentId, { status, reason });
      }
    },
  };
  return writer;
}

function parsed(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
