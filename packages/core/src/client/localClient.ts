import type { SessionEvent } from "../events/event.ts";
import { createMemoryLog, followLog, type SessionLog } from "../events/sessionLog.ts";
import { createTimeline } from "../timeline/timeline.ts";
import type { ToolContext } from "../tool/context.ts";
import { executeTool, type ExecuteOptions, type ExecuteResult } from "../calls/execute.ts";
import { linkAbort } from "../calls/abort.ts";
import { catalogOf } from "../catalog/catalog.ts";
import type { ResolvedTool } from "../catalog/toolSource.ts";
import { toToolDetail, toToolListing, type Registry } from "../tool/registry.ts";
import { isSearched } from "../bridge/searchTools.ts";
import { canUse } from "../tool/visibility.ts";
import { ToolClientError } from "../tool/toolClientError.ts";
import type { ToolSearches } from "../search/toolSearches.ts";
import { createValidator } from "../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { CallSummary, ConnectionState, QuestionAnswer, ToolClient } from "./toolClient.ts";

export interface LocalClientOptions {
  /** Who runs the tools; a person on this page without a name unless given. */
  context?: Partial<ToolContext>;
  /** Where sessions are kept; as long as the page unless given. */
  log?: SessionLog;
  /** Called once when a call has ended: the `tool_run` analytics event. */
  onToolRun?: ExecuteOptions["onToolRun"];
  /** Uploads, choices and connections, which a page alone cannot offer. */
  upload?: ToolClient["upload"];
  choices?: ToolClient["choices"];
  createConnection?: ToolClient["createConnection"];
}

/**
 * Makes a client that runs a registry's tools in the page itself: no server, the same log, the same timeline.
 * @example
 * ```ts
 * const client = createLocalClient(registry);
 * const { sessionId, callId } = await client.run("double", { value: 2 });
 * ```
 */
export function createLocalClient(
  registry: Registry,
  options: LocalClientOptions = {},
): Required<Pick<ToolClient, "tools" | "tool" | "searchTools" | "run" | "calls" | "events" | "cancel" | "answer">> &
  Pick<ToolClient, "upload" | "choices" | "createConnection"> {
  const log = options.log ?? createMemoryLog();
  /** Calls in the order of their starts; their state is read from the log. */
  const runs: { sessionId: string; callId: string; tool: string }[] = [];
  const running = new Map<string, AbortController>();
  let searches: Promise<ToolSearches> | undefined;
  const contextNow = (): ToolContext => ({
    userId: null,
    spaceId: null,
    requestId: crypto.randomUUID(),
    source: "web",
    ...options.context,
  });
  const catalog = catalogOf(registry);
  const usable = async (slug: string): Promise<ResolvedTool> => {
    const context = contextNow();
    const tool = await catalog.find(slug, context);
    if (tool && canUse(tool, context).see) return tool;
    throw new ToolClientError(`There is no tool "${slug}" here.`, { code: "not_found", status: 404 });
  };

  const { upload, choices, createConnection } = options;
  return {
    ...(upload && { upload }),
    ...(choices && { choices }),
    ...(createConnection && { createConnection }),
    async tools() {
      const context = contextNow();
      return (await catalog.toolsFor(context)).map((tool) => toToolListing(tool, context));
    },
    tool: async (slug) => toToolDetail(await usable(slug), contextNow()),
    async searchTools(request) {
      // The search comes with the first that looks for something.
      searches ??= import("../search/toolSearches.ts").then((module) => module.createToolSearches());
      const tools = (await catalog.toolsFor({ ...contextNow(), source: "agent" })).filter(isSearched);
      return (await searches).of("", tools).search({ ...request, explain: true });
    },
    async run(slug, input, { sessionId = crypto.randomUUID(), signal } = {}) {
      const callId = crypto.randomUUID();
      const stop = new AbortController();
      running.set(callId, stop);
      let onStarted = () => {};
      const started = new Promise<null>((resolve) => (onStarted = () => resolve(null)));
      const result = executeTool(slug, input, contextNow(), {
        catalog,
        log,
        sessionId,
        callId,
        signal: stop.signal,
        onStarted,
        ...(options.onToolRun && { onToolRun: options.onToolRun }),
      }).finally(() => running.delete(callId));
      // `signal` is the request's, not the call's: once the call has begun, cancel() ends it.
      const unlink = linkAbort(signal, stop);
      const refusal = await Promise.race([started, result]).finally(unlink);
      if (refusal) throw toClientError(refusal);
      const tool = await catalog.find(slug, contextNow());
      runs.push({ sessionId, callId, tool: tool?.slug ?? slug });
      return { sessionId, callId, runId: callId };
    },
    async calls(slug) {
      const { slug: tool } = await usable(slug);
      const summaries = await Promise.all(runs.filter((run) => run.tool === tool).map((run) => summarise(log, run)));
      return summaries.filter((summary) => summary !== null).reverse();
    },
    events: (sessionId, { after = 0, signal, onState = () => {} } = {}) =>
      follow(followLog(log, sessionId, after, signal), onState),
    async answer(answer) {
      const run = runs.find(({ callId }) => callId === answer.callId);
      if (!run || !("askId" in answer)) {
        throw new ToolClientError("There is no such call here.", { code: "not_found", status: 404 });
      }
      await answerInLog(log, run.sessionId, answer);
    },
    async cancel(target) {
      const stop = "callId" in target ? running.get(target.callId) : undefined;
      if (stop) return stop.abort();
      if ("callId" in target && runs.some((run) => run.callId === target.callId)) {
        throw new ToolClientError("This call has ended already.", { code: "already_ended", status: 409 });
      }
      throw new ToolClientError("There is no such call or agent here.", { code: "not_found", status: 404 });
    },
  };
}

