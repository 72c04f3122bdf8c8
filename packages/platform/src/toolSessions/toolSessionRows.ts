import { randomBytes, randomUUID } from "node:crypto";
import type { ToolSession, ToolSessionLink, ToolSessionPerson, ToolSessionRole } from "@callboard/core/client";
import { hashToken, type Store } from "@callboard/server";

/** One version of what somebody submitted: a call on the session's log, and whose it is. */
export interface SubmittedCall {
  callId: string;
  userId: string;
  displayName: string | undefined;
  createdAt: number;
}

/** A link as its token opens it. */
export interface OpenedLink {
  id: string;
  sessionId: string;
  tenantId: string;
  tenantSlug: string;
  role: ToolSessionRole;
  expiresAt: number;
}

type NewToolSession = Omit<ToolSession, "share_token" | "status" | "ended_at">;

/** What the database holds of sessions that people share, beside their logs. */
export interface ToolSessionRows {
  create(session: NewToolSession): Promise<void>;
  find(tenantId: string, id: string): Promise<ToolSession | undefined>;
  /** The newest first. */
  list(tenantId: string, slug: string, limit: number): Promise<ToolSession[]>;
  /** Ends an active session; undefined where it is not active any more. */
  end(tenantId: string, id: string, status: "completed" | "cancelled"): Promise<ToolSession | undefined>;
  rename(tenantId: string, id: string, title: string | null): Promise<void>;
  /** Enters a call of an active session, once; `ended` where the session takes none any more. */
  submit(tenantId: string, sessionId: string, call: SubmittedCall): Promise<"entered" | "known" | "ended">;
  withdraw(tenantId: string, sessionId: string, callId: string): Promise<void>;
  /** In no order: the log has it. */
  submitted(tenantId: string, sessionId: string): Promise<SubmittedCall[]>;
  /** A link, and the token that is shown this once. */
  createLink(of: Omit<OpenedLink, "id"> & { createdBy: string }): Promise<{ link: ToolSessionLink; token: string }>;
  links(tenantId: string, sessionId: string): Promise<ToolSessionLink[]>;
  withdrawLink(tenantId: string, sessionId: string, id: string): Promise<boolean>;
  /** Null where it has expired, was withdrawn, or never was one. */
  openLink(token: string): Promise<OpenedLink | null>;
  /** Notes that somebody is there, and answers who was since then. */
  present(tenantId: string, sessionId: string, person: ToolSessionPerson, since: number): Promise<ToolSessionPerson[]>;
}

/** The beginning of a link's token, by which it is told from other credentials. */
export const TOKEN_PREFIX = "cbt_";

interface SessionRow {
  id: string;
  tenant_id: string;
  tool_slug: string;
  title: string | null;
  status: ToolSession["status"];
  entity_ids: string;
  config: string;
  created_by: string | null;
  created_at: number;
  ended_at: number | null;
}

const toSession = ({ entity_ids, config, created_at, ended_at, ...row }: SessionRow): ToolSession => ({
  ...row,
  entity_ids: JSON.parse(entity_ids) as string[],
  config: JSON.parse(config) as Record<string, unknown>,
  share_token: null,
  created_at: new Date(created_at).toISOString(),
  ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
});

const toPerson = (row: { user_id: string; user_display_name: string | null }): ToolSessionPerson => ({
  user_id: row.user_id,
  ...(row.user_display_name !== null && { user_display_name: row.user_display_name }),
});

const COLUMNS = "id, tenant_id::text, tool_slug, title, status, entity_ids, config, created_by, created_at, ended_at";

