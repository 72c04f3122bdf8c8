import { isPartId } from "../layout/partId.ts";
import type { ChunkRow, Corpus, Crumb, Listed, Page, Part, Reader } from "../corpus/corpus.ts";
import type { CorpusSearch, SearchRequest } from "../search/corpusSearch.ts";
import { excerptOf } from "../search/excerpt.ts";
import { fail, named } from "./failures.ts";

/** What is not longer than this comes whole, in characters. */
const INLINE_CHARACTERS = 12_000;
/** A table of contents lists no more sections than this. */
const MOST_CONTENTS = 200;

export interface ItemOut {
  path_part_id: string;
  kind: string;
  name: string;
  path: string;
  title?: string;
  characters?: number;
  children?: number;
  state?: string;
}

export interface ChunkOut {
  path_part_id: string;
  section: string;
  text: string;
  has_image: boolean;
}

export interface SectionOut {
  path_part_id: string;
  title: string;
  depth: number;
  chunks: number | null;
  characters: number | null;
}

interface Paged {
  total: number;
  offset: number;
  /** Null at the end. */
  next_offset: number | null;
}

export interface ItemsOut extends Paged {
  items: ItemOut[];
}

export interface ReadOut extends Paged {
  path_part_id: string;
  kind: string;
  name: string;
  breadcrumb: string;
  mode: "inline" | "contents" | "page" | "chunk";
  chunks: ChunkOut[];
  sections: SectionOut[];
  note?: string;
}

export interface HitOut {
  path_part_id: string;
  document_id: string;
  document: string;
  /** From the name of its source, with `/`. */
  path: string;
  breadcrumb: string;
  text: string;
  /** A part of the text as plain words; every second piece is a word that was found. */
  excerpt: string[];
  words: string[];
  has_image: boolean;
  score: number;
  cite: string;
}

export interface SearchOut {
  results: HitOut[];
  total: number;
  method: "lexical" | "hybrid" | "vector";
  note?: string;
}

export interface InfoOut {
  path_part_id: string;
  kind: string;
  name: string;
  breadcrumb: string;
  path: { path_part_id: string; name: string; kind: string }[];
  parent_id: string | null;
  document_id: string | null;
  title?: string;
  media_type?: string;
  bytes?: number;
  modified_at?: string;
  state?: string;
  problem?: string;
  chunks: number | null;
  characters: number | null;
  children?: number;
}

/** What the tools do with a corpus: each handler once, whatever names it has. */
export interface Library {
  listContents(reader: Reader, id: string | null, page: Page): Promise<ItemsOut>;
  find(reader: Reader, name: string, kind: "FOLDER" | "DOCUMENT" | null, page: Page): Promise<ItemsOut>;
  info(reader: Reader, id: string): Promise<InfoOut>;
  read(reader: Reader, id: string, page: Page): Promise<ReadOut>;
  readAround(
    reader: Reader,
    chunkId: string,
    window: number,
  ): Promise<{
    anchor: ChunkOut;
    chunks: ChunkOut[];
    anchor_position: number;
    is_whole_section: boolean;
    breadcrumb: string;
  }>;
  /** Only in what `within` names, and in `documents`, which the reader is known to see. */
  search(reader: Reader, request: SearchRequest & { documents?: readonly string[] }): Promise<SearchOut>;
  image(
    reader: Reader,
    chunkId: string,
  ): Promise<{ path_part_id: string; caption: string; media_type: string; image: { url: string; name: string } }>;
}

