import type { SessionEvent } from "@callboard/core";
import { isDeepStrictEqual } from "node:util";
import type { LoopCall } from "../agent/conversation.ts";
import { createTurnScope } from "./turnScope.ts";

/** An event of AG-UI 1.0. */
export interface AgUiEvent {
  type: string;
  [field: string]: unknown;
}

/** What a run is told of: ids as its client gave them. */
export interface AgUiRun {
  threadId: string;
  runId: string;
  /** What of the client's input begins the run, for whoever only listens to its events. */
  input?: Record<string, unknown>;
}

/** One turn as AG-UI events, of which one run or several (after each answer to its interrupts) tell a part. */
export interface AgUiEncoder {
  /** A run begins. What was taken before is known already and is not told again. */
  begin(run: AgUiRun): AgUiEvent[];
  take(event: SessionEvent): AgUiEvent[];
  /** What was held back to be sent together. Called after each batch of events. */
  flush(): AgUiEvent[];
  /** The run ends, with these calls waiting for a person. */
  finish(run: AgUiRun, asks: readonly LoopCall[]): AgUiEvent[];
}

type Ask = Extract<SessionEvent, { type: "tool.needs_approval" }>;

interface EncodedAgent {
  name: string;
  description: string | undefined;
  parentCallId: string | undefined;
  messageId: string | undefined;
  /** In this run: not told of yet, at work, or over; or over before it. */
  state: "untold" | "open" | "ended" | "past";
  item: { kind: "text" | "reasoning"; id: string } | null;
  /** The message that the calls of its present step stand in. */
  stepMessage: string | null;
  steps: number;
}

interface EncodedCall {
  /** The message that it stands in. */
  messageId: string;
  argsOpen: boolean;
  text: string;
  input: unknown;
  ended: boolean;
  ask: Ask | null;
  activity: Record<string, unknown>;
  /** How much of the streamed output its reader has. */
  sent: number;
  told: boolean;
}

/**
 * Encodes a turn: texts, reasoning, calls and results of the root agent, the same of sub-agents under their
 * `subagentRunId`, streamed output and progress as an activity that names its call, approvals as interrupts. A result that
 * is an error says so in `metadata.error`, for AG-UI has no field for it.
 */
