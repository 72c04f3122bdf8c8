// The search over tools, for models and for people: in a browser and in Node.
export { createToolSearch } from "./search/toolSearch.ts";
export type {
  FoundTool,
  MatchSource,
  SearchMode,
  ToolSearch,
  ToolSearchOptions,
  ToolSearchRequest,
  ToolSearchResponse,
} from "./search/toolSearch.ts";
export { createToolSearches } from "./search/toolSearches.ts";
export type { ToolSearches } from "./search/toolSearches.ts";
export { chooseEmbedder, embeddingEndpoint } from "./search/embedder.ts";
export type { Embedder, EmbeddingEndpoint, EmbedFunction } from "./search/embedder.ts";
export type { SavedVectors } from "./search/toolVectors.ts";
export type { SearchableTool } from "./search/toolText.ts";
export type { Channel, Fusion, ScorePart } from "./search/fusion.ts";
export { createSearchTools, SEARCH_TOOLS, toolsForModels } from "./bridge/searchTools.ts";
export type { Invocation, SearchToolsOptions } from "./bridge/searchTools.ts";
