import { handOver, ToolError, type CallContext, type HandedOver, type InputNeeded } from "@callboard/core";
import { readToolResult } from "@callboard/core/stream/mcp";
import {
  isInputRequiredResult,
  UrlElicitationRequiredError,
  type CallToolRequest,
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
} from "@modelcontextprotocol/client";
import { UNLIMITED_MS, type ServerConnection } from "./connection.ts";
import type { Listener, LiveCalls, LiveStep } from "./liveCalls.ts";
import type { McpServer } from "./mcpServer.ts";
import { askPerson, readState, responsesOf, type KeptTask } from "./questions.ts";
import { followTask, type TaskEnd } from "./followTask.ts";
import { taskIn } from "./taskWire.ts";
import { WORDS } from "./serverWords.ts";
import type { WireTap } from "./wire.ts";

/** What a call on a server came to in one go: a result, or what it needs first. */
export type Answered = { said: CallToolResult | InputRequiredResult } | { pages: InputRequests } | TaskEnd;

/** A server, and the calls that run on it. */
export interface ServerCalls {
  server: McpServer;
  connection: ServerConnection;
  live: LiveCalls<Answered>;
  /** The process that calls run in: a question that waits with its connection dies with it. */
  worker: string;
  /** Listens to what is spoken, where that is kept. */
  tap?: Pick<WireTap, "during"> | undefined;
  /** Keeps an eye on a call whose questions wait while it runs on. */
  watch(call: WaitingCall): void;
  /** Keeps an eye on a call that runs as a task of the server, which is cancelled with it. */
  watchTask(call: WaitingCall, task: KeptTask): void;
}

/** A call that waits for a person while it runs on its server. */
export interface WaitingCall {
  tenantId?: string | null | undefined;
  sessionId: string;
  callId: string;
}

/** A call of a tool, as its handler is given it. */
export interface ToolRun {
  name: string;
  input: Record<string, unknown>;
  /** It may, or has to, run as a task where the server speaks 2025-11-25. */
  asTask: boolean;
  /** How long it is followed at a stretch, in milliseconds: longer than a task takes no handler may run. */
  stretchMs: number;
  context: Pick<CallContext, "userId" | "tenantId" | "callId" | "sessionId" | "answers" | "state">;
  listener: Listener;
}

/** How often a server may ask to be asked again without a question, and how long that is waited for. */
const MOST_ROUNDS = 20;
const ROUND_MS = 250;

/**
 * Runs a tool of a server: its output, the questions that it asks, or the task that it runs on as. Called again, it
 * goes on with their answers, or with the task.
 * @throws ToolError where there is no result: why, and whether it may have run.
 */
export async function callTool(calls: ServerCalls, run: ToolRun): Promise<unknown> {
  const { server, connection, live } = calls;
  const { name, input, asTask, context, listener } = run;
  const values = { name: server.title ?? server.name };
  const kept = readState(context.state);
  const { answers, callId } = context;
  const params = { name, arguments: input };
  if (kept?.isAnew && kept.keys.some((key) => answers[key]?.action !== "accept")) {
    throw new ToolError({ template: WORDS.unopened, values });
  }
  if (kept?.live !== undefined) {
    const step = live.resume(kept.live, answers, listener);
    if (!step) throw new ToolError({ template: WORDS.lost, values }, { isUnknown: true });
    return kept.task
      ? await forAStretch(calls, run, kept.task, step)
      : await outcomeOf(calls, run, await step, undefined);
  }
  if (kept?.task) {
    if (kept.keys.length > 0) return withAnswers(kept.task, kept.keys, answers);
    return await goOnWithTask(calls, run, kept.task);
  }
  const more = kept &&
    !kept.isAnew && {
      inputResponses: responsesOf(kept.keys, answers),
      ...(kept.requestState !== undefined && { requestState: kept.requestState }),
    };
  const step = await live.begin(
    {
      id: callId,
      person: personOf(context),
      begin: (heard) =>
        spoken(calls, context, () => callInRounds(connection, { ...params, ...more }, { ...heard, asTask }, values)),
    },
    listener,
  );
  return await outcomeOf(calls, run, step, undefined);
}

const personOf = ({ tenantId, userId }: ToolRun["context"]): string => `${tenantId ?? ""}/${userId ?? ""}`;

/** Does a call's work while what is spoken is kept, where it is. */
function spoken<Result>({ tap }: ServerCalls, context: ToolRun["context"], work: () => Promise<Result>) {
  const { tenantId, sessionId, callId } = context;
  return tap && tenantId ? tap.during({ tenantId, sessionId, callId }, work) : work();
}

