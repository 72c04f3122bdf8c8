import { setTimeout as pause } from "node:timers/promises";
import { ToolError, type EventError, type ExecuteResult } from "@callboard/core";
import { layersOf, type Composition, type StepRetry } from "@callboard/core/execution";
import { isFinal } from "@callboard/core/host";
import type { CallRequest, Kernel } from "@callboard/server";
import { never, type Work, type WorkOf, type WorkSteps } from "../engine/engine.ts";
import { notBegun, type WorkRecord } from "./startWork.ts";
import { resolved } from "./steps.ts";

/** What works are done with. */
export type WorkKernel = Pick<Kernel, "calls" | "conversations" | "presentContext" | "store" | "onProblem">;

/** How often a step is tried that breaks off in the host itself, such as while its database is away. */
const MOST_TRIES = 6;

/** The functions in which steps stand, in their order. */
export const WORK_CODE = [doTask, doComposition, stepOf];

/** A step of a work: a call that begins once, whoever asks for it, since its id says which it is. */
interface WorkCall extends Pick<CallRequest, "origin" | "session" | "agentId"> {
  name: string;
  tool: string;
  input: unknown;
  callId: string;
  retry?: StepRetry;
}

/** Does the work of a call from wherever its log says that it is, and ends the call. */
export function createWork(kernel: WorkKernel): Work {
  const { calls } = kernel;
  return async (of, steps) => {
    const found = await recordOf(kernel, of);
    if (!found) return;
    const { record, input } = found;
    const over = watchEnd(kernel, of);
    try {
      const doing: Doing = { kernel, of, record, steps, over: over.signal };
      const output =
        record.spec.kind === "task"
          ? await doTask(doing, record.spec.task, input)
          : await doComposition(doing, record.spec, input);
      await calls.finish(of, { output, tool: record.tool });
    } catch (error) {
      // Whoever ended the call has said how.
      if (over.signal.aborted) return;
      await calls.finish(of, { error: errorOf(kernel, error) });
    } finally {
      over.stop();
    }
  };
}

interface Doing {
  kernel: WorkKernel;
  of: WorkOf;
  record: WorkRecord;
  steps: WorkSteps;
  /** Aborts where the call ends that the work is of. */
  over: AbortSignal;
}

async function doTask(doing: Doing, task: string, input: unknown): Promise<unknown> {
  const { callId } = doing.of;
  const { output, error } = await stepOf(doing, {
    name: "task",
    tool: task,
    input,
    callId: `${callId}.task`,
    origin: "task",
  });
  if (error !== null) throw new ToolError(`The task "${task}" did not complete: ${error}`);
  return output;
}

async function doComposition(doing: Doing, spec: Composition, input: unknown): Promise<unknown> {
  const { of, kernel } = doing;
  const { sessionId, callId, agentId, tenantId } = of;
  const log = kernel.store.log(tenantId);
  const results = new Map<string, unknown>([["input", input]]);
  const total = spec.steps.length;
  const progress = () =>
    log.append(sessionId, [{ type: "tool.progressed", callId, progress: results.size - 1, total }]);

  for (const layer of layersOf(spec)) {
    const failing = new AbortController();
    const here = { ...doing, over: AbortSignal.any([doing.over, failing.signal]) };
    const done = layer.map(async ({ id, tool, input: given, retry }) => {
      const call: WorkCall = {
        name: id,
        tool,
        input: resolved(given ?? {}, results),
        callId: `${callId}.${id}`,
        origin: "step",
        session: { id: sessionId },
        agentId,
        ...(retry && { retry }),
      };
      try {
        const { output, error } = await stepOf(here, call, progress);
        if (error !== null) throw new ToolError(`Step "${id}" (${tool}) did not complete: ${error}`);
        return [id, output] as const;
      } catch (error) {
        // The first that fails ends the others of its layer, and the call says why.
        failing.abort(error);
        throw error;
      }
    });
    await Promise.allSettled(done);
    if (failing.signal.aborted) throw failing.signal.reason;
    for (const [id, output] of await Promise.all(done)) results.set(id, output);
  }
  return spec.output === undefined ? results.get(spec.steps.at(-1)?.id ?? "") : resolved(spec.output, results);
}

