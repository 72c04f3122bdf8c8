import type { Database, Transaction } from "@callboard/server";
import type { TableOfDocument } from "../layout/document.ts";
import type { Chunk, Layout, Section } from "../layout/layOut.ts";
import { partId } from "../layout/partId.ts";

/** Where documents come from, and who sees them: a space, or everybody of the tenant. */
export interface SourceKey {
  tenantId: string;
  name: string;
  spaceId: string | null;
}

/** By what a file is compared with the document that was made from it. */
export interface DocumentStamp {
  path: string;
  bytes: number;
  modifiedAt: number;
  hash: string;
  state: "reading" | "whole" | "failed";
  problem: string | null;
}

/** A document as it is written. One without a layout could not be read, and says why. */
export interface NewDocument {
  id: string;
  path: string;
  title: string;
  mediaType: string;
  language: string;
  bytes: number;
  modifiedAt: number;
  hash: string;
  layout: Layout | null;
  tables?: readonly TableOfDocument[];
  /** Why it could not be read, or what was left out of it. */
  problem?: string;
}

/** Writes a tenant's documents: each is there whole, or said to be still read. */
export interface CorpusWriter {
  stamps(source: SourceKey): Promise<DocumentStamp[]>;
  /** Documents, in the place of what had their paths, in one transaction. */
  write(source: SourceKey, documents: readonly NewDocument[]): Promise<void>;
  /** New stamps of documents whose content is as it was. */
  touch(source: SourceKey, stamps: readonly Pick<DocumentStamp, "path" | "bytes" | "modifiedAt">[]): Promise<void>;
  /** Documents that are gone, with the folders that they leave empty. */
  remove(source: SourceKey, paths: readonly string[]): Promise<void>;
}

/**
 * One transaction of a document that is longer takes this many chunks: requests that wait for the database come in
 * between.
 */
const CHUNKS_AT_ONCE = 150;
const ROWS_AT_ONCE = 1_000;

export const sourceIdOf = ({ tenantId, name, spaceId }: SourceKey) => partId("source", tenantId, spaceId ?? "", name);
const folderIdOf = (sourceId: string, path: string) => partId("folder", sourceId, path);
export const documentIdOf = (sourceId: string, path: string) => partId("document", sourceId, path);

