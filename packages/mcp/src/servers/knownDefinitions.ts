import { tenantRows, type Migration, type Store } from "@callboard/server";

/** A definition as it was first seen, or last allowed: the tool, and the server that it is of. */
export type Definition = Readonly<Record<string, unknown>>;

/** What tenants know of the tools of servers: each as it was when they first saw it, or last let it run. */
export interface KnownDefinitions {
  /**
   * The definitions of a server that a tenant knows, by the tool's name; those of `seen` that it does not are known
   * from now on.
   */
  of(tenantId: string, server: string, seen: ReadonlyMap<string, Definition>): Promise<ReadonlyMap<string, Definition>>;
  /** A person has let it run as it is now. */
  allow(
    tenantId: string,
    server: string,
    tool: string,
    allowed: { definition: Definition; by: string | null },
  ): Promise<void>;
}

export const knownDefinitionsMigrations: readonly Migration[] = [
  {
    version: 1,
    name: "the definitions of servers' tools as tenants know them",
    sql: `
      create table callboard.mcp_definitions (
        tenant_id uuid not null, server text not null, tool text not null, definition jsonb not null,
        known_at timestamptz not null default now(), allowed_by text,
        primary key (tenant_id, server, tool)
      );
      ${tenantRows("mcp_definitions", "select, insert, update")}`,
  },
];

export function createKnownDefinitions({ database }: Pick<Store, "database">): KnownDefinitions {
  return {
    async of(tenantId, server, seen) {
      const read = async () => {
        const rows = await database.asTenant(tenantId, (tx) =>
          tx.query<{ tool: string; definition: Definition }>(
            "select tool, definition from callboard.mcp_definitions where server = $1",
            [server],
          ),
        );
        return new Map(rows.map(({ tool, definition }) => [tool, definition]));
      };
      const known = await read();
      const fresh = [...seen].filter(([tool]) => !known.has(tool)).map(([tool, definition]) => ({ tool, definition }));
      if (fresh.length === 0) return known;
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.mcp_definitions (tenant_id, server, tool, definition)
           select $1::uuid, $2, tool, definition from jsonb_to_recordset($3::jsonb) as seen (tool text, definition jsonb)
           on conflict do nothing`,
          [tenantId, server, JSON.stringify(fresh)],
        ),
      );
      // Another process may have seen another one first.
      return read();
    },
    async allow(tenantId, server, tool, { definition, by }) {
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.mcp_definitions (tenant_id, server, tool, definition, allowed_by)
           values ($1::uuid, $2, $3, $4::jsonb, $5)
           on conflict (tenant_id, server, tool) do update
             set definition = excluded.definition, allowed_by = excluded.allowed_by, known_at = now()`,
          [tenantId, server, tool, JSON.stringify(definition), by],
        ),
      );
    },
  };
}
