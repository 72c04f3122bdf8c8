import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { DBOSConfig } from "@dbos-inc/dbos-sdk";
import type { TurnOfCall } from "@callboard/server";
import { idOf, idOfTurn, lineOf, never, type EngineOptions, type OpenEngine, type WorkOf } from "./engine.ts";

/** The schema of the library's tables: nobody but the database's owner may use it. */
export const ENGINE_SCHEMA = "callboard_engine";

/** Another host of this process has the library, which serves one. */
export class EngineTaken extends Error {
  override readonly name = "EngineTaken";
  constructor() {
    super(
      "Another host of this process has the durable engine, which serves one. Give each host a process of its own.",
    );
  }
}

/** The name of the function that gives a call its turn. */
const TURN = "turn";
/** How often a queue is looked at: so long a call waits at least where its tool has limits. */
const TURN_POLL_MS = 100;

/** A work is taken up again as often as processes die on it. */
const MOST_RECOVERIES = 10_000;

interface Serving extends EngineOptions {
  isClosed: boolean;
}

/** The library is one for a process: the engine that it serves now, and the function that it has for it. */
let serving: Serving | undefined;
let workflow: ((of: WorkOf) => Promise<void>) | undefined;
let turnWorkflow: ((of: TurnOfCall) => Promise<void>) | undefined;

/**
 * An engine over DBOS Transact: its tables stand beside the host's, in the embedded database or on a server that
 * several hosts share, and what a dead host was at another takes up.
 * @throws EngineTaken where another host of this process has it, and an error where the database refuses it.
 */
export const dbosEngine: OpenEngine = async (options) => {
  if (serving) throw new EngineTaken();
  const at: Serving = (serving = { ...options, isClosed: false });
  const { store, worker, onProblem } = options;
  const version = versionOf(options);
  try {
    const { DBOS, DBOSExecutor } = await loadLibrary();
    workflow ??= DBOS.registerWorkflow(
      async (of: WorkOf) => {
        const now = serving;
        // The log knows what is left to do, and whoever opens an engine next asks it.
        if (!now || now.isClosed) return void (await never());
        await now.work(of, {
          step: (name, perform) =>
            DBOS.runStep(
              async () => {
                if (now.isClosed) await never();
                await perform();
                if (now.isClosed) await never();
              },
              { name },
            ),
        });
      },
      { name: "work", maxRecoveryAttempts: MOST_RECOVERIES },
    );
    turnWorkflow ??= DBOS.registerWorkflow(
      async (of: TurnOfCall) => {
        const now = serving;
        if (!now || now.isClosed) return void (await never());
        await now.turn(of);
        // The call may be at it still: whoever takes its turn up waits on.
        if (now.isClosed) await never();
      },
      { name: TURN, maxRecoveryAttempts: MOST_RECOVERIES },
    );
    const run = workflow;
    const runTurn = turnWorkflow;
    const pool = await store.database.pool();
    const config: DBOSConfig = {
      name: "callboard",
      systemDatabasePool: pool,
      // Read and never dialled: the pool has its own connections.
      systemDatabaseUrl: "postgresql://owner:none@localhost:5432/callboard",
      systemDatabaseSchemaName: ENGINE_SCHEMA,
      executorID: worker.id,
      applicationVersion: version,
      useListenNotify: false,
      logger: quietLogger(onProblem),
    };
    DBOS.setConfig(config);
    try {
      await alone(pool, () => DBOS.launch());
    } catch (error) {
      await pool.end();
      throw error;
    }

    const start = async (of: WorkOf) => void (await DBOS.startWorkflow(run, { workflowID: idOf(of) })(of));

    const queues = new Map<string, Promise<unknown>>();
    /** Tools with the same limits share a queue, in which the calls of one tool of one tenant wait for each other. */
    const queueOf = async ({ limits: { concurrency, rate } }: TurnOfCall) => {
      const name = `turns ${concurrency ?? "any"} ${rate ? `${rate.calls}/${rate.seconds}s` : "any"}`;
      const made =
        queues.get(name) ??
        DBOS.registerQueue(name, {
          ...(concurrency !== undefined && { partitionConcurrency: concurrency }),
          ...(rate && { partitionRateLimit: { limitPerPeriod: rate.calls, periodSec: rate.seconds } }),
          minPollingIntervalMs: TURN_POLL_MS,
          onConflict: "always_update",
        });
      queues.set(name, made);
      made.catch(() => queues.delete(name));
      await made;
      return name;
    };
    // A turn of other code is nobody's to take up: the call waits under this code's name.
    const idHere = (of: TurnOfCall) => `${idOfTurn(of)}/${version}`;
    const enqueue = async (of: TurnOfCall) => {
      const queueName = await queueOf(of);
      const enqueueOptions = { queuePartitionKey: lineOf(of) };
      await DBOS.startWorkflow(runTurn, { workflowID: idHere(of), queueName, enqueueOptions })(of);
    };
    /** What the queues hold becomes what the log says: all that waits is in one, and nothing that has ended. */
    const recoverTurns = async (): Promise<string[]> => {
      // Before the log is read: what came meanwhile is in the log, and not among these.
      const queued = await DBOS.listQueuedWorkflows({ workflowName: TURN, loadInput: false });
      const turns = new Map((await store.claims.turns()).map((of) => [idHere(of), of]));
      const over = queued.filter(({ workflowID }) => !turns.has(workflowID));
      for (const { workflowID } of over) await DBOS.cancelWorkflow(workflowID);
      const known = new Set(queued.map(({ workflowID }) => workflowID));
      for (const [id, of] of turns) if (!known.has(id)) await enqueue(of);
      const holders = new Set(
        queued.flatMap(({ status, executorId }) => (status === "PENDING" ? (executorId ?? []) : [])),
      );
      const living = new Set(await store.claims.living([...holders]));
      return [...holders].filter((id) => !living.has(id));
    };

    return {
      start,
      enqueue,
      async recover() {
        if (at.isClosed) return;
        const dead = new Set(await recoverTurns());
        const open = new Map((await store.claims.openWork()).map((of) => [idOf(of), of]));
        const found =
          open.size === 0
            ? []
            : await DBOS.listWorkflows({ workflowIDs: [...open.keys()], loadInput: false, loadOutput: false });
        const known = new Map(found.map((each) => [each.workflowID, each]));
        const living = new Set(
          await store.claims.living([...new Set(found.flatMap(({ executorId }) => executorId ?? []))]),
        );
        for (const [id, of] of open) {
          const status = known.get(id);
          if (!status) await start(of);
          else if (isUnderWay(status.status)) {
            const { executorId, applicationVersion } = status;
            if (executorId !== undefined && living.has(executorId)) continue;
            if (applicationVersion === version) dead.add(executorId ?? "");
            else {
              // Begun by other code: the log says how far it came, so this code begins anew.
              await DBOS.cancelWorkflow(id);
              await DBOS.rewindWorkflow(id, { applicationVersion: version });
            }
          } else await DBOS.rewindWorkflow(id, { applicationVersion: version });
        }
        await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...dead]);
      },
      async close() {
        if (at.isClosed) return;
        at.isClosed = true;
        try {
          await DBOS.shutdown();
          await pool.end();
        } finally {
          if (serving === at) serving = undefined;
        }
      },
    };
  } catch (error) {
    if (serving === at) serving = undefined;
    throw error;
  }
};

