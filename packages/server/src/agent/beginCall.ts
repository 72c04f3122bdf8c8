import type { Delegation, EventError, InputNeeded, NewEvent, ToolContext } from "@callboard/core";
import type { ResolvedTool, ToolCatalog } from "@callboard/core/catalog";
import type { CreateValidator } from "@callboard/core/validator";
import { checkInput, runCall, startedEvent, plainCopy, sameJson, type Recorder } from "@callboard/core/host";
import type { AgentCatalog } from "../agents/agentCatalog.ts";
import { firstIssues } from "../hostRefusal.ts";
import { askEvent, askEvents } from "./askEvents.ts";
import { budgetNotices } from "./budgetNotices.ts";
import type { Conversation, LoopAgent, LoopCall } from "./conversation.ts";
import { sameCalls } from "./conversationQueries.ts";
import { isBoundTo } from "./definition.ts";
import { limitError } from "./limitError.ts";
import { startDelegated } from "./startDelegated.ts";
import { budgetBeyond, budgetsOver, type TurnBudget } from "./turnBudget.ts";

export interface AgentCallOptions {
  catalog: ToolCatalog;
  agents: AgentCatalog;
  context: ToolContext;
  /** The agent that made the call; null for a person's own. */
  agent: LoopAgent | null;
  call: LoopCall;
  sessionId: string;
  recorder: Recorder;
  signal: AbortSignal;
  createValidator: CreateValidator;
  budget: TurnBudget;
  /** Milliseconds that a person has to answer. */
  approvalTtl: number;
  timeLimit?: number | undefined;
  mostOutput?: number | undefined;
  conversation: Conversation;
  onProblem: (message: string, error?: unknown) => void;
}

/** Begins a call that the model asked for: it is refused, asks for approval, or runs to its end. */
export async function beginCall(options: AgentCallOptions): Promise<void> {
  const { call, recorder, conversation } = options;
  const budgets = budgetsOf(options);
  const beyond = budgetBeyond(call, budgets);
  if (beyond) {
    const template = "The budget of {limit} calls is used up; this one did not run.";
    const error = limitError("budget_exhausted", template, { limit: beyond.limit });
    return recorder.commit({ type: "tool.failed", callId: call.callId, error });
  }
  // People are told of their turn; of a sub-agent's own budget its calls speak.
  const ofTurn = budgets.at(-1);
  if (ofTurn) {
    const notices = budgetNotices(conversation, call, sameCalls(conversation, call, ofTurn.agentId), ofTurn);
    if (notices.length > 0) await recorder.commit(...notices);
  }
  for (const { agentId, repeats } of budgets) {
    if (repeats === undefined || sameCalls(conversation, call, agentId) <= repeats) continue;
    const template =
      '"{tool}" was called {count} times with the same arguments: this is a loop, so it did not run again. Use what it answered, or go on differently.';
    const error = limitError("repeated_call", template, { tool: call.tool, count: repeats });
    return recorder.commit({ type: "tool.failed", callId: call.callId, error });
  }
  const ready = await resolve(options);
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (ready.tool.permissionPolicy !== "always_ask") return run(options, ready.tool, ready.input);
  const asked = ask(options, ready);
  const allowance = allowanceFor(options, ready.tool);
  if (!allowance || asked.type !== "tool.needs_approval") return recorder.commit(asked);
  const { callId, approvalId } = asked;
  const by = allowance.by ?? undefined;
  return recorder.commit(asked, { type: "tool.approved", callId, approvalId, by, allowance: allowance.approvalId });
}

/** The budgets that a call spends of; none for a person's own. */
function budgetsOf({ conversation, agent, budget }: AgentCallOptions) {
  return agent ? budgetsOver(conversation, agent.agentId, budget) : [];
}

/** The approval that holds for this tool in this session: of the tool as it is, and by the person for whom it runs. */
function allowanceFor({ conversation, context }: AgentCallOptions, tool: ResolvedTool) {
  const { allowances } = conversation;
  const allowance = allowances.get(tool.slug);
  if (!allowance || allowance.by !== context.userId) return undefined;
  return isBoundTo(allowance.bound, tool) ? allowance : undefined;
}

