import { ToolError } from "@callboard/core";
import { storable } from "../../db/storable.ts";
import type { Store } from "../../store.ts";
import { createDocuments, type DocumentEntry } from "./documents.ts";
import type { DocumentSource } from "./documentSource.ts";
import { globMatcher } from "./glob.ts";
import { ingest, type IngestProgress, type IngestResult } from "./ingest.ts";

/** A stretch of a document. Offsets and lengths count characters (Unicode code points). */
export interface DocumentStretch {
  path: string;
  title: string;
  text: string;
  offset: number;
  length: number;
  total: number;
  /** Where the next stretch begins; null at the end. */
  next: number | null;
}

/** Tenants' documents: brought in from sources, found by name, read by range. */
export interface Knowledge {
  /** Whether a tenant has documents, or is just getting its first. */
  has(tenantId: string): Promise<boolean>;
  /** How far a running ingest of this tenant is; null while none runs. */
  reading(tenantId: string): IngestProgress | null;
  /** Brings a tenant's documents in step with a source. Stops, and rejects, when `signal` aborts. */
  ingest(
    tenantId: string,
    source: DocumentSource,
    options?: { onProgress?: (progress: IngestProgress) => void; signal?: AbortSignal },
  ): Promise<IngestResult>;
  /** Documents by glob over their paths, or by a part of the path; in the order of paths. @throws on a pattern that cannot be one. */
  find(
    tenantId: string,
    name: string,
    page: { limit: number; offset: number },
  ): Promise<{ documents: DocumentEntry[]; total: number }>;
  /** A stretch of one document, by id or path. @throws where there is none: with the closest paths, or the document's length. */
  read(
    tenantId: string,
    key: { id?: string; path?: string },
    range: { offset: number; length: number },
  ): Promise<DocumentStretch>;
}

const LONGEST_PATTERN = 200;
const MOST_WILDCARDS = 12;

const MISSING = 'There is no document "{name}".';
const MEANT = "Did you mean {others}?";
const FIND_FIRST = "Find its path with find_by_name first.";
const STILL_READING = "The documents are still being read ({done} of {total}): it may come yet.";
const PAST_THE_END = 'Offset {offset} is past the end: "{path}" has {count} characters, so the last offset is {last}.';
const TOO_COMPLEX =
  "The pattern is too complex: at most {length} characters and {wildcards} wildcards. A simple one such as **/README.md is enough; narrow by a folder instead.";

/** The templates of what `read` and `find` throw; sentences that may stand together are in a list. */
export const READ_FAILURES = [
  [MISSING, MEANT],
  [MISSING, FIND_FIRST],
  [MISSING, MEANT, STILL_READING],
  [MISSING, FIND_FIRST, STILL_READING],
  [PAST_THE_END],
] as const;
export const FIND_FAILURES = [[TOO_COMPLEX]] as const;

export async function createKnowledge(store: Store): Promise<Knowledge> {
  const documents = createDocuments(store.database);
  const readings = new Map<string, IngestProgress>();

  return {
    has: async (tenantId) => readings.has(tenantId) || (await documents.any(tenantId)),
    reading: (tenantId) => readings.get(tenantId) ?? null,
    async ingest(tenantId, source, { onProgress, signal } = {}) {
      try {
        return await ingest(documents, tenantId, source, {
          signal,
          onProgress(progress) {
            readings.set(tenantId, progress);
            onProgress?.(progress);
          },
        });
      } finally {
        readings.delete(tenantId);
      }
    },
    async find(tenantId, name, { limit, offset }) {
      const matches = matcher(name);
      const found = byNearness(
        (await documents.entries(tenantId)).filter((document) => matches(document.path)),
        name,
      );
      return { documents: found.slice(offset, offset + limit), total: found.length };
    },
    async read(tenantId, { id, path }, { offset, length }) {
      id &&= storable(id);
      path &&= storable(path);
      const row = await documents.read(tenantId, { id, path }, { offset, length });
      if (!row) {
        const wanted = path ?? id ?? "";
        const close = closest(wanted, await documents.entries(tenantId));
        const reading = readings.get(tenantId);
        const said = [MISSING, close.length > 0 ? MEANT : FIND_FIRST, ...(reading ? [STILL_READING] : [])];
        const values = {
          name: wanted.slice(0, 300),
          others: close.map((one) => `"${one}"`).join(", "),
          ...(reading && { done: reading.done, total: reading.total }),
        };
        throw new ToolError({ template: said.join(" "), values }, { path: "/path", suggestions: close });
      }
      if (offset > 0 && offset >= row.characters) {
        const { path, characters: count } = row;
        const values = { offset, path, count, last: Math.max(0, count - 1) };
        throw new ToolError({ template: PAST_THE_END, values }, { path: "/offset" });
      }
      const read = [...row.text].length;
      const next = offset + read < row.characters ? offset + read : null;
      return { path: row.path, title: row.title, text: row.text, offset, length: read, total: row.characters, next };
    },
  };
}

/**
 * A name with wildcards is a glob over the path, or over the file's name where it has no slash; one without is a part of
 * the path, or several words that all stand in it.
 */
function matcher(name: string): (path: string) => boolean {
  const wanted = name.trim();
  if (!/[*?[\]{}]/.test(wanted)) {
    const part = wanted.toLowerCase();
    const words = wordsOf(wanted);
    return (path) => {
      const lower = path.toLowerCase();
      return lower.includes(part) || (words.length > 0 && words.every((word) => lower.includes(word)));
    };
  }
  const wildcards = wanted.match(/[*?]+|[[{]/g)?.length ?? 0;
  if (wanted.length > LONGEST_PATTERN || wildcards > MOST_WILDCARDS) {
    const values = { length: LONGEST_PATTERN, wildcards: MOST_WILDCARDS };
    throw new ToolError({ template: TOO_COMPLEX, values });
  }
  return globMatcher(wanted);
}

/** Several words: first the paths that have most of them as a whole folder or file name, then the shortest. One: as listed. */
function byNearness<Entry extends { path: string }>(found: Entry[], name: string): Entry[] {
  const words = wordsOf(name);
  if (words.length < 2) return found;
  const whole = (path: string) => {
    const names = path
      .toLowerCase()
      .split("/")
      .flatMap((part) => [part, part.replace(/\.[^.]+$/, "")]);
    return words.filter((word) => names.includes(word)).length;
  };
  const ranked = found.map((entry) => ({ entry, whole: whole(entry.path), length: entry.path.length }));
  return ranked.sort((a, b) => b.whole - a.whole || a.length - b.length).map(({ entry }) => entry);
}

function wordsOf(name: string): string[] {
  return /[*?[\]{}]/.test(name) ? [] : name.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The paths that look most like what was asked for: by their pairs of letters. */
function closest(wanted: string, documents: readonly DocumentEntry[]): string[] {
  const target = pairs(wanted.slice(0, 300));
  return documents
    .map(({ path }) => ({ path, score: likeness(target, pairs(path)) }))
    .filter(({ score }) => score >= 0.4)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ path }) => path);
}

function pairs(text: string): Set<string> {
  const letters = text.toLowerCase();
  const found = new Set<string>();
  for (let index = 0; index < letters.length - 1; index++) found.add(letters.slice(index, index + 2));
  return found;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared++;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