/** Writes a person's answer to a question of a call, where the question is open and the answer fits it. */
async function answerInLog(log: SessionLog, sessionId: string, answer: QuestionAnswer): Promise<void> {
  const { callId, askId, action, content } = answer;
  const timeline = createTimeline();
  timeline.apply(await log.read(sessionId));
  const call = timeline.getNode(callId);
  const question = call?.kind === "call" ? call.questions.find(({ id }) => id === askId) : undefined;
  if (call?.kind !== "call" || question?.state !== "pending" || call.status !== "awaiting-input") {
    const message = "This question is not open any more.";
    throw new ToolClientError(message, { code: "already_answered", status: 409 });
  }
  if (action === "accept" && question.schema !== undefined) {
    const issues = createValidator(question.schema as JsonSchema).validate(content);
    const [first] = issues;
    if (first) {
      const message = `The answer does not fit its question. ${first.path || "Answer"}: ${first.message}`;
      throw new ToolClientError(message, { code: "invalid_input", status: 422, path: first.path, issues });
    }
  }
  const given = action === "accept" && content !== undefined ? { content } : {};
  await log.append(sessionId, [{ type: "tool.input_given", callId, askId, action, ...given }]);
}

/** A call of a log as a run history lists it. */
async function summarise(log: SessionLog, run: { sessionId: string; callId: string }): Promise<CallSummary | null> {
  const timeline = createTimeline();
  timeline.apply(await log.read(run.sessionId));
  const call = timeline.getNode(run.callId);
  if (call?.kind !== "call") return null;
  const { id, tool, summary, wording, status, source, userId, input, error, startedAt, endedAt, durationMs } = call;
  return {
    callId: id,
    sessionId: run.sessionId,
    tool,
    summary,
    wording,
    status,
    source: source ?? "web",
    userId,
    input,
    error,
    startedAt: startedAt ?? 0,
    endedAt,
    durationMs,
  };
}

const STATUS: Record<string, number> = { not_found: 404, not_allowed: 403, invalid_input: 422, cancelled: 409 };

function toClientError({ error, code = "failed", issues }: ExecuteResult): ToolClientError {
  const path = issues?.[0]?.path;
  return new ToolClientError(error ?? "The call did not begin.", { code, status: STATUS[code] ?? 500, path, issues });
}

/** The page is always connected to itself. */
async function* follow(
  batches: AsyncGenerator<SessionEvent[], void, void>,
  onState: (state: ConnectionState) => void,
): AsyncGenerator<SessionEvent[], void, void> {
  onState("live");
  try {
    yield* batches;
  } finally {
    onState("closed");
  }
}
