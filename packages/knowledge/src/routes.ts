import type {
  KnowledgeFolder,
  KnowledgeOverview,
  KnowledgeReading,
  KnowledgeReason,
  KnowledgeUploads,
  StoredFile,
} from "@callboard/core/client";
import { createByteReader, HostRefusal, type Actor, type ModuleRoute, type RouteRequest } from "@callboard/server";
import type { Corpus } from "./corpus/corpus.ts";
import type { IngestProgress } from "./ingest/ingest.ts";
import { LARGEST_FILE, READABLE_ENDINGS } from "./ingest/readers.ts";
import { reasonOf } from "./ingest/unreadableDocument.ts";
import { MOST_UPLOADED, type UploadedDocuments } from "./ingest/uploadedDocuments.ts";
import type { CorpusSearch } from "./search/corpusSearch.ts";
import type { Library } from "./tools/library.ts";
import { isPartId } from "./layout/partId.ts";

const UNKEPT = { headers: { "cache-control": "no-store" } };
const PAGE = 50;
/** A page of a reader shows so many chunks before the passage, and so many from it on. */
const BEFORE = 6;
const FROM = 24;

/** Bytes of a refused file that are read and dropped: a sender that is cut off never gets to read why. */
const MOST_DISCARDED = 16_000_000;

export interface KnowledgeRoutesOptions {
  corpus: Corpus;
  library: Library;
  search: Pick<CorpusSearch, "warm">;
  uploads: UploadedDocuments;
  readingOf(tenantId: string): IngestProgress | undefined;
  /** Who may upload documents and delete them. */
  mayWrite(actor: Actor): boolean;
  log(line: string): void;
}

/**
 * What the page of documents asks: folders, documents, passages, a search, what could not be read, and what people
 * bring in by hand.
 */