/** Any constant, as long as every host uses the same one. */
const LAUNCH_LOCK = 4_600_000_002;
const LAUNCH_WAIT_MS = 200;

/**
 * One host after the other brings the library's tables up to date. It asks for its turn again and again: one that
 * waited inside the database would be waited for by the indexes that another builds.
 */
async function alone(
  pool: Awaited<ReturnType<EngineOptions["store"]["database"]["pool"]>>,
  launch: () => Promise<void>,
) {
  const client = await pool.connect();
  try {
    const mine = async () => {
      const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [LAUNCH_LOCK]);
      return rows[0]?.mine === true;
    };
    while (!(await mine())) await pause(LAUNCH_WAIT_MS);
    try {
      await launch();
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LAUNCH_LOCK]);
    }
  } finally {
    client.release();
  }
}

async function loadLibrary() {
  const [{ DBOS }, { DBOSExecutor }] = await Promise.all([
    import("@dbos-inc/dbos-sdk"),
    import("@dbos-inc/dbos-sdk/internal/dbos-executor"),
  ]);
  return { DBOS, DBOSExecutor };
}

const isUnderWay = (status: string): boolean => ["PENDING", "ENQUEUED", "DELAYED"].includes(status);

/** The content of the code that does the work: tools are data, and change as they like. */
function versionOf({ code }: EngineOptions): string {
  return createHash("sha256").update(code.map(String).join("\n")).digest("hex").slice(0, 16);
}

/** What goes wrong inside the library is told of; all else that it says is for its own authors. */
function quietLogger(onProblem: EngineOptions["onProblem"]): NonNullable<DBOSConfig["logger"]> {
  const tell = (said: unknown) =>
    onProblem(`The durable engine: ${said instanceof Error ? said.message : String(said)}`);
  return { info: () => {}, debug: () => {}, warn: () => {}, error: tell };
}
