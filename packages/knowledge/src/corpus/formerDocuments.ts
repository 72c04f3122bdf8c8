import type { Database } from "@callboard/server";
import { sourceIdOf, type SourceKey } from "./corpusWriter.ts";

/** A document that was kept before there were sections and chunks, without its text. */
export interface FormerDocument {
  path: string;
  bytes: number;
  modifiedAt: number;
}

/** The documents that the host kept in one table of its own, before this package had them. */
export interface FormerDocuments {
  /** The tenants that have some; none in a database without such a table. */
  tenants(): Promise<string[]>;
  sources(tenantId: string): Promise<string[]>;
  list(tenantId: string, source: string): Promise<FormerDocument[]>;
  text(tenantId: string, path: string): Promise<string>;
  /** Takes away those that the corpus has whole. */
  removeTaken(source: SourceKey): Promise<void>;
}

export function createFormerDocuments(database: Pick<Database, "asHost" | "asTenant">): FormerDocuments {
  return {
    async tenants() {
      return await database.asHost(async (tx) => {
        const [{ there } = { there: false }] = await tx.query<{ there: boolean }>(
          "select to_regclass('callboard.documents') is not null as there",
        );
        if (!there) return [];
        const rows = await tx.query<{ id: string }>("select distinct tenant_id as id from callboard.documents");
        return rows.map(({ id }) => id);
      });
    },
    async sources(tenantId) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ source: string }>("select distinct source from callboard.documents order by source"),
      );
      return rows.map(({ source }) => source);
    },
    list: (tenantId, source) =>
      database.asTenant(tenantId, (tx) =>
        tx.query<FormerDocument>(
          `select path, bytes, modified_at as "modifiedAt" from callboard.documents where source = $1
           order by path collate "C"`,
          [source],
        ),
      ),
    async text(tenantId, path) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ text: string }>("select text from callboard.documents where path = $1", [path]),
      );
      if (!row) throw new Error("Another host has taken it over.");
      return row.text;
    },
    async removeTaken({ tenantId, name, spaceId }) {
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `delete from callboard.documents f where f.source = $1 and exists (
             select from callboard.corpus_parts p
             join callboard.corpus_documents d on d.tenant_id = p.tenant_id and d.path_part_id = p.path_part_id
             where p.source_id = $2::uuid and p.kind = 'DOCUMENT' and p.path = f.path and d.state = 'whole')`,
          [name, sourceIdOf({ tenantId, name, spaceId })],
        ),
      );
    },
  };
}