export function createCorpusWriter(database: Pick<Database, "asTenant">): CorpusWriter {
  return {
    async stamps(source) {
      const rows = await database.asTenant(source.tenantId, (tx) =>
        tx.query<Omit<DocumentStamp, "modifiedAt"> & { modified_at: number }>(
          `select p.path, d.bytes, d.modified_at, d.hash, d.state, d.problem from callboard.corpus_documents d
           join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id
           where p.source_id = $1::uuid`,
          [sourceIdOf(source)],
        ),
      );
      return rows.map(({ modified_at, ...row }) => ({ ...row, modifiedAt: modified_at }));
    },
    async write(source, documents) {
      const long = documents.filter(
        ({ layout, tables }) =>
          (layout?.chunks.length ?? 0) > CHUNKS_AT_ONCE || tables?.some(({ rows }) => rows.length > ROWS_AT_ONCE),
      );
      const short = documents.filter((document) => !long.includes(document));
      if (short.length > 0) {
        await database.asTenant(source.tenantId, async (tx) => {
          await enter(tx, source, short, await nextRevision(tx, source.tenantId), "whole");
          const layouts = short.flatMap(({ id, layout }) => (layout ? [{ id, layout }] : []));
          await writeSections(tx, source, layouts);
          await writeChunks(
            tx,
            source.tenantId,
            layouts.flatMap(({ id, layout }) => layout.chunks.map((chunk) => ({ ...chunk, documentId: id }))),
          );
          for (const { id, tables = [] } of short)
            for (const [position, table] of tables.entries()) {
              const tableId = await writeTable(tx, source.tenantId, id, table, position);
              await writeRows(tx, source.tenantId, tableId, table, 0, table.rows.length);
            }
        });
      }
      for (const document of long) if (document.layout) await writeLong(source, document, document.layout);
    },
    async touch({ tenantId, ...source }, stamps) {
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `update callboard.corpus_documents d set bytes = n.bytes, modified_at = n.modified_at
           from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as n (id, bytes, modified_at) where d.path_part_id = n.id`,
          [
            stamps.map(({ path }) => documentIdOf(sourceIdOf({ tenantId, ...source }), path)),
            stamps.map(({ bytes }) => bytes),
            stamps.map(({ modifiedAt }) => modifiedAt),
          ],
        ),
      );
    },
    async remove(source, paths) {
      const sourceId = sourceIdOf(source);
      await database.asTenant(source.tenantId, async (tx) => {
        const revision = await nextRevision(tx, source.tenantId);
        await removeDocuments(
          tx,
          source.tenantId,
          paths.map((path) => documentIdOf(sourceId, path)),
          revision,
        );
        await removeEmptyFolders(tx, sourceId);
      });
    },
  };

  /** Says first that the document is being read, without its statistics, and gives these with its last chunks. */
  async function writeLong(source: SourceKey, document: NewDocument, layout: Layout): Promise<void> {
    const { tenantId } = source;
    await database.asTenant(tenantId, async (tx) => {
      await enter(tx, source, [document], await nextRevision(tx, tenantId), "reading");
      const unknown = layout.sections.map((section) => ({ ...section, chunks: null, characters: null }));
      await writeSections(tx, source, [{ id: document.id, layout: { sections: unknown } }]);
    });
    for (let from = 0; from < layout.chunks.length; from += CHUNKS_AT_ONCE) {
      const chunks = layout.chunks.slice(from, from + CHUNKS_AT_ONCE);
      await database.asTenant(tenantId, (tx) =>
        writeChunks(
          tx,
          tenantId,
          chunks.map((chunk) => ({ ...chunk, documentId: document.id })),
        ),
      );
    }
    for (const [position, table] of (document.tables ?? []).entries()) {
      const tableId = await database.asTenant(tenantId, (tx) => writeTable(tx, tenantId, document.id, table, position));
      for (let from = 0; from < table.rows.length; from += ROWS_AT_ONCE)
        await database.asTenant(tenantId, (tx) =>
          writeRows(tx, tenantId, tableId, table, from, Math.min(from + ROWS_AT_ONCE, table.rows.length)),
        );
    }
    await database.asTenant(tenantId, async (tx) => {
      const revision = await nextRevision(tx, tenantId);
      await tx.query(
        `update callboard.corpus_documents set state = 'whole', hash = $2, revision = $3 where path_part_id = $1::uuid`,
        [document.id, document.hash, revision],
      );
      await tx.query(
        `update callboard.corpus_parts p set chunks = n.chunks, characters = n.characters
         from unnest($1::uuid[], $2::int[], $3::int[]) as n (id, chunks, characters) where p.path_part_id = n.id`,
        [
          [document.id, ...layout.sections.map(({ id }) => id)],
          [layout.chunks.length, ...layout.sections.map(({ chunks }) => chunks)],
          [layout.text.length, ...layout.sections.map(({ characters }) => characters)],
        ],
      );
    });
  }
}

/** The next revision of the tenant; whoever has it is the only one who writes until the commit. */
export async function nextRevision(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ revision: number }>(
    `insert into callboard.corpus_revisions as r values ($1::uuid, 1)
     on conflict (tenant_id) do update set revision = r.revision + 1 returning revision`,
    [tenantId],
  );
  return row?.revision ?? 1;
}

/** The newest revision of a tenant's documents; 0 where it has none. */
export async function revisionOf(database: Pick<Database, "asTenant">, tenantId: string): Promise<number> {
  const [row] = await database.asTenant(tenantId, (tx) =>
    tx.query<{ revision: number }>("select revision from callboard.corpus_revisions"),
  );
  return row?.revision ?? 0;
}