export function createToolSessionRows({ database }: Pick<Store, "database">): ToolSessionRows {
  return {
    async create(session) {
      await database.asTenant(session.tenant_id, (tx) =>
        tx.query(
          `insert into callboard.tool_sessions
             (id, tenant_id, tool_slug, title, status, entity_ids, config, created_by, created_at)
           values ($1, $2::uuid, $3, $4, 'active', $5, $6, $7, $8)`,
          [
            session.id,
            session.tenant_id,
            session.tool_slug,
            session.title,
            JSON.stringify(session.entity_ids),
            JSON.stringify(session.config),
            session.created_by,
            Date.parse(session.created_at),
          ],
        ),
      );
    },
    async find(tenantId, id) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<SessionRow>(`select ${COLUMNS} from callboard.tool_sessions where id = $1`, [id]),
      );
      return row && toSession(row);
    },
    async list(tenantId, slug, limit) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<SessionRow>(
          `select ${COLUMNS} from callboard.tool_sessions where tool_slug = $1 order by created_at desc, id limit $2`,
          [slug, limit],
        ),
      );
      return rows.map(toSession);
    },
    async end(tenantId, id, status) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<SessionRow>(
          `update callboard.tool_sessions set status = $2, ended_at = $3
           where id = $1 and status = 'active' returning ${COLUMNS}`,
          [id, status, Date.now()],
        ),
      );
      return row && toSession(row);
    },
    async rename(tenantId, id, title) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("update callboard.tool_sessions set title = $2 where id = $1", [id, title]),
      );
    },
    async submit(tenantId, sessionId, { callId, userId, displayName, createdAt }) {
      return await database.asTenant(tenantId, async (tx) => {
        // Locked, so that nothing is submitted to a session that ends at the same moment.
        const [session] = await tx.query(
          "select id from callboard.tool_sessions where id = $1 and status = 'active' for share",
          [sessionId],
        );
        if (!session) return "ended";
        const entered = await tx.query(
          `insert into callboard.tool_session_submissions
             (call_id, session_id, tenant_id, user_id, user_display_name, created_at)
           values ($1, $2, $3::uuid, $4, $5, $6) on conflict do nothing returning call_id`,
          [callId, sessionId, tenantId, userId, displayName ?? null, createdAt],
        );
        return entered.length > 0 ? "entered" : "known";
      });
    },
    async withdraw(tenantId, sessionId, callId) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.tool_session_submissions where session_id = $1 and call_id = $2", [
          sessionId,
          callId,
        ]),
      );
    },
    async submitted(tenantId, sessionId) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ call_id: string; user_id: string; user_display_name: string | null; created_at: number }>(
          `select call_id, user_id, user_display_name, created_at from callboard.tool_session_submissions
           where session_id = $1`,
          [sessionId],
        ),
      );
      return rows.map((row) => ({
        callId: row.call_id,
        userId: row.user_id,
        displayName: row.user_display_name ?? undefined,
        createdAt: row.created_at,
      }));
    },
    async createLink({ sessionId, tenantId, tenantSlug, role, expiresAt, createdBy }) {
      const token = TOKEN_PREFIX + randomBytes(32).toString("base64url");
      const id = randomUUID();
      const createdAt = Date.now();
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.tool_session_links
             (id, hash, session_id, tenant_id, tenant_slug, role, created_by, created_at, expires_at)
           values ($1, $2, $3, $4::uuid, $5, $6, $7, $8, $9)`,
          [id, hashToken(token), sessionId, tenantId, tenantSlug, role, createdBy, createdAt, expiresAt],
        ),
      );
      return { link: { id, role, createdAt, expiresAt }, token };
    },
    async links(tenantId, sessionId) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ id: string; role: ToolSessionRole; created_at: number; expires_at: number }>(
          `select id, role, created_at, expires_at from callboard.tool_session_links
           where session_id = $1 and expires_at > $2 order by created_at desc, id`,
          [sessionId, Date.now()],
        ),
      );
      return rows.map((row) => ({ id: row.id, role: row.role, createdAt: row.created_at, expiresAt: row.expires_at }));
    },
    async withdrawLink(tenantId, sessionId, id) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.tool_session_links where session_id = $1 and id = $2 returning id", [
          sessionId,
          id,
        ]),
      );
      return rows.length > 0;
    },
    async openLink(token) {
      const [row] = await database.asHost((tx) =>
        tx.query<{
          id: string;
          session_id: string;
          tenant_id: string;
          tenant_slug: string;
          role: ToolSessionRole;
          expires_at: number;
        }>(
          `select id, session_id, tenant_id::text, tenant_slug, role, expires_at from callboard.tool_session_links
           where hash = $1 and expires_at > $2`,
          [hashToken(token), Date.now()],
        ),
      );
      return row
        ? {
            id: row.id,
            sessionId: row.session_id,
            tenantId: row.tenant_id,
            tenantSlug: row.tenant_slug,
            role: row.role,
            expiresAt: row.expires_at,
          }
        : null;
    },
    async present(tenantId, sessionId, person, since) {
      const rows = await database.asTenant(tenantId, async (tx) => {
        await tx.query(
          `insert into callboard.tool_session_presence (session_id, tenant_id, user_id, user_display_name, seen_at)
           values ($1, $2::uuid, $3, $4, $5)
           on conflict (session_id, user_id) do update set user_display_name = $4, seen_at = $5`,
          [sessionId, tenantId, person.user_id, person.user_display_name ?? null, Date.now()],
        );
        await tx.query("delete from callboard.tool_session_presence where session_id = $1 and seen_at < $2", [
          sessionId,
          since,
        ]);
        return await tx.query<{ user_id: string; user_display_name: string | null }>(
          `select user_id, user_display_name from callboard.tool_session_presence
           where session_id = $1 order by user_display_name nulls last, user_id`,
          [sessionId],
        );
      });
      return rows.map(toPerson);
    },
  };
}
