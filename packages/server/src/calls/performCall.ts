import type { Delegation, EventError, HandedOver, InputNeeded, NewEvent, Said, ToolContext } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import type { ResolvedTool, ToolCatalog } from "@callboard/core/catalog";
import {
  checkInput,
  OTHER_PREVIEW,
  plainCopy,
  previewOf,
  runCall,
  sameJson,
  startedEvent,
  type CallOptions,
  type Recorder,
} from "@callboard/core/host";
import type { AgentCatalog } from "../agents/agentCatalog.ts";
import { isBoundTo } from "../boundTool.ts";
import type { CallerMeta, Conversation, LoopCall } from "../conversation/conversation.ts";
import { firstIssues } from "../hostRefusal.ts";
import { askEvent, askEvents, handedOverEvent } from "./askEvents.ts";
import { turnEvent, type Turns } from "./turns.ts";
import { startDelegated } from "./startDelegated.ts";

/** What every call of a host is made with. */
export interface CallHost {
  catalog: ToolCatalog;
  /** The agents that tools delegate to by their slugs. */
  agents: AgentCatalog;
  /** Milliseconds that a person has to answer. */
  approvalTtl: number;
  /** The longest that a handler may run, in milliseconds, where its tool does not say. */
  timeLimit?: number | undefined;
  /** The most characters of JSON that a handler may answer. */
  mostOutput?: number | undefined;
  onProblem: (message: string, error?: unknown) => void;
  /** What the calls of tools with limits wait for. */
  turns: Turns;
}

/** A call of the log that is gone on with. */
export interface PerformedCall {
  call: LoopCall;
  context: ToolContext;
  tenantId: string;
  sessionId: string;
  recorder: Recorder;
  signal: AbortSignal;
  allowances: Conversation["allowances"];
  /** Why it may start no sub-agent. */
  mayDelegate?: (() => { refused: EventError } | undefined) | undefined;
}

type Performed = CallHost & PerformedCall;

/** How a call is gone on with: it begins, it was approved, or what its handler asked was answered. */
export type Perform = "begin" | "run" | "again";

/** Goes on with a call as far as it comes: it is refused, waits for a person, or runs to its end. */
export function performCall(host: CallHost, how: Perform, performed: PerformedCall): Promise<void> {
  return { begin, run: runApproved, again: runAgain }[how]({ ...host, ...performed });
}

async function begin(options: Performed): Promise<void> {
  const { recorder } = options;
  const ready = await resolve(options);
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (ready.tool.permissionPolicy !== "always_ask" || isOwn(options.call)) return run(options, ready.tool, ready.input);
  const asked = await ask(options, ready);
  const allowance = allowanceFor(options, ready.tool);
  // A preview is looked at each time: nobody has agreed to what it shows.
  if (!allowance || asked.type !== "tool.needs_approval" || asked.preview !== undefined) return recorder.commit(asked);
  const { callId, approvalId } = asked;
  const by = allowance.by ?? undefined;
  return recorder.commit(asked, { type: "tool.approved", callId, approvalId, by, allowance: allowance.approvalId });
}

/** Whether a person runs it, who need not ask anybody. */
const isOwn = ({ caller }: LoopCall): boolean => caller !== null && caller.origin === undefined;

/** The approval that holds for this tool in this session: of the tool as it is, and by the person for whom it runs. */
function allowanceFor({ allowances, context }: Performed, tool: ResolvedTool) {
  const allowance = allowances.get(tool.slug);
  if (!allowance || allowance.by !== context.userId) return undefined;
  return isBoundTo(allowance.bound, tool) ? allowance : undefined;
}

/** Runs a call that a person approved; one that is not what was approved any more asks again. */
async function runApproved(options: Performed): Promise<void> {
  const { call, recorder } = options;
  const ready = await resolve(options);
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (!call.approval || !isBoundTo(call.approval.bound, ready.tool)) {
    return recorder.commit(await ask(options, ready, "The tool has changed since it was approved."));
  }
  const { edited, input: shown, preview, allowance } = call.approval;
  if (allowance !== null && allowanceFor(options, ready.tool)?.approvalId !== allowance) {
    return recorder.commit(await ask(options, ready));
  }
  // Of what was asked, also where it was edited: what a yes comes to may have become another by somebody else's change.
  const now = await previewOf({ tool: ready.tool, input: shown, context: options.context });
  if (now.refusal) return recorder.commit({ type: "tool.failed", callId: call.callId, error: now.refusal });
  if (!sameJson(now.preview, preview)) return recorder.commit(await ask(options, ready, { template: OTHER_PREVIEW }));
  // As the log keeps them: what runs has to be what the approver was shown.
  if (!edited && !sameJson(plainCopy(ready.input), plainCopy(shown))) {
    return recorder.commit(failed(call, "input_unstable", unstable(call.tool)));
  }
  return run(options, ready.tool, ready.input);
}

/**
 * Calls a handler again that asked, with the answers, or that handed its work over: for the same input, and only while
 * the tool is the one that did.
 */