async function removeDocuments(tx: Transaction, tenantId: string, ids: readonly string[], revision: number) {
  await tx.query(
    `with gone as (delete from callboard.corpus_parts where path_part_id = any($2::uuid[]) returning path_part_id)
     insert into callboard.corpus_removed (tenant_id, path_part_id, revision)
     select $1::uuid, path_part_id, $3::bigint from gone
     on conflict (tenant_id, path_part_id) do update set revision = excluded.revision`,
    [tenantId, ids, revision],
  );
}

async function removeEmptyFolders(tx: Transaction, sourceId: string): Promise<void> {
  await tx.query(
    `delete from callboard.corpus_parts f where f.source_id = $1::uuid and f.kind = 'FOLDER' and not exists (
       select from callboard.corpus_parts d where d.source_id = f.source_id and d.kind = 'DOCUMENT'
         and (f.path = '' or starts_with(d.path, f.path || '/')))`,
    [sourceId],
  );
}

/** Folders and documents, without what stands in them. */
async function enter(
  tx: Transaction,
  source: SourceKey,
  documents: readonly NewDocument[],
  revision: number,
  state: "whole" | "reading",
): Promise<void> {
  const { tenantId, name, spaceId } = source;
  const sourceId = sourceIdOf(source);
  await tx.query(
    `insert into callboard.corpus_sources (tenant_id, source_id, name, space_id) values ($1::uuid, $2::uuid, $3, $4)
     on conflict do nothing`,
    [tenantId, sourceId, name, spaceId],
  );
  await removeDocuments(
    tx,
    tenantId,
    documents.map(({ id }) => id),
    revision,
  );
  const folders = [...new Set(documents.flatMap(({ path }) => foldersOf(path)))];
  await tx.query(
    `insert into callboard.corpus_parts (tenant_id, source_id, kind, path_part_id, parent_id, name, path)
     select $1::uuid, $2::uuid, 'FOLDER', * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[])
     on conflict do nothing`,
    [
      tenantId,
      sourceId,
      folders.map((path) => folderIdOf(sourceId, path)),
      folders.map((path) => (path === "" ? null : folderIdOf(sourceId, folderOf(path)))),
      folders.map((path) => (path === "" ? name : nameOf(path))),
      folders,
    ],
  );
  const isWhole = state === "whole";
  await tx.query(
    `insert into callboard.corpus_parts
       (tenant_id, source_id, kind, path_part_id, parent_id, name, path, chunks, characters)
     select $1::uuid, $2::uuid, 'DOCUMENT', * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::int[])`,
    [
      tenantId,
      sourceId,
      documents.map(({ id }) => id),
      documents.map(({ path }) => folderIdOf(sourceId, folderOf(path))),
      documents.map(({ path }) => nameOf(path)),
      documents.map(({ path }) => path),
      documents.map(({ layout }) => (isWhole ? (layout?.chunks.length ?? 0) : null)),
      documents.map(({ layout }) => (isWhole ? (layout?.text.length ?? 0) : null)),
    ],
  );
  await tx.query(
    `insert into callboard.corpus_documents
       (tenant_id, revision, path_part_id, title, media_type, language, bytes, modified_at, hash, text, state, problem)
     select $1::uuid, $2::bigint, * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
       $9::text[], $10::text[], $11::text[], $12::text[])`,
    [
      tenantId,
      revision,
      documents.map(({ id }) => id),
      documents.map(({ title }) => title),
      documents.map(({ mediaType }) => mediaType),
      documents.map(({ language }) => language),
      documents.map(({ bytes }) => bytes),
      documents.map(({ modifiedAt }) => modifiedAt),
      // What is not whole has no hash: an ingest that was cut off reads it again.
      documents.map(({ hash }) => (isWhole ? hash : "")),
      documents.map(({ layout }) => layout?.text ?? ""),
      documents.map(({ layout }) => (layout ? state : "failed")),
      documents.map(({ problem }) => problem ?? null),
    ],
  );
}

