import { randomBytes } from "node:crypto";
import type { SessionLog } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "@callboard/core/access";
import { createSecretBox, readSecretKey, secretKeyOfFolder, type SecretBox } from "./db/secretBox.ts";
import { createDatabaseLog } from "./log/databaseLog.ts";
import { createLogWriter, type AppendOptions, type LogWriter } from "./log/logWriter.ts";
import { createClaims, type Claims } from "./sessions/claims.ts";
import { createRuns, type Runs } from "./sessions/runs.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
import { createUsage, type Usage } from "./sessions/usage.ts";
import { createDatabase, type Database, type Engine } from "./db/database.ts";
import { inFolder } from "./db/folderProblem.ts";
import { migrate } from "./db/migrate.ts";
import type { ModuleMigrations } from "./db/migration.ts";
import { createTenants, type TokenOwner } from "./db/tenants.ts";

export { DEFAULT_TENANT_ID };
export const DEFAULT_TENANT_SLUG = "default";

export interface StoreOptions {
  /** The folder of the embedded database; none keeps it in memory. Not used with `databaseUrl`. */
  dataDir?: string;
  /** A PostgreSQL server instead: `postgres://user:password@host/database`. */
  databaseUrl?: string;
  /**
   * 32 bytes, in Base64 or as hexadecimal digits, that encrypt the secrets of connections. Without it a key is made
   * once and kept in `dataDir`; on PostgreSQL, which hosts may share, the host then has none and refuses secrets.
   */
  secretKey?: string;
  /** How often the embedded database gives the room of what was deleted back, in milliseconds; 10 s unless given. */
  tidyMs?: number;
  /** Called with trouble that nobody waits on, such as a lost connection. */
  onProblem?: (message: string) => void;
}

/** The database with all that the host keeps in it. */
export interface Store {
  readonly database: Database;
  readonly writer: LogWriter;
  readonly sessions: Sessions;
  /** A tenant's calls, whosever they are. */
  readonly runs: Runs;
  readonly usage: Usage;
  readonly claims: Claims;
  /** Encrypts secrets; null where the host has no key. */
  readonly secrets: SecretBox | null;
  /** The session log as one tenant sees it. */
  log(tenantId: string, options?: AppendOptions): SessionLog;
  /** Enters a tenant, once. */
  ensureTenant(id: string, slug: string): Promise<void>;
  /** A new Bearer token; only its hash is kept, so it can be shown only now. */
  createToken(owner: { userId: string; tenantId: string; tenantSlug: string; permissions?: string[] }): Promise<string>;
  revokeToken(token: string): Promise<boolean>;
  findToken(token: string): Promise<TokenOwner | null>;
  /** What a person's tokens together permit now; nothing where none is left. */
  permissionsOf(tenantId: string, userId: string): Promise<string[]>;
  /** Brings the tables of further modules up to date. */
  migrate(modules: readonly ModuleMigrations[]): Promise<void>;
  /** The embedded database as a file, taken while it is used; null on PostgreSQL, which has backups of its own. */
  readonly copy: (() => Promise<Blob>) | null;
  close(): Promise<void>;
}

/**
 * The store over a database that is open already, with the tables of the kernel and of these modules; closes it with
 * the store, and where it cannot be brought up to date.
 */
export async function openStore(
  engine: Engine,
  modules: readonly ModuleMigrations[],
  options: StoreOptions = {},
): Promise<Store> {
  const onProblem = options.onProblem ?? ((message: string) => console.warn(message));
  try {
    const key = await secretKeyOf(engine, options);
    await migrate(engine, modules);
    const database = createDatabase(engine);
    const claims = createClaims(database);
    // The folder's lock says that no other process lives on the embedded database: whatever ran there is dead.
    if (engine.kind === "pglite") await claims.strikeAll();
    const writer = await createLogWriter(database);
    const tenants = createTenants(database);
    await tenants.ensure(DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG);
    // What a start gives back is worth no refusal of it: a full disk has no room for a copy.
    await engine.shrink?.().catch((error: unknown) => onProblem(notTidied(error)));
    const stopTidying = startTidying(engine, options.tidyMs, onProblem);
    return {
      database,
      writer,
      sessions: createSessions(database, writer),
      runs: createRuns(database),
      usage: createUsage(database),
      claims,
      secrets: key && createSecretBox(key),
      log: (tenantId, appendOptions) => createDatabaseLog(database, writer, tenantId, appendOptions),
      ensureTenant: tenants.ensure,
      createToken: tenants.createToken,
      revokeToken: tenants.revokeToken,
      findToken: tenants.findToken,
      permissionsOf: tenants.permissionsOf,
      migrate: (more) => migrate(engine, more),
      copy: engine.copy ?? null,
      async close() {
        await stopTidying();
        await writer.idle();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Lets a database give room back now and then. Answers how to stop, which resolves when nothing of it runs. */
function startTidying(engine: Engine, tidyMs = 10_000, onProblem: (message: string) => void): () => Promise<void> {
  if (!engine.tidy) return () => Promise.resolve();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= engine.tidy!()
      .catch((error: unknown) => onProblem(notTidied(error)))
      .finally(() => (running = undefined));
  }, tidyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

const notTidied = (error: unknown): string =>
  `The embedded database could not give the room of deleted rows back: ${error instanceof Error ? error.message : String(error)}. ` +
  "It goes on, and tries again; check that its disk has room.";

async function secretKeyOf(engine: Engine, { secretKey, dataDir }: StoreOptions): Promise<Uint8Array | null> {
  if (secretKey !== undefined) return readSecretKey(secretKey, "The secret key (CALLBOARD_SECRET_KEY)");
  if (engine.kind === "postgres") return null;
  return dataDir === undefined ? randomBytes(32) : await inFolder(dataDir, () => secretKeyOfFolder(dataDir));
}
