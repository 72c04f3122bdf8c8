import { createHash } from "node:crypto";
import type { Store } from "../db/store.ts";
import { storable } from "../log/callProjection.ts";
import type { DocumentSource, SourceFile } from "./documentSource.ts";

/** One transaction takes at most this much, so that runs get their turn on the one connection. */
const BATCH_DOCUMENTS = 40;
const BATCH_CHARACTERS = 500_000;

/** How far an ingest is; `total` counts the source's files, `done` those that are settled. */
export interface IngestProgress {
  done: number;
  total: number;
}

/** What an ingest did. */
export interface IngestResult {
  total: number;
  written: number;
  unchanged: number;
  removed: number;
  /** Could not be read. */
  failed: number;
}

interface Known {
  path: string;
  bytes: number;
  modified_at: number;
  hash: string;
}

interface Document {
  id: string;
  path: string;
  title: string;
  characters: number;
  bytes: number;
  modifiedAt: number;
  hash: string;
  text: string;
}

/**
 * Brings a tenant's documents in step with a source. What has the same size and time is not read, what has the same
 * content is not written, what is gone is removed; an ingest that was cut off goes on where it stopped.
 */
export async function ingest(
  store: Store,
  tenantId: string,
  source: DocumentSource,
  options: { onProgress?: (progress: IngestProgress) => void; signal?: AbortSignal } = {},
): Promise<IngestResult> {
  const { onProgress, signal } = options;
  const files = await source.list(signal);
  const known = new Map(
    (
      await store.database.asTenant(tenantId, (tx) =>
        tx.query<Known>("select path, bytes, modified_at, hash from callboard.documents where source = $1", [
          source.name,
        ]),
      )
    ).map((row) => [row.path, row]),
  );
  const result: IngestResult = { total: files.length, written: 0, unchanged: 0, removed: 0, failed: 0 };
  const progress = () => onProgress?.({ done: result.written + result.unchanged + result.failed, total: result.total });

  const seen = new Set<string>();
  let changed: Document[] = [];
  let touched: SourceFile[] = [];
  let characters = 0;
  const flush = async () => {
    if (changed.length + touched.length === 0) return;
    await write(store, tenantId, source.name, changed, touched);
    result.written += changed.length;
    result.unchanged += touched.length;
    changed = [];
    touched = [];
    characters = 0;
    progress();
  };

  progress();
  for (const file of files) {
    signal?.throwIfAborted();
    const path = storable(file.path);
    seen.add(path);
    const before = known.get(path);
    if (before && before.bytes === file.bytes && before.modified_at === file.modifiedAt) {
      result.unchanged++;
      continue;
    }
    let text: string;
    try {
      text = storable(await file.read());
    } catch {
      result.failed++;
      continue;
    }
    const hash = createHash("sha256").update(text).digest("hex");
    if (before?.hash === hash) touched.push(file);
    else {
      changed.push({
        id: documentId(path),
        path,
        title: titleOf(text, path),
        characters: [...text].length,
        bytes: file.bytes,
        modifiedAt: file.modifiedAt,
        hash,
        text,
      });
      characters += text.length;
    }
    if (changed.length + touched.length >= BATCH_DOCUMENTS || characters >= BATCH_CHARACTERS) await flush();
  }
  await flush();

  const gone = [...known.keys()].filter((path) => !seen.has(path));
  if (gone.length > 0) {
    await store.database.asTenant(tenantId, (tx) =>
      tx.query("delete from callboard.documents where source = $1 and path = any($2::text[])", [source.name, gone]),
    );
    result.removed = gone.length;
  }
  progress();
  return result;
}

async function write(
  store: Store,
  tenantId: string,
  source: string,
  changed: readonly Document[],
  touched: readonly SourceFile[],
): Promise<void> {
  await store.database.asTenant(tenantId, async (tx) => {
    if (changed.length > 0) {
      const column = (key: keyof Document) => changed.map((document) => document[key]);
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
        [touched.map((file) => file.path), touched.map((file) => file.bytes), touched.map((file) => file.modifiedAt)],
      );
    }
  });
}

/** The same file keeps its id from ingest to ingest. */
function documentId(path: string): string {
  return `doc_${createHash("sha256").update(path).digest("hex").slice(0, 20)}`;
}

/** The first heading outside code and front matter, as plain words; else the path's last parts. */
export function titleOf(text: string, path: string): string {
  let fence: string | undefined;
  const lines = text
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "")
    .slice(0, 20_000)
    .split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    if (fence !== undefined) continue;
    const heading =
      /^#{1,3}\s+(.+?)\s*#*$/.exec(line)?.[1] ??
      /<h1[^>]*>(.*?)<\/h1>/i.exec(line)?.[1] ??
      (/^(?:=+|-{3,})\s*$/.test(lines[index + 1] ?? "") ? line : undefined);
    const words = heading && plain(heading);
    if (words) return words.slice(0, 200);
  }
  return path.split("/").slice(-2).join("/");
}

function plain(markdown: string): string {
  return markdown
    .replace(/<[^>]*>/g, "")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/[*_`~]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
