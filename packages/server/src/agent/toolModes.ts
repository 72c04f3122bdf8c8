import {
  type RegisteredTool,
  type ToolContext,
  type ToolSearchRequest,
  type ToolSearchResponse,
} from "@callboard/core";
import { HOST_SOURCES, toRegisteredTool, type ToolCatalog, type ToolSource } from "@callboard/core/catalog";
import type { OfferedDefinitions } from "@callboard/core/client";
import { createRecent, isSearched, reservedNames } from "@callboard/core/host";
import { toAnthropicTools } from "@callboard/core/bridge";
import {
  chooseEmbedder,
  createSearchTools,
  createToolSearches,
  SEARCH_TOOLS,
  type Embedder,
  type Fusion,
} from "@callboard/core/search";

/**
 * What a model is given: `direct`, the definitions of all tools; `search_registry`, two tools to find and run all
 * others with; `auto`, the two where there are more than 20 tools and an embedder.
 */
export type ToolMode = "direct" | "search_registry" | "auto";

/** How a model comes to its tools. */
export interface ToolSearchSettings {
  /** `auto` unless given. */
  mode?: ToolMode;
  /** What finds tools by meaning. One is used as it is; of several, `toolEmbeddingModel` names one. */
  embedders?: readonly Embedder[];
  /** The name of an embedder, or `lexical` to find by words alone. */
  toolEmbeddingModel?: string;
  /** How a search ranks: `bm25f` unless given; `rrf` fuses its channels by rank alone, and says so in `search_mode`. */
  fusion?: Fusion;
  /** Tools that a model has beside the two; `list_datasets` and `read_output` unless given. */
  always?: readonly string[];
  /** Counts a text's tokens as the model does, for what `GET /api/chat/tools` says. */
  countTokens?: (text: string) => number | Promise<number>;
  /** What `countTokens` counts by, such as `o200k_base`, for people to read. */
  tokenizer?: string;
}

/** More tools than this, and `auto` lets a model search. */
export const AUTO_SEARCH_TOOL_THRESHOLD = 20;

/** What a model is given in one step. */
export interface OfferedTools {
  mode: Exclude<ToolMode, "auto">;
  tools: readonly RegisteredTool[];
}

/** How models come to the tools of a host. */
export interface ToolModes {
  /** `tool_search` and `tool_invoke`, where they are in use: no list has them, and they are found by name. */
  source: ToolSource;
  /** What a model gets of the tools that it may use in this context. */
  offer(tools: readonly RegisteredTool[], context: ToolContext): Promise<OfferedTools>;
  describe(tools: readonly RegisteredTool[], context: ToolContext): Promise<OfferedDefinitions>;
  /** What `tool_search` finds of the tools that a model may use; `runtime` is the tenant. */
  search(runtime: string, tools: readonly RegisteredTool[], request: ToolSearchRequest): Promise<ToolSearchResponse>;
}

const LEXICAL = "lexical";

/**
 * Decides by the settings what models are given of a catalog's tools; `registered` are those that are known at the
 * start.
 * @throws with `search_registry`, where there is no embedder, or a tool has a name that is reserved.
 */
