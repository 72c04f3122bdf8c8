import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { RegisteredTool } from "@callboard/core";
import { boundDefinition, definitionHash } from "../../boundTool.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { hashToken } from "../../db/tenants.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import type { EmbedAction, Grant } from "../../kernel/grant.ts";
import type { Store } from "../../store.ts";
import { checkOrigins } from "./checkOrigin.ts";
import { createRevocations } from "./revocations.ts";

/** What it may do where its publisher says nothing: links for anybody are allowed by name. */
export const USUAL_ACTIONS: readonly EmbedAction[] = ["run", "cancel"];

/** The longest that a token lives, in milliseconds. */
export const LONGEST_TOKEN_LIFE = 60 * 60 * 1000;
/** How long a page of a frame may take to ask for its token, in milliseconds. */
const NONCE_LIFE = 5 * 60 * 1000;

/** A tool as it was published for other people's pages. Its id is the publish key, which is no secret. */
export interface EmbedKey {
  id: string;
  tenantId: string;
  tenantSlug: string;
  tool: string;
  /** The hash of the definition that was published. */
  definition: string;
  /** The definition itself, to say what has changed. */
  published: Record<string, unknown>;
  origins: readonly string[];
  actions: readonly EmbedAction[];
  /** Requests a minute. */
  perMinute: number;
  createdAt: number;
  publishedAt: number;
}

/** What a token permits, and to whom. */
export interface EmbedGrant extends Grant {
  keyId: string;
  tenantId: string;
  tenantSlug: string;
  definition: string;
  origin: string;
  subject: string;
  perMinute: number;
}

/** How an embed is used. */
export interface EmbedUsage {
  key: EmbedKey;
  runs: number;
  failedRuns: number;
  tokens: number;
  refusals: number;
}

export interface PublishOptions {
  tool: RegisteredTool;
  tenantId: string;
  origins: readonly string[];
  /** `run` and `cancel` unless given. */
  actions?: readonly EmbedAction[];
  /** Requests a minute; 120 unless given. */
  perMinute?: number;
}

/** Published tools, and the short-lived tokens that other people's pages use them with. */
export interface Embeds {
  /**
   * The secret key is for the publisher's servers; only its hash is kept, so it can be shown only now.
   * @throws HostRefusal where an origin is none, such as with a path.
   */
  publish(options: PublishOptions): Promise<{ key: EmbedKey; secretKey: string }>;
  /** Serves the tool as it is defined now. */
  publishAgain(id: string, tool: RegisteredTool): Promise<EmbedKey>;
  /**
   * Takes a publish key back, with all of its tokens and the links to results of its embeds; false where there is none.
   */
  revoke(id: string): Promise<boolean>;
  find(id: string): Promise<EmbedKey | undefined>;
  findBySecret(secretKey: string): Promise<EmbedKey | undefined>;
  /** How the embeds are used, of all tenants unless one is given; the key that was published last comes first. */
  usage(tenantId?: string): Promise<EmbedUsage[]>;
  /** What the page of a frame inside `origin` proves itself with: once, within five minutes. */
  nonceFor(id: string, origin: string): Promise<string>;
  /** A token for a nonce; undefined where it is not this key's and origin's, too old, or was used. */
  tokenForNonce(key: EmbedKey, origin: string, nonce: string): Promise<EmbedToken | undefined>;
  createToken(
    key: EmbedKey,
    scope: { origin: string; subject: string; actions: readonly EmbedAction[]; lifeMs: number },
  ): Promise<EmbedToken>;
  /** False where the key has no such token. */
  revokeToken(keyId: string, token: string): Promise<boolean>;
  /** What a token permits now; undefined for one that is unknown, expired or revoked. */
  findToken(token: string): Promise<EmbedGrant | undefined>;
  countRefusal(keyId: string): Promise<void>;
  /** Asks no more whether the tokens still live that something is open with. */
  close(): void;
}

