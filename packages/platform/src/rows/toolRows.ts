import type { ToolSwitch } from "@callboard/core/access";
import { DEFAULT_TENANT_ID, type Store, type Transaction } from "@callboard/server";
import { keepVersion, versionsOf, type KeptContent } from "./schemaVersions.ts";
import {
  columnsOf,
  contentHash,
  contentOf,
  ROW_COLUMNS,
  type RowKind,
  type ToolContent,
  type ToolRow,
} from "./toolRow.ts";

type Database = Store["database"];

/** What is written: a row's content and its switch. */
export interface RowState {
  content: ToolContent;
  enabled: boolean | null;
}

interface RowName {
  tenantId: string;
  slug: string;
  kind: RowKind;
}

/**
 * The rows of tenants' tools, and their versions. Each method sees what its tenant may see, and changes what is its
 * own.
 */
export interface ToolRows {
  /** A tenant's rows, and what the default tenant says of tools in code, by slug. */
  list(tenantId: string): Promise<ToolRow[]>;
  find(name: RowName): Promise<ToolRow | undefined>;
  /** Undefined where there is one already. */
  insert(name: RowName, state: RowState, by: string | null): Promise<ToolRow | undefined>;
  /** The row as it is then: without a change, as it was. Undefined where it is not as `revision` says any more. */
  update(row: ToolRow, state: RowState, by: string | null): Promise<ToolRow | undefined>;
  /** False where it is not as `revision` says any more. */
  remove(row: ToolRow): Promise<boolean>;
  /** The newest first. */
  versions(name: RowName): Promise<KeptContent<ToolContent>[]>;
  switchesOf(tenantIds: readonly string[]): Promise<ToolSwitch[]>;
  bundlesOf(tenantIds: readonly string[]): Promise<string[]>;
  setBundle(tenantId: string, bundle: string, isInstalled: boolean): Promise<void>;
}

export function createToolRows(database: Database): ToolRows {
  const keep = (tx: Transaction, row: ToolRow, createdBy: string | null) =>
    keepVersion(tx, row, { version: contentHash(row), content: contentOf(row), createdAt: row.updatedAt, createdBy });

  const ownRow = "tenant_id = $1::uuid and slug = $2 and kind = $3";
  return {
    list: (tenantId) =>
      database.asTenant(tenantId, (tx) =>
        tx.query<ToolRow>(
          `select ${ROW_COLUMNS} from callboard.tools
           where tenant_id = $1::uuid or (tenant_id = $2::uuid and kind = 'system_override') order by slug, kind`,
          [tenantId, DEFAULT_TENANT_ID],
        ),
      ),
    async find({ tenantId, slug, kind }) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<ToolRow>(`select ${ROW_COLUMNS} from callboard.tools where ${ownRow}`, [tenantId, slug, kind]),
      );
      return row;
    },
    insert: ({ tenantId, slug, kind }, { content, enabled }, by) =>
      database.asTenant(tenantId, async (tx) => {
        const { columns, places, values } = columnsOf(content, 7);
        const [row] = await tx.query<ToolRow>(
          `insert into callboard.tools
             (tenant_id, slug, kind, enabled, updated_at, updated_by, ${columns.join(", ")})
           values ($1::uuid, $2, $3, $4::boolean, $5::bigint, $6, ${places.join(", ")})
           on conflict do nothing returning ${ROW_COLUMNS}`,
          [tenantId, slug, kind, enabled, Date.now(), by, ...values],
        );
        if (row) await keep(tx, row, by);
        return row;
      }),
    async update(row, { content, enabled }, by) {
      if (contentHash(content) === contentHash(row) && enabled === row.enabled) return row;
      return database.asTenant(row.tenantId, async (tx) => {
        const { columns, places, values } = columnsOf(content, 6);
        const sets = columns.map((column, index) => `${column} = ${places[index]}`);
        const [updated] = await tx.query<ToolRow>(
          `update callboard.tools
           set enabled = $3::boolean, updated_at = $4::bigint, updated_by = $5, revision = revision + 1, ${sets.join(", ")}
           where id = $1::uuid and revision = $2::integer returning ${ROW_COLUMNS}`,
          [row.id, row.revision, enabled, Date.now(), by, ...values],
        );
        if (updated) await keep(tx, updated, by);
        return updated;
      });
    },
    remove: ({ id, tenantId, revision }) =>
      database.asTenant(tenantId, async (tx) => {
        const removed = await tx.query(
          "delete from callboard.tools where id = $1::uuid and revision = $2::integer returning id",
          [id, revision],
        );
        return removed.length > 0;
      }),
    versions: (name) => database.asTenant(name.tenantId, (tx) => versionsOf<ToolContent>(tx, name)),
    switchesOf: (tenantIds) =>
      database.asTenant(ownOf(tenantIds), (tx) =>
        tx.query<ToolSwitch>(
          `select tenant_id as "tenantId", slug, enabled from callboard.tools
           where enabled is not null and tenant_id = any($1::uuid[])`,
          [tenantIds],
        ),
      ),
    bundlesOf: (tenantIds) =>
      database.asTenant(ownOf(tenantIds), async (tx) => {
        const rows = await tx.query<{ bundle: string }>(
          "select distinct bundle from callboard.tool_bundles where tenant_id = any($1::uuid[])",
          [tenantIds],
        );
        return rows.map(({ bundle }) => bundle);
      }),
    setBundle: (tenantId, bundle, isInstalled) =>
      database.asTenant(tenantId, async (tx) => {
        const statement = isInstalled
          ? "insert into callboard.tool_bundles (tenant_id, bundle) values ($1::uuid, $2) on conflict do nothing"
          : "delete from callboard.tool_bundles where tenant_id = $1::uuid and bundle = $2";
        await tx.query(statement, [tenantId, bundle]);
      }),
  };
}

/** The tenant that asks: its transaction sees the default tenant's rows too. */
const ownOf = (tenantIds: readonly string[]): string =>
  tenantIds.find((id) => id !== DEFAULT_TENANT_ID) ?? DEFAULT_TENANT_ID;