async function runAgain(options: Performed): Promise<void> {
  const { call, recorder } = options;
  const ready = await resolve({ ...options, call: { ...call, input: call.given } });
  const handedOver = call.asking?.handedOver;
  if ("refusal" in ready) return recorder.commit(handedOver ? leftBehind(call, ready.refusal) : ready.refusal);
  if (!call.asking || !isBoundTo(call.asking.bound, ready.tool)) {
    const message = "The tool has changed since it asked, so it did not go on with the answer.";
    if (handedOver) return recorder.commit(leftBehind(call, failed(call, "tool_changed", "It has changed since.")));
    return recorder.commit(failed(call, "tool_changed", message));
  }
  if (call.approval && !sameJson(plainCopy(ready.input), plainCopy(call.input))) {
    return recorder.commit(failed(call, "input_unstable", unstable(call.tool)));
  }
  return run(options, ready.tool, ready.input);
}

/** The end of a call whose work may go on where it was handed to, and nobody here can follow it. */
function leftBehind({ callId, tool }: LoopCall, refusal: NewEvent): NewEvent {
  const why = refusal.type === "tool.failed" ? ` (${refusal.error.message})` : "";
  const reason = `"${tool}" had handed its work over, and cannot be followed here any more${why}. It may have run; look before you run it again.`;
  return { type: "tool.interrupted", callId, reason };
}

function unstable(tool: string): string {
  return `"${tool}" reads the same arguments differently each time, so what was approved cannot be run.`;
}

async function resolve(options: Performed): Promise<{ tool: ResolvedTool; input: unknown } | { refusal: NewEvent }> {
  const { catalog, context, call } = options;
  const resolved = await catalog.resolve(call.tool, context);
  if (resolved.refusal) {
    const { code, message: why } = resolved.refusal;
    const none = `There is no tool "${call.tool.slice(0, 200)}" for this agent. Use one of the tools that you were given.`;
    return { refusal: failed(call, code, code === "not_found" ? none : why) };
  }
  if (call.meta?.["unreadable"] && typeof call.input === "string") {
    const message = `The arguments are not valid JSON. Call "${call.tool}" again with one JSON object.`;
    return { refusal: failed(call, "invalid_json", message) };
  }
  const checked = await checkInput(resolved.tool, call.input, createAjvValidator);
  if (!checked.refusal) return { tool: resolved.tool, input: checked.input };
  const { named, more } = firstIssues(checked.refusal.issues);
  const fields = named.map(({ path, message }) => `${path || "input"} ${message}`);
  if (more > 0) fields.push(`and ${more} more`);
  const message = `The arguments do not fit the tool's schema: ${fields.join("; ")}. Mend them and call "${call.tool}" again.`;
  return { refusal: failed(call, "invalid_input", message, checked.refusal.path) };
}

function ask(
  { call: { callId }, context, approvalTtl }: Performed,
  ready: { tool: ResolvedTool; input: unknown },
  reason?: Said,
): Promise<NewEvent> {
  return askEvent({ callId, ...ready, context, approvalTtl, reason });
}

function failed(call: LoopCall, code: string, message: string, path?: string): NewEvent {
  return { type: "tool.failed", callId: call.callId, error: { code, message, path } };
}

async function run(options: Performed, tool: ResolvedTool, input: unknown): Promise<void> {
  const { context, call, tenantId, sessionId, recorder, signal, mayDelegate, turns } = options;
  const { callId, agentId, asking, caller, turn } = call;
  if (tool.limits && turn === null && turns.areKept(tool)) {
    const event = turnEvent(callId, tool.limits);
    await recorder.commit(event);
    const { turnId, limits } = event;
    return turns.wait({ tenantId, sessionId, callId, tool: tool.slug, turnId, limits });
  }
  const running = runningCall(options, {
    tool,
    input,
    context,
    sessionId,
    callId,
    ...(agentId !== null && { agentId }),
    recorder,
    signal,
    ...(asking && { given: asking.given.given() }),
    ...(call.approval && { preview: call.approval.preview }),
    caller,
    mayDelegate,
  });
  await recorder.commit(startedEvent(running));
  await runCall(running);
}

/**
 * A call whose tool and input are checked, as its handler is run: who asked for it is kept with what it asks and
 * starts.
 */
export function runningCall(
  { agents, approvalTtl, timeLimit, mostOutput, onProblem }: CallHost,
  {
    caller,
    mayDelegate,
    ...call
  }: Omit<CallOptions, "createValidator"> & { caller: CallerMeta | null } & Pick<PerformedCall, "mayDelegate">,
): CallOptions {
  const { tool, callId, context } = call;
  return {
    ...call,
    createValidator: createAjvValidator,
    timeLimit,
    mostOutput,
    delegate: (delegation: Delegation) =>
      mayDelegate?.() ??
      startDelegated({ agents, context, callId, onProblem }, delegation, caller ? { turn: caller.turn } : undefined),
    handOver: (handedOver: HandedOver) => handedOverEvent(callId, tool, handedOver, caller ?? undefined),
    ask: (needed: InputNeeded) => askEvents(callId, tool, needed, { approvalTtl, caller: caller ?? undefined }),
  };
}
