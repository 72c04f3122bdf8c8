import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  checkInput,
  resolveCall,
  runCall,
  startedEvent,
  delegatedAgent,
  type CreateValidator,
  type Delegation,
  type NewEvent,
  type Recorder,
  type RegisteredTool,
  type Registry,
  type ToolContext,
} from "@callboard/core";
import type { LoopAgent, LoopCall } from "./conversation.ts";
import type { TurnBudget } from "./prompt.ts";

export interface AgentCallOptions {
  registry: Registry;
  context: ToolContext;
  agent: LoopAgent;
  call: LoopCall;
  sessionId: string;
  recorder: Recorder;
  signal: AbortSignal;
  createValidator: CreateValidator;
  budget: TurnBudget;
  /** Milliseconds that a person has to answer. */
  approvalTtl: number;
}

/** Takes a call that the model asked for as far as it goes: refused, asking for approval, or run to its end. */
export async function beginCall(options: AgentCallOptions): Promise<void> {
  const { call, recorder, budget } = options;
  if (call.ordinal > budget.limit) {
    const message = `The budget of ${budget.limit} calls is used up; this one did not run.`;
    return recorder.commit(failed(call, "budget_exhausted", message));
  }
  const ready = await resolve(options);
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (ready.tool.permissionPolicy === "always_ask") return recorder.commit(ask(options, ready));
  return run(options, ready.tool, ready.input);
}

/** Runs a call that a person approved, if it is still what was approved; else it is asked again. */
export async function runApproved(options: AgentCallOptions): Promise<void> {
  const { call, recorder } = options;
  const ready = await resolve(options);
  if ("refusal" in ready) return recorder.commit(ready.refusal);
  if (definitionHash(ready.tool) !== call.approval?.definition) {
    return recorder.commit(ask(options, ready, "The tool has changed since it was approved."));
  }
  const { edited, input: shown } = call.approval;
  if (!edited && !isSameJson(ready.input, shown)) {
    const message = `"${call.tool}" reads the same arguments differently each time, so what was approved cannot be run.`;
    return recorder.commit(failed(call, "input_unstable", message));
  }
  return run(options, ready.tool, ready.input);
}

/** A model that is told more of what is wrong does not mend it better. */
const MOST_ISSUES = 20;

async function resolve(
  options: AgentCallOptions,
): Promise<{ tool: RegisteredTool; input: unknown } | { refusal: NewEvent }> {
  const { registry, context, agent, call, createValidator } = options;
  const allowed = agent.delegation === null || agent.delegation.tools.includes(call.tool);
  const resolved = resolveCall(registry, call.tool, context);
  if (resolved.refusal || !allowed) {
    const { code = "not_found", message: why = "" } = (allowed && resolved.refusal) || {};
    const none = `There is no tool "${call.tool.slice(0, 200)}" for this agent. Use one of the tools that you were given.`;
    return { refusal: failed(call, code, code === "not_found" ? none : why) };
  }
  if (call.meta?.["unreadable"] && typeof call.input === "string") {
    const message = `The arguments are not valid JSON. Call "${call.tool}" again with one JSON object.`;
    return { refusal: failed(call, "invalid_json", message) };
  }
  const checked = await checkInput(resolved.tool, call.input, createValidator);
  if (!checked.refusal) return { tool: resolved.tool, input: checked.input };
  const fields = checked.refusal.issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `${path || "input"} ${message}`);
  const message = `The arguments do not fit the tool's schema: ${fields.join("; ")}. Mend them and call "${call.tool}" again.`;
  return { refusal: failed(call, "invalid_input", message, checked.refusal.path) };
}

function ask(options: AgentCallOptions, ready: { tool: RegisteredTool; input: unknown }, reason?: string): NewEvent {
  return askEvent({ callId: options.call.callId, ...ready, approvalTtl: options.approvalTtl, reason });
}

function failed(call: LoopCall, code: string, message: string, path?: string): NewEvent {
  return { type: "tool.failed", callId: call.callId, error: { code, message, path } };
}

/** The ask shows what will run: the input as checked, bound to this definition of the tool. */
export function askEvent(ask: {
  callId: string;
  tool: RegisteredTool;
  input: unknown;
  approvalTtl: number;
  reason?: string;
}): NewEvent {
  const { callId, tool, input, approvalTtl, reason } = ask;
  return {
    type: "tool.needs_approval",
    callId,
    approvalId: randomUUID(),
    input,
    inputSchema: tool.inputJsonSchema,
    reason,
    expiresAt: Date.now() + approvalTtl,
    meta: { definition: definitionHash(tool) },
  };
}

/** As the log keeps it: what runs has to be what the approver was shown, down to its keys' values. */
function isSameJson(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left) ?? "null"), JSON.parse(JSON.stringify(right) ?? "null"));
}

/** What an approval is bound to besides the arguments: what the person was told the tool is, its contract and its policy. */
export function definitionHash(tool: RegisteredTool): string {
  const { slug, name, description, inputJsonSchema, permissionPolicy, requiredPermission = null } = tool;
  const bound = JSON.stringify([slug, name, description, inputJsonSchema, permissionPolicy, requiredPermission]);
  return createHash("sha256").update(bound).digest("hex");
}

async function run(options: AgentCallOptions, tool: RegisteredTool, input: unknown): Promise<void> {
  const { context, agent, call, sessionId, recorder, signal, createValidator } = options;
  const { callId } = call;
  const running = {
    tool,
    input,
    context,
    sessionId,
    callId,
    agentId: agent.agentId,
    recorder,
    signal,
    createValidator,
  };
  await recorder.commit(startedEvent(running));
  const delegate = (delegation: Delegation) => delegatedAgent(callId, randomUUID(), delegation);
  await runCall({ ...running, delegate });
}
