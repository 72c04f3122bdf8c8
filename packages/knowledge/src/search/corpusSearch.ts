import type { Embedder } from "@callboard/core/search";
import type { Database, Transaction } from "@callboard/server";
import type { Reader } from "../corpus/corpus.ts";
import { revisionOf } from "../corpus/corpusWriter.ts";
import type { GrepRequest, TextMatch } from "./grepTexts.ts";
import { ThreadEnded } from "../thread/openThread.ts";
import { vectorsAfter } from "./corpusVectors.ts";
import { openIndexThread, type IndexThread } from "./indexThread.ts";
import type { IndexedDocument, TextHits, TextQuery } from "./textIndex.ts";

/** How a search looks: by words, by meaning, or by both. */
export type SearchMode = "hybrid" | "vector" | "keyword";

/** What was found, and how. */
export interface SearchAnswer extends TextHits {
  method: "lexical" | "hybrid" | "vector";
  /** Why it is not what was asked for. */
  note?: string;
}

export interface SearchRequest extends Partial<Pick<TextQuery, "within" | "sources">> {
  query: string;
  limit: number;
  /** `hybrid` unless given; without an embedder all are by words. */
  mode?: SearchMode;
}

/** Finds the chunks of a tenant's documents by the words in them, in all that was committed before it was asked. */
export interface CorpusSearch {
  search(reader: Reader, request: SearchRequest): Promise<SearchAnswer>;
  /** Begins to take up what there is, for whoever may search soon; does nothing where that has begun. */
  warm(tenantId: string): void;
  /** Finds a pattern in texts, beside the requests of others. */
  grep(tenantId: string, grep: GrepRequest): Promise<TextMatch[]>;
  close(): Promise<void>;
}

/** So many documents are read from the tables at once, and no more text than this but for a single longer one. */
const DOCUMENTS_AT_ONCE = 200;
const CHARACTERS_AT_ONCE = 2_000_000;

export const NO_MEANING = "The embedder does not answer, so this was found by words alone.";

/** An index, and the revision of each tenant up to which it has everything. */
interface Index {
  thread: IndexThread;
  known: Map<string, number>;
}

export function createCorpusSearch(database: Pick<Database, "asTenant">, embedder?: Embedder): CorpusSearch {
  let index: Index | undefined;
  /** One round at a time for each tenant, and one that begins after it, for all who came in between. */
  const following = new Map<string, { running: Promise<Index>; next?: Promise<Index> }>();

  // What ended is built anew by the next who asks.
  const open = (): Index => (index?.thread.isOpen ? index : (index = { thread: openIndexThread(), known: new Map() }));

  async function catchUp(tenantId: string): Promise<Index> {
    const current = open();
    const { thread, known } = current;
    // Up to what was committed when it was asked: an ingest that goes on commits more for as long as it takes.
    const newest = await revisionOf(database, tenantId);
    let from = known.get(tenantId) ?? 0;
    /** The index takes up what was read while what comes next is read. */
    let taking: Promise<void> = Promise.resolve();
    while (from < newest) {
      const after = from;
      const reading = database.asTenant(tenantId, (tx) => changesAfter(tx, after));
      await Promise.allSettled([reading, taking]);
      await taking;
      const next = await reading;
      if (!next) break;
      taking = take(thread, after, next);
      from = next.revision;
    }
    await taking;
    return current;

    async function take(to: IndexThread, after: number, { revision, removed, documents }: Changes): Promise<void> {
      if (removed.length > 0) await to.ask({ kind: "remove", tenantId, documentIds: removed });
      if (documents.length > 0) await to.ask({ kind: "put", tenantId, documents });
      if (embedder)
        for await (const vectors of vectorsAfter(database, tenantId, embedder.name, after, revision))
          await to.ask({ kind: "vectors", tenantId, vectors });
      known.set(tenantId, revision);
    }
  }

  function follow(tenantId: string): Promise<Index> {
    const round = following.get(tenantId);
    if (!round) {
      const running = catchUp(tenantId).finally(() => {
        if (following.get(tenantId)?.running === running) following.delete(tenantId);
      });
      following.set(tenantId, { running });
      return running;
    }
    // What runs may have asked before the newest commit.
    round.next ??= round.running
      .catch(() => {})
      .then(() => {
        following.delete(tenantId);
        return follow(tenantId);
      });
    return round.next;
  }

  /** Twice at the most: a thread that ended leaves its work to a new one. */
  async function withIndex<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      return await work();
    }
  }

  /** What a query means; nothing where no embedder is there, or it does not answer, which is said. */
  async function meaningOf(query: string, mode: SearchMode): Promise<[vector?: Float32Array, note?: string]> {
    if (!embedder || mode === "keyword") return [];
    try {
      const [vector] = await embedder.embed([query]);
      return [vector && Float32Array.from(vector)];
    } catch {
      return [undefined, NO_MEANING];
    }
  }

  return {
    warm(tenantId) {
      if (following.has(tenantId) || (index?.thread.isOpen && index.known.has(tenantId))) return;
      // Whoever searches meets what went wrong.
      follow(tenantId).catch(() => {});
    },
    async search({ tenantId, spaceId }, { query, limit, within = [], sources = [], mode = "hybrid" }) {
      const [vector, note] = await meaningOf(query, mode);
      const { hits, total, byMeaning } = await withIndex(async () => {
        const { thread } = await follow(tenantId);
        return await thread.ask({
          kind: "search",
          tenantId,
          query: {
            query,
            limit,
            spaceId,
            within,
            sources,
            ...(vector && { vector, byMeaningAlone: mode === "vector" }),
          },
        });
      });
      const method = byMeaning ? (mode === "vector" ? "vector" : "hybrid") : "lexical";
      return { hits, total, method, ...(note !== undefined && { note }) };
    },
    async grep(tenantId, grep) {
      const { matches } = await withIndex(() => open().thread.ask({ kind: "grep", tenantId, grep }));
      return matches;
    },
    async close() {
      await index?.thread.end(new Error("The index of documents is closed."));
      index = undefined;
    },
  };
}

