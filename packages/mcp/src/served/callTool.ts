import type { ExecuteResult } from "@callboard/core";
import { followLog, sameJson } from "@callboard/core/host";
import type { ResolvedTool } from "@callboard/core/catalog";
import { HostRefusal, type Kernel } from "@callboard/server";
import {
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type CallToolResult,
  type InputRequiredResult,
} from "@modelcontextprotocol/server";
import { contextOf, type Caller } from "./caller.ts";
import { failureOf, resultOf } from "./callResult.ts";
import { CAPABILITY_OF, type McpClient } from "./client.ts";
import { tellLogged } from "./clientLog.ts";
import { olderTask } from "./olderTasks.ts";
import { followedCall, type FollowedCall } from "./openAsks.ts";
import { waitForPerson } from "./personWait.ts";
import type { ClientRequest, Served } from "./served.ts";
import { steadyLog } from "./steadyLog.ts";
import { takeAnswers, type AskingCall } from "./takeAnswers.ts";
import { readTask, workingTask } from "./taskState.ts";
import type { AskedCall, WaitingCall } from "./waitingCalls.ts";

/** A task is an answer too: the library knows none, and lets what it does not know through. */
type Answered = CallToolResult | InputRequiredResult;

/** How long a result that nobody has fetched is that of a call which is asked for again, in milliseconds. */
const UNFETCHED_MS = 60 * 60 * 1000;

/**
 * Runs a tool of the host for a client: by the host's own rules of who may run it, in its log, as one of its calls.
 * What the call asks is put before the client's person where the client can do that; else a link leads to it.
 * @throws ProtocolError where the client named no tool that it may see, or a state that is none of its calls.
 */
export async function callTool(served: Served, request: ClientRequest): Promise<Answered> {
  const { kernel } = served;
  const { caller, client, params, context } = request;
  const { name, arguments: input = {} } = params;
  const runsAs = await contextOf(kernel, caller);
  const resolved = await kernel.catalog.resolve(name, runsAs);
  if (resolved.refusal) {
    const { code, message } = resolved.refusal;
    if (code === "not_found") throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    return failureOf(message);
  }
  const { tool } = resolved;
  const missing = missingOf(tool, client);
  if (missing) {
    // The older revisions have no word for it.
    if (isOlder(context)) return failureOf(missing.message);
    throw missing;
  }
  const asked: AskedCall = { caller, tool: tool.slug, input };
  const state: unknown = context.mcpReq.requestState();
  try {
    if (state !== undefined) {
      const known = await callOfState(kernel, asked, state);
      const dismissed = await takeAnswers(kernel, caller, known, context.mcpReq);
      return await follow(served, request, tool, known, { dismissed });
    }
    const known = await waitingCall(served, asked);
    if (known) return await follow(served, request, tool, known, {});
    const isAsking = tool.permissionPolicy === "always_ask";
    const begun = await kernel.calls.begin({
      tool,
      input,
      context: runsAs,
      origin: "foreign",
      by: client.name,
      // What waits for a person is among their chats, where they see and answer it.
      ...(isAsking && { session: { title: `${client.name}: ${tool.name}` } }),
    });
    // In the later revision the host decides what is a task, before it the client does.
    const isTask = isOlder(context) ? params.task !== undefined : tool.longRunning && client.followsTasks;
    if (isTask) {
      // Its end is in the log, where the task is looked for.
      begun.done.catch(() => undefined);
      return await beginTask(served, request, begun);
    }
    return await follow(served, request, tool, begun, { done: begun.done });
  } catch (error) {
    if (error instanceof HostRefusal) return failureOf(error.message);
    throw error;
  }
}

/** Whether a request is of a revision before 2026-07-28. */
const isOlder = ({ mcpReq }: ClientRequest["context"]): boolean => mcpReq.envelope === undefined;

/** Gives a client its call as a task, which is there when it hears of it. */
async function beginTask(
  served: Served,
  { caller, context }: ClientRequest,
  { callId, sessionId }: WaitingCall,
): Promise<Answered> {
  const call = { callId, sessionId };
  await served.tasks.keep(caller, call);
  const task = workingTask(callId, await readTask(served, caller, call));
  return isOlder(context) ? { task: olderTask(task), content: [] } : { resultType: "task", ...task, content: [] };
}

/** What a client lacks that a tool asks of it. */
function missingOf(
  { clientNeeds = [], name }: ResolvedTool,
  { asks }: McpClient,
): MissingRequiredClientCapabilityError | undefined {
  const missing = clientNeeds.filter((part) => !asks[part]).map((part) => CAPABILITY_OF[part]);
  if (missing.length === 0) return undefined;
  const requiredCapabilities = Object.fromEntries(missing.map((capability) => [capability, {}]));
  const message = `“${name}” asks ${missing.join(" and ")} of its client, and this one has declared no such capability.`;
  return new MissingRequiredClientCapabilityError({ requiredCapabilities }, message);
}

/** A call of this caller that waits with this very input, or has ended since without anybody hearing of it. */
async function waitingCall({ kernel, waiting }: Served, asked: AskedCall): Promise<WaitingCall | undefined> {
  const found = await waiting.find(asked);
  if (!found) return undefined;
  const call = await readCall(kernel, asked.caller, found);
  const isOver = call.tool === "" || (call.end !== null && call.end.at < Date.now() - UNFETCHED_MS);
  return isOver ? undefined : found;
}

/**
 * A call that a state names, as its log had it when it asked: the asks that the state was given with, of two of one
 * name the later.
 */
type CallOfState = WaitingCall & AskingCall;

