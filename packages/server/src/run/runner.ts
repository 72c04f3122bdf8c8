import { randomUUID } from "node:crypto";
import {
  CALL_ENDS,
  delegatedAgent,
  executeTool,
  isFinal,
  type CallStatus,
  type ExecuteResult,
  type NewEvent,
  type Registry,
  type SessionLog,
  type ToolContext,
} from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import type { Store } from "../db/store.ts";
import { AppendRefused } from "../log/appendEvents.ts";
import { turnOf } from "../agent/conversation.ts";
import { callEnd } from "./callEnd.ts";
import { endCall, interruptAbandoned } from "./interrupt.ts";
import { createOpenWork } from "./openWork.ts";
import { createWorker } from "./workers.ts";

const CANCEL_CHANNEL = "callboard_cancel";
/** How long another process may take to end a call that it was asked to cancel, before it is ended over its head. */
const REMOTE_CANCEL_MS = 3_000;

export interface RunnerOptions {
  registry: Registry;
  store: Store;
  /** How long a silent process counts as living, where several share a PostgreSQL database. */
  leaseMs?: number;
  onProblem: (message: string) => void;
  /** A tool started a sub-agent, which whoever drives the session has to take up. */
  onDelegated?: (session: { tenantId: string; sessionId: string }) => void;
  /** The lease was lost: what was driven under it is to be stopped. */
  onLost?: (workerId: string) => void;
  /** Time to look for what dead processes left. */
  onSweep?: () => Promise<void>;
}

/** A call that has begun: its first three events are committed. */
export interface Run {
  sessionId: string;
  callId: string;
  done: Promise<ExecuteResult>;
}

/** Runs tools for a host: each run writes its own log, can be cancelled, and is ended truthfully whatever happens. */
export interface Runner {
  /** Puts right what dead processes left, and begins to take runs. */
  start(): Promise<void>;
  /** Resolves when the call has begun, or with the refusal, of which nothing is logged. */
  run(
    slug: string,
    input: unknown,
    context: ToolContext & { tenantId: string },
    sessionId?: string,
  ): Promise<{ run: Run; refusal?: undefined } | { refusal: ExecuteResult }>;
  cancel(tenantId: string, callId: string, reason: string): Promise<"cancelled" | "ended" | "unknown">;
  /** This process among those that run on the database. */
  readonly worker: { readonly id: string };
  close(): Promise<void>;
}

interface Active extends Run {
  tenantId: string;
  workerId: string;
  abort: AbortController;
}