/** Runs a call that a person approved; one that is not what was approved any more asks again. */
export async function runApproved(options: AgentCallOptions): Promise<void> {
  const { call, recorder } = options;
  const ready = await resolve(options);
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (!call.approval || !isBoundTo(call.approval.bound, ready.tool)) {
    return recorder.commit(ask(options, ready, "The tool has changed since it was approved."));
  }
  const { edited, input: shown, allowance } = call.approval;
  if (allowance !== null && allowanceFor(options, ready.tool)?.approvalId !== allowance) {
    return recorder.commit(ask(options, ready));
  }
  // As the log keeps them: what runs has to be what the approver was shown.
  if (!edited && !sameJson(plainCopy(ready.input), plainCopy(shown))) {
    return recorder.commit(failed(call, "input_unstable", unstable(call.tool)));
  }
  return run(options, ready.tool, ready.input);
}

/** Calls a handler again that asked, with the answers: for the same input, and only while the tool is the one that asked. */
export async function runAgain(options: AgentCallOptions): Promise<void> {
  const { call, recorder } = options;
  const ready = await resolve({ ...options, call: { ...call, input: call.given } });
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (!call.asking || !isBoundTo(call.asking.bound, ready.tool)) {
    const message = "The tool has changed since it asked, so it did not go on with the answer.";
    return recorder.commit(failed(call, "tool_changed", message));
  }
  if (call.approval && !sameJson(plainCopy(ready.input), plainCopy(call.input))) {
    return recorder.commit(failed(call, "input_unstable", unstable(call.tool)));
  }
  return run(options, ready.tool, ready.input);
}

function unstable(tool: string): string {
  return `"${tool}" reads the same arguments differently each time, so what was approved cannot be run.`;
}

async function resolve(
  options: AgentCallOptions,
): Promise<{ tool: ResolvedTool; input: unknown } | { refusal: NewEvent }> {
  const { catalog, context, call, createValidator } = options;
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
  const checked = await checkInput(resolved.tool, call.input, createValidator);
  if (!checked.refusal) return { tool: resolved.tool, input: checked.input };
  const { named, more } = firstIssues(checked.refusal.issues);
  const fields = named.map(({ path, message }) => `${path || "input"} ${message}`);
  if (more > 0) fields.push(`and ${more} more`);
  const message = `The arguments do not fit the tool's schema: ${fields.join("; ")}. Mend them and call "${call.tool}" again.`;
  return { refusal: failed(call, "invalid_input", message, checked.refusal.path) };
}

function ask(options: AgentCallOptions, ready: { tool: ResolvedTool; input: unknown }, reason?: string): NewEvent {
  return askEvent({ callId: options.call.callId, ...ready, approvalTtl: options.approvalTtl, reason });
}

function failed(call: LoopCall, code: string, message: string, path?: string): NewEvent {
  return { type: "tool.failed", callId: call.callId, error: { code, message, path } };
}

/** Why a call may start no sub-agent: those above it are as many as may be. */
function tooDeep(options: AgentCallOptions): { refused: EventError } | undefined {
  const { call } = options;
  const reached = budgetsOf(options).find(({ depth, below }) => depth !== undefined && below >= depth);
  if (reached?.depth === undefined) return undefined;
  const template =
    '"{tool}" starts a sub-agent, and there are {count} below each other already, which is the most. Do without it.';
  return { refused: limitError("too_deep", template, { tool: call.tool, count: reached.depth }) };
}

async function run(options: AgentCallOptions, tool: ResolvedTool, input: unknown): Promise<void> {
  const { agents, context, agent, call, sessionId, recorder, signal, createValidator } = options;
  const { timeLimit, mostOutput, approvalTtl, onProblem } = options;
  const { callId, asking } = call;
  const running = {
    tool,
    input,
    context,
    sessionId,
    callId,
    ...(agent && { agentId: agent.agentId }),
    recorder,
    signal,
    createValidator,
    timeLimit,
    mostOutput,
    ...(asking && { given: asking.given.given() }),
  };
  await recorder.commit(startedEvent(running));
  const caller = asking?.caller ?? undefined;
  const delegate = (delegation: Delegation) =>
    tooDeep(options) ??
    startDelegated({ agents, context, callId, onProblem }, delegation, caller && { turn: caller.turn });
  const ask = (needed: InputNeeded) => askEvents(callId, tool, needed, { approvalTtl, caller });
  await runCall({ ...running, delegate, ask });
}