/** A step and how it ended: what the engine knows to be done is read from the log. */
async function stepOf(doing: Doing, call: WorkCall, before?: () => Promise<unknown>): Promise<ExecuteResult> {
  let result: ExecuteResult | { refused: unknown } | undefined;
  const perform = async () => void (result = await repeated(doing, call));
  await doing.steps.step(call.name, async () => {
    await before?.();
    await perform();
  });
  if (!result) await perform();
  if (!result || "refused" in result) throw result?.refused;
  return result;
}

/** What a person has decided, or ended, is not done again. */
const DECIDED: ReadonlySet<string | undefined> = new Set(["cancelled", "denied", "expired"]);

/** Performs a step as often as its author lets it fail: each time is a call of its own. */
async function repeated(doing: Doing, call: WorkCall): Promise<ExecuteResult | { refused: unknown }> {
  const { kernel, of, over } = doing;
  const { attempts = 1, delay_seconds: delay = 1 } = call.retry ?? {};
  for (let attempt = 1; ; attempt++) {
    const callId = attempt === 1 ? call.callId : `${call.callId}@${attempt}`;
    const result = await tried(doing, { ...call, callId });
    if ("refused" in result || result.error === null || DECIDED.has(result.code) || attempt >= attempts) return result;
    const next = await kernel.store.sessions.findCall(of.tenantId, `${call.callId}@${attempt + 1}`, of.sessionId);
    if (!next) await pause(delay * 1000 * 2 ** (attempt - 1), undefined, { ref: false, signal: over });
  }
}

/** Performs a step; what the host itself does wrong is tried again. */
async function tried(doing: Doing, call: WorkCall): Promise<ExecuteResult | { refused: unknown }> {
  for (let tries = 1; ; tries++) {
    doing.over.throwIfAborted();
    try {
      return await performed(doing, call);
    } catch (error) {
      const refused = notBegun(call.name, error);
      if (refused !== error || doing.over.aborted) return { refused };
      doing.kernel.onProblem(`The step ${call.callId} broke off.`, error);
      if (tries >= MOST_TRIES) return { refused: error };
      await pause(125 * 2 ** tries, undefined, { ref: false });
    }
  }
}

/** Begins the call, or finds it where it was begun before, and waits for its end. */
async function performed({ kernel, of, record, over }: Doing, call: WorkCall): Promise<ExecuteResult> {
  const { calls, presentContext } = kernel;
  const { name: _name, retry: _retry, ...request } = call;
  const context = await presentContext({ ...record.person, requestId: of.callId, tenantId: of.tenantId });
  const run = await calls.begin({ ...request, context, by: record.tool.slug });
  const cancel = () =>
    void calls.cancel(of.tenantId, run.callId, { reason: "The call that made it ended first." }).catch(() => {});
  over.addEventListener("abort", cancel, { once: true });
  try {
    if (over.aborted) cancel();
    const result = await run.done;
    // The host closes, and the call goes on in the next.
    if (result.code === "host_closing") await never();
    return result;
  } finally {
    over.removeEventListener("abort", cancel);
  }
}

/** What the log says of a call's work; undefined where it has ended, or is none. */
async function recordOf(
  { conversations }: WorkKernel,
  { tenantId, sessionId, callId, agentId }: WorkOf,
): Promise<{ record: WorkRecord; input: unknown } | undefined> {
  const { conversation } = await conversations.read({ tenantId, sessionId });
  const call = conversation.calls.get(callId);
  const work = conversation.agents.get(agentId)?.work;
  if (!call || isFinal(call.status) || !isWorkRecord(work)) return undefined;
  return { record: work, input: call.input };
}

function isWorkRecord(value: unknown): value is WorkRecord {
  return typeof value === "object" && value !== null && "spec" in value && "tool" in value && "person" in value;
}

/** A signal that aborts when a call ends, also in another process. */
function watchEnd({ calls }: WorkKernel, of: WorkOf): { signal: AbortSignal; stop: () => void } {
  const over = new AbortController();
  const stop = new AbortController();
  calls.end(of, stop.signal).then(
    (end) => {
      if (end?.code !== "host_closing") over.abort(new Error("The call has ended."));
    },
    () => undefined,
  );
  return { signal: over.signal, stop: () => stop.abort() };
}

function errorOf({ onProblem }: WorkKernel, error: unknown): EventError {
  if (error instanceof ToolError) return { code: "step_failed", message: error.message };
  onProblem("A call's work broke off.", error);
  return { code: "internal", message: "Something went wrong inside the host. Its log says what. Try again later." };
}
