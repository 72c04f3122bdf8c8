import type { Database, Transaction } from "@callboard/server";

/** Whose documents are asked for: a space's and those of no space, or all of the tenant where no space is named. */
export interface Reader {
  tenantId: string;
  spaceId: string | null;
}

export type PartKind = "FOLDER" | "DOCUMENT" | "SECTION" | "CHUNK";

/** A folder, document, section or chunk. */
export interface Part {
  id: string;
  kind: PartKind;
  name: string;
  parentId: string | null;
  documentId: string | null;
  sourceId: string;
  /** From the source's folder, with `/`; empty for the source itself and below a document. */
  path: string;
  /** Null until the document is whole. */
  chunks: number | null;
  characters: number | null;
  /** The position of a section's first chunk, or of a chunk. */
  first: number;
  depth: number;
}

/** What is known of a document beside its place. */
export interface DocumentFacts {
  id: string;
  title: string;
  mediaType: string;
  language: string;
  bytes: number;
  modifiedAt: number;
  state: "reading" | "whole" | "failed";
  problem: string | null;
}

export interface ChunkRow {
  id: string;
  documentId: string;
  sectionId: string;
  position: number;
  start: number;
  text: string;
  hasImage: boolean;
}

export interface Page {
  limit: number;
  offset: number;
}

/** What is listed of a folder or found by name. */
export interface Listed {
  id: string;
  kind: PartKind;
  name: string;
  path: string;
  /** Of a document; a folder has none of its own. */
  title: string | null;
  characters: number | null;
  state: DocumentFacts["state"] | null;
  /** How many folders and documents stand in a folder. */
  children: number | null;
}

/** A step of a breadcrumb. */
export interface Crumb {
  id: string;
  name: string;
  kind: PartKind;
}

/** A source with what was brought in of it. */
export interface SourceState {
  /** Its folder. */
  id: string;
  name: string;
  documents: number;
  failed: number;
  /** Still being read, or cut off. */
  unfinished: number;
  characters: number;
}

/** Reads a tenant's folders, documents, sections and chunks. */
export interface Corpus {
  any(reader: Reader): Promise<boolean>;
  /** A folder, document, section or chunk; undefined where the reader has none of this id. */
  part(reader: Reader, id: string): Promise<Part | undefined>;
  document(reader: Reader, id: string): Promise<DocumentFacts | undefined>;
  /** Those of some ids that the reader has, in one query. */
  documents(reader: Reader, ids: readonly string[]): Promise<DocumentFacts[]>;
  /** What stands in a folder, or the sources where it is null: folders first, by name. */
  list(reader: Reader, folderId: string | null, page: Page): Promise<{ parts: Listed[]; total: number }>;
  /** Folders and documents whose name holds a text in whatever case. */
  find(
    reader: Reader,
    name: string,
    kind: "FOLDER" | "DOCUMENT" | null,
    page: Page,
  ): Promise<{ parts: Listed[]; total: number }>;
  /** A document's sections, in reading order. */
  sections(reader: Reader, documentId: string, page?: Page): Promise<Part[]>;
  /** Chunks of a document from one position up to another, which is left out. */
  chunks(reader: Reader, documentId: string, from: number, to: number): Promise<ChunkRow[]>;
  countChunks(reader: Reader, documentId: string): Promise<number>;
  chunk(reader: Reader, id: string): Promise<ChunkRow | undefined>;
  chunksById(reader: Reader, ids: readonly string[]): Promise<ChunkRow[]>;
  /** The way to each part from its source, the part itself last. */
  breadcrumbs(reader: Reader, ids: readonly string[]): Promise<Map<string, Crumb[]>>;
  /** The sources with what was brought in of them, by name. */
  sources(reader: Reader, page: Page): Promise<{ sources: SourceState[]; total: number }>;
  /** Documents that could not be read, the latest first. */
  problems(reader: Reader, limit: number): Promise<{ id: string; name: string; problem: string }[]>;
  image(reader: Reader, chunkId: string): Promise<{ mediaType: string; caption: string; data: string } | undefined>;
}

/** `$1` is the space. */
const VISIBLE = `join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
  and ($1::text is null or s.space_id is null or s.space_id = $1)`;