export function createLibrary(corpus: Corpus, search: CorpusSearch): Library {
  const partOf = async (reader: Reader, id: string, path?: string): Promise<Part> => {
    const part = isPartId(id) ? await corpus.part(reader, id.toLowerCase()) : undefined;
    return part ?? fail("none", { id: id.slice(0, 100) }, path);
  };
  const chunkOf = async (reader: Reader, id: string): Promise<ChunkRow> => {
    const part = await partOf(reader, id, "/chunk_id");
    if (part.kind !== "CHUNK") fail("notAChunk", named(part), "/chunk_id");
    return (await corpus.chunk(reader, part.id)) ?? fail("none", { id }, "/chunk_id");
  };
  const wayTo = async (reader: Reader, id: string): Promise<Crumb[]> =>
    (await corpus.breadcrumbs(reader, [id])).get(id) ?? [];
  const chunksOut = async (reader: Reader, documentId: string, rows: readonly ChunkRow[]): Promise<ChunkOut[]> => {
    if (rows.length === 0) return [];
    const names = new Map((await corpus.sections(reader, documentId)).map(({ id, name }) => [id, name]));
    return rows.map(({ id, sectionId, text, hasImage }) => ({
      path_part_id: id,
      section: names.get(sectionId) ?? "",
      text,
      has_image: hasImage,
    }));
  };

  return {
    async listContents(reader, id, page) {
      const folder = id === null ? null : await partOf(reader, id);
      if (folder && folder.kind !== "FOLDER") fail("notAFolder", named(folder));
      return itemsOut(await corpus.list(reader, folder?.id ?? null, page), page);
    },
    find: async (reader, name, kind, page) => itemsOut(await corpus.find(reader, name, kind, page), page),
    async info(reader, id) {
      const part = await partOf(reader, id);
      const way = await wayTo(reader, part.id);
      const document = part.kind === "DOCUMENT" ? await corpus.document(reader, part.id) : undefined;
      const folder = part.kind === "FOLDER" ? await corpus.list(reader, part.id, { limit: 1, offset: 0 }) : undefined;
      return {
        path_part_id: part.id,
        kind: part.kind,
        name: part.name,
        breadcrumb: trail(part.kind === "CHUNK" ? [...way, part] : way),
        path: way.map((crumb) => ({ path_part_id: crumb.id, name: crumb.name, kind: crumb.kind })),
        parent_id: part.parentId,
        document_id: part.documentId,
        chunks: part.chunks,
        characters: part.characters,
        ...(document && {
          title: document.title,
          media_type: document.mediaType,
          bytes: document.bytes,
          modified_at: new Date(document.modifiedAt).toISOString(),
          state: document.state,
          ...(document.problem !== null && { problem: document.problem }),
        }),
        ...(folder && { children: folder.total }),
      };
    },
    async read(reader, id, page) {
      const part = await partOf(reader, id);
      if (part.kind === "FOLDER" || part.documentId === null) return fail("folder", named(part));
      const { documentId } = part;
      const document = await corpus.document(reader, documentId);
      if (document?.state === "failed") fail("unread", { ...named(part), problem: document.problem ?? "" });
      const shared = {
        path_part_id: part.id,
        kind: part.kind,
        name: part.name,
        breadcrumb: trail(await wayTo(reader, part.id)),
        sections: [] as SectionOut[],
        chunks: [] as ChunkOut[],
      };
      if (part.kind === "CHUNK") {
        const rows = await corpus.chunks(reader, documentId, part.first, part.first + 1);
        const chunks = await chunksOut(reader, documentId, rows);
        return { ...shared, mode: "chunk", chunks, total: 1, offset: 0, next_offset: null };
      }
      const isCounted = part.chunks !== null && part.characters !== null;
      const first = part.kind === "SECTION" ? part.first : 0;
      if (isCounted && (part.characters ?? 0) <= INLINE_CHARACTERS && page.offset === 0) {
        const rows = await corpus.chunks(reader, documentId, first, first + (part.chunks ?? 0));
        const chunks = await chunksOut(reader, documentId, rows);
        return { ...shared, mode: "inline", chunks, total: chunks.length, offset: 0, next_offset: null };
      }
      if (isCounted && part.kind === "DOCUMENT") return { ...shared, ...(await contents(reader, documentId, page)) };
      const total = part.chunks ?? (await countOf(reader, part, documentId));
      if (page.offset > 0 && page.offset >= total) fail("past", { offset: page.offset, total }, "/offset");
      const to = Math.min(total, page.offset + page.limit);
      const rows = await corpus.chunks(reader, documentId, first + page.offset, first + to);
      const chunks = await chunksOut(reader, documentId, rows);
      return {
        ...shared,
        mode: "page",
        chunks,
        total,
        offset: page.offset,
        next_offset: to < total ? to : null,
        ...(!isCounted && { note: "This document is still being brought in: there may be more of it in a moment." }),
      };
    },
    async readAround(reader, chunkId, window) {
      const anchor = await chunkOf(reader, chunkId);
      const section = await corpus.part(reader, anchor.sectionId);
      const length = section?.chunks ?? (section ? await countOf(reader, section, anchor.documentId) : 1);
      const first = section?.first ?? anchor.position;
      const from = Math.max(first, anchor.position - window);
      const to = Math.min(first + length, anchor.position + window + 1);
      const rows = await corpus.chunks(reader, anchor.documentId, from, to);
      const chunks = await chunksOut(reader, anchor.documentId, rows);
      const position = rows.findIndex(({ id }) => id === anchor.id);
      return {
        anchor: chunks[position] ?? fail("none", { id: chunkId }, "/chunk_id"),
        chunks,
        anchor_position: position,
        is_whole_section: from === first && to === first + length,
        breadcrumb: trail(await wayTo(reader, anchor.id)),
      };
    },
    async search(reader, { documents = [], ...request }) {
      const within = await Promise.all(
        (request.within ?? []).map(async (id, at) => {
          const part = await partOf(reader, id, `/parent_path_part_ids/${at}`);
          return part.kind === "CHUNK" ? (part.parentId ?? part.id) : part.id;
        }),
      );
      const { hits, total, method, note } = await search.search(reader, {
        ...request,
        within: [...within, ...documents],
      });
      const ids = hits.map(({ id }) => id);
      const rows = new Map((await corpus.chunksById(reader, ids)).map((row) => [row.id, row]));
      const ways = await corpus.breadcrumbs(reader, ids);
      const best = hits[0]?.score ?? 1;
      const results = hits.flatMap(({ id, documentId, score, words }) => {
        // A document may go between the index and the tables.
        const row = rows.get(id);
        const way = ways.get(id) ?? [];
        if (!row) return [];
        const document = way.find(({ kind }) => kind === "DOCUMENT")?.name ?? "";
        return [
          {
            path_part_id: id,
            document_id: documentId,
            document,
            path: pathOf(way),
            breadcrumb: trail(way),
            text: row.text,
            excerpt: excerptOf(row.text, words),
            words,
            has_image: row.hasImage,
            score: Math.round((score / best) * 1000) / 1000,
            cite: `[${citeName(way)}](/knowledge/${id})`,
          },
        ];
      });
      return { results, total, method, ...(note !== undefined && { note }) };
    },
    async image(reader, chunkId) {
      const chunk = await chunkOf(reader, chunkId);
      const image = (await corpus.image(reader, chunk.id)) ?? fail("noImage", {}, "/chunk_id");
      const { caption, mediaType, data } = image;
      return {
        path_part_id: chunk.id,
        caption,
        media_type: mediaType,
        image: { url: `data:${mediaType};base64,${data}`, name: caption },
      };
    },
  };

  /** A document's sections: all levels where they are few, else the upper ones. */
  async function contents(reader: Reader, documentId: string, { offset }: Page) {
    const all = await corpus.sections(reader, documentId);
    const depths = [...new Set(all.map(({ depth }) => depth))].sort((a, b) => b - a);
    const upTo = depths.find((most) => all.filter(({ depth }) => depth <= most).length <= MOST_CONTENTS);
    const listed = upTo === undefined ? all : all.filter(({ depth }) => depth <= upTo);
    if (offset > 0 && offset >= listed.length) fail("past", { offset, total: listed.length }, "/offset");
    const shown = listed.slice(offset, offset + MOST_CONTENTS);
    const next = offset + shown.length;
    return {
      mode: "contents" as const,
      sections: shown.map(({ id, name, depth, chunks, characters }) => ({
        path_part_id: id,
        title: name,
        depth,
        chunks,
        characters,
      })),
      total: listed.length,
      offset,
      next_offset: next < listed.length ? next : null,
      note: "This document is long: read the sections that you need by their path_part_id.",
    };
  }

  /** How many chunks a part without statistics has by now. */
  async function countOf(reader: Reader, part: Part, documentId: string): Promise<number> {
    const all = await corpus.countChunks(reader, documentId);
    if (part.kind === "DOCUMENT") return all;
    const sections = await corpus.sections(reader, documentId);
    const after = sections.slice(sections.findIndex(({ id }) => id === part.id) + 1);
    const end = after.find(({ depth }) => depth <= part.depth)?.first ?? all;
    return Math.max(0, Math.min(end, all) - part.first);
  }
}

