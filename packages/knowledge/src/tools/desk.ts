import type { Database } from "@callboard/server";
import type { Corpus, Part, Reader } from "../corpus/corpus.ts";
import { isPartId } from "../layout/partId.ts";
import type { CorpusSearch } from "../search/corpusSearch.ts";
import { byNearness, closestPaths, pathMatcher } from "../paths/namedPaths.ts";
import { fail, named } from "./failures.ts";

export interface GrepMatch {
  path: string;
  path_part_id: string;
  line: number;
  column: number;
  text: string;
}

export interface DocumentRow {
  id: string;
  path: string;
  title: string;
  characters: number;
}

/** What the twelve do beside the library: whole sources, documents by their path, and their text as it stands. */
export interface Desk {
  sources(
    reader: Reader,
    name: string,
    limit: number,
  ): Promise<{ sources: SourceRow[]; total: number; documents: number }>;
  /** A document by its id, or by its path with or without its source's name. */
  document(reader: Reader, key: { id?: string; path?: string }): Promise<Part>;
  /** A folder by its id, or by a source's name and a path in it. */
  folder(reader: Reader, key: { id?: string; source?: string; path?: string }): Promise<Part>;
  tree(
    reader: Reader,
    folder: Part,
    depth: number,
  ): Promise<{ folders: TreeRow[]; tree: string; total: number; is_cut: boolean }>;
  stretch(reader: Reader, document: Part, offset: number, length: number): Promise<{ text: string; total: number }>;
  byName(
    reader: Reader,
    name: string,
    page: { limit: number; offset: number },
  ): Promise<{ documents: DocumentRow[]; total: number }>;
  idsByGlob(reader: Reader, glob: string): Promise<string[]>;
  sourceIds(reader: Reader, names: readonly string[]): Promise<string[]>;
  grep(
    reader: Reader,
    request: { pattern: string; isRegex: boolean; ignoresCase: boolean; glob: string | undefined; limit: number },
    signal: AbortSignal,
  ): Promise<{ matches: GrepMatch[]; documents: number; is_cut: boolean; note?: string }>;
}

export interface SourceRow {
  name: string;
  documents: number;
  characters: number;
  path_part_id: string;
}

export interface TreeRow {
  path_part_id: string;
  name: string;
  depth: number;
  documents: number;
}

const VISIBLE = `join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
  and ($1::text is null or s.space_id is null or s.space_id = $1)`;
const DOCUMENTS = `from callboard.corpus_documents d
  join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id ${VISIBLE}`;

const MOST_FOLDERS = 500;
const GREP_DOCUMENTS_AT_ONCE = 20;
/** A search that takes longer answers with what it has. */
const GREP_MS = 15_000;
export const GREP_OVERDUE = "Not all documents were looked through: narrow by a path pattern.";

