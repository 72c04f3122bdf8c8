import type { Database, Transaction } from "../../db/database.ts";
import { storable } from "../../db/storable.ts";

/** A document without its text. */
export interface DocumentEntry {
  id: string;
  path: string;
  title: string;
  characters: number;
}

/** A document as it is written. */
export interface NewDocument extends DocumentEntry {
  bytes: number;
  modifiedAt: number;
  hash: string;
  text: string;
}

/** By what a source's file is compared with the document that was made from it. */
export interface DocumentStamp {
  path: string;
  bytes: number;
  modifiedAt: number;
  hash: string;
}

/** One origin of documents, such as a package: the first part of their paths. */
export interface SourceEntry {
  name: string;
  documents: number;
  characters: number;
}

/** A query's words: as they stand, and apart into what is wanted and what is to be left out. */
export interface SearchWords {
  all: string;
  wanted: string;
  without: string;
}

/** A document that has a query's words; its snippet is as it stands in the document. */
export interface FoundDocument extends Omit<DocumentEntry, "characters"> {
  snippet: string;
  score: number;
}

/** Tenants' documents as rows. */
export interface Documents {
  /** How many documents each tenant has. */
  /** Whether a tenant has any. */
  any(tenantId: string): Promise<boolean>;
  /** In the order of their paths. */
  entries(tenantId: string): Promise<DocumentEntry[]>;
  /** A document with as much of its text, by id or path. */
  read(
    tenantId: string,
    key: { id?: string | undefined; path?: string | undefined },
    range: { offset: number; length: number },
  ): Promise<{ path: string; title: string; characters: number; text: string } | undefined>;
  stamps(tenantId: string, source: string): Promise<DocumentStamp[]>;
  /** Writes documents, and new stamps of those whose content is as it was, in one transaction. */
  write(
    tenantId: string,
    source: string,
    changed: readonly NewDocument[],
    touched: readonly Omit<DocumentStamp, "hash">[],
  ): Promise<void>;
  remove(tenantId: string, source: string, paths: readonly string[]): Promise<void>;
  /**
   * Documents by their words, best first: those that have all, else those that have some (`any`); `none` where the query
   * has no word to look for.
   */
  search(
    tenantId: string,
    words: SearchWords,
    options: { limit: number; paths: readonly string[] | undefined },
  ): Promise<{ found: FoundDocument[]; total: number; matched: "all" | "any" | "none" }>;
  /** The origins whose name contains `part`, the largest first. */
  sources(
    tenantId: string,
    part: string,
    limit: number,
  ): Promise<{ sources: SourceEntry[]; total: number; documents: number }>;
}

interface Ranked {
  id: string;
  score: number;
  total: number;
}

/** Of a long document only so much is looked through for a snippet. */
const SNIPPET_REACH = 200_000;
const HEADLINE =
  'MaxFragments=2, MaxWords=30, MinWords=12, ShortWord=2, FragmentDelimiter=" … ", StartSel="", StopSel=""';

const ALL_WORDS = "websearch_to_tsquery('pg_catalog.english', $1)";
/** Words that are to be left out stay so; between the others, "and" becomes "or". */
const ANY_WORD = `(select case when numnode(without) = 0 then wanted else wanted && !!without end from (select
    replace(plainto_tsquery('pg_catalog.english', $1)::text, ' & ', ' | ')::tsquery as wanted,
    replace(plainto_tsquery('pg_catalog.english', $2)::text, ' & ', ' | ')::tsquery as without) as words)`;

const SOURCE_NAME = `case
  when path not like '%/%' then source
  when path like '@%/%/%' then split_part(path, '/', 1) || '/' || split_part(path, '/', 2)
  else split_part(path, '/', 1) end`;

