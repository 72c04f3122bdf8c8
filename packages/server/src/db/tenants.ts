import { createHash, randomBytes } from "node:crypto";
import type { Database } from "./database.ts";

/** Whom a token names. */
export interface TokenOwner {
  userId: string;
  tenantId: string;
  tenantSlug: string;
  permissions: string[];
}

/** Tenants, and the Bearer tokens of their people. */
export interface Tenants {
  /** Enters a tenant, once. @throws where its id has another slug, or its slug another id. */
  ensure(id: string, slug: string): Promise<void>;
  /** A new token; only its hash is kept, so it can be shown only now. */
  createToken(owner: { userId: string; tenantId: string; tenantSlug: string; permissions?: string[] }): Promise<string>;
  revokeToken(token: string): Promise<boolean>;
  findToken(token: string): Promise<TokenOwner | null>;
  /** What a person's tokens together permit now; nothing where none is left. */
  permissionsOf(tenantId: string, userId: string): Promise<string[]>;
}

export function createTenants(database: Database): Tenants {
  const slugs = new Map<string, string>();

  async function ensure(id: string, slug: string): Promise<void> {
    if (slugs.get(id) === slug) return;
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
    slugs.set(id, slug);
  }

  return {
    ensure,
    async createToken({ userId, tenantId, tenantSlug, permissions = [] }) {
      await ensure(tenantId, tenantSlug);
      const token = randomBytes(32).toString("base64url");
      await database.asHost((tx) =>
        tx.query(
          "insert into callboard.tokens (hash, tenant_id, user_id, permissions, created_at) values ($1, $2::uuid, $3, $4, $5)",
          [hashToken(token), tenantId, userId, JSON.stringify(permissions), Date.now()],
        ),
      );
      return token;
    },
    async revokeToken(token) {
      const rows = await database.asHost((tx) =>
        tx.query("delete from callboard.tokens where hash = $1 returning hash", [hashToken(token)]),
      );
      return rows.length > 0;
    },
    async findToken(token) {
      const [row] = await database.asHost((tx) =>
        tx.query<{ user_id: string; tenant_id: string; slug: string; permissions: string }>(
          `select k.user_id, k.tenant_id, t.slug, k.permissions
           from callboard.tokens k join callboard.tenants t on t.id = k.tenant_id where k.hash = $1`,
          [hashToken(token)],
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
    async permissionsOf(tenantId, userId) {
      const rows = await database.asHost((tx) =>
        tx.query<{ permissions: string }>(
          "select permissions from callboard.tokens where tenant_id = $1::uuid and user_id = $2",
          [tenantId, userId],
        ),
      );
      return [...new Set(rows.flatMap(({ permissions }) => JSON.parse(permissions) as string[]))];
    },
  };
}

/** Tokens are looked up by their hash, so that the time it takes tells nothing of them. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