type UncountedSection = Omit<Section, "chunks" | "characters"> & { chunks: number | null; characters: number | null };

async function writeSections(
  tx: Transaction,
  source: SourceKey,
  layouts: readonly { id: string; layout: { sections: readonly UncountedSection[] } }[],
): Promise<void> {
  const sections = layouts.flatMap(({ id, layout }) => layout.sections.map((each) => ({ ...each, documentId: id })));
  if (sections.length === 0) return;
  const column = <Key extends keyof (typeof sections)[number]>(key: Key) => sections.map((section) => section[key]);
  await tx.query(
    `insert into callboard.corpus_parts (tenant_id, source_id, kind, path, path_part_id, document_id, parent_id, name, position,
       depth, first_chunk, chunks, characters)
     select $1::uuid, $2::uuid, 'SECTION', '', * from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::int[],
       $9::int[], $10::int[], $11::int[])`,
    [
      source.tenantId,
      sourceIdOf(source),
      column("id"),
      column("documentId"),
      column("parentId"),
      column("title"),
      column("position"),
      column("depth"),
      column("first"),
      column("chunks"),
      column("characters"),
    ],
  );
}

async function writeChunks(
  tx: Transaction,
  tenantId: string,
  chunks: readonly (Chunk & { documentId: string })[],
): Promise<void> {
  if (chunks.length === 0) return;
  const column = <Key extends keyof (typeof chunks)[number]>(key: Key) => chunks.map((chunk) => chunk[key]);
  await tx.query(
    `insert into callboard.corpus_chunks (tenant_id, path_part_id, document_id, section_id, position, start_at, text)
     select $1::uuid, * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::text[])`,
    [
      tenantId,
      column("id"),
      column("documentId"),
      column("sectionId"),
      column("position"),
      column("start"),
      column("text"),
    ],
  );
  const pictures = chunks.flatMap(({ id, picture }) => (picture ? [{ id, ...picture }] : []));
  if (pictures.length === 0) return;
  await tx.query(
    `insert into callboard.corpus_images (tenant_id, chunk_id, media_type, caption, data)
     select $1::uuid, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[])`,
    [
      tenantId,
      pictures.map(({ id }) => id),
      pictures.map(({ mediaType }) => mediaType),
      pictures.map(({ caption }) => caption),
      pictures.map(({ bytes }) => Buffer.from(bytes).toString("base64")),
    ],
  );
}

async function writeTable(
  tx: Transaction,
  tenantId: string,
  documentId: string,
  { name, columns, rows }: TableOfDocument,
  position: number,
): Promise<string> {
  const id = partId("table", documentId, String(position));
  await tx.query(
    `insert into callboard.corpus_tables (tenant_id, table_id, document_id, position, name, columns, rows)
     values ($1::uuid, $2::uuid, $3::uuid, $4::int, $5, $6, $7::int)`,
    [tenantId, id, documentId, position, name, JSON.stringify(columns), rows.length],
  );
  return id;
}

async function writeRows(
  tx: Transaction,
  tenantId: string,
  tableId: string,
  { columns, rows }: TableOfDocument,
  from: number,
  to: number,
): Promise<void> {
  const objects = rows
    .slice(from, to)
    .map((row) => JSON.stringify(Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))));
  await tx.query(
    `insert into callboard.corpus_rows (tenant_id, table_id, position, data)
     select $1::uuid, $2::uuid, $3::int + n.at::int - 1, n.data::jsonb
     from unnest($4::text[]) with ordinality as n (data, at)`,
    [tenantId, tableId, from, objects],
  );
}

/** Every folder that leads to a path, with the source's own, which is "". */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return ["", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))];
}
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
