/** What one transaction may do. Rows come back as plain objects; `bigint` columns as numbers, on either engine. */
export interface Transaction {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Several statements at once, without parameters. */
  exec(text: string): Promise<void>;
}

/** What PGlite and PostgreSQL are asked for alike. */
export interface Engine {
  readonly kind: "pglite" | "postgres";
  /** Begins, runs `prelude`, then `work`; commits when it resolves and rolls back when it rejects. */
  transaction<T>(prelude: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls back on each NOTIFY of the channel; a no-op where there is only one process. */
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** The role that every tenant's transaction runs as: it owns nothing, and row-level security binds it. */
export const TENANT_ROLE = "callboard_tenant";
/** The role for what belongs to no tenant: who a token is, which workers live, which runs they left. */
export const HOST_ROLE = "callboard_host";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The only two ways to the data: as one tenant, or as the host. Neither can see the tables as their owner. */
export interface Database {
  readonly kind: Engine["kind"];
  asTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  asHost<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  listen: Engine["listen"];
}

export function createDatabase(engine: Engine): Database {
  return {
    kind: engine.kind,
    asTenant(tenantId, work) {
      // The id becomes part of a statement text, so its shape is checked here and nowhere else.
      if (!UUID.test(tenantId)) return Promise.reject(new Error(`A tenant's id is a UUID, not "${tenantId}".`));
      return engine.transaction(
        `set local role ${TENANT_ROLE}; select set_config('callboard.tenant_id', '${tenantId}', true)`,
        work,
      );
    },
    asHost: (work) => engine.transaction(`set local role ${HOST_ROLE}`, work),
    listen: (channel, listener) => engine.listen(channel, listener),
  };
}
