import { HostRefusal, type ByteReader, type Database } from "@callboard/server";
import type { Corpus, Reader } from "../corpus/corpus.ts";
import { documentIdOf, sourceIdOf, type CorpusWriter } from "../corpus/corpusWriter.ts";
import { UPLOADS } from "./documentSource.ts";
import { readDocument } from "./ingest.ts";
import { LARGEST_FILE, readerOf } from "./readers.ts";
import { sayProblem } from "./unreadableDocument.ts";

/** One space, or what everybody of a tenant sees, has no more of them than this. */
export const MOST_UPLOADED = 1_000;
const MOST_BYTES = 500_000_000;
/** Files that come in or wait to be read hold no more than this, for the whole host; they are read one at a time. */
const MOST_HELD = 4 * LARGEST_FILE;

/** What documents that people bring in by hand may say where they are refused, with its status. */
export const UPLOAD_REFUSALS = {
  document_too_large: 413,
  document_unreadable: 422,
  document_unnamed: 422,
  documents_full: 507,
  documents_busy: 503,
  not_uploaded: 409,
} as const;

export interface UploadedDocument {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
  passages: number;
}

/** A file on its way in. */
export interface IncomingDocument {
  name: string;
  content: ByteReader;
  /** How many bytes come; undefined where the sender does not say. */
  announced: number | undefined;
}

/** Documents that people bring in by hand: of a space where they work in one, else of the whole tenant. */
export interface UploadedDocuments {
  /**
   * Reads a file and puts it in the place of one of the same name. @throws HostRefusal where it is not taken, and keeps
   * nothing of it.
   */
  add(reader: Reader, file: IncomingDocument): Promise<UploadedDocument>;
  /** Deletes one of them. @throws HostRefusal where it is none of them. */
  remove(reader: Reader, documentId: string): Promise<void>;
  /** Whether a part stands among them. */
  has(reader: Reader, part: { sourceId: string }): boolean;
}

const keyOf = ({ tenantId, spaceId }: Reader) => ({ tenantId, spaceId, name: UPLOADS });

export function createUploadedDocuments(
  database: Pick<Database, "asTenant">,
  corpus: Corpus,
  writer: CorpusWriter,
): UploadedDocuments {
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  async function checkRoom(reader: Reader, id: string, bytes: number): Promise<void> {
    const [row] = await database.asTenant(reader.tenantId, (tx) =>
      tx.query<{ count: number; bytes: number }>(
        `select count(*)::int as count, coalesce(sum(d.bytes), 0)::float8 as bytes from callboard.corpus_documents d
         join callboard.corpus_parts p on p.tenant_id = d.tenant_id and p.path_part_id = d.path_part_id
         where p.source_id = $1::uuid and d.path_part_id <> $2::uuid`,
        [sourceIdOf(keyOf(reader)), id],
      ),
    );
    if (!row || (row.count < MOST_UPLOADED && row.bytes + bytes <= MOST_BYTES)) return;
    throw new HostRefusal(
      "documents_full",
      `There is no room: up to ${MOST_UPLOADED} documents and ${MOST_BYTES / 1e6} MB are kept. Delete some first.`,
    );
  }

  return {
    async add(reader, { name, content, announced }) {
      const path = plainName(name);
      const key = keyOf(reader);
      const id = documentIdOf(sourceIdOf(key), path);
      try {
        readerOf(path);
      } catch (error) {
        throw unreadable(error instanceof Error ? error.message : String(error));
      }
      if ((announced ?? 0) > LARGEST_FILE) throw tooLarge();
      const room = announced ?? LARGEST_FILE;
      if (held + room > MOST_HELD) {
        throw new HostRefusal("documents_busy", "Many documents are being read. Send this one again in a minute.", {
          retryAfter: 60,
        });
      }
      held += room;
      try {
        const bytes = await content.take(LARGEST_FILE + 1);
        if (bytes.byteLength > LARGEST_FILE) throw tooLarge();
        if (bytes.byteLength === 0) throw unreadable(sayProblem("empty"));
        return await inTurn(async () => {
          await checkRoom(reader, id, bytes.byteLength);
          const file = { path, bytes: bytes.byteLength, modifiedAt: Date.now(), read: () => Promise.resolve(bytes) };
          const document = await readDocument(key, path, file, undefined);
          if (document === "unchanged" || !document.layout)
            throw unreadable(document === "unchanged" ? "" : (document.problem ?? ""));
          await writer.write(key, [document]);
          const { mediaType, layout } = document;
          return { id, name: path, mediaType, bytes: bytes.byteLength, passages: layout.chunks.length };
        });
      } finally {
        held -= room;
      }
    },
    async remove(reader, documentId) {
      const part = await corpus.part(reader, documentId);
      if (!part || part.kind !== "DOCUMENT") throw new HostRefusal("not_found", "There is no such document here.");
      if (!this.has(reader, part)) {
        throw new HostRefusal(
          "not_uploaded",
          "This document comes from a source: it goes when it is deleted there. What people uploaded can be deleted here.",
        );
      }
      await writer.remove(keyOf(reader), [part.path]);
    },
    has: (reader, { sourceId }) => sourceId === sourceIdOf(keyOf(reader)),
  };
}

const tooLarge = () =>
  new HostRefusal(
    "document_too_large",
    `Files of up to ${LARGEST_FILE / 1e6} MB are read. Split this one, and send its parts.`,
  );

const unreadable = (problem: string) =>
  new HostRefusal("document_unreadable", `It could not be read, and nothing of it was kept. ${problem}`);

/** A file's name without its folders and without invisible characters. @throws HostRefusal where nothing is left. */
function plainName(name: string): string {
  const last = name.normalize("NFC").slice(-1_000).split(/[\\/]/).at(-1) ?? "";
  const plain = [...last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, "").trim()].slice(-200).join("");
  if (plain !== "" && !/^\.+$/.test(plain)) return plain;
  throw new HostRefusal("document_unnamed", "A document has a name: send it as ?name=handbook.pdf.");
}
