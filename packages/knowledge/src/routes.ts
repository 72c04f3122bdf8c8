import type { ModuleRoute, RouteRequest } from "@callboard/server";
import type { Corpus } from "./corpus/corpus.ts";
import type { IngestProgress } from "./ingest/ingest.ts";
import type { Library } from "./tools/library.ts";
import { isPartId } from "./layout/partId.ts";

const UNKEPT = { headers: { "cache-control": "no-store" } };
const PAGE = 50;
/** A page of a reader shows so many chunks before the passage, and so many from it on. */
const BEFORE = 6;
const FROM = 24;

/** What the page of documents asks: folders, documents, passages, a search, and what could not be read. */
export function knowledgeRoutes(
  corpus: Corpus,
  library: Library,
  readingOf: (tenantId: string) => IngestProgress | undefined,
): readonly ModuleRoute[] {
  const readerOf = async (request: RouteRequest) => ({
    tenantId: request.actor.tenantId,
    spaceId: (await request.context()).spaceId,
  });
  const offsetOf = ({ query }: RouteRequest) => Math.max(0, Math.trunc(Number(query.get("offset")) || 0));
  const missing = () =>
    Response.json({ error: { code: "not_found", message: "There is no such document here." } }, { status: 404 });

  return [
    {
      method: "GET",
      path: "/api/knowledge",
      authority: "tenant",
      async handle(request) {
        const reader = await readerOf(request);
        const page = { limit: PAGE, offset: offsetOf(request) };
        const [{ parts, total }, problems] = await Promise.all([
          corpus.list(reader, null, page),
          corpus.problems(reader, PAGE),
        ]);
        return Response.json({ parts, total, problems, reading: readingOf(reader.tenantId) ?? null }, UNKEPT);
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
        if (!image) return missing();
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
        if (!part) return missing();
        const way = (await corpus.breadcrumbs(reader, [part.id])).get(part.id) ?? [];
        if (part.kind === "FOLDER" || part.documentId === null) {
          const page = { limit: PAGE, offset: offsetOf(request) };
          return Response.json({ part, way, ...(await corpus.list(reader, part.id, page)) }, UNKEPT);
        }
        const document = await corpus.document(reader, part.documentId);
        // Where a reader was cited to, the passage comes with what stands before it.
        const anchor = part.kind === "CHUNK" ? part.id : null;
        const first = request.query.has("offset") ? offsetOf(request) : Math.max(0, part.first - (anchor ? BEFORE : 0));
        const start = part.kind === "DOCUMENT" && !request.query.has("offset") ? 0 : first;
        const [chunks, count, sections] = await Promise.all([
          corpus.chunks(reader, part.documentId, start, start + BEFORE + FROM),
          corpus.countChunks(reader, part.documentId),
          corpus.sections(reader, part.documentId, { limit: 500, offset: 0 }),
        ]);
        return Response.json({ part, way, document, anchor, start, count, chunks, sections }, UNKEPT);
      },
    },
  ];
}