export function createDocuments(database: Database): Documents {
  return {
    async any(tenantId) {
      const rows = await database.asTenant(tenantId, (tx) => tx.query("select 1 from callboard.documents limit 1"));
      return rows.length > 0;
    },
    entries: (tenantId) =>
      database.asTenant(tenantId, (tx) =>
        tx.query<DocumentEntry>(
          `select id, path, title, characters from callboard.documents order by path collate "C"`,
        ),
      ),
    async read(tenantId, { id, path }, { offset, length }) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ path: string; title: string; characters: number; text: string }>(
          `select path, title, characters, substr(text, $3::int + 1, $4::int) as text
           from callboard.documents where ($1::text is null or id = $1) and ($2::text is null or path = $2)`,
          [id ?? null, path ?? null, offset, length],
        ),
      );
      return row;
    },
    async stamps(tenantId, source) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ path: string; bytes: number; modified_at: number; hash: string }>(
          "select path, bytes, modified_at, hash from callboard.documents where source = $1",
          [source],
        ),
      );
      return rows.map(({ path, bytes, modified_at, hash }) => ({ path, bytes, modifiedAt: modified_at, hash }));
    },
    async write(tenantId, source, changed, touched) {
      await database.asTenant(tenantId, async (tx) => {
        if (changed.length > 0) {
          const column = (key: keyof NewDocument) => changed.map((document) => document[key]);
          await tx.query(
            `insert into callboard.documents (tenant_id, source, id, path, title, characters, bytes, modified_at, hash, text)
         select $1::uuid, $2::text, * from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::bigint[], $9::text[], $10::text[])
         on conflict (tenant_id, path) do update set
           source = excluded.source, title = excluded.title, characters = excluded.characters, bytes = excluded.bytes,
           modified_at = excluded.modified_at, hash = excluded.hash, text = excluded.text`,
            [
              tenantId,
              source,
              column("id"),
              column("path"),
              column("title"),
              column("characters"),
              column("bytes"),
              column("modifiedAt"),
              column("hash"),
              column("text"),
            ],
          );
        }
        if (touched.length > 0) {
          await tx.query(
            `update callboard.documents d set bytes = n.bytes, modified_at = n.modified_at
         from unnest($1::text[], $2::int[], $3::bigint[]) as n (path, bytes, modified_at) where d.path = n.path`,
            [
              touched.map((file) => file.path),
              touched.map((file) => file.bytes),
              touched.map((file) => file.modifiedAt),
            ],
          );
        }
      });
    },
    async remove(tenantId, source, paths) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.documents where source = $1 and path = any($2::text[])", [source, paths]),
      );
    },
    search: (tenantId, { all, wanted, without }, { limit, paths }) =>
      database.asTenant(tenantId, async (tx) => {
        for (const matched of ["all", "any"] as const) {
          const query = matched === "all" ? ALL_WORDS : ANY_WORD;
          const parameters = matched === "all" ? [all] : [wanted, without];
          const ranked = await rank(tx, query, parameters, wanted, limit, paths);
          if (ranked.length === 0) continue;
          return { found: await describe(tx, query, parameters, ranked), total: ranked[0]!.total, matched };
        }
        const [row] = await tx.query<{ nodes: number }>(
          "select numnode(plainto_tsquery('pg_catalog.english', $1)) as nodes",
          [wanted],
        );
        return { found: [], total: 0, matched: row?.nodes ? "any" : "none" };
      }),
    sources(tenantId, part, limit) {
      return database.asTenant(tenantId, async (tx) => {
        const rows = await tx.query<SourceEntry & { total: number; all_documents: number }>(
          `select name, count(*)::int as documents, sum(characters)::float8 as characters,
                  (count(*) over ())::int as total, (sum(count(*)) over ())::int as all_documents
           from (select characters, ${SOURCE_NAME} as name from callboard.documents) as documents
           where position(lower($1) in lower(name)) > 0 or $1 = ''
           group by name order by documents desc, name collate "C" limit $2::int`,
          [storable(part), limit],
        );
        const sources = rows.map(({ name, documents, characters }) => ({ name, documents, characters }));
        return { sources, total: rows[0]?.total ?? 0, documents: rows[0]?.all_documents ?? 0 };
      });
    },
  };
}

/**
 * Each word counts by how rare it is among the tenant's documents, and saturates within one document; words close
 * together count more, and so do the documents of a source that is named. `ts_rank` alone would put the longest changelog first.
 */
function rank(
  tx: Transaction,
  query: string,
  parameters: readonly string[],
  wanted: string,
  limit: number,
  paths: readonly string[] | undefined,
): Promise<Ranked[]> {
  const next = parameters.length + 1;
  return tx.query<Ranked>(
    `with asked as (select ${query} as query),
     terms as (
       select ltrim(quote_literal(lexeme), ' E')::tsquery as term from unnest(to_tsvector('pg_catalog.english', $${next})) as words
     ),
     hits as (
       select id, path, term, ts_rank('{0.2, 0.2, 0.6, 1}', words, term, 1) as weight,
              case when words @@ query and ($${next + 1}::text[] is null or path = any($${next + 1}::text[]))
                   then (1 + ts_rank_cd(words, query, 32)) *
                        case when position(' ' || lower(${SOURCE_NAME}) || ' ' in ' ' || lower($${next}) || ' ') > 0 then 2 else 1 end
              end as nearness
       from callboard.documents, asked, terms where words @@ term
     ),
     rarity as (
       select term, ln(1 + (select count(*) from callboard.documents)::float8 / count(*)) as rarity from hits group by term
     ),
     found as (
       select id, path, sum(weight * rarity * nearness)::float8 as score
       from hits join rarity using (term) where nearness is not null group by id, path
     )
     select id, score, (count(*) over ())::int as total from found
     order by score desc, path collate "C" limit $${next + 2}::int`,
    [...parameters, wanted, paths ?? null, limit],
  );
}

async function describe(
  tx: Transaction,
  query: string,
  parameters: readonly string[],
  ranked: readonly Ranked[],
): Promise<FoundDocument[]> {
  const next = parameters.length + 1;
  const rows = await tx.query<Omit<FoundDocument, "score">>(
    `select id, path, title,
            ts_headline('pg_catalog.english', left(text, ${SNIPPET_REACH}), (${query}), '${HEADLINE}') as snippet
     from callboard.documents where id = any($${next}::text[])`,
    [...parameters, ranked.map((hit) => hit.id)],
  );
  const documents = new Map(rows.map((row) => [row.id, row]));
  return ranked.map(({ id, score }) => ({ ...documents.get(id)!, score }));
}
