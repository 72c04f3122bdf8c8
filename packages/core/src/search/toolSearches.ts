import type { Embedder } from "./embedder.ts";
import { createRecent } from "./recent.ts";
import { parametersOf, type SearchableTool } from "./toolText.ts";
import { textHash } from "./textHash.ts";
import { createToolSearch, type ToolSearch, type ToolSearchOptions } from "./toolSearch.ts";

/** Searches that are kept for the next who asks with the same tools. */
export interface ToolSearches {
  /** The search over these tools; `runtime` keeps apart what is not to be shared, such as tenants. */
  of(runtime: string, tools: readonly SearchableTool[], embedder?: Embedder): ToolSearch;
  readonly size: number;
}

const CAPACITY = 64;

/**
 * Keeps the searches of the last 64 sets of tools, so that each is read and embedded once, however many people see the
 * same tools. A tool that changed makes another set.
 */
export function createToolSearches(
  options: Omit<ToolSearchOptions, "embed"> & { capacity?: number } = {},
): ToolSearches {
  const { capacity = CAPACITY, ...rest } = options;
  const kept = createRecent<ToolSearch>(capacity);
  const hashes = new WeakMap<SearchableTool, string>();
  const hashOf = (tool: SearchableTool) => {
    let hash = hashes.get(tool);
    if (hash === undefined) hashes.set(tool, (hash = textHash(JSON.stringify(wordingOf(tool)))));
    return hash;
  };
  return {
    get size() {
      return kept.size;
    },
    of(runtime, tools, embedder) {
      const key = JSON.stringify([runtime, embedder?.name ?? null, textHash(tools.map(hashOf).join())]);
      return kept.of(key, () => createToolSearch(tools, { ...rest, ...(embedder && { embed: embedder }) }));
    },
  };
}

/** All that a search says of a tool or finds it by. */
function wordingOf(tool: SearchableTool): unknown[] {
  const { slug, name, description, userDescription, category, examples, aliases, messages } = tool;
  return [slug, name, description, userDescription, category, examples, aliases, messages, parametersOf(tool)];
}