/** A document's path from its source's name. */
export const pathOf = (way: readonly { name: string; kind: string }[]) =>
  way
    .filter(({ kind }) => kind === "FOLDER" || kind === "DOCUMENT")
    .map(({ name }) => name)
    .join("/");

const trail = (way: readonly { name: string }[]) => way.map(({ name }) => name).join(" > ");

/** The document and the section, without what would end a Markdown link. */
const citeName = (way: readonly Crumb[]) =>
  [way.find(({ kind }) => kind === "DOCUMENT"), way.findLast(({ kind }) => kind === "SECTION")]
    .flatMap((crumb) => (crumb ? [crumb.name.replace(/[[\]\\]/g, "")] : []))
    .join(" § ");

function itemsOut({ parts, total }: { parts: Listed[]; total: number }, { offset }: Page): ItemsOut {
  if (offset > 0 && offset >= total) fail("past", { offset, total }, "/offset");
  const next = offset + parts.length;
  return { items: parts.map(itemOut), total, offset, next_offset: next < total ? next : null };
}

const itemOut = ({ id, kind, name, path, title, characters, children, state }: Listed): ItemOut => ({
  path_part_id: id,
  kind,
  name,
  path,
  ...(title !== null && { title }),
  ...(characters !== null && { characters }),
  ...(children !== null && { children }),
  ...(state !== null && state !== "whole" && { state }),
});
