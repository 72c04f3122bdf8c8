import { createHash } from "node:crypto";
import type { KeptViewSpec } from "@callboard/core/client";
import { canonicalJson } from "@callboard/core/host";
import type { Store, Transaction } from "@callboard/server";
import { keepVersion, versionsOf } from "../rows/schemaVersions.ts";

/** What a version keeps of a view. */
export interface ViewContent {
  title: string;
  description: string;
  spec: KeptViewSpec;
}

/** A view's row. */
export interface ViewRow extends ViewContent {
  slug: string;
  isPublished: boolean;
  /** When a transient view goes; null of one that stays. */
  expiresAt: number | null;
  revision: number;
  createdAt: number;
  createdBy: string | null;
  updatedAt: number;
  updatedBy: string | null;
}

/** A row without its spec. */
export type ListedView = Omit<ViewRow, "spec">;

/** Who looks: their tenant, who they are, and whether they see the drafts of others. */
export interface Viewer {
  tenantId: string;
  userId: string | null;
  seesDrafts: boolean;
}

const LISTED = `slug, title, description, is_published as "isPublished", expires_at as "expiresAt", revision,
  created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt", updated_by as "updatedBy"`;
const COLUMNS = `${LISTED}, spec`;

/** A transient view is its maker's alone; a draft is so too, but for those who see the drafts of others. */
const SEEN = `tenant_id = $1::uuid
  and case when expires_at is null then is_published or $3::boolean or created_by = $2::text
    else expires_at > $4::bigint and created_by = $2::text end`;

/** The most transient views of one person: the oldest goes. */
const MOST_TRANSIENT = 20;

/** The hash that addresses a content. */
const viewVersion = ({ title, description, spec }: ViewContent): string =>
  createHash("sha256").update(canonicalJson({ title, description, spec })).digest("hex");

/** What the database holds of views: each method sees and changes what is its tenant's. */
export type ViewRows = ReturnType<typeof createViewRows>;

export function createViewRows({ database }: Pick<Store, "database">) {
  const asTenant = database.asTenant.bind(database);
  const seenBy = ({ tenantId, userId, seesDrafts }: Viewer) => [tenantId, userId, seesDrafts, Date.now()];

  /** A transient view has no versions: it is there for a while. */
  async function keep(tx: Transaction, tenantId: string, row: ViewRow, isNew = false): Promise<void> {
    if (row.expiresAt !== null) return;
    const { title, description, spec, updatedAt, updatedBy } = row;
    const content: ViewContent = { title, description, spec };
    const version = { version: viewVersion(content), content, createdAt: updatedAt, createdBy: updatedBy };
    await keepVersion(tx, { tenantId, kind: "view", slug: row.slug }, version, isNew);
  }

  return {
    /** Those that changed last first, and how many there are in all. */
    list: (viewer: Viewer, { limit, offset }: { limit: number; offset: number }) =>
      asTenant(viewer.tenantId, async (tx) => {
        const [counted] = await tx.query<{ total: number }>(
          `select count(*)::integer as total from callboard.views where ${SEEN}`,
          seenBy(viewer),
        );
        const rows = await tx.query<ListedView>(
          `select ${LISTED} from callboard.views where ${SEEN} order by updated_at desc, slug limit ${limit} offset ${offset}`,
          seenBy(viewer),
        );
        return { rows, total: counted?.total ?? 0 };
      }),

    async find(viewer: Viewer, slug: string): Promise<ViewRow | undefined> {
      const [row] = await asTenant(viewer.tenantId, (tx) =>
        tx.query<ViewRow>(`select ${COLUMNS} from callboard.views where ${SEEN} and slug = $5`, [
          ...seenBy(viewer),
          slug,
        ]),
      );
      return row;
    },

    /** Undefined where the tenant has a view of that slug already. */
    insert: (
      tenantId: string,
      slug: string,
      { title, description, spec }: ViewContent,
      { by, expiresAt = null }: { by: string | null; expiresAt?: number | null },
    ) =>
      asTenant(tenantId, async (tx) => {
        const now = Date.now();
        if (expiresAt !== null) {
          await tx.query(
            `delete from callboard.views where tenant_id = $1::uuid and expires_at is not null and (expires_at <= $3::bigint
               or slug in (select slug from callboard.views
                 where tenant_id = $1::uuid and created_by is not distinct from $2::text and expires_at is not null
                 order by created_at desc offset ${MOST_TRANSIENT - 1}))`,
            [tenantId, by, now],
          );
        }
        const [row] = await tx.query<ViewRow>(
          `insert into callboard.views
             (tenant_id, slug, title, description, spec, expires_at, created_at, created_by, updated_at, updated_by)
           values ($1::uuid, $2, $3, $4, $5::text::json, $6::bigint, $7::bigint, $8, $7::bigint, $8)
           on conflict do nothing returning ${COLUMNS}`,
          [tenantId, slug, title, description, JSON.stringify(spec), expiresAt, now, by],
        );
        if (row) await keep(tx, tenantId, row, true);
        return row;
      }),

    /** Undefined where it is not as `revision` says any more. */
    update: (
      tenantId: string,
      { slug, revision }: ViewRow,
      { title, description, spec, isPublished }: ViewContent & { isPublished: boolean },
      by: string | null,
    ) =>
      asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ViewRow>(
          `update callboard.views
           set title = $4, description = $5, spec = $6::text::json, is_published = $7::boolean, updated_at = $8::bigint,
             updated_by = $9, revision = revision + 1
           where tenant_id = $1::uuid and slug = $2 and revision = $3::integer returning ${COLUMNS}`,
          [tenantId, slug, revision, title, description, JSON.stringify(spec), isPublished, Date.now(), by],
        );
        if (row) await keep(tx, tenantId, row);
        return row;
      }),

    /** A transient view stays from now on; `taken` where another has the slug, `moved` where it has changed or gone. */
    stay: (tenantId: string, view: ViewRow, as: { slug: string; title: string }, by: string | null) =>
      asTenant(tenantId, async (tx): Promise<ViewRow | "taken" | "moved"> => {
        const [other] = await tx.query("select 1 from callboard.views where tenant_id = $1::uuid and slug = $2", [
          tenantId,
          as.slug,
        ]);
        if (other && as.slug !== view.slug) return "taken";
        const [row] = await tx.query<ViewRow>(
          `update callboard.views
           set slug = $4, title = $5, expires_at = null, updated_at = $6::bigint, updated_by = $7, revision = revision + 1
           where tenant_id = $1::uuid and slug = $2 and revision = $3::integer and expires_at is not null
           returning ${COLUMNS}`,
          [tenantId, view.slug, view.revision, as.slug, as.title, Date.now(), by],
        );
        if (!row) return "moved";
        await keep(tx, tenantId, row, true);
        return row;
      }),

    /** False where it is not as `revision` says any more. */
    remove: (tenantId: string, { slug, revision }: ViewRow) =>
      asTenant(tenantId, async (tx) => {
        const removed = await tx.query(
          "delete from callboard.views where tenant_id = $1::uuid and slug = $2 and revision = $3::integer returning slug",
          [tenantId, slug, revision],
        );
        return removed.length > 0;
      }),

    versions: (tenantId: string, slug: string) =>
      asTenant(tenantId, (tx) => versionsOf<ViewContent>(tx, { tenantId, kind: "view", slug })),
  };
}