export function knowledgeRoutes(options: KnowledgeRoutesOptions): readonly ModuleRoute[] {
  const { corpus, library, search, uploads, readingOf, mayWrite, log } = options;
  const readerOf = async (request: RouteRequest) => ({
    tenantId: request.actor.tenantId,
    spaceId: (await request.context()).spaceId,
  });
  const offsetOf = ({ query }: RouteRequest) => Math.max(0, Math.trunc(Number(query.get("offset")) || 0));
  const missing = () => new HostRefusal("not_found", "There is no such document here.");
  const demandWrite = ({ actor }: RouteRequest) => {
    if (mayWrite(actor)) return;
    throw new HostRefusal("not_permitted", "You may not bring documents in here. Ask whoever runs this host.");
  };

  return [
    {
      method: "GET",
      path: "/api/knowledge",
      authority: "tenant",
      async handle(request) {
        const reader = await readerOf(request);
        const page = { limit: PAGE, offset: offsetOf(request) };
        // The index of a search takes seconds for many documents, and whoever opens this page is about to search.
        search.warm(reader.tenantId);
        const [{ sources, total }, problems] = await Promise.all([
          corpus.sources(reader, page),
          corpus.problems(reader, PAGE),
        ]);
        const overview: KnowledgeOverview = {
          sources,
          total,
          problems: problems.map((each) => ({ ...each, ...reasoned(each.problem) })),
          reading: readingOf(reader.tenantId) ?? null,
          uploads: mayWrite(request.actor) ? boundsOfUploads : null,
        };
        return Response.json(overview, UNKEPT);
      },
    },
    {
      method: "GET",
      path: "/api/knowledge/search",
      authority: "tenant",
      async handle(request) {
        const query = (request.query.get("q") ?? "").trim().slice(0, 1_000);
        if (query === "") return Response.json({ results: [], total: 0, method: "lexical" }, UNKEPT);
        return Response.json(await library.search(await readerOf(request), { query, limit: 20 }), UNKEPT);
      },
    },
    {
      method: "GET",
      path: "/api/knowledge/images/:id",
      authority: "tenant",
      async handle(request) {
        const { id = "" } = request.params;
        const image = isPartId(id) ? await corpus.image(await readerOf(request), id) : undefined;
        if (!image) throw missing();
        return new Response(Buffer.from(image.data, "base64"), {
          headers: {
            "content-type": image.mediaType,
            "cache-control": "private, max-age=3600",
            "x-content-type-options": "nosniff",
            "content-security-policy": "default-src 'none'; sandbox",
          },
        });
      },
    },
    {
      method: "GET",
      path: "/api/knowledge/parts/:id",
      authority: "tenant",
      async handle(request) {
        const reader = await readerOf(request);
        const { id = "" } = request.params;
        const part = isPartId(id) ? await corpus.part(reader, id.toLowerCase()) : undefined;
        if (!part) throw missing();
        const way = (await corpus.breadcrumbs(reader, [part.id])).get(part.id) ?? [];
        if (part.kind === "FOLDER" || part.documentId === null) {
          const page = { limit: PAGE, offset: offsetOf(request) };
          const folder: KnowledgeFolder = {
            part: { id: part.id, name: part.name, kind: part.kind },
            way,
            ...(await corpus.list(reader, part.id, page)),
            mayDelete: mayWrite(request.actor) && uploads.has(reader, part),
          };
          return Response.json(folder, UNKEPT);
        }
        const document = await corpus.document(reader, part.documentId);
        if (!document) throw missing();
        // Where a reader was cited to, the passage comes with what stands before it.
        const anchor = part.kind === "CHUNK" ? part.id : null;
        const first = request.query.has("offset") ? offsetOf(request) : Math.max(0, part.first - (anchor ? BEFORE : 0));
        const start = part.kind === "DOCUMENT" && !request.query.has("offset") ? 0 : first;
        const [chunks, count, sections] = await Promise.all([
          corpus.chunks(reader, part.documentId, start, start + BEFORE + FROM),
          corpus.countChunks(reader, part.documentId),
          corpus.sections(reader, part.documentId, { limit: 500, offset: 0 }),
        ]);
        const { title, state, problem } = document;
        const reading: KnowledgeReading = {
          part: { id: part.id, name: part.name, kind: part.kind },
          way,
          document: { title, state, problem, ...reasoned(problem) },
          anchor,
          start,
          count,
          chunks: chunks.map(({ id: passage, sectionId, position, text, hasImage }) => ({
            id: passage,
            sectionId,
            position,
            text,
            hasImage,
          })),
          sections: sections.map((section) => ({ id: section.id, name: section.name, kind: section.kind })),
        };
        return Response.json(reading, UNKEPT);
      },
    },
    {
      method: "POST",
      path: "/api/knowledge/documents",
      authority: "tenant",
      async handle(request) {
        demandWrite(request);
        const reader = await readerOf(request);
        const { body, headers } = request.request;
        const announced = headers.get("content-length");
        const content = createByteReader(
          body ?? new Blob([]).stream(),
          () => {},
          () => {},
        );
        try {
          const { id, name, mediaType, bytes, passages } = await uploads.add(reader, {
            name: request.query.get("name") ?? "",
            content,
            announced: announced === null ? undefined : Number(announced),
          });
          log(`uploads/${name} is read: ${passages} passages`);
          const stored: StoredFile = { id, url: `/knowledge/${id}`, name, mediaType, bytes };
          return Response.json(stored, { status: 201, headers: { ...UNKEPT.headers, location: stored.url } });
        } catch (error) {
          await content.discard(MOST_DISCARDED).catch(() => {});
          throw error;
        }
      },
    },
    {
      method: "DELETE",
      path: "/api/knowledge/parts/:id",
      authority: "tenant",
      async handle(request) {
        demandWrite(request);
        const { id = "" } = request.params;
        if (!isPartId(id)) throw missing();
        await uploads.remove(await readerOf(request), id.toLowerCase());
        return new Response(null, { status: 204 });
      },
    },
  ];
}

function reasoned(problem: string | null): { reason?: KnowledgeReason } {
  const reason = problem === null ? undefined : reasonOf(problem);
  return reason ? { reason } : {};
}

const boundsOfUploads: KnowledgeUploads = {
  endings: [...READABLE_ENDINGS],
  maxBytes: LARGEST_FILE,
  maxDocuments: MOST_UPLOADED,
};
