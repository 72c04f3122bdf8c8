import type { Pool } from "pg";

/** What one transaction may do. Rows come back as plain objects; `bigint` columns as numbers, on either engine. */
export interface Transaction {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Several statements at once, without parameters. */
  exec(text: string): Promise<void>;
}

/** What PGlite and PostgreSQL have in common. */
export interface Engine {
  readonly kind: "pglite" | "postgres";
  /** Begins, runs `prelude`, then `work`; commits when it resolves and rolls back when it rejects. */
  transaction<T>(prelude: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls back on each NOTIFY of the channel; a no-op where there is only one process. */
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Gives the room of deleted rows back, where the database does not do so by itself. */
  tidy?(): Promise<void>;
  /** Writes anew what is mostly room, before anybody works with the database; where it does not do so by itself. */
  shrink?(): Promise<void>;
  /**
   * A pool of connections as the owner of the database, in the shape of node-postgres: for a library that keeps tables
   * in a schema of its own. Whoever opens it ends it.
   */
  pool(): Promise<Pool>;
  /** The whole database as a file, taken while it is used; where no server of its own makes backups. */
  copy?(): Promise<Blob>;
  close(): Promise<void>;
}

/** The role that every tenant's transaction runs as: it owns nothing, and row-level security binds it. */
export const TENANT_ROLE = "callboard_tenant";
/** The role for what belongs to no tenant: tokens, workers, and what dead workers left. */
export const HOST_ROLE = "callboard_host";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Errors after which nothing of a transaction is committed, and a second attempt may go through: it was idle too long
 * (the process was blocked or paused), or conflicted with another one.
 */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(["25P03", "40P01", "40001"]);
const MOST_ATTEMPTS = 4;

/**
 * The only two ways to the data: as one tenant, or as the host. Neither sees the tables as their owner, nor those that
 * a library keeps in `pool`. `work` is done again where the database took back all that it did, so what it leaves
 * outside of the transaction has to bear that.
 */
export interface Database {
  readonly kind: Engine["kind"];
  asTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  asHost<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  listen: Engine["listen"];
  pool: Engine["pool"];
  /**
   * Sends payloads to every process that listens to the channel, when the transaction commits; a no-op where there is
   * only one.
   */
  notify(tx: Transaction, channel: string, payloads: readonly string[]): Promise<void>;
}

export function createDatabase(engine: Engine): Database {
  async function transaction<T>(prelude: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await engine.transaction(prelude, work);
      } catch (error) {
        const { code } = withoutValues(error);
        if (attempt >= MOST_ATTEMPTS || !ROLLED_BACK.has(code)) throw error;
      }
    }
  }

  return {
    kind: engine.kind,
    asTenant(tenantId, work) {
      // The id becomes part of a statement text, so its shape is checked here and nowhere else.
      if (!UUID.test(tenantId)) return Promise.reject(new Error(`A tenant's id is a UUID, not "${tenantId}".`));
      return transaction(
        `set local role ${TENANT_ROLE}; select set_config('callboard.tenant_id', '${tenantId}', true)`,
        work,
      );
    },
    asHost: (work) => transaction(`set local role ${HOST_ROLE}`, work),
    listen: (channel, listener) => engine.listen(channel, listener),
    pool: () => engine.pool(),
    async notify(tx, channel, payloads) {
      if (engine.kind !== "postgres") return;
      await tx.query("select pg_notify($1, payload) from unnest($2::text[]) as n (payload)", [channel, payloads]);
    },
  };
}

/**
 * Takes the values out of a database's error: a log that prints it would hold what people wrote, uploaded or keep
 * secret.
 */
function withoutValues(error: unknown): { code?: unknown } {
  if (typeof error !== "object" || error === null) return {};
  for (const field of ["params", "detail", "where"]) if (field in error) Reflect.deleteProperty(error, field);
  return error;
}