interface Changes {
  revision: number;
  removed: string[];
  documents: IndexedDocument[];
}

interface DocumentRow {
  id: string;
  title: string;
  language: string;
  source_id: string;
  space_id: string | null;
  parent_id: string;
  revision: number;
  characters: number;
}

/** The next changes after a revision, whole revisions at a time; undefined where there are none. */
async function changesAfter(tx: Transaction, from: number): Promise<Changes | undefined> {
  const [newest] = await tx.query<{ revision: number }>("select revision from callboard.corpus_revisions");
  if (!newest || newest.revision <= from) return undefined;
  const rows = await tx.query<DocumentRow>(
    `select d.path_part_id as id, d.title, d.language, p.source_id, s.space_id, p.parent_id, d.revision, coalesce(p.characters, 0) as characters
     from callboard.corpus_documents d
     join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id
     join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
     where d.revision > $1 and d.state = 'whole' order by d.revision limit $2`,
    [from, DOCUMENTS_AT_ONCE + 1],
  );
  const taken = firstRevisions(rows);
  const last = taken.at(-1);
  const revision = last && taken.length < rows.length ? last.revision : newest.revision;
  const removed = await tx.query<{ id: string }>(
    "select path_part_id as id from callboard.corpus_removed where revision > $1 and revision <= $2",
    [from, revision],
  );
  return { revision, removed: removed.map(({ id }) => id), documents: await withChunks(tx, taken) };
}

/** As many whole revisions as fit, and one at the least: none has more documents than are read at once. */
function firstRevisions(rows: readonly DocumentRow[]): DocumentRow[] {
  const isCut = rows.length > DOCUMENTS_AT_ONCE;
  let characters = 0;
  let end = 0;
  for (const [at, row] of rows.entries()) {
    characters += row.characters;
    const next = rows[at + 1];
    if (next ? next.revision === row.revision : isCut) continue;
    if (end > 0 && characters > CHARACTERS_AT_ONCE) break;
    end = at + 1;
  }
  return rows.slice(0, end);
}

async function withChunks(tx: Transaction, rows: readonly DocumentRow[]): Promise<IndexedDocument[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const chunks = await tx.query<{ id: string; document_id: string; section_id: string; text: string }>(
    `select path_part_id as id, document_id, section_id, text from callboard.corpus_chunks
     where document_id = any($1::uuid[]) order by document_id, position`,
    [ids],
  );
  const sections = await tx.query<{ id: string; parent_id: string; name: string }>(
    `select path_part_id as id, parent_id, name from callboard.corpus_parts
     where document_id = any($1::uuid[]) and kind = 'SECTION'`,
    [ids],
  );
  const folders = await tx.query<{ of: string; id: string }>(
    `with recursive way as (
       select f.path_part_id as of, f.path_part_id, f.parent_id, f.tenant_id from callboard.corpus_parts f
       where f.path_part_id = any($1::uuid[])
       union all
       select way.of, p.path_part_id, p.parent_id, p.tenant_id from way
       join callboard.corpus_parts p on p.tenant_id = way.tenant_id and p.path_part_id = way.parent_id)
     select of, path_part_id as id from way`,
    [[...new Set(rows.map(({ parent_id }) => parent_id))]],
  );
  const foldersOf = groupBy(folders, ({ of }) => of);
  const sectionsById = new Map(sections.map((section) => [section.id, section]));
  const chunksOf = groupBy(chunks, ({ document_id }) => document_id);
  const wayOf = (sectionId: string) => {
    const way = [];
    for (let at = sectionsById.get(sectionId); at; at = sectionsById.get(at.parent_id)) way.push(at);
    return way;
  };
  return rows.map(({ id, title, language, source_id, space_id, parent_id }) => ({
    id,
    title,
    language,
    sourceId: source_id,
    spaceId: space_id,
    within: (foldersOf.get(parent_id) ?? []).map((folder) => folder.id),
    chunks: (chunksOf.get(id) ?? []).map((chunk) => {
      const way = wayOf(chunk.section_id);
      return {
        id: chunk.id,
        within: way.map((section) => section.id),
        headings: way.map((section) => section.name).join(" "),
        text: chunk.text,
      };
    }),
  }));
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
