import { postFile } from "./postFile.ts";
import type { RequestOptions, Transport } from "./transport.ts";
import type { StoredFile, UploadOptions } from "./uploads.ts";

/** A folder, document, section or passage, as it is named on the way to something. */
export interface KnowledgeCrumb {
  id: string;
  name: string;
  kind: "FOLDER" | "DOCUMENT" | "SECTION" | "CHUNK";
}

/** What stands in a folder. */
export interface KnowledgeEntry extends KnowledgeCrumb {
  title: string | null;
  characters: number | null;
  /** How many folders and documents stand in a folder. */
  children: number | null;
  state: "reading" | "whole" | "failed" | null;
}

/** A source with what was brought in of it. */
export interface KnowledgeSourceState {
  /** Its folder. */
  id: string;
  name: string;
  documents: number;
  /** How many of them could not be read. */
  failed: number;
  /** How many are still being read, or were when the host ended. */
  unfinished: number;
  characters: number;
}

/** A reason by its code, so that a page says it in its own words: `no_text`, or `open_quote` with its `row`. */
export interface KnowledgeReason {
  code: string;
  values: Record<string, string | number>;
}

/** A document that could not be read, and why. */
export interface KnowledgeProblem {
  id: string;
  name: string;
  /** In English. */
  problem: string;
  /** Absent where a library said why. */
  reason?: KnowledgeReason;
}

/** What people may bring in by hand; null where whoever asks may not. */
export interface KnowledgeUploads {
  /** The endings of names, with their dots. */
  endings: string[];
  maxBytes: number;
  maxDocuments: number;
}

/** What there is to read, from the sources down. */
export interface KnowledgeOverview {
  sources: KnowledgeSourceState[];
  total: number;
  problems: KnowledgeProblem[];
  /** How far an ingest is; null while there is none. */
  reading: { done: number; total: number } | null;
  uploads: KnowledgeUploads | null;
}

/** A folder with what stands in it. */
export interface KnowledgeFolder {
  part: KnowledgeCrumb;
  way: KnowledgeCrumb[];
  parts: KnowledgeEntry[];
  total: number;
  /** Whether whoever asks may delete its documents. */
  mayDelete: boolean;
}

/** A passage of a document. */
export interface KnowledgePassage {
  id: string;
  sectionId: string;
  position: number;
  /** Markdown. */
  text: string;
  hasImage: boolean;
}

/** A stretch of a document, from its beginning or around a passage. */
export interface KnowledgeReading {
  part: KnowledgeCrumb;
  way: KnowledgeCrumb[];
  document: {
    title: string;
    state: "reading" | "whole" | "failed";
    /** Why it could not be read, or what was left out of it, in English. */
    problem: string | null;
    /** Absent where a library said why. */
    reason?: KnowledgeReason;
  };
  /** The passage that was asked for; null for a document or section. */
  anchor: string | null;
  /** The position of the first passage, of so many. */
  start: number;
  count: number;
  chunks: KnowledgePassage[];
  sections: KnowledgeCrumb[];
}

/** A passage that was found. */
export interface KnowledgeHit {
  path_part_id: string;
  /** Its place, from the source down, with ` > ` between. */
  breadcrumb: string;
  /** Plain text around what was found; every second piece is a word of the query. */
  excerpt: string[];
}

/** A host's documents. */
export interface KnowledgeClient {
  overview(page?: { offset?: number }, options?: RequestOptions): Promise<KnowledgeOverview>;
  /** A folder or a stretch of a document: the one of an offset, else where the part begins. */
  open(id: string, page?: { offset?: number }, options?: RequestOptions): Promise<KnowledgeFolder | KnowledgeReading>;
  search(query: string, options?: RequestOptions): Promise<{ results: KnowledgeHit[]; total: number }>;
  /** Brings a file in, in the place of one of the same name. Resolves once it is read. */
  upload(file: Blob, options?: UploadOptions): Promise<StoredFile>;
  /** Deletes a document that was brought in by hand. */
  remove(id: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's documents. */
export function knowledgeClient(transport: Transport): KnowledgeClient {
  const part = (id: string) => `/api/knowledge/parts/${encodeURIComponent(id)}`;
  return {
    overview: ({ offset } = {}, { signal } = {}) => transport.json("/api/knowledge", { query: { offset }, signal }),
    open: (id, { offset } = {}, { signal } = {}) => transport.json(part(id), { query: { offset }, signal }),
    search: (q, { signal } = {}) => transport.json("/api/knowledge/search", { query: { q }, signal }),
    upload: (file, options) => postFile(transport, "/api/knowledge/documents", file, options),
    remove: (id, { signal } = {}) => transport.send(part(id), { method: "DELETE", signal }),
  };
}
