import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { storable } from "../../db/storable.ts";
import type { Documents, NewDocument } from "./documents.ts";
import type { DocumentSource, SourceFile } from "./documentSource.ts";

/**
 * One transaction takes no more than this but for a single larger document. The embedded database works on the thread of the requests,
 * which wait that long at the most: indexing 100,000 characters takes some 30 ms of it.
 */
const BATCH_DOCUMENTS = 20;
const BATCH_CHARACTERS = 50_000;
/** Requests get as long as the transaction before took, in milliseconds up to this; whoever waits for the database comes before the next. */
const LONGEST_PAUSE_MS = 10;

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

/**
 * Brings a tenant's documents in step with a source. What has the same size and time is not read, what has the same
 * content is not written, what is gone is removed; an ingest that was cut off goes on where it stopped.
 */
export async function ingest(
  documents: Pick<Documents, "stamps" | "write" | "remove">,
  tenantId: string,
  source: DocumentSource,
  options: { onProgress?: (progress: IngestProgress) => void; signal?: AbortSignal } = {},
): Promise<IngestResult> {
  const { onProgress, signal } = options;
  const files = await source.list(signal);
  const known = new Map((await documents.stamps(tenantId, source.name)).map((stamp) => [stamp.path, stamp]));
  const result: IngestResult = { total: files.length, written: 0, unchanged: 0, removed: 0, failed: 0 };
  const progress = () => onProgress?.({ done: result.written + result.unchanged + result.failed, total: result.total });

  const seen = new Set<string>();
  let changed: NewDocument[] = [];
  let touched: SourceFile[] = [];
  let characters = 0;
  const flush = async () => {
    if (changed.length + touched.length === 0) return;
    const began = performance.now();
    await documents.write(tenantId, source.name, changed, touched);
    const took = performance.now() - began;
    result.written += changed.length;
    result.unchanged += touched.length;
    changed = [];
    touched = [];
    characters = 0;
    progress();
    await pause(Math.min(took, LONGEST_PAUSE_MS));
  };

  progress();
  for (const file of files) {
    signal?.throwIfAborted();
    const path = storable(file.path);
    seen.add(path);
    const before = known.get(path);
    if (before && before.bytes === file.bytes && before.modifiedAt === file.modifiedAt) {
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
      if (characters + text.length > BATCH_CHARACTERS) await flush();
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
    if (changed.length + touched.length >= BATCH_DOCUMENTS) await flush();
  }
  await flush();

  const gone = [...known.keys()].filter((path) => !seen.has(path));
  if (gone.length > 0) {
    await documents.remove(tenantId, source.name, gone);
    result.removed = gone.length;
  }
  progress();
  return result;
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