export function createToolModes(
  catalog: ToolCatalog,
  registered: readonly RegisteredTool[],
  settings: ToolSearchSettings = {},
  onProblem: (message: string) => void = () => {},
): ToolModes {
  const {
    mode = "auto",
    embedders = [],
    toolEmbeddingModel,
    fusion,
    always = ["list_datasets", "read_output"],
    countTokens,
    tokenizer = null,
  } = settings;
  const isLexical = toolEmbeddingModel === LEXICAL;
  const embedder = isLexical || mode === "direct" ? undefined : chooseEmbedder(embedders, toolEmbeddingModel);
  const canSearch = isLexical || embedder !== undefined;
  const taken = reservedNames(registered);
  if (mode === "search_registry") {
    if (!canSearch) throw new Error(NO_EMBEDDER);
    if (taken.length > 0) throw new Error(nameTaken(taken));
  }
  const told = new Set<string>();
  const tellOnce = (problem: string) => {
    if (!told.has(problem)) onProblem(problem);
    told.add(problem);
  };
  const searches = createToolSearches({
    ...(fusion && { fusion }),
    onProblem: (error) => onProblem(`Tools are found by words alone: ${String(error)}`),
  });
  const own = createSearchTools({ catalog, embedder, searches }).map((tool) => toRegisteredTool(tool));
  const source: ToolSource = {
    name: HOST_SOURCES.search,
    list: () => [],
    find: (slug) => (mode === "direct" ? undefined : own.find((tool) => tool.slug === slug)),
  };

  /** Which of the two names are another tool's. Tools come and go, so it is looked at each time. */
  const takenIn = async (context: ToolContext): Promise<string[]> => {
    const found = await Promise.all(SEARCH_TOOLS.map((name) => catalog.find(name, context)));
    return SEARCH_TOOLS.filter((_name, place) => found[place] && found[place].source !== HOST_SOURCES.search);
  };

  const offer = async (tools: readonly RegisteredTool[], context: ToolContext): Promise<OfferedTools> => {
    const direct: OfferedTools = { mode: "direct", tools };
    if (mode === "direct" || (mode === "auto" && tools.length <= AUTO_SEARCH_TOOL_THRESHOLD)) return direct;
    const reserved = await takenIn(context);
    if (reserved.length > 0) {
      tellOnce(nameTaken(reserved));
      return direct;
    }
    if (!canSearch) {
      tellOnce(`A model is given ${tools.length} tools. ${NO_EMBEDDER}`);
      return direct;
    }
    return { mode: "search_registry", tools: [...own, ...tools.filter(({ slug }) => always.includes(slug))] };
  };

  const count = createTokenCount(countTokens);

  return {
    source,
    offer,
    search: (runtime, tools, request) => searches.of(runtime, tools.filter(isSearched), embedder).search(request),
    async describe(tools, context) {
      const offered = await offer(tools, context);
      return {
        mode: offered.mode,
        embedder: offered.mode === "direct" ? null : (embedder?.name ?? LEXICAL),
        tools: tools.length,
        given: offered.tools.length,
        tokens: countTokens ? { all: await count(tools), given: await count(offered.tools), tokenizer } : null,
      };
    },
  };
}

const NO_EMBEDDER =
  'To let models search for tools, give createHost an embedder: toolSearch: { embedders: [embeddingEndpoint({ … })] }; or toolEmbeddingModel: "lexical" to find by words alone.';

function nameTaken(names: readonly string[]): string {
  return (
    `The names ${SEARCH_TOOLS.join(" and ")} are those of the search for tools, and other tools have ${names.join(" and ")}. ` +
    "Rename the other tool, or set its asTool to false to keep it from models."
  );
}

/** How many sets of tools a count is kept of: as many as of searches. */
const KEPT_COUNTS = 64;

/** Counts the tokens of tools once; a tool that is registered anew is another. */
function createTokenCount(countTokens: ToolSearchSettings["countTokens"]) {
  const kept = createRecent<Promise<number>>(KEPT_COUNTS);
  const numbers = new WeakMap<RegisteredTool, number>();
  let last = 0;
  const numberOf = (tool: RegisteredTool) => {
    const number = numbers.get(tool) ?? ++last;
    numbers.set(tool, number);
    return number;
  };
  return (tools: readonly RegisteredTool[]): Promise<number> => {
    const key = tools.map(numberOf).join();
    return kept.of(key, () => {
      const tokens = Promise.resolve(countTokens?.(definitionsOf(tools)) ?? 0);
      // A count that failed is made anew.
      tokens.catch(() => kept.forget(key));
      return tokens;
    });
  };
}

/** The definitions as a model is given them (agent/takeStep). */
function definitionsOf(tools: readonly RegisteredTool[]): string {
  return JSON.stringify(toAnthropicTools(tools, { cache: false }).tools);
}