export function createDesk(database: Pick<Database, "asTenant">, corpus: Corpus, search: CorpusSearch): Desk {
  const query = <Row>({ tenantId, spaceId }: Reader, text: string, params: readonly unknown[] = []) =>
    database.asTenant(tenantId, (tx) => tx.query<Row>(text, [spaceId, ...params]));
  const partOf = async (reader: Reader, id: string, path: string) =>
    (isPartId(id) ? await corpus.part(reader, id.toLowerCase()) : undefined) ??
    fail("none", { id: id.slice(0, 100) }, path);

  const desk: Desk = {
    async sources(reader, name, limit) {
      const rows = await query<SourceRow & { total: number; all_documents: number }>(
        reader,
        `select s.name, count(*)::int as documents, coalesce(sum(p.characters), 0)::float8 as characters,
           (select r.path_part_id from callboard.corpus_parts r where r.tenant_id = s.tenant_id and r.source_id = s.source_id
             and r.parent_id is null and r.kind = 'FOLDER') as path_part_id,
           count(*) over ()::int as total, sum(count(*)) over ()::int as all_documents
         from callboard.corpus_parts p ${VISIBLE}
         where p.kind = 'DOCUMENT' and strpos(lower(s.name), lower($2::text)) > 0
         group by s.tenant_id, s.source_id, s.name order by documents desc, s.name collate "C" limit $3::int`,
        [name, limit],
      );
      return {
        sources: rows.map(({ name: source, documents, characters, path_part_id }) => ({
          name: source,
          documents,
          characters,
          path_part_id,
        })),
        total: rows[0]?.total ?? 0,
        documents: rows[0]?.all_documents ?? 0,
      };
    },
    async document(reader, { id, path }) {
      if (id) {
        const part = await partOf(reader, id, "/path_part_id");
        if (part.kind === "FOLDER" || part.documentId === null) return fail("folder", named(part));
        return part.kind === "DOCUMENT" ? part : await partOf(reader, part.documentId, "/path_part_id");
      }
      const wanted = path ?? "";
      const [row] = await query<{ id: string }>(
        reader,
        `select p.path_part_id as id ${DOCUMENTS}
         where p.path = $2 or s.name || '/' || p.path = $2 order by (p.path = $2) desc, s.name limit 1`,
        [wanted],
      );
      if (row) return await partOf(reader, row.id, "/path");
      const known = await query<{ path: string; source: string }>(
        reader,
        `select p.path, s.name as source ${DOCUMENTS}`,
      );
      // In the form in which it was asked for.
      const isWhole = known.some(({ source: name }) => wanted.startsWith(`${name}/`));
      const paths = known.map(({ path: inSource, source: name }) => (isWhole ? `${name}/${inSource}` : inSource));
      const others = closestPaths(wanted, paths);
      return fail(
        others.length > 0 ? "meant" : "noDocument",
        {
          name: wanted.slice(0, 300),
          ...(others.length > 0 && { others: others.join(", ") }),
        },
        "/path",
        others,
      );
    },
    async folder(reader, { id, source, path = "" }) {
      if (id) {
        const part = await partOf(reader, id, "/path_part_id");
        return part.kind === "FOLDER" ? part : fail("notAFolder", named(part));
      }
      const [row] = await query<{ id: string }>(
        reader,
        `select p.path_part_id as id from callboard.corpus_parts p ${VISIBLE}
         where p.kind = 'FOLDER' and s.name = $2 and p.path = $3 limit 1`,
        [source ?? "", path.replace(/^\/+|\/+$/g, "")],
      );
      return row
        ? await partOf(reader, row.id, "/source")
        : fail("noFolder", { name: [source, path].filter(Boolean).join("/").slice(0, 300) }, "/source");
    },
    async tree(reader, folder, depth) {
      const rows = await query<TreeRow & { path: string }>(
        reader,
        `select p.path_part_id, p.name, p.path,
           (case when p.path = '' then 0 else length(p.path) - length(replace(p.path, '/', '')) + 1 end)
             - (case when $3 = '' then 0 else length($3::text) - length(replace($3::text, '/', '')) + 1 end) as depth,
           (select count(*)::int from callboard.corpus_parts d where d.tenant_id = p.tenant_id and d.parent_id = p.path_part_id
             and d.kind = 'DOCUMENT') as documents
         from callboard.corpus_parts p ${VISIBLE}
         where p.kind = 'FOLDER' and p.source_id = $2::uuid and ($3 = '' or p.path = $3 or starts_with(p.path, $3 || '/'))
         order by p.path collate "C"`,
        [folder.sourceId, folder.path],
      );
      const within = rows.filter((row) => row.depth <= depth);
      const shown = within.slice(0, MOST_FOLDERS);
      return {
        folders: shown.map(({ path_part_id, name, depth: level, documents }) => ({
          path_part_id,
          name,
          depth: level,
          documents,
        })),
        tree: shown
          .map(({ name, depth: level, documents }) => `${"  ".repeat(level)}${name}/ (${documents})`)
          .join("\n"),
        total: rows.length,
        is_cut: shown.length < rows.length,
      };
    },
    async stretch(reader, document, offset, length) {
      const [row] = await query<{ text: string; total: number }>(
        reader,
        `select substr(d.text, $3::int + 1, $4::int) as text, length(d.text) as total ${DOCUMENTS}
         where d.path_part_id = $2::uuid`,
        [document.id, offset, length],
      );
      return row ?? { text: "", total: 0 };
    },
    async byName(reader, name, { limit, offset }) {
      const matches = pathMatcher(name);
      const rows = await query<DocumentRow>(
        reader,
        `select p.path_part_id as id, s.name || '/' || p.path as path, d.title, coalesce(p.characters, 0) as characters ${DOCUMENTS}
         order by s.name collate "C", p.path collate "C"`,
      );
      const found = byNearness(
        rows.filter(({ path }) => matches(path.slice(path.indexOf("/") + 1)) || matches(path)),
        name,
      );
      return { documents: found.slice(offset, offset + limit), total: found.length };
    },
    async idsByGlob(reader, glob) {
      const { documents } = await desk.byName(reader, glob, { limit: 100_000, offset: 0 });
      return documents.map(({ id }) => id);
    },
    async sourceIds(reader, names) {
      const rows = await query<{ id: string; name: string }>(
        reader,
        `select s.source_id as id, s.name from callboard.corpus_sources s
         where ($1::text is null or s.space_id is null or s.space_id = $1) and s.name = any($2::text[])`,
        [names],
      );
      const missing = names.find((name) => !rows.some((row) => row.name === name));
      if (missing !== undefined) fail("noFeed", { name: missing.slice(0, 200) }, "/feeds");
      return rows.map(({ id }) => id);
    },
    async grep(reader, { pattern, isRegex, ignoresCase, glob, limit }, signal) {
      const began = Date.now();
      const only = glob === undefined ? null : await desk.idsByGlob(reader, glob);
      const matches: GrepMatch[] = [];
      let documents = 0;
      let after = "";
      let isCut = false;
      let isOverdue = false;
      for (;;) {
        signal.throwIfAborted();
        // Of a literal the database finds the documents by itself.
        const rows = await query<{ id: string; path: string; key: string; text: string }>(
          reader,
          `select d.path_part_id as id, s.name || '/' || p.path as path, d.text, p.path || ' ' || p.path_part_id as key ${DOCUMENTS}
           where (p.path || ' ' || p.path_part_id) collate "C" > $2 and ($3::uuid[] is null or d.path_part_id = any($3::uuid[]))
             and ($4::boolean or case when $5::boolean then strpos(lower(d.text), lower($6)) else strpos(d.text, $6) end > 0)
           order by (p.path || ' ' || p.path_part_id) collate "C" limit $7::int`,
          [after, only, isRegex, ignoresCase, isRegex ? "" : pattern, GREP_DOCUMENTS_AT_ONCE],
        );
        if (rows.length === 0) break;
        after = rows.at(-1)?.key ?? "";
        const found = await search.grep(reader.tenantId, {
          pattern,
          isRegex,
          ignoresCase,
          limit: limit - matches.length + 1,
          texts: rows.map(({ text }) => text),
        });
        const withMatches = new Set<number>();
        for (const { at, line, column, text } of found) {
          const row = rows[at];
          if (!row) continue;
          if (matches.length >= limit) {
            isCut = true;
            break;
          }
          withMatches.add(at);
          matches.push({ path: row.path, path_part_id: row.id, line, column, text });
        }
        documents += withMatches.size;
        isOverdue = Date.now() - began > GREP_MS;
        if (isCut || isOverdue || rows.length < GREP_DOCUMENTS_AT_ONCE) break;
      }
      return {
        matches,
        documents,
        is_cut: isCut || isOverdue,
        ...(isOverdue && { note: GREP_OVERDUE }),
      };
    },
  };
  return desk;
}