export interface EmbedToken {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

interface KeyRow {
  id: string;
  tenant_id: string;
  slug: string;
  tool: string;
  definition: string;
  published: string;
  origins: string;
  actions: string;
  per_minute: number;
  tokens: number;
  refusals: number;
  created_at: number;
  published_at: number;
}

const TOKEN_PREFIX = "cbe_";
const keyColumns = `k.id, k.tenant_id, t.slug, k.tool, k.definition, k.published, k.origins, k.actions, k.per_minute, k.tokens, k.refusals,
  k.created_at, k.published_at`;
const keyTables = "callboard.embed_keys k join callboard.tenants t on t.id = k.tenant_id";

/** Whether a credential is a token of an embed, by how it looks. */
export const isEmbedToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

/** The person of an embed's sessions: nobody else's sessions are under this id. */
export const embedUserId = ({ keyId, subject }: Pick<EmbedGrant, "keyId" | "subject">): string =>
  `embed:${keyId}:${subject}`;

/** The publish key by which a person came; undefined for one who is no visitor of an embed. */
export const keyIdOfVisitor = (userId: string): string | undefined => /^embed:([^:]+):/.exec(userId)?.[1];

/** The pattern that all people of a key's embeds match. */
const peopleOf = (keyId: string): string => `embed:${keyId.replace(/[\\%_]/g, "\\$&")}:%`;

/** `onProblem` is called where streams of embeds had to end because of the database; `console.error` unless given. */
export function createEmbeds(
  { database }: Pick<Store, "database">,
  onProblem: (message: string, error: unknown) => void = console.error,
): Embeds {
  const revocations = createRevocations(database, onProblem);

  async function keyWhere(condition: string, value: string): Promise<EmbedKey | undefined> {
    const [row] = await database.asHost((tx) =>
      tx.query<KeyRow>(`select ${keyColumns} from ${keyTables} where ${condition} and k.revoked_at is null`, [value]),
    );
    return row && toKey(row);
  }

  async function insertToken(
    key: EmbedKey,
    scope: { origin: string; subject: string; actions: readonly EmbedAction[]; lifeMs: number },
    nonce: string | null,
  ): Promise<EmbedToken | undefined> {
    const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
    const expiresAt = Date.now() + Math.min(scope.lifeMs, LONGEST_TOKEN_LIFE);
    const rows = await database.asHost(async (tx) => {
      await tx.query("delete from callboard.embed_tokens where expires_at < $1::bigint", [Date.now() - NONCE_LIFE]);
      const inserted = await tx.query(
        `insert into callboard.embed_tokens (hash, key_id, origin, subject, actions, nonce, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7::bigint) on conflict do nothing returning hash`,
        [hashToken(token), key.id, scope.origin, scope.subject, JSON.stringify(scope.actions), nonce, expiresAt],
      );
      if (inserted.length > 0) {
        await tx.query("update callboard.embed_keys set tokens = tokens + 1 where id = $1", [key.id]);
      }
      return inserted;
    });
    return rows.length > 0 ? { token, expiresAt } : undefined;
  }

  const nonceKeyOf = async (id: string): Promise<string | undefined> => {
    const [row] = await database.asHost((tx) =>
      tx.query<{ nonce_key: string }>("select nonce_key from callboard.embed_keys where id = $1", [id]),
    );
    return row?.nonce_key;
  };

  return {
    async publish({ tool, tenantId, origins, actions = USUAL_ACTIONS, perMinute = 120 }) {
      const allowed = checkOrigins(origins);
      const id = `pk_${randomBytes(15).toString("base64url")}`;
      const secretKey = `sk_${randomBytes(32).toString("base64url")}`;
      await database.asHost((tx) =>
        tx.query(
          `insert into callboard.embed_keys
             (id, tenant_id, tool, definition, published, origins, actions, per_minute, secret_hash, nonce_key, created_at, published_at)
           values ($1, $2::uuid, $3, $4, $5, $6, $7, $8::int, $9, $10, $11::bigint, $11::bigint)`,
          [
            id,
            tenantId,
            tool.slug,
            definitionHash(tool),
            JSON.stringify(boundDefinition(tool)),
            JSON.stringify(allowed),
            JSON.stringify(actions),
            perMinute,
            hashToken(secretKey),
            randomBytes(32).toString("base64url"),
            Date.now(),
          ],
        ),
      );
      return { key: (await keyWhere("k.id = $1", id))!, secretKey };
    },
    async publishAgain(id, tool) {
      await database.asHost((tx) =>
        tx.query(
          `update callboard.embed_keys set definition = $2, published = $3, published_at = $4::bigint
           where id = $1 and tool = $5 and revoked_at is null`,
          [id, definitionHash(tool), JSON.stringify(boundDefinition(tool)), Date.now(), tool.slug],
        ),
      );
      const key = await keyWhere("k.id = $1", id);
      if (!key) throw embedNotFound();
      return key;
    },
    async revoke(id) {
      const rows = await database.asHost(async (tx) => {
        await tx.query("delete from callboard.embed_tokens where key_id = $1", [id]);
        return await tx.query<{ tenant_id: string }>(
          "update callboard.embed_keys set revoked_at = $2::bigint where id = $1 and revoked_at is null returning tenant_id",
          [id, Date.now()],
        );
      });
      for (const { tenant_id } of rows) {
        await database.asTenant(tenant_id, (tx) =>
          tx.query("delete from callboard.shares where user_id like $1", [peopleOf(id)]),
        );
      }
      await revocations.check();
      return rows.length > 0;
    },
    find: (id) => keyWhere("k.id = $1", id),
    findBySecret: (secretKey) => keyWhere("k.secret_hash = $1", hashToken(secretKey)),
    async usage(tenantId) {
      const rows = await database.asHost((tx) =>
        tx.query<KeyRow>(
          `select ${keyColumns} from ${keyTables} where k.revoked_at is null and ($1::uuid is null or k.tenant_id = $1::uuid)
           order by k.created_at desc, k.id limit 500`,
          [tenantId ?? null],
        ),
      );
      return await Promise.all(rows.map((row) => usageOf(database, row)));
    },
    async nonceFor(id, origin) {
      const key = await nonceKeyOf(id);
      if (key === undefined) throw embedNotFound();
      const stated = `${Date.now() + NONCE_LIFE}.${randomBytes(16).toString("base64url")}`;
      return `${stated}.${signature(key, origin, stated)}`;
    },
    async tokenForNonce(key, origin, nonce) {
      const [, stated = "", signed = ""] = /^(\d{13}\.[\w-]{22})\.([\w-]{43})$/.exec(nonce) ?? [];
      const nonceKey = await nonceKeyOf(key.id);
      if (nonceKey === undefined || stated === "" || Number(stated.slice(0, 13)) < Date.now()) return undefined;
      const expected = Buffer.from(signature(nonceKey, origin, stated));
      if (!timingSafeEqual(expected, Buffer.from(signed))) return undefined;
      const subject = `anonymous-${randomBytes(12).toString("base64url")}`;
      const scope = { origin, subject, actions: key.actions, lifeMs: LONGEST_TOKEN_LIFE };
      return await insertToken(key, scope, hashToken(stated));
    },
    createToken: async (key, scope) => (await insertToken(key, scope, null))!,
    async revokeToken(keyId, token) {
      const rows = await database.asHost((tx) =>
        tx.query("delete from callboard.embed_tokens where hash = $1 and key_id = $2 returning hash", [
          hashToken(token),
          keyId,
        ]),
      );
      await revocations.check();
      return rows.length > 0;
    },
    async findToken(token) {
      const hash = hashToken(token);
      const row = await database.asHost((tx) => findTokenRow(tx, hash));
      if (!row) return undefined;
      const { id: keyId, tenantId, tenantSlug, tool, definition, perMinute } = toKey(row);
      return {
        keyId,
        tenantId,
        tenantSlug,
        tool,
        definition,
        perMinute,
        origin: row.origin,
        subject: row.subject,
        actions: JSON.parse(row.token_actions) as EmbedAction[],
        expiresAt: row.expires_at,
        until: () => revocations.signalOf(hash),
      };
    },
    async countRefusal(keyId) {
      await database.asHost((tx) =>
        tx.query("update callboard.embed_keys set refusals = refusals + 1 where id = $1", [keyId]),
      );
    },
    close: revocations.close,
  };
}

/** No such publish key, or one that was taken back. */
export const embedNotFound = (): HostRefusal =>
  new HostRefusal(
    "embed_not_found",
    "There is no such publish key here, or it was revoked. Publish the tool: callboard publish <slug>.",
  );

interface TokenRow extends KeyRow {
  origin: string;
  subject: string;
  token_actions: string;
  expires_at: number;
}

async function findTokenRow(tx: Transaction, hash: string): Promise<TokenRow | undefined> {
  const [row] = await tx.query<TokenRow>(
    `select ${keyColumns}, e.origin, e.subject, e.actions as token_actions, e.expires_at
     from callboard.embed_tokens e join callboard.embed_keys k on k.id = e.key_id join callboard.tenants t on t.id = k.tenant_id
     where e.hash = $1 and e.expires_at > $2::bigint and k.revoked_at is null`,
    [hash, Date.now()],
  );
  return row;
}

/** Runs are counted where they are kept, in the log's own rows. */
async function usageOf(database: Database, row: KeyRow): Promise<EmbedUsage> {
  const key = toKey(row);
  const [counts] = await database.asTenant(key.tenantId, (tx) =>
    tx.query<{ runs: number; failed: number }>(
      `select count(*)::int as runs, count(*) filter (where status in ('failed', 'interrupted'))::int as failed
       from callboard.calls where tool = $1 and user_id like $2`,
      [key.tool, peopleOf(key.id)],
    ),
  );
  return {
    key,
    runs: counts?.runs ?? 0,
    failedRuns: counts?.failed ?? 0,
    tokens: row.tokens,
    refusals: row.refusals,
  };
}

function signature(nonceKey: string, origin: string, stated: string): string {
  return createHmac("sha256", nonceKey).update(`${origin}\n${stated}`).digest("base64url");
}

function toKey(row: KeyRow): EmbedKey {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantSlug: row.slug,
    tool: row.tool,
    definition: row.definition,
    published: JSON.parse(row.published) as Record<string, unknown>,
    origins: JSON.parse(row.origins) as string[],
    actions: JSON.parse(row.actions) as EmbedAction[],
    perMinute: row.per_minute,
    createdAt: row.created_at,
    publishedAt: row.published_at,
  };
}