/** What comes back with the answers: which call, and how many times it had asked by then. */
const stateOf = (callId: string, { asks }: FollowedCall): string => `${callId}.${asks.size}`;

/**
 * The call that a state names. It is no secret and seals nothing: what counts is whose call the log says it is.
 * @throws ProtocolError where this caller has no such call, or asked for another.
 */
async function callOfState(kernel: Kernel, asked: AskedCall, state: unknown): Promise<CallOfState> {
  const { actor } = asked.caller;
  const refused = new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
  const [, callId, count] = (typeof state === "string" && /^([\w-]{1,80})\.(\d{1,6})$/.exec(state)) || [];
  if (callId === undefined) throw refused;
  const entry = await kernel.store.sessions.findCall(actor.tenantId, callId);
  if (!entry || entry.userId !== actor.userId || entry.tool !== asked.tool) throw refused;
  const found = { callId, sessionId: entry.sessionId };
  const call = await readCall(kernel, asked.caller, found);
  if (!sameJson(call.input, asked.input) || Number(count) > call.asks.size) throw refused;
  const asks = [...call.asks.values()].slice(0, Number(count));
  return { ...found, asks: new Map(asks.map((ask) => [ask.key, ask])) };
}

async function readCall(
  { store }: Kernel,
  { actor }: Caller,
  { sessionId, callId }: WaitingCall,
): Promise<FollowedCall> {
  const call = followedCall(callId);
  for (const event of await store.log(actor.tenantId).read(sessionId)) call.note(event);
  return call;
}

/** What ends the listening for a cancel while a request has questions open, by the signal of the request. */
const ASKING = new WeakMap<AbortSignal, AbortController>();

const isGone = (reason: unknown): boolean =>
  reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;

/** Follows a call until it has ended, or asks what has to be answered first. */
async function follow(
  served: Served,
  request: ClientRequest,
  tool: ResolvedTool,
  call: WaitingCall,
  { dismissed = [], done }: { dismissed?: readonly string[]; done?: Promise<ExecuteResult> },
): Promise<Answered> {
  const { kernel, waiting } = served;
  const { caller, context } = request;
  const { tenantId, userId } = caller.actor;
  const { sessionId, callId } = call;
  const asked: AskedCall = { caller, tool: tool.slug, input: request.params.arguments ?? {} };
  const stop = new AbortController();
  const { signal } = context.mcpReq;
  const cancel = () => {
    stop.abort();
    // The client is cut off, and its call goes on.
    if (kernel.closing.aborted) return;
    const cause = { reason: "The client that had asked for it cancelled it.", by: userId };
    kernel.calls.cancel(tenantId, callId, cause).catch((error: unknown) => {
      kernel.onProblem(`The call ${callId} of an MCP client could not be cancelled.`, error);
    });
    // Whoever asks for the same once more is asking for another call.
    void keeping.then(forget, () => undefined);
  };
  let keeping: Promise<void> = Promise.resolve();
  const forget = () =>
    waiting.forget(asked, call).catch((error: unknown) => {
      kernel.onProblem(`The call ${callId} of an MCP client is still kept as one that waits.`, error);
    });
  let unlogged: ExecuteResult | undefined;
  void done?.then(
    (result) => {
      // The log, which is followed below, will not tell of this end.
      if (result.unlogged === undefined && result.code !== "log_unavailable") return;
      unlogged = result;
      stop.abort();
    },
    () => undefined,
  );
  // A client that is gone comes back to its question; one that cancels does not want it.
  const cancelAsking = () => void (isGone(signal.reason) || cancel());
  ASKING.get(signal)?.abort();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const wait = waitForPerson(served, request, tool, call, dismissed);
    const followed = followedCall(callId);
    let isKept = false;
    // What a client puts before its person is no wait for the call.
    const late = new AbortController();
    if (request.client.followsTasks) {
      const timer = setTimeout(() => late.abort(), served.taskAfterMs);
      stop.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    }
    const until = AbortSignal.any([stop.signal, wait.over, late.signal]);
    for await (const events of followLog(steadyLog(kernel.store.log(tenantId), until), sessionId, 0, until)) {
      for (const event of events) followed.note(event);
      // Before anything is waited for: patience that ends meanwhile would have nothing to lead to.
      if (followed.open.size === 0) wait.goOn();
      for (const event of events) {
        if (!("callId" in event) || event.callId !== callId) continue;
        if (event.type === "tool.progressed") await wait.report(event);
        if (event.type === "tool.output_appended") await tellLogged(context.mcpReq, tool.slug, event);
      }
      if (followed.end) break;
      if (followed.open.size === 0) continue;
      if (stop.signal.aborted) break;
      if (!isKept) await (keeping = waiting.keep(asked, call));
      isKept = true;
      const questions = wait.questionsOf(followed.open.values());
      if (!questions) continue;
      // In the older revisions the request is open for as long as the library asks.
      if (isOlder(context)) {
        const asking = new AbortController();
        ASKING.set(signal, asking);
        signal.addEventListener("abort", cancelAsking, { once: true, signal: asking.signal });
      }
      return inputRequired({ inputRequests: questions, requestState: stateOf(callId, followed) });
    }
    if (!followed.end && late.signal.aborted && !stop.signal.aborted) return await beginTask(served, request, call);
    if (!followed.end && wait.over.aborted) return failureOf(await wait.words());
    const result = unlogged ?? (await kernel.calls.end({ tenantId, callId }, stop.signal));
    if (!result) return failureOf("This call is not in the host's log any more.");
    await forget();
    return result.error === null ? resultOf(tool, result.output) : failureOf(result.error);
  } finally {
    signal.removeEventListener("abort", cancel);
    stop.abort();
  }
}