export function createAgUiEncoder(rootId: string): AgUiEncoder {
  const scope = createTurnScope(rootId);
  const agents = new Map<string, EncodedAgent>();
  const calls = new Map<string, EncodedCall>();
  let events: AgUiEvent[] = [];
  let usage: Record<string, number> = {};
  let end: SessionEvent | null = null;

  const taken = () => {
    const made = events;
    events = [];
    return made;
  };
  const tagOf = (agentId: string) => (agentId === rootId ? {} : { subagentRunId: agentId });
  const emit = (agentId: string, event: AgUiEvent) => void events.push({ ...event, ...tagOf(agentId) });

  /** Known to the run's reader, with all above it: a run that goes on says anew which sub-agents do. */
  const openAgent = (agentId: string): EncodedAgent => {
    const agent = agents.get(agentId)!;
    if (agentId === rootId || agent.state !== "untold") return agent;
    const { parentCallId, name, description, messageId } = agent;
    const above = parentCallId === undefined ? undefined : scope.agentOf(parentCallId);
    if (above !== undefined) openAgent(above);
    agent.state = "open";
    events.push({
      type: "SUBAGENT_STARTED",
      subagentRunId: agentId,
      name,
      ...(description !== undefined && { description }),
      ...(above !== undefined && above !== rootId && { parentSubagentRunId: above }),
      ...(parentCallId !== undefined && { parentToolCallId: parentCallId }),
      ...(messageId !== undefined && { parentMessageId: messageId }),
    });
    return agent;
  };
  const closeItem = (agentId: string) => {
    const agent = agents.get(agentId);
    if (!agent?.item) return;
    const { kind, id: messageId } = agent.item;
    agent.item = null;
    if (kind === "text") return emit(agentId, { type: "TEXT_MESSAGE_END", messageId });
    emit(agentId, { type: "REASONING_MESSAGE_END", messageId });
    emit(agentId, { type: "REASONING_END", messageId });
  };
  const say = (event: Extract<SessionEvent, { type: "agent.text_appended" }>) => {
    const { agentId, delta, kind = "text", seq } = event;
    if (delta === "") return;
    const agent = openAgent(agentId);
    const id = event.itemId ?? (agent.item?.kind === kind ? agent.item.id : `${agentId}.${seq}`);
    if (agent.item?.id !== id || agent.item.kind !== kind) {
      closeItem(agentId);
      agent.item = { kind, id };
      if (kind === "text") {
        agent.stepMessage = id;
        // A client keeps messages, not who announced itself: a saved one says by whom it is.
        const name = agentId === rootId ? {} : { name: agent.name };
        emit(agentId, { type: "TEXT_MESSAGE_START", messageId: id, role: "assistant", ...name });
      } else {
        emit(agentId, { type: "REASONING_START", messageId: id });
        emit(agentId, { type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" });
      }
    }
    emit(agentId, {
      type: kind === "text" ? "TEXT_MESSAGE_CONTENT" : "REASONING_MESSAGE_CONTENT",
      messageId: id,
      delta,
    });
  };

  const openCall = (event: Extract<SessionEvent, { type: "tool.requested" | "tool.started" }>, agentId: string) => {
    const known = calls.get(event.callId);
    if (known) return known;
    const agent = openAgent(agentId);
    closeItem(agentId);
    agent.stepMessage ??= `${agentId}.calls.${agent.steps}`;
    emit(agentId, {
      type: "TOOL_CALL_START",
      toolCallId: event.callId,
      toolCallName: event.tool,
      parentMessageId: agent.stepMessage,
    });
    const call: EncodedCall = {
      messageId: agent.stepMessage,
      argsOpen: true,
      text: "",
      input: undefined,
      ended: false,
      ask: null,
      activity: {},
      sent: 0,
      told: false,
    };
    calls.set(event.callId, call);
    return call;
  };
  const finishArgs = (agentId: string, toolCallId: string, call: EncodedCall, input: unknown) => {
    if (!call.argsOpen) return;
    call.argsOpen = false;
    call.input = input;
    if (call.text === "" && input !== undefined) {
      emit(agentId, { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(input) });
    }
    emit(agentId, { type: "TOOL_CALL_END", toolCallId });
  };
  const show = (agentId: string, toolCallId: string, call: EncodedCall, change: Record<string, unknown>) => {
    const messageId = `${toolCallId}:output`;
    const isFirst = !call.told;
    call.told = true;
    Object.assign(call.activity, change);
    openAgent(agentId);
    if (isFirst) {
      const content = { toolCallId, ...call.activity };
      return emit(agentId, { type: "ACTIVITY_SNAPSHOT", messageId, activityType: "tool_output", content });
    }
    const patch = Object.entries(change).map(([key, value]) => ({ op: "add", path: `/${key}`, value }));
    emit(agentId, { type: "ACTIVITY_DELTA", messageId, activityType: "tool_output", patch });
  };
  const streamed = (call: EncodedCall) => (typeof call.activity["output"] === "string" ? call.activity["output"] : "");
  const sendOutput = (callId: string, call: EncodedCall) => {
    call.sent = streamed(call).length;
    show(scope.agentOf(callId)!, callId, call, { output: streamed(call) });
  };
  const endCall = (agentId: string, callId: string, call: EncodedCall, event: SessionEvent) => {
    if (call.ended) return;
    openAgent(agentId);
    finishArgs(agentId, callId, call, call.input);
    if (streamed(call).length > call.sent) sendOutput(callId, call);
    call.ended = true;
    const error = errorTextOf(event);
    const status = event.type.replace("tool.approval_", "").replace("tool.", "");
    emit(agentId, {
      type: "TOOL_CALL_RESULT",
      messageId: `${callId}:result`,
      toolCallId: callId,
      role: "tool",
      content: error ?? contentOf(event.type === "tool.completed" ? (event.outputRef ?? event.output) : null),
      ...(error !== null && { metadata: { error, callboard: { status } } }),
    });
  };

  const takeCall = (event: Extract<SessionEvent, { callId: string }>) => {
    const { callId } = event;
    const agentId = scope.agentOf(callId)!;
    if (event.type === "tool.requested") return void openCall(event, agentId);
    const call = event.type === "tool.started" ? openCall(event, agentId) : calls.get(callId);
    if (!call) return;
    switch (event.type) {
      case "tool.input_appended":
        if (!call.argsOpen) return;
        call.text += event.delta;
        return emit(agentId, { type: "TOOL_CALL_ARGS", toolCallId: callId, delta: event.delta });
      case "tool.input_ready":
      case "tool.started":
        return finishArgs(agentId, callId, call, event.input);
      case "tool.needs_approval":
        finishArgs(agentId, callId, call, event.input);
        call.ask = event;
        return;
      case "tool.approved":
        return;
      case "tool.progressed": {
        const { progress, total, message } = event;
        return show(agentId, callId, call, {
          progress,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        });
      }
      case "tool.output_appended":
        call.activity["output"] = streamed(call) + event.delta;
        return;
      case "tool.output_replaced":
        call.sent = typeof event.output === "string" ? event.output.length : 0;
        return show(agentId, callId, call, { output: event.output ?? null });
      default:
        return endCall(agentId, callId, call, event);
    }
  };

  const takeAgent = (event: Extract<SessionEvent, { agentId: string }>) => {
    const { agentId } = event;
    const agent = agents.get(agentId)!;
    switch (event.type) {
      case "agent.step_completed":
        closeItem(agentId);
        agent.stepMessage = null;
        agent.steps++;
        for (const [key, count] of Object.entries(event.usage ?? {})) {
          if (COUNTS.has(key) && Number.isSafeInteger(count)) usage[key] = (usage[key] ?? 0) + count!;
        }
        return;
      case "agent.retracted":
        closeItem(agentId);
        agent.stepMessage = null;
        if (agentId === rootId) end = null;
        // In the same run an id that is over cannot begin again: what it says is only tagged then.
        if (agent.state === "past") agent.state = "untold";
        return;
      case "agent.completed":
      case "agent.failed":
      case "agent.cancelled":
      case "agent.interrupted":
        closeItem(agentId);
        if (agentId === rootId) end = event;
        else endSubagent(agentId, agent, event);
    }
  };
  const endSubagent = (agentId: string, agent: EncodedAgent, event: SessionEvent) => {
    // One that is stopped after it was interrupted has been told of already, and AG-UI has one end for each.
    if (agent.state === "ended" || agent.state === "past") return;
    openAgent(agentId);
    agent.state = "ended";
    const subagentRunId = agentId;
    if (event.type === "agent.completed") {
      const result = event.result === undefined || event.result === null ? {} : { result: event.result };
      return void events.push({ type: "SUBAGENT_FINISHED", subagentRunId, ...result, outcome: { type: "success" } });
    }
    const [message, code] =
      event.type === "agent.failed"
        ? [event.error.message, event.error.code]
        : event.type === "agent.cancelled"
          ? [event.reason ?? "The agent was stopped.", "cancelled"]
          : [(event as { reason?: string }).reason ?? "The agent was interrupted.", "interrupted"];
    events.push({ type: "SUBAGENT_ERROR", subagentRunId, message, code });
  };

  const interruptOf = ({ callId, approval, agentId }: LoopCall): AgUiEvent[] => {
    const call = calls.get(callId);
    if (!approval || !call?.ask) return [];
    const { inputSchema, reason, expiresAt } = call.ask;
    const responseSchema = {
      type: "object",
      properties: {
        approved: { type: "boolean" },
        reason: { type: "string" },
        // That it is named says that arguments may be changed; they replace all that were asked for.
        ...(typeof inputSchema === "object" && inputSchema !== null && { editedArgs: inputSchema }),
      },
      required: ["approved"],
    };
    const interrupt = {
      id: approval.id,
      reason: "tool_call",
      toolCallId: callId,
      responseSchema,
      ...(reason !== undefined && { message: reason }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      ...tagOf(agentId!),
      // What will run, where it is not what was streamed: checked, and with defaults filled in.
      ...(!isDeepStrictEqual(call.input, approval.input) && { metadata: { input: approval.input } }),
    };
    return [interrupt as unknown as AgUiEvent];
  };

  return {
    begin({ threadId, runId, input }) {
      events = [];
      usage = {};
      for (const agent of agents.values()) {
        agent.item = null;
        agent.state = agent.state === "ended" || agent.state === "past" ? "past" : "untold";
      }
      for (const call of calls.values()) call.told = false;
      events.push({ type: "RUN_STARTED", threadId, runId, ...(input && { input }) });
      return taken();
    },
    take(event) {
      const place = scope.place(event);
      if (place === "outside") return [];
      if (event.type === "agent.started") {
        if (!agents.has(event.agentId)) {
          const { agentId, name = "Agent", description, parentCallId } = event;
          const messageId = parentCallId === undefined ? undefined : calls.get(parentCallId)?.messageId;
          const rest = { item: null, stepMessage: null, steps: 1, state: "untold" as const };
          agents.set(agentId, { name, description, parentCallId, messageId, ...rest });
          openAgent(agentId);
        }
      } else if ("callId" in event) takeCall(event);
      else if (event.type === "agent.text_appended") say(event);
      else if ("agentId" in event) takeAgent(event);
      return taken();
    },
    flush() {
      for (const [callId, call] of calls) {
        // By an eighth more each time: all of them together are at most nine times the whole.
        if (!call.ended && streamed(call).length > call.sent + call.sent / 8) sendOutput(callId, call);
      }
      return taken();
    },
    finish({ threadId, runId }, asks) {
      for (const [callId, call] of calls) {
        if (call.ended) continue;
        if (streamed(call).length > call.sent) sendOutput(callId, call);
        finishArgs(scope.agentOf(callId)!, callId, call, call.input);
      }
      for (const agentId of agents.keys()) closeItem(agentId);
      for (const [agentId, agent] of [...agents].reverse()) {
        if (agentId === rootId || agent.state !== "open") continue;
        const interruptIds = asks.flatMap((call) => (isBelow(call, agentId) ? [call.approval!.id] : []));
        events.push({
          type: "SUBAGENT_FINISHED",
          subagentRunId: agentId,
          outcome: { type: "suspended", ...(interruptIds.length > 0 && { interruptIds }) },
        });
      }
      if (end?.type === "agent.failed") {
        events.push({ type: "RUN_ERROR", message: end.error.message, code: end.error.code });
      } else if (end?.type === "agent.interrupted") {
        const message = end.reason ?? "The answer was interrupted before it was whole.";
        events.push({ type: "RUN_ERROR", message, code: "interrupted" });
      } else {
        const interrupts = asks.flatMap(interruptOf);
        const outcome =
          end?.type === "agent.cancelled"
            ? { type: "cancelled" }
            : interrupts.length > 0
              ? { type: "interrupt", interrupts }
              : { type: "success", pendingToolCallIds: [] };
        const counted = Object.keys(usage).length > 0 && { usage: [usage] };
        events.push({ type: "RUN_FINISHED", threadId, runId, ...counted, outcome });
      }
      return taken();
    },
  };

  function isBelow(call: LoopCall, agentId: string): boolean {
    for (let id = call.agentId ?? undefined; id !== undefined;) {
      if (id === agentId) return true;
      const parent = scope.parentCallOf(id);
      id = parent === undefined ? undefined : scope.agentOf(parent);
    }
    return false;
  }
}

const COUNTS: ReadonlySet<string> = new Set([
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "reasoningTokens",
  "cachedInputTokens",
]);

/** Strings are content as they are; all else as JSON. */
function contentOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? null);
}

function errorTextOf(event: SessionEvent): string | null {
  switch (event.type) {
    case "tool.completed":
      return null;
    case "tool.failed":
      return event.error.message;
    case "tool.denied":
      return event.reason ?? "The person said no, so the call did not run.";
    case "tool.approval_expired":
      return "Nobody answered in time, so the call did not run.";
    case "tool.cancelled":
      return event.reason ?? "The call was cancelled.";
    default:
      return (
        (event as { reason?: string }).reason ?? "The call was interrupted; whether it had an effect is not known."
      );
  }
}
