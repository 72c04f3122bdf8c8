import { randomBytes, randomUUID } from "node:crypto";
import type { SessionShare } from "@callboard/core";
import type { Database } from "../../db/database.ts";
import { hashToken } from "../../db/tenants.ts";
import type { SessionKey } from "../../log/logReader.ts";

/** A session as a link opens it. */
export interface OpenedShare extends SessionKey {
  redacted: boolean;
  expiresAt: number;
}

/**
 * The read-only links of sessions. Only the hash of a link's token is kept, so the link can be shown only when it is
 * made.
 */
export interface Shares {
  create(
    session: SessionKey,
    options: { userId: string; expiresAt: number; redacted: boolean },
  ): Promise<SessionShare & { token: string }>;
  /** A session's links that still open it, the newest first. */
  list(session: SessionKey): Promise<SessionShare[]>;
  /** False where the session has no such link. */
  remove(session: SessionKey, id: string): Promise<boolean>;
  /** Null where a link has expired, was withdrawn, or never was one. */
  open(token: string): Promise<OpenedShare | null>;
}

interface ShareRow {
  id: string;
  tenant_id: string;
  session_id: string;
  redacted: boolean;
  created_at: number;
  expires_at: number;
}

export function createShares(database: Database): Shares {
  return {
    async create({ tenantId, sessionId }, { userId, expiresAt, redacted }) {
      const token = randomBytes(32).toString("base64url");
      const share: SessionShare = { id: randomUUID(), createdAt: Date.now(), expiresAt, redacted };
      await database.asTenant(tenantId, async (tx) => {
        // What nobody can open any more is of no use to anybody.
        await tx.query("delete from callboard.shares where session_id = $1 and expires_at <= $2", [
          sessionId,
          Date.now(),
        ]);
        await tx.query(
          `insert into callboard.shares (id, hash, tenant_id, session_id, user_id, redacted, created_at, expires_at)
           values ($1, $2, $3::uuid, $4, $5, $6, $7, $8)`,
          [share.id, hashToken(token), tenantId, sessionId, userId, redacted, share.createdAt, expiresAt],
        );
      });
      return { ...share, token };
    },
    async list({ tenantId, sessionId }) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<ShareRow>(
          `select id, redacted, created_at, expires_at from callboard.shares
           where session_id = $1 and expires_at > $2 order by created_at desc, id`,
          [sessionId, Date.now()],
        ),
      );
      return rows.map(({ id, redacted, created_at, expires_at }) => ({
        id,
        redacted,
        createdAt: created_at,
        expiresAt: expires_at,
      }));
    },
    async remove({ tenantId, sessionId }, id) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.shares where session_id = $1 and id = $2 returning id", [sessionId, id]),
      );
      return rows.length > 0;
    },
    async open(token) {
      const [row] = await database.asHost((tx) =>
        tx.query<ShareRow>(
          "select tenant_id, session_id, redacted, expires_at from callboard.shares where hash = $1 and expires_at > $2",
          [hashToken(token), Date.now()],
        ),
      );
      return (
        (row && {
          tenantId: row.tenant_id,
          sessionId: row.session_id,
          redacted: row.redacted,
          expiresAt: row.expires_at,
        }) ??
        null
      );
    },
  };
}