const PART = `p.path_part_id as id, p.kind, p.name, p.parent_id as "parentId",
  coalesce(p.document_id, case when p.kind = 'DOCUMENT' then p.path_part_id end) as "documentId", p.source_id as "sourceId",
  p.path, p.chunks, p.characters, coalesce(p.first_chunk, 0) as first, p.depth`;

const CHUNK = `c.path_part_id as id, c.document_id as "documentId", c.section_id as "sectionId", c.position, c.start_at as start,
  c.text, exists (select from callboard.corpus_images i where i.tenant_id = c.tenant_id and i.chunk_id = c.path_part_id) as "hasImage"`;

const LISTED = `p.path_part_id as id, p.kind, p.name, p.path, d.title, p.characters, d.state,
  case when p.kind = 'FOLDER' then (select count(*)::int from callboard.corpus_parts c
    where c.tenant_id = p.tenant_id and c.parent_id = p.path_part_id) end as children`;

const WITH_DOCUMENT = `left join callboard.corpus_documents d on d.tenant_id = p.tenant_id and d.path_part_id = p.path_part_id`;

export function createCorpus(database: Pick<Database, "asTenant">): Corpus {
  const query = <Row>({ tenantId, spaceId }: Reader, text: string, params: readonly unknown[] = []) =>
    database.asTenant(tenantId, (tx: Transaction) => tx.query<Row>(text, [spaceId, ...params]));
  const listed = async (reader: Reader, where: string, params: readonly unknown[], { limit, offset }: Page) => {
    const rows = await query<Listed & { total: number }>(
      reader,
      `select ${LISTED}, count(*) over ()::int as total from callboard.corpus_parts p ${VISIBLE} ${WITH_DOCUMENT}
       where p.kind in ('FOLDER', 'DOCUMENT') and ${where}
       order by (p.kind = 'DOCUMENT'), lower(p.name) collate "C", p.path collate "C", p.path_part_id
       limit ${limit} offset ${offset}`,
      params,
    );
    const first = rows[0];
    if (first) {
      const { total } = first;
      for (const row of rows) Reflect.deleteProperty(row, "total");
      return { parts: rows, total };
    }
    if (offset === 0) return { parts: [], total: 0 };
    const [counted] = await query<{ total: number }>(
      reader,
      `select count(*)::int as total from callboard.corpus_parts p ${VISIBLE} where p.kind in ('FOLDER', 'DOCUMENT') and ${where}`,
      params,
    );
    return { parts: [], total: counted?.total ?? 0 };
  };

  const documents = (reader: Reader, ids: readonly string[]): Promise<DocumentFacts[]> =>
    query<DocumentFacts>(
      reader,
      `select d.path_part_id as id, d.title, d.media_type as "mediaType", d.language, d.bytes, d.modified_at as "modifiedAt",
         d.state, d.problem
       from callboard.corpus_documents d
       join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id ${VISIBLE}
       where d.path_part_id = any($2::text[]::uuid[])`,
      [ids],
    );

  return {
    async any(reader) {
      const rows = await query(
        reader,
        `select 1 from callboard.corpus_parts p ${VISIBLE} where p.kind = 'DOCUMENT' limit 1`,
      );
      return rows.length > 0;
    },
    async part(reader, id) {
      const [part] = await query<Part>(
        reader,
        `select ${PART} from callboard.corpus_parts p ${VISIBLE} where p.path_part_id = $2::uuid
         union all
         select c.path_part_id, 'CHUNK', '#' || (c.position + 1), c.section_id, c.document_id, p.source_id, '', 1, length(c.text),
           c.position, 0
         from callboard.corpus_chunks c
         join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
         where c.path_part_id = $2::uuid`,
        [id],
      );
      return part;
    },
    document: async (reader, id) => (await documents(reader, [id]))[0],
    documents,
    list: (reader, folderId, page) =>
      folderId === null
        ? listed(reader, "p.parent_id is null", [], page)
        : listed(reader, "p.parent_id = $2::uuid", [folderId], page),
    find: (reader, name, kind, page) =>
      listed(
        reader,
        `strpos(lower(p.name), lower($2::text)) > 0 and ($3::text is null or p.kind = $3)`,
        [name, kind],
        page,
      ),
    sections: (reader, documentId, { limit, offset } = { limit: 100_000, offset: 0 }) =>
      query<Part>(
        reader,
        `select ${PART} from callboard.corpus_parts p ${VISIBLE} where p.document_id = $2::uuid and p.kind = 'SECTION'
         order by p.position limit $3::int offset $4::int`,
        [documentId, limit, offset],
      ),
    chunks: (reader, documentId, from, to) =>
      query<ChunkRow>(
        reader,
        `select ${CHUNK} from callboard.corpus_chunks c
         join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
         where c.document_id = $2::uuid and c.position >= $3::int and c.position < $4::int order by c.position`,
        [documentId, from, to],
      ),
    async countChunks(reader, documentId) {
      const [row] = await query<{ count: number }>(
        reader,
        `select count(*)::int as count from callboard.corpus_chunks c
         join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
         where c.document_id = $2::uuid`,
        [documentId],
      );
      return row?.count ?? 0;
    },
    async chunk(reader, id) {
      const [row] = await this.chunksById(reader, [id]);
      return row;
    },
    chunksById: (reader, ids) =>
      query<ChunkRow>(
        reader,
        `select ${CHUNK} from callboard.corpus_chunks c
         join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
         where c.path_part_id = any($2::uuid[])`,
        [ids],
      ),
    async breadcrumbs(reader, ids) {
      const rows = await query<Crumb & { of: string }>(
        reader,
        `with recursive way as (
           select w.id as of, p.path_part_id, p.parent_id, p.name, p.kind, 0 as step, p.tenant_id
           from unnest($2::uuid[]) as w (id)
           left join callboard.corpus_chunks c on c.path_part_id = w.id
           join callboard.corpus_parts p on p.path_part_id = coalesce(c.section_id, w.id) ${VISIBLE}
           union all
           select way.of, p.path_part_id, p.parent_id, p.name, p.kind, way.step + 1, p.tenant_id
           from way join callboard.corpus_parts p on p.tenant_id = way.tenant_id and p.path_part_id = way.parent_id
         )
         select of, path_part_id as id, name, kind from way order by of, step desc`,
        [ids],
      );
      const ways = new Map<string, Crumb[]>();
      for (const { of, ...crumb } of rows) ways.set(of, [...(ways.get(of) ?? []), crumb]);
      return ways;
    },
    async sources(reader, { limit, offset }) {
      const rows = await query<SourceState>(
        reader,
        `select p.path_part_id as id, p.name, n.documents, n.failed, n.unfinished, n.characters
         from callboard.corpus_parts p ${VISIBLE}
         cross join lateral (
           select count(*)::int as documents, (count(*) filter (where d.state = 'failed'))::int as failed,
             (count(*) filter (where d.state = 'reading'))::int as unfinished, coalesce(sum(o.characters), 0)::float8 as characters
           from callboard.corpus_parts o
           join callboard.corpus_documents d on d.tenant_id = o.tenant_id and d.path_part_id = o.path_part_id
           where o.tenant_id = p.tenant_id and o.source_id = p.source_id and o.kind = 'DOCUMENT'
         ) n
         where p.parent_id is null and p.kind = 'FOLDER'
         order by lower(p.name) collate "C", p.path_part_id limit ${limit} offset ${offset}`,
      );
      const [counted] = await query<{ total: number }>(
        reader,
        `select count(*)::int as total from callboard.corpus_parts p ${VISIBLE} where p.parent_id is null and p.kind = 'FOLDER'`,
      );
      return { sources: rows, total: counted?.total ?? 0 };
    },
    problems: (reader, limit) =>
      query<{ id: string; name: string; problem: string }>(
        reader,
        `select p.path_part_id as id, s.name || '/' || p.path as name, coalesce(d.problem, '') as problem
         from callboard.corpus_documents d
         join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id ${VISIBLE}
         where d.state = 'failed' order by d.revision desc, p.path limit $2::int`,
        [limit],
      ),
    async image(reader, chunkId) {
      const [row] = await query<{ mediaType: string; caption: string; data: string }>(
        reader,
        `select i.media_type as "mediaType", i.caption, i.data from callboard.corpus_images i
         join callboard.corpus_chunks c on c.tenant_id = i.tenant_id and c.path_part_id = i.chunk_id
         join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
         where i.chunk_id = $2::uuid`,
        [chunkId],
      );
      return row;
    },
  };
}
