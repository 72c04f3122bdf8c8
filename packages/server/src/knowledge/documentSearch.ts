import type { Database, Transaction } from "../db/database.ts";
import { storable } from "../log/callProjection.ts";

/** A document that a query found. `score` is relative: the best one has 1. */
export interface DocumentHit {
  id: string;
  path: string;
  title: string;
  /** Plain text around the words that were found. */
  snippet: string;
  score: number;
}

export interface DocumentSearchRequest {
  /** Words; `"a phrase"`, `or` and `-without` are understood. */
  query: string;
  limit: number;
  /** Only these documents; all unless given. */
  paths?: readonly string[];
}

export interface DocumentSearchResult {
  results: DocumentHit[];
  /** How many documents match in all. */
  total: number;
  /** `any` where no document has all of the words, and these have some; `none` where the query has no word to look for. */
  matched: "all" | "any" | "none";
}

/** One origin of documents, such as a package: the first part of their paths. */
export interface SourceEntry {
  name: string;
  documents: number;
  characters: number;
}

/** Finds a tenant's documents by the words in them. */
export interface DocumentSearch {
  search(tenantId: string, request: DocumentSearchRequest): Promise<DocumentSearchResult>;
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
const LONGEST_SNIPPET = 400;
const HEADLINE =
  'MaxFragments=2, MaxWords=30, MinWords=12, ShortWord=2, FragmentDelimiter=" … ", StartSel="", StopSel=""';

const ALL_WORDS = "websearch_to_tsquery('pg_catalog.english', $1)";
/** Words that are to be left out stay so; between the others, "and" becomes "or". */
const ANY_WORD = `(select case when numnode(without) = 0 then wanted else wanted && !!without end from (select
    replace(plainto_tsquery('pg_catalog.english', $1)::text, ' & ', ' | ')::tsquery as wanted,
    replace(plainto_tsquery('pg_catalog.english', $2)::text, ' & ', ' | ')::tsquery as without) as words)`;

export function createDocumentSearch(database: Database): DocumentSearch {
  return {
    search(tenantId, { query, limit, paths }) {
      const words = storable(query);
      const wanted = words.replace(EXCLUDED, " ");
      const without = [...words.matchAll(EXCLUDED)].map(([, word = ""]) => word).join(" ");
      return database.asTenant(tenantId, async (tx) => {
        const hits = async (matched: "all" | "any"): Promise<DocumentSearchResult | null> => {
          const parameters = matched === "all" ? [words] : [wanted, without];
          const ranked = await rank(tx, matched === "all" ? ALL_WORDS : ANY_WORD, parameters, wanted, limit, paths);
          if (ranked.length === 0) return null;
          const results = await describe(tx, matched === "all" ? ALL_WORDS : ANY_WORD, parameters, ranked);
          return { results, total: ranked[0]!.total, matched };
        };
        const found = (await hits("all")) ?? (await hits("any"));
        if (found) return found;
        const [row] = await tx.query<{ nodes: number }>(
          "select numnode(plainto_tsquery('pg_catalog.english', $1)) as nodes",
          [wanted],
        );
        return { results: [], total: 0, matched: row?.nodes ? "any" : "none" };
      });
    },
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

const SOURCE_NAME = `case
  when path not like '%/%' then source
  when path like '@%/%/%' then split_part(path, '/', 1) || '/' || split_part(path, '/', 2)
  else split_part(path, '/', 1) end`;

/** What a query asks to leave out: a word or a phrase after a minus. */
const EXCLUDED = /(?<=^|\s)-("[^"]*"|\S+)/g;

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
): Promise<DocumentHit[]> {
  const next = parameters.length + 1;
  const rows = await tx.query<Omit<DocumentHit, "score">>(
    `select id, path, title,
            ts_headline('pg_catalog.english', left(text, ${SNIPPET_REACH}), (${query}), '${HEADLINE}') as snippet
     from callboard.documents where id = any($${next}::text[])`,
    [...parameters, ranked.map((hit) => hit.id)],
  );
  const documents = new Map(rows.map((row) => [row.id, row]));
  const best = ranked[0]?.score || 1;
  return ranked.map(({ id, score }) => {
    const { path, title, snippet } = documents.get(id)!;
    return { id, path, title, snippet: snippetText(snippet), score: Math.round((score / best) * 1000) / 1000 };
  });
}

/** One line of plain text without markup, control or direction characters. */
export function snippetText(text: string): string {
  const plain = text
    .replace(/<\/?[a-z][^<>]*>|<!--[^]*?-->/gi, " ")
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replace(/\]\([^)\s]*\)?|\*\*|__|`/g, "")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/(?:^|\s)[#>|*=~_-]+(?=\s|$)/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = [...plain];
  return characters.length > LONGEST_SNIPPET ? `${characters.slice(0, LONGEST_SNIPPET - 1).join("")}…` : plain;
}
