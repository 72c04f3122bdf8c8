import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  documentIdOf,
  sourceIdOf,
  type CorpusWriter,
  type DocumentStamp,
  type NewDocument,
  type SourceKey,
} from "../corpus/corpusWriter.ts";
import { UPLOADS, type DocumentSource, type SourceFile } from "./documentSource.ts";
import type { TableOfDocument } from "../layout/document.ts";
import { layOut } from "../layout/layOut.ts";
import { LARGEST_FILE, readerOf } from "./readers.ts";
import { UnreadableDocument } from "./unreadableDocument.ts";

/**
 * One transaction takes no more than this but for a single larger document. The embedded database works on the thread
 * of the requests, which wait that long at the most.
 */
const BATCH_DOCUMENTS = 20;
const BATCH_CHARACTERS = 50_000;
/** Requests get as long as the transaction before took, in milliseconds up to this. */
const LONGEST_PAUSE_MS = 10;

/** How far an ingest is; `total` counts the source's files, `done` those that are settled. */
export interface IngestProgress {
  done: number;
  total: number;
}

/** A document that could not be read, and why. */
export interface UnreadDocument {
  path: string;
  problem: string;
}

/** What an ingest did. */
export interface IngestResult {
  total: number;
  written: number;
  unchanged: number;
  removed: number;
  failed: UnreadDocument[];
}

export interface IngestOptions {
  onProgress?: (progress: IngestProgress) => void;
  signal?: AbortSignal;
}

/** How an ingest begins and ends for whoever calls it inside the package. */
export interface IngestRules {
  /** Whether documents stay that the source does not list, and those that are there already are left as they are. */
  onlyAdds?: boolean;
}

/**
 * Brings a tenant's documents in step with a source. What has the same size and time is not read, what has the same
 * content is not written, what is gone is removed; an ingest that was cut off goes on where it stopped.
 */
export async function ingest(
  writer: CorpusWriter,
  key: SourceKey,
  source: DocumentSource,
  { onProgress, signal, onlyAdds = false }: IngestOptions & IngestRules = {},
): Promise<IngestResult> {
  if (source.name === UPLOADS && !onlyAdds)
    throw new Error(`"${UPLOADS}" is the source of what people upload. Give this one another name.`);
  const listed = await source.list(signal);
  const known = new Map((await writer.stamps(key)).map((stamp) => [stamp.path, stamp]));
  const files = onlyAdds ? listed.filter(({ path }) => known.get(storable(path))?.state !== "whole") : listed;
  const result: IngestResult = { total: files.length, written: 0, unchanged: 0, removed: 0, failed: [] };
  let settled = 0;
  const progress = () => onProgress?.({ done: settled, total: result.total });

  const seen = new Set<string>();
  let changed: NewDocument[] = [];
  let touched: SourceFile[] = [];
  let characters = 0;
  const flush = async () => {
    if (changed.length + touched.length === 0) return;
    const began = performance.now();
    if (changed.length > 0) await writer.write(key, changed);
    if (touched.length > 0) await writer.touch(key, touched);
    const took = performance.now() - began;
    result.written += changed.filter(({ layout }) => layout).length;
    result.unchanged += touched.length;
    settled += changed.length + touched.length;
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
    if (seen.has(path)) continue;
    seen.add(path);
    const before = known.get(path);
    if (before && isSame(before, file)) {
      if (before.state === "failed") result.failed.push({ path, problem: before.problem ?? "" });
      else result.unchanged++;
      settled++;
      continue;
    }
    const document = await readDocument(key, path, file, before);
    if (document === "unchanged") touched.push({ ...file, path });
    else {
      const length = document.layout?.text.length ?? 0;
      if (!document.layout) {
        result.failed.push({ path, problem: document.problem ?? "" });
        if (
          before &&
          hasSameStamp(before, file) &&
          before.hash === document.hash &&
          before.problem === document.problem
        ) {
          settled++;
          continue;
        }
      }
      if (characters + length > BATCH_CHARACTERS) await flush();
      changed.push(document);
      characters += length;
    }
    if (changed.length + touched.length >= BATCH_DOCUMENTS) await flush();
  }
  await flush();

  const gone = onlyAdds ? [] : [...known.keys()].filter((path) => !seen.has(path));
  for (let from = 0; from < gone.length; from += BATCH_DOCUMENTS) {
    await writer.remove(key, gone.slice(from, from + BATCH_DOCUMENTS));
  }
  result.removed = gone.length;
  progress();
  return result;
}

/** What has no hash was not read to its end, for a reason that may be gone: it is tried again. */
const isSame = (before: DocumentStamp, file: SourceFile) => before.hash !== "" && hasSameStamp(before, file);
const hasSameStamp = (before: DocumentStamp, { bytes, modifiedAt }: SourceFile) =>
  before.bytes === bytes && before.modifiedAt === modifiedAt;

/** A document that cannot be read is one that says why: it takes nothing else down. */
export async function readDocument(
  key: SourceKey,
  path: string,
  file: SourceFile,
  before: DocumentStamp | undefined,
): Promise<NewDocument | "unchanged"> {
  const id = documentIdOf(sourceIdOf(key), path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const { bytes: size, modifiedAt } = file;
  const shared = { id, path, bytes: size, modifiedAt, language: "" };
  let hash = "";
  let mediaType = "application/octet-stream";
  try {
    const reader = readerOf(path, file.mediaType);
    mediaType = reader.mediaType;
    if (size > LARGEST_FILE) {
      throw new UnreadableDocument("too_large", { size: Math.ceil(size / 1e6), most: LARGEST_FILE / 1e6 });
    }
    const content = await file.read();
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    hash = createHash("sha256").update(bytes).digest("hex");
    if (before?.state === "whole" && before.hash === hash) return "unchanged";
    const readBeside = async (address: string) => file.readBeside?.(address);
    const read = await reader.read({ path, bytes, readBeside });
    const blocks = read.blocks.map((block) => ({ ...block, text: storable(block.text) }));
    const title = storable(read.title ?? name).slice(0, 300) || name;
    return {
      ...shared,
      title,
      mediaType,
      hash,
      layout: layOut(id, title, blocks, storable(read.before ?? "")),
      tables: (read.tables ?? []).map(storableTable),
      ...(read.note !== undefined && { problem: read.note }),
    };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { ...shared, title: name, mediaType, hash, layout: null, problem: storable(said).slice(0, 500) };
  }
}

const storableTable = ({ name, columns, rows }: TableOfDocument): TableOfDocument => ({
  name: storable(name),
  columns: columns.map(storable),
  rows: rows.map((row) => row.map((cell) => (typeof cell === "string" ? storable(cell) : cell))),
});

/** Text that PostgreSQL keeps: without zero characters and halves of characters. */
const storable = (text: string) => text.replaceAll("\0", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
