import type { Transaction } from "@callboard/server";

/** Whose versions: a tenant's tool, override, view or config of an agent, by its slug. */
export interface VersionOwner {
  tenantId: string;
  kind: "system_override" | "tenant_custom" | "view" | "agent";
  slug: string;
}

/** A content as it was kept once. */
export interface KeptContent<Content> {
  version: string;
  content: Content;
  createdAt: number;
  createdBy: string | null;
}

/** The most versions of one owner that are listed. */
const MOST_VERSIONS = 200;

/** Keeps a version where the content is another than the last one's, or its owner is new under an old slug. */
export async function keepVersion(
  tx: Transaction,
  { tenantId, kind, slug }: VersionOwner,
  { version, content, createdAt, createdBy }: KeptContent<object>,
  isNew = false,
): Promise<void> {
  const named = [tenantId, kind, slug];
  const [last] = await tx.query<{ number: number; version: string }>(
    `select number, version from callboard.schema_versions
     where tenant_id = $1::uuid and owner_kind = $2 and owner = $3 order by number desc limit 1`,
    named,
  );
  if (!isNew && last?.version === version) return;
  await tx.query(
    `insert into callboard.schema_versions
       (tenant_id, owner_kind, owner, number, version, content, created_at, created_by)
     values ($1::uuid, $2, $3, $4, $5, $6::text::jsonb, $7, $8)`,
    [...named, (last?.number ?? 0) + 1, version, JSON.stringify(content), createdAt, createdBy],
  );
}

/** The newest first. */
export const versionsOf = <Content>(
  tx: Transaction,
  { tenantId, kind, slug }: VersionOwner,
): Promise<KeptContent<Content>[]> =>
  tx.query<KeptContent<Content>>(
    `select version, content, created_at as "createdAt", created_by as "createdBy"
     from callboard.schema_versions where tenant_id = $1::uuid and owner = $2 and owner_kind = $3
     order by number desc limit ${MOST_VERSIONS}`,
    [tenantId, slug, kind],
  );