const onWith = (task: KeptTask): HandedOver => handOver({ mcp: { keys: [], task } });

/**
 * The answers to a task's questions, in the log before they are sent: should the process end on the way, they are sent
 * once more.
 */
function withAnswers(task: KeptTask, keys: readonly string[], answers: ToolRun["context"]["answers"]): HandedOver {
  const answered = [...(task.answered ?? []), ...keys];
  return onWith({ ...task, responses: responsesOf(keys, answers), answered });
}

/** Goes on with a task: as it is followed here already, or from the log. */
async function goOnWithTask(calls: ServerCalls, run: ToolRun, task: KeptTask): Promise<unknown> {
  const { live, connection, server } = calls;
  const { context, listener } = run;
  const id = context.callId;
  calls.watchTask(context, task);
  const name = server.title ?? server.name;
  const begin = (heard: Listener) => spoken(calls, context, () => followTask(connection, task, heard, name));
  const going =
    live.resume(id, {}, listener) ?? live.begin({ id, taskId: task.id, person: personOf(context), begin }, listener);
  return await forAStretch(calls, run, task, going);
}

/** Waits for a task as long as a handler may run; one that is still at work then is gone on with by the next. */
async function forAStretch(
  calls: ServerCalls,
  run: ToolRun,
  task: KeptTask,
  going: Promise<LiveStep<Answered>>,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const stretch = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, run.stretchMs, undefined);
  });
  try {
    const step = await Promise.race([going, stretch]);
    if (step) return await outcomeOf(calls, run, step, task);
    going.catch(() => undefined);
    // With its answers: a server that is away may not have them yet.
    return onWith(task);
  } finally {
    clearTimeout(timer);
  }
}

const withoutResponses = ({ responses: _responses, ...task }: KeptTask): KeptTask => task;

/** What a step of a call comes to for its handler. */
async function outcomeOf(
  calls: ServerCalls,
  { context }: ToolRun,
  step: LiveStep<Answered>,
  task: KeptTask | undefined,
): Promise<unknown> {
  const { server, live, worker } = calls;
  const name = server.title ?? server.name;
  const { callId } = context;
  if ("asked" in step) {
    const asked = askOrStop(step.asked);
    calls.watch(context);
    return asked;
  }
  const { result } = step;
  if ("pages" in result) return askPerson(name, result.pages, { isAnew: true });
  if ("needs" in result) {
    if (!task) throw new Error("A task that is not known asks.");
    return askPerson(name, result.needs, { task: withoutResponses(task) });
  }
  const { said } = result;
  if (isInputRequiredResult(said)) return askRound(said);
  const begun = taskIn(said);
  if (begun) {
    const kept: KeptTask = { server: server.name, id: begun.taskId };
    calls.watchTask(context, kept);
    return onWith(kept);
  }
  const { output, failure } = readToolResult(said);
  if (failure !== undefined) throw new ToolError(failure);
  return output;

  function askRound({ inputRequests, requestState }: InputRequiredResult): InputNeeded {
    return askPerson(name, inputRequests ?? {}, requestState === undefined ? {} : { requestState });
  }

  function askOrStop(asked: InputRequests): InputNeeded {
    try {
      return askPerson(name, asked, { live: callId, worker, ...(task && { task }) });
    } catch (error) {
      live.stop(callId);
      throw error;
    }
  }
}

async function callInRounds(
  connection: ServerConnection,
  given: CallToolRequest["params"],
  { signal, onProgress, asTask }: Listener & Pick<ToolRun, "asTask">,
  values: { name: string },
): Promise<Answered> {
  let params = given;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    try {
      const said = await connection.call(params, {
        signal,
        timeout: UNLIMITED_MS,
        onprogress: onProgress,
        asTask,
      });
      if (!isInputRequiredResult(said) || Object.keys(said.inputRequests ?? {}).length > 0) return { said };
      // It has nothing to ask, and wants to be asked again with what it hands over.
      params = {
        name: given.name,
        arguments: given.arguments,
        ...(said.requestState !== undefined && { requestState: said.requestState }),
      };
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError)) throw error;
      const pages = error.elicitations.map(
        (page, index) => [`page-${index + 1}`, { method: "elicitation/create" as const, params: page }] as const,
      );
      return { pages: Object.fromEntries(pages) };
    }
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    signal.throwIfAborted();
  }
  throw new ToolError({ template: WORDS.again, values });
}
