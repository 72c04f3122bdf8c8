import type { Database } from "../../db/database.ts";
import { storable } from "../../db/storable.ts";
import { createDocuments, type Documents } from "./documents.ts";

/** A document that a query found. `score` is relative: the best one has 1. */
export interface DocumentHit {
  id: string;
  path: string;
  title: string;
  /** Plain text around the words that were found. */
  snippet: string;
  score: number;
}

export interface DocumentSearchRequest {
  /** Words; `"a phrase"`, `or` and `-without` are understood. */
  query: string;
  limit: number;
  /** Only these documents; all unless given. */
  paths?: readonly string[];
}

export interface DocumentSearchResult {
  results: DocumentHit[];
  /** How many documents match in all. */
  total: number;
  /** `any` where no document has all of the words, and these have some; `none` where the query has no word to look for. */
  matched: "all" | "any" | "none";
}

/** Finds a tenant's documents by the words in them. */
export interface DocumentSearch {
  search(tenantId: string, request: DocumentSearchRequest): Promise<DocumentSearchResult>;
  /** The origins whose name contains `part`, the largest first. */
  sources: Documents["sources"];
}

const LONGEST_SNIPPET = 400;

export function createDocumentSearch(database: Database): DocumentSearch {
  const documents = createDocuments(database);
  return {
    async search(tenantId, { query, limit, paths }) {
      const all = storable(query);
      const wanted = all.replace(EXCLUDED, " ");
      const without = [...all.matchAll(EXCLUDED)].map(([, word = ""]) => word).join(" ");
      const words = { all, wanted, without };
      const { found, total, matched } = await documents.search(tenantId, words, { limit, paths });
      const best = found[0]?.score || 1;
      const results = found.map(({ id, path, title, snippet, score }) => ({
        id,
        path,
        title,
        snippet: snippetText(snippet),
        score: Math.round((score / best) * 1000) / 1000,
      }));
      return { results, total, matched };
    },
    sources: documents.sources,
  };
}

/** What a query asks to leave out: a word or a phrase after a minus. */
const EXCLUDED = /(?<=^|\s)-("[^"]*"|\S+)/g;

/** One line of plain text without markup, control or direction characters. */
export function snippetText(text: string): string {
  const plain = text
    .replace(/<\/?[a-z][^<>]*>|<!--[^]*?-->/gi, " ")
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replace(/\]\([^)\s]*\)?|\*\*|__|`/g, "")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/(?:^|\s)[#>|*=~_-]+(?=\s|$)/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = [...plain];
  return characters.length > LONGEST_SNIPPET ? `${characters.slice(0, LONGEST_SNIPPET - 1).join("")}…` : plain;
}
