import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { ExecuteResult, ToolContext } from "@callboard/core";
import type { ToolAccess } from "@callboard/core/access";
import { createAjvValidator } from "@callboard/core/ajv";
import type { ResolvedTool } from "@callboard/core/catalog";
import { callerOf, checkInput, checkOutput, isFinal, type EndCause } from "@callboard/core/host";
import { turnOf, type CallerMeta, type CallOrigin } from "../conversation/conversation.ts";
import { isId } from "../db/storable.ts";
import { HostRefusal, notYours, refusalOfCall } from "../hostRefusal.ts";
import { AppendRefused } from "../log/appendEvents.ts";
import { sessionKeyText, type SessionKey } from "../log/logReader.ts";
import type { SessionAccess } from "../sessionAccess.ts";
import { answerApproval } from "./answerApproval.ts";
import { answerQuestion } from "./answerQuestion.ts";
import { callEnd, toExecuteResult, waitForEnd } from "./callEnd.ts";
import type { BegunCall, CallRequest, Calls } from "./calls.ts";
import { holdTurn } from "./turns.ts";
import { createHeldCalls, unwritable, type CallStart, type Holding } from "./heldCalls.ts";
import type { CallHost } from "./performCall.ts";
import { endCall, endWork, interruptAbandoned } from "./recovery.ts";

const CANCEL_CHANNEL = "callboard_cancel";
/** How long another process may take to end a call that it was asked to cancel, before it is ended over its head. */
const REMOTE_CANCEL_MS = 3_000;

/** What other processes are told of a call to cancel; two tenants may have calls and sessions of one id. */
interface Cancellation {
  session: SessionKey;
  callId: string;
  cause: EndCause;
}

export interface CallDriverOptions extends Holding {
  /** What tenants have switched and installed. */
  access: ToolAccess;
  sessionAccess: SessionAccess;
}

/**
 * Makes the calls of a host. Those that it begins itself it holds; those that wait go on under whoever claims their
 * session.
 */
export interface CallDriver extends Calls {
  /** Ends what dead processes left, and listens for cancellations of other processes. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createCallDriver(options: CallDriverOptions): CallDriver {
  const { store, worker, wake } = options;
  const closing = new AbortController();
  // Every call that is waited for listens.
  setMaxListeners(0, closing.signal);
  const closed = () => closing.signal.aborted;
  const held = createHeldCalls(options, closing.signal);

  /** A call under its caller's own id that was begun before. */
  async function begunBefore(session: SessionKey, callId: string, { userId }: ToolContext, origin: CallOrigin) {
    const known = await store.sessions.findCall(session.tenantId, callId, session.sessionId);
    if (!known) return undefined;
    // A step stands under a call that its person began, in whosever session.
    if (origin !== "step" && known.userId !== userId) throw notYours("session", "begin this call");
    return following(session, callId);
  }

  /** A call that goes on from the log, whoever makes it. */
  function following(session: SessionKey, callId: string, after = 0): BegunCall {
    let done: Promise<ExecuteResult> | undefined;
    const end = async () =>
      toExecuteResult(callId, await callEnd(store, { ...session, callId }, closing.signal, after));
    return {
      sessionId: session.sessionId,
      callId,
      // Nobody reads a log for a caller who does not wait.
      get done() {
        return (done ??= end());
      },
    };
  }

  /** Leaves a call to the log: whoever claims its session asks for its approval, and runs it. */
  async function queue(start: CallStart): Promise<BegunCall> {
    const { session, callId, requested, creator } = start;
    const fence = { workerId: worker.id, about: { callId, begins: "queued" as const } };
    const log = store.log(session.tenantId, { fence, ...(creator && { creator }) });
    const [first] = await log.append(session.sessionId, requested);
    wake(session);
    return following(session, callId, first ? first.seq - 1 : 0);
  }

  async function toolOf({ catalog }: CallHost, tool: CallRequest["tool"], context: ToolContext): Promise<ResolvedTool> {
    if (typeof tool !== "string") return tool;
    const resolved = await catalog.resolve(tool, context);
    if (resolved.refusal) throw refusalOfCall(resolved.refusal);
    return resolved.tool;
  }

