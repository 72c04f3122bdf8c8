import { createHash, randomBytes } from "node:crypto";
import type { SessionLog } from "@callboard/core";
import { createSecretBox, readSecretKey, secretKeyOfFolder, type SecretBox } from "../connections/secretBox.ts";
import { createDatabaseLog } from "../log/databaseLog.ts";
import { createLogWriter, type AppendOptions, type LogWriter } from "../log/logWriter.ts";
import { createDatabase, type Database, type Engine } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPGlite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";

/** The tenant of whoever shows no credential; rows of it stand for everybody's defaults. */
export const DEFAULT_TENANT_ID = "00000000-0000-0000-0000-000000000000";
export const DEFAULT_TENANT_SLUG = "default";

export interface StoreOptions {
  /** The folder of the embedded database; none keeps it in memory. Not used with `databaseUrl`. */
  dataDir?: string;
  /** A PostgreSQL server instead: `postgres://user:password@host/database`. */
  databaseUrl?: string;
  /**
   * 32 bytes, in Base64 or as hexadecimal digits, that the secrets of connections are encrypted with. None: a key that is made
   * once and lies in `dataDir`. On PostgreSQL, which hosts may share, none leaves the host without one, and no secret is taken.
   */
  secretKey?: string;
  /** Told of trouble that nobody waits on, such as a lost connection. */
  onProblem?: (message: string) => void;
}

/** Whom a token names. */
export interface TokenOwner {
  userId: string;
  tenantId: string;
  tenantSlug: string;
  permissions: string[];
}

/** The database with all that the host keeps in it. */
export interface Store {
  readonly database: Database;
  readonly writer: LogWriter;
  /** What secrets are encrypted with; null where the host has no key. */
  readonly secrets: SecretBox | null;
  /** The session log as one tenant sees it. */
  log(tenantId: string, options?: AppendOptions): SessionLog;
  /** Makes a tenant known; one that is known already is left as it is. */
  ensureTenant(id: string, slug: string): Promise<void>;
  /** A new Bearer token; only its hash is kept, so it is said this once. */
  createToken(owner: { userId: string; tenantId: string; tenantSlug: string; permissions?: string[] }): Promise<string>;
  revokeToken(token: string): Promise<boolean>;
  findToken(token: string): Promise<TokenOwner | null>;
  close(): Promise<void>;
}

/**
 * Opens the database (PGlite in `dataDir`, or PostgreSQL by `databaseUrl`) and brings its schema up to date.
 * @throws when another process uses the folder, the server does not answer, or row-level security cannot be upheld.
 * @example
 * ```ts
 * const store = await createStore({ dataDir: ".callboard" });
 * ```
 */
export async function createStore(options: StoreOptions = {}): Promise<Store> {
  const onProblem = options.onProblem ?? ((message: string) => console.warn(message));
  return await openStore(
    options.databaseUrl ? await openPostgres(options.databaseUrl, onProblem) : await openPGlite(options.dataDir),
    options,
  );
}

/** The store over a database that is open already; closes it with the store, and where it cannot be brought up to date. */
export async function openStore(engine: Engine, options: StoreOptions = {}): Promise<Store> {
  try {
    const key = await secretKeyOf(engine, options);
    await migrate(engine);
    const database = createDatabase(engine);
    // The folder's lock says that no other process lives on the embedded database: whatever ran there is dead.
    if (engine.kind === "pglite") await database.asHost((tx) => tx.exec("delete from callboard.workers"));
    const writer = await createLogWriter(database);
    const tenants = new Map<string, string>();

    async function ensureTenant(id: string, slug: string): Promise<void> {
      if (tenants.get(id) === slug) return;
      await database.asHost(async (tx) => {
        await tx.query(
          "insert into callboard.tenants (id, slug, created_at) values ($1::uuid, $2, $3) on conflict do nothing",
          [id, slug, Date.now()],
        );
        const [row] = await tx.query<{ slug: string }>("select slug from callboard.tenants where id = $1::uuid", [id]);
        if (row?.slug !== slug) {
          throw new Error(
            row
              ? `The tenant ${id} is known as "${row.slug}", not "${slug}". Give it the slug that it was made with.`
              : `The slug "${slug}" belongs to another tenant than ${id}. Slugs are unique: choose another.`,
          );
        }
      });
      tenants.set(id, slug);
    }

    await ensureTenant(DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG);
    return {
      database,
      writer,
      secrets: key && createSecretBox(key),
      log: (tenantId, appendOptions) => createDatabaseLog(database, writer, tenantId, appendOptions),
      ensureTenant,
      async createToken({ userId, tenantId, tenantSlug, permissions = [] }) {
        await ensureTenant(tenantId, tenantSlug);
        const token = randomBytes(32).toString("base64url");
        await database.asHost((tx) =>
          tx.query(
            "insert into callboard.tokens (hash, tenant_id, user_id, permissions, created_at) values ($1, $2::uuid, $3, $4, $5)",
            [hashOf(token), tenantId, userId, JSON.stringify(permissions), Date.now()],
          ),
        );
        return token;
      },
      async revokeToken(token) {
        const rows = await database.asHost((tx) =>
          tx.query("delete from callboard.tokens where hash = $1 returning hash", [hashOf(token)]),
        );
        return rows.length > 0;
      },
      async findToken(token) {
        const [row] = await database.asHost((tx) =>
          tx.query<{ user_id: string; tenant_id: string; slug: string; permissions: string }>(
            `select k.user_id, k.tenant_id, t.slug, k.permissions
             from callboard.tokens k join callboard.tenants t on t.id = k.tenant_id where k.hash = $1`,
            [hashOf(token)],
          ),
        );
        if (!row) return null;
        return {
          userId: row.user_id,
          tenantId: row.tenant_id,
          tenantSlug: row.slug,
          permissions: JSON.parse(row.permissions) as string[],
        };
      },
      async close() {
        await writer.idle();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function secretKeyOf(engine: Engine, { secretKey, dataDir }: StoreOptions): Promise<Uint8Array | null> {
  if (secretKey !== undefined) return readSecretKey(secretKey, "The secret key (CALLBOARD_SECRET_KEY)");
  if (engine.kind === "postgres") return null;
  return dataDir === undefined ? randomBytes(32) : await secretKeyOfFolder(dataDir);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