export function createRunner(options: RunnerOptions): Runner {
  const { registry, store, leaseMs = 15_000, onProblem } = options;
  const active = new Map<string, Active>();
  const worker = createWorker({
    database: store.database,
    leaseMs,
    onProblem,
    onLost(workerId) {
      for (const run of active.values()) {
        if (run.workerId === workerId) run.abort.abort("Another process took this run for dead and ended it.");
      }
      options.onLost?.(workerId);
    },
  });
  let sweeping: ReturnType<typeof setInterval> | undefined;
  let sweep: Promise<unknown> | undefined;
  let closed = false;
  const closing = new AbortController();

  function begin(
    slug: string,
    input: unknown,
    context: ToolContext & { tenantId: string },
    sessionId: string,
    isNew: boolean,
  ) {
    const callId = randomUUID();
    const abort = new AbortController();
    const work = createOpenWork(callId);
    const workerId = worker.id;
    const base = store.log(context.tenantId, {
      fence: { callId, workerId, epoch: 1 },
      creator: isNew ? { userId: context.userId } : undefined,
    });
    let refused: AppendRefused | undefined;
    let begun = false;
    let markBegun = () => {};
    const beginning = new Promise<void>((resolve) => (markBegun = resolve));
    const log: SessionLog = {
      ...base,
      async append(id, events) {
        try {
          return await base.append(id, endingAllBelow(callId, events, work));
        } catch (error) {
          if (error instanceof AppendRefused) refused = error;
          throw error;
        }
      },
    };
    const done = (async (): Promise<ExecuteResult> => {
      try {
        const result = await executeTool(slug, input, context, {
          registry,
          log,
          sessionId,
          callId,
          signal: abort.signal,
          createValidator: createAjvValidator,
          delegation: {
            start: (delegation) => delegatedAgent(callId, randomUUID(), delegation, turnOf(context)),
            result() {
              // From here on the log has it: this process may end, and the call goes on in the next.
              active.delete(callId);
              options.onDelegated?.({ tenantId: context.tenantId, sessionId });
              return callEnd(store, { tenantId: context.tenantId, sessionId, callId }, closing.signal);
            },
          },
          onStarted() {
            begun = true;
            markBegun();
          },
        });
        if (result.code !== "log_unavailable") return result;
        if (refused) return await endedElsewhere(context.tenantId, sessionId, callId, result);
        if (begun) void closeUnwritable(context.tenantId, sessionId, callId, result.error ?? "unknown");
        return result;
      } finally {
        active.delete(callId);
      }
    })();
    const run: Active = { sessionId, callId, done, tenantId: context.tenantId, workerId, abort };
    active.set(callId, run);
    done.catch((error: unknown) => {
      if (begun) void closeUnwritable(context.tenantId, sessionId, callId, `The call broke off: ${String(error)}`);
    });
    return { run, beginning };
  }

  /** A refused write means that somebody else ended the call: the answer is what the log says, not what the handler did. */
  async function endedElsewhere(
    tenantId: string,
    sessionId: string,
    callId: string,
    result: ExecuteResult,
  ): Promise<ExecuteResult> {
    const call = await findCall(tenantId, callId, sessionId);
    const status = call?.status ?? "interrupted";
    return { ...result, code: status, error: `The call was ended from outside while it ran; its status is ${status}.` };
  }

  /** A call whose events could not be written must not look as if it still ran: its end is written as soon as that works. */
  async function closeUnwritable(tenantId: string, sessionId: string, callId: string, why: string): Promise<void> {
    onProblem(why);
    for (let wait = 250; !closed; wait = Math.min(wait * 2, 30_000)) {
      try {
        await endCall(store, tenantId, sessionId, callId, { how: "interrupted", reason: why });
        return;
      } catch (error) {
        onProblem(`The end of call ${callId} could not be written: ${String(error)}`);
        await new Promise<void>((resolve) => setTimeout(resolve, wait).unref());
      }
    }
  }

  async function findCall(tenantId: string, callId: string, sessionId?: string) {
    const [row] = await store.database.asTenant(tenantId, (tx) =>
      tx.query<{ session_id: string; status: CallStatus; worker_id: string | null }>(
        `select session_id, status, worker_id from callboard.calls
         where call_id = $1 and ($2::text is null or session_id = $2) order by requested_at desc limit 1`,
        [callId, sessionId ?? null],
      ),
    );
    return row;
  }

  async function hasEndedWithin(tenantId: string, sessionId: string, callId: string, ms: number): Promise<boolean> {
    const deadline = Date.now() + ms;
    for (;;) {
      const call = await findCall(tenantId, callId, sessionId);
      if (!call || isFinal(call.status)) return true;
      if (Date.now() >= deadline) return false;
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          stop();
          resolve();
        };
        const timer = setTimeout(finish, 250);
        const stop = store.writer.subscribe(sessionId, finish);
      });
    }
  }

  return {
    worker,
    async start() {
      await interruptAbandoned(store);
      await worker.start();
      await store.database.listen(CANCEL_CHANNEL, (payload) => {
        const [callId = "", ...reason] = payload.split(" ");
        active.get(callId)?.abort.abort(reason.join(" "));
      });
      if (store.database.kind !== "postgres") return;
      sweeping = setInterval(() => {
        sweep ??= interruptAbandoned(store)
          .then(() => options.onSweep?.())
          .catch((error: unknown) => onProblem(`Looking for abandoned runs failed: ${String(error)}`))
          .finally(() => (sweep = undefined));
      }, leaseMs / 2);
      sweeping.unref();
    },
    async run(slug, input, context, sessionId) {
      if (closed) throw new Error("The host is closing and takes no more runs.");
      const { run, beginning } = begin(slug, input, context, sessionId ?? randomUUID(), sessionId === undefined);
      const refusal = await Promise.race([beginning, run.done]);
      return refusal ? { refusal } : { run };
    },
    async cancel(tenantId, callId, reason) {
      const local = active.get(callId);
      if (local && local.tenantId === tenantId) {
        local.abort.abort(reason);
        const { code } = await local.done;
        return code === "cancelled" ? "cancelled" : "ended";
      }
      const call = await findCall(tenantId, callId);
      if (!call) return "unknown";
      if (isFinal(call.status)) return "ended";
      if (call.worker_id !== null && call.worker_id !== worker.id && store.database.kind === "postgres") {
        await store.database.asTenant(tenantId, (tx) =>
          tx.query("select pg_notify($1, $2)", [CANCEL_CHANNEL, `${callId} ${reason}`]),
        );
        await hasEndedWithin(tenantId, call.session_id, callId, REMOTE_CANCEL_MS);
      }
      await endCall(store, tenantId, call.session_id, callId, { how: "cancelled", reason });
      return (await findCall(tenantId, callId, call.session_id))?.status === "cancelled" ? "cancelled" : "ended";
    },
    async close() {
      if (closed) return;
      closed = true;
      closing.abort();
      clearInterval(sweeping);
      await sweep;
      const running = [...active.values()];
      await Promise.all(
        running.map(async (run) => {
          await endCall(store, run.tenantId, run.sessionId, run.callId, {
            how: "interrupted",
            reason: "The host was shut down while this call ran. Run it again if you still need it.",
          });
          run.abort.abort("The host is shutting down.");
          await run.done.catch(() => undefined);
        }),
      );
      await worker.stop();
    },
  };
}

/** The final event of a call takes along the ends of what is still open below it. */
function endingAllBelow(
  callId: string,
  events: readonly NewEvent[],
  work: ReturnType<typeof createOpenWork>,
): readonly NewEvent[] {
  for (const event of events) work.note(event);
  const last = events.at(-1);
  if (!last || !(last.type in CALL_ENDS) || !("callId" in last) || last.callId !== callId) return events;
  const ends =
    last.type === "tool.cancelled"
      ? work.ends("cancelled", last.reason)
      : work.ends("interrupted", "The call that began it ended first.");
  return [...events.slice(0, -1), ...ends, last];
}