  return {
    async start() {
      worker.listen({
        onLost(workerId) {
          for (const run of held.active) {
            if (run.workerId === workerId) run.abort.abort("Another process took this run for dead and ended it.");
          }
        },
        sweep: () => interruptAbandoned(options),
      });
      await interruptAbandoned(options);
      await store.database.listen(CANCEL_CHANNEL, (payload) => {
        const { session, callId, cause } = JSON.parse(payload) as Cancellation;
        const key = sessionKeyText(session);
        for (const run of held.active) {
          if (run.callId === callId && sessionKeyText(run.session) === key) run.abort.abort(cause);
        }
      });
    },
    async begin(request) {
      if (closed()) throw new Error("The host is closing and begins no more calls.");
      const { input, origin = "person", by, retryOf, agentId, callId: ownId, session: { id, title } = {} } = request;
      if (ownId !== undefined && !isId(ownId)) throw new Error(`"${ownId.slice(0, 80)}" cannot be the id of a call.`);
      const { tenantId, userId } = request.context;
      const context = origin === "person" ? request.context : { ...request.context, source: "agent" as const };
      const callId = ownId ?? randomUUID();
      const session = { tenantId, sessionId: id ?? ownId ?? randomUUID() };
      const before = ownId === undefined ? undefined : await begunBefore(session, ownId, context, origin);
      if (before) return before;
      // Calls are answered, stopped and waited for by their id alone.
      if (ownId !== undefined && (await store.sessions.findCall(tenantId, ownId))) {
        throw new HostRefusal(
          "call_taken",
          `Another session has a call "${ownId.slice(0, 80)}". Take a new random UUID.`,
        );
      }
      const tool = await toolOf(options, request.tool, context);
      const checked = await checkInput(tool, input, createAjvValidator);
      if (checked.refusal) throw refusalOfCall(checked.refusal);
      const asks = origin !== "person" && tool.permissionPolicy === "always_ask";
      const isQueued = asks || options.turns.areKept(tool);
      const caller: CallerMeta = {
        ...turnOf(context),
        source: context.source ?? "api",
        ...(origin !== "person" && { origin }),
        ...(by !== undefined && { by }),
        ...(isQueued && { queued: true as const }),
      };
      const start: CallStart = {
        session,
        callId,
        tool,
        input: checked.input,
        context,
        caller,
        ...(agentId !== undefined && { agentId }),
        ...(id === undefined && { creator: { userId, ...(title && { title }) } }),
        requested: [
          {
            type: "tool.requested",
            callId,
            tool: tool.slug,
            title: tool.name,
            agentId,
            ...callerOf(context),
            ...((origin !== "person" || isQueued || retryOf !== undefined) && {
              meta: { ...((origin !== "person" || isQueued) && { caller }), ...(retryOf !== undefined && { retryOf }) },
            }),
          },
          { type: "tool.input_ready", callId, input },
        ],
      };
      try {
        return await (isQueued ? queue(start) : held.hold(start));
      } catch (error) {
        // Somebody else has begun it since.
        const meanwhile =
          error instanceof AppendRefused &&
          error.code === "begun" &&
          (await begunBefore(session, callId, context, origin));
        if (meanwhile) return meanwhile;
        throw new HostRefusal("log_unavailable", unwritable(tool, error));
      }
    },
    async end({ tenantId, callId }, signal) {
      const call = isId(callId) ? await store.sessions.findCall(tenantId, callId) : undefined;
      if (!call) return undefined;
      const { sessionId } = call;
      const stopped = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
      const result = await callEnd(store, { tenantId, sessionId, callId }, stopped);
      signal?.throwIfAborted();
      return toExecuteResult(callId, result);
    },
    answer: (actor, answer) =>
      "approvalId" in answer
        ? answerApproval({ ...options, actor }, answer)
        : answerQuestion({ ...options, actor }, answer),
    holdTurn: (turn) => holdTurn(options, turn, closing.signal),
    async finish(call, end) {
      const { mostOutput } = options;
      const result =
        "error" in end
          ? end
          : await checkOutput({ tool: end.tool, createValidator: createAjvValidator, mostOutput }, end.output);
      const hasEnded = await endWork(options, call, result);
      // An agent that waited for it goes on.
      wake({ tenantId: call.tenantId, sessionId: call.sessionId });
      return hasEnded;
    },
    async cancel(tenantId, callId, cause) {
      const local = [...held.active].find((run) => run.callId === callId && run.session.tenantId === tenantId);
      if (local) {
        local.abort.abort(cause);
        const { code } = await local.done;
        return code === "cancelled" ? "cancelled" : "ended";
      }
      const call = await store.sessions.findCall(tenantId, callId);
      if (!call) return "unknown";
      if (isFinal(call.status)) return "ended";
      const session = { tenantId, sessionId: call.sessionId };
      if (call.workerId !== null && call.workerId !== worker.id && store.database.kind === "postgres") {
        const cancellation: Cancellation = { session, callId, cause };
        await store.database.asTenant(tenantId, (tx) =>
          store.database.notify(tx, CANCEL_CHANNEL, [JSON.stringify(cancellation)]),
        );
        await waitForEnd(store, session, callId, REMOTE_CANCEL_MS);
      }
      await endCall(options, session, callId, { how: "cancelled", ...cause });
      // A turn that waited for this call goes on: nobody has claimed a session that waits.
      wake(session);
      const ended = await store.sessions.findCall(tenantId, callId, call.sessionId);
      return ended?.status === "cancelled" ? "cancelled" : "ended";
    },
    async close() {
      if (closed()) return;
      closing.abort();
      await held.close();
    },
  };
}
