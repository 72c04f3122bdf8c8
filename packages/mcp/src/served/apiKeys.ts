import { randomUUID } from "node:crypto";
import type { McpKey, NewMcpKey } from "@callboard/core/client";
import { HostRefusal, type Actor, type Store } from "@callboard/server";
import { hashOf, newSecret } from "./secrets.ts";

/** A key that a request has shown: whom it names, and for which tools. */
export interface FoundKey {
  id: string;
  actor: Actor;
  only: readonly string[] | undefined;
}

/** A key that opens nothing any more. */
export type RevokedKey = Pick<FoundKey, "id"> & Pick<Actor, "tenantId">;

/** Whose keys: a person's, a tenant's, or all. */
export type KeyOwner = Partial<Pick<Actor, "tenantId" | "userId">>;

/** The keys of MCP clients. */
export interface ApiKeys {
  /**
   * Makes a key that runs tools as this actor. Its secret is in this answer alone.
   * @throws HostRefusal where its person has as many as one may have.
   */
  create(actor: Actor, key: { name: string; tools: readonly string[] | null }): Promise<NewMcpKey>;
  /** Those that are not revoked, the newest first. */
  list(owner: KeyOwner): Promise<McpKey[]>;
  /** Undefined where this owner has no such key. */
  revoke(id: string, owner: KeyOwner): Promise<RevokedKey | undefined>;
  /** What a person's keys together permit. */
  permissionsOf(person: { tenantId: string; userId: string }): Promise<string[]>;
  /** Whom a secret names; undefined where it is unknown or revoked. */
  find(secret: string): Promise<FoundKey | undefined>;
}

const PREFIX = "cbk_";
const MOST_OF_PERSON = 100;
/** How exactly the last use of a key is kept, in milliseconds. */
const USE_MS = 60_000;

/** Whether a credential is a key of this kind, whoever may have made it up. */
export const isApiKey = (credential: string): boolean => credential.startsWith(PREFIX);

interface KeyRow {
  id: string;
  hint: string;
  name: string;
  tenant_id: string;
  slug: string;
  user_id: string;
  space_id: string | null;
  permissions: string;
  tools: string | null;
  created_at: number;
  last_used_at: number | null;
}

const COLUMNS = `k.id, k.hint, k.name, k.tenant_id, t.slug, k.user_id, k.space_id, k.permissions, k.tools, k.created_at, k.last_used_at
  from callboard.mcp_keys k join callboard.tenants t on t.id = k.tenant_id`;
const OWNED =
  "revoked_at is null and ($1::uuid is null or tenant_id = $1::uuid) and ($2::text is null or user_id = $2)";

export function createApiKeys({ database, ensureTenant }: Pick<Store, "database" | "ensureTenant">): ApiKeys {
  const ownerValues = ({ tenantId, userId }: KeyOwner) => [tenantId ?? null, userId ?? null];
  return {
    async create({ tenantId, tenantSlug, userId, permissions, spaceId = null }, { name, tools }) {
      await ensureTenant(tenantId, tenantSlug);
      const id = randomUUID();
      const secret = newSecret(PREFIX);
      const hint = secret.slice(-4);
      const createdAt = Date.now();
      await database.asHost(async (tx) => {
        const [held] = await tx.query<{ held: number }>(
          `select count(*)::int as held from callboard.mcp_keys where ${OWNED}`,
          [tenantId, userId],
        );
        if (held && held.held >= MOST_OF_PERSON) {
          const message = `There are ${MOST_OF_PERSON} keys of this person already, which is the most. Revoke one that is not used.`;
          throw new HostRefusal("too_many_keys", message);
        }
        await tx.query(
          `insert into callboard.mcp_keys (id, hash, hint, name, tenant_id, user_id, space_id, permissions, tools, created_at)
           values ($1, $2, $3, $4, $5::uuid, $6, $7, $8, $9, $10)`,
          [
            id,
            hashOf(secret),
            hint,
            name,
            tenantId,
            userId,
            spaceId,
            JSON.stringify(permissions),
            tools && JSON.stringify(tools),
            createdAt,
          ],
        );
      });
      return { id, name, userId, tenantId, tenantSlug, tools, hint, createdAt, lastUsedAt: null, secret };
    },
    async list(owner) {
      const rows = await database.asHost((tx) =>
        tx.query<KeyRow>(
          `select ${COLUMNS} where k.id in (select id from callboard.mcp_keys where ${OWNED}) order by k.created_at desc, k.id`,
          ownerValues(owner),
        ),
      );
      return rows.map(toKey);
    },
    async revoke(id, owner) {
      const [row] = await database.asHost((tx) =>
        tx.query<{ tenant_id: string }>(
          `update callboard.mcp_keys set revoked_at = $4 where id = $3 and ${OWNED} returning tenant_id`,
          [...ownerValues(owner), id, Date.now()],
        ),
      );
      return row && { id, tenantId: row.tenant_id };
    },
    async permissionsOf(person) {
      const rows = await database.asHost((tx) =>
        tx.query<{ permissions: string }>(
          `select permissions from callboard.mcp_keys where ${OWNED}`,
          ownerValues(person),
        ),
      );
      return [...new Set(rows.flatMap(({ permissions }) => JSON.parse(permissions) as string[]))];
    },
    async find(secret) {
      const now = Date.now();
      const [row] = await database.asHost((tx) =>
        tx.query<KeyRow>(`select ${COLUMNS} where k.hash = $1 and k.revoked_at is null`, [hashOf(secret)]),
      );
      if (!row) return undefined;
      if (row.last_used_at === null || now - row.last_used_at > USE_MS) {
        await database.asHost((tx) =>
          tx.query("update callboard.mcp_keys set last_used_at = $2 where id = $1", [row.id, now]),
        );
      }
      return {
        id: row.id,
        actor: {
          userId: row.user_id,
          tenantId: row.tenant_id,
          tenantSlug: row.slug,
          permissions: JSON.parse(row.permissions) as string[],
          spaceId: row.space_id,
        },
        only: row.tools === null ? undefined : (JSON.parse(row.tools) as string[]),
      };
    },
  };
}

function toKey(row: KeyRow): McpKey {
  return {
    id: row.id,
    name: row.name,
    userId: row.user_id,
    tenantId: row.tenant_id,
    tenantSlug: row.slug,
    tools: row.tools === null ? null : (JSON.parse(row.tools) as string[]),
    hint: row.hint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
