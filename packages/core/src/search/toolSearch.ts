import type { JsonSchema } from "../schema/jsonSchema.ts";
import {
  confidenceOfMeaning,
  confidenceOfWords,
  LOW_CONFIDENCE,
  strengthsOf,
  type WordStrengths,
} from "./confidence.ts";
import type { Embedder, EmbedFunction } from "./embedder.ts";
import {
  bestOf,
  fuse,
  ranksOf,
  sharesOf,
  type Channel,
  type ChannelScores,
  type Fusion,
  type ScorePart,
} from "./fusion.ts";
import { readQuery, SHORTEST_TYPED } from "./queryTerms.ts";
import { createToolIndex, FIELD_WEIGHTS, PLAIN_WEIGHTS, type IndexedTool } from "./toolIndex.ts";
import { parametersOf, type SearchableTool } from "./toolText.ts";
import { createToolVectors, type SavedVectors } from "./toolVectors.ts";
import { createWorkspace, scoreWords, type Workspace } from "./wordChannels.ts";

/** What a model sends to `tool_search`. */
export interface ToolSearchRequest {
  /** What is wanted, in words; a tool's name; or `*` for all tools, by their slugs. */
  query: string;
  /** Exact phrases, such as the name of a column, that count beside the query. */
  keywords?: readonly string[] | undefined;
  /** How many tools come back: 5 unless given, from 1 to 20; what is beyond is capped, as it is with the two below. */
  limit?: number | undefined;
  /** The least `score`, from 0 to 1. Where no tool has it, the best one comes back alone. */
  min_score?: number | undefined;
  /** How many of the best to leave out, to page through the rest. */
  offset?: number | undefined;
  /** Whether the last word is still being written, so that its beginning counts. */
  typing?: boolean | undefined;
  /** Whether each tool says in `shares` what its score is made of. */
  explain?: boolean | undefined;
}

/** How a channel ranked a tool: 1 is its best. */
export interface MatchSource {
  source: Channel;
  rank: number;
  score: number;
}

/** A tool that was found, and why. */
export interface FoundTool {
  tool_id: string;
  description: string;
  parameters: JsonSchema;
  /** Relative to the best tool of the query, which has 1. */
  score: number;
  /** How likely it is that the tool fits the query at all, from 0 to 1; 1 for all tools of the query `*`. */
  confidence: number;
  /** The words of the query that the tool has. */
  matched_terms: string[];
  match_sources: MatchSource[];
  /**
   * How much of the score comes from each channel, and from being named exactly: 1 together. There where it was asked
   * for.
   */
  shares?: Partial<Record<ScorePart, number>>;
}

/**
 * How a search ranked: by BM25F or by reciprocal ranks, with vectors (`hybrid`) or by words alone (`lexical`), also
 * where the embedder failed; `all` for the query `*`.
 */
export type SearchMode = `${"hybrid" | "lexical"}_${Fusion}` | `lexical_${Fusion}_embedder_failed` | "all";

/** The answer of `tool_search`. */
export interface ToolSearchResponse {
  query: string;
  keywords: string[];
  search_mode: SearchMode;
  /** The words of the query and the keywords that tools were looked for by. */
  terms: string[];
  /** How many tools match, however few of them are here. */
  total: number;
  tools: FoundTool[];
  /** Said where no tool fits well: what to do then. */
  hint?: string;
}

export interface ToolSearchOptions {
  /** Gives texts their vectors; without it only words count. */
  embed?: Embedder | EmbedFunction;
  /**
   * `bm25f`, unless given, ranks by the words, with the other channels beside them; `rrf` gives each channel the same
   * say by its ranks, and in the channel `full_text` a word counts three times in a name, twice in a description and
   * once in parameters.
   */
  fusion?: Fusion;
  /** How much each channel counts with `bm25f`. */
  weights?: Partial<Record<Channel, number>>;
  /** Vectors that were saved before; those of the same texts by the same embedder are used again. */
  vectors?: SavedVectors;
  /** Called where the embedder fails; the search goes on with words alone, and asks it again after half a minute. */
  onProblem?: (error: unknown) => void;
}

/** The search over a list of tools. */
export interface ToolSearch {
  readonly size: number;
  search(request: ToolSearchRequest): Promise<ToolSearchResponse>;
  /** The same without vectors, at once. */
  searchWords(request: ToolSearchRequest): ToolSearchResponse;
  /**
   * The slugs of all tools that have each word of a query that says what is wanted, best first: for a list that is
   * filtered. Null where it asks for nothing: `*`, nothing at all, or a single letter that is no word.
   */
  matching(request: Pick<ToolSearchRequest, "query" | "typing">): string[] | null;
  /** Adds a tool, or puts it in the place of the one with its slug. */
  add(tool: SearchableTool): void;
  /** Returns whether it was there. */
  remove(slug: string): boolean;
  /** The vectors made so far, as plain JSON; null without an embedder. */
  saveVectors(): SavedVectors | null;
}

const DEFAULT_LIMIT = 5;
const LARGEST_LIMIT = 20;
const WEIGHTS: Readonly<Record<Channel, number>> = { full_text: 1, keyword: 0.1, schema: 0, vector: 0.7 };
/** For so many tools there is one query by which a search warms up. */
const TOOLS_A_WARM_UP = 400;
const WITHIN_WORD = 3;
/** Milliseconds in which a failed embedder is not asked again. */
const RETRY_AFTER = 30_000;

/**
 * Makes the search over tools that models and people find tools with. It reads no tool before the first search.
 * @example
 * ```ts
 * const search = createToolSearch(registry.available(context));
 * const { tools, hint } = await search.search({ query: "how many miles are 5 km" });
 * ```
 */
export function createToolSearch(tools: Iterable<SearchableTool>, options: ToolSearchOptions = {}): ToolSearch {
  const { fusion = "bm25f", onProblem = () => {} } = options;
  const weights = { ...WEIGHTS, ...options.weights };
  const index = createToolIndex(fusion === "rrf" ? PLAIN_WEIGHTS : FIELD_WEIGHTS);
  const vectors = options.embed ? createToolVectors(options.embed, options.vectors) : undefined;
  const known = new Map<string, SearchableTool>();
  /** Those that the index does not have yet. */
  const waiting = new Set<string>();
  let room: Workspace | undefined;
  let isWarm = false;
  let failedAt = Number.NEGATIVE_INFINITY;

  const add = (tool: SearchableTool) => {
    known.set(tool.slug, tool);
    waiting.add(tool.slug);
  };
  const sealed = () => {
    for (const slug of waiting) index.add(known.get(slug)!);
    waiting.clear();
    const made = index.sealed();
    if (!isWarm) warmUp(made.tools);
    return made;
  };
  for (const tool of tools) add(tool);

  /** What a request's words, and what is `similar` to it, say of each tool. */
  const weigh = ({ query, keywords = [], typing = false }: ToolSearchRequest, similar?: Float32Array) => {
    const made = sealed();
    const read = readQuery(index, made, query, { keywords, typing });
    if (room?.fused.length !== made.tools.length) room = createWorkspace(made.tools.length);
    const exact = index.named(query, read.written);
    const words = scoreWords(made, read, withoutWords(exact, similar), room);
    const channels: ChannelScores = {
      ...words,
      vector: similar && Float32Array.from(words.found, (tool) => similar[tool]!),
    };
    const fused = { fusion, weights, exact };
    return { made, read, channels, fused, scores: fuse(channels, fused, room.fused) };
  };

  const answer = (request: ToolSearchRequest, mode: SearchMode, similar?: Float32Array): ToolSearchResponse => {
    const { query, keywords = [], explain = false } = request;
    const { limit, offset, least } = rangeOf(request);
    const { made, read, channels, fused, scores } = weigh(request, similar);
    const { found } = channels;
    const { exact } = fused;
    const best = bestOf(found, scores, offset + limit);
    const highest = best[0]?.score ?? 1;
    const page = best.filter(({ score }, place) => place === 0 || score / highest >= least).slice(offset);
    const places = page.map(({ place }) => place);
    const ranks = ranksOf(channels, places);
    const shares = explain ? sharesOf(channels, fused, places) : [];
    const confidenceOf = (tool: number, strengths: WordStrengths) => {
      if (exact.has(tool)) return 1;
      return Math.max(confidenceOfWords(made, read, strengths), similar ? confidenceOfMeaning(similar, tool) : 0);
    };
    const first = best[0]?.tool;
    const fits = first !== undefined && confidenceOf(first, strengthsOf(made, read, first)) >= LOW_CONFIDENCE;
    return {
      query,
      keywords: [...keywords],
      search_mode: mode,
      terms: read.words.map(({ word }) => word),
      total: found.length,
      tools: page.map(({ tool, score }, at) => {
        const { tool: own, parameters } = made.tools[tool]!;
        const strengths = strengthsOf(made, read, tool);
        return {
          ...described(own, parameters),
          score: rounded(score / highest),
          confidence: rounded(confidenceOf(tool, strengths)),
          matched_terms: read.words.filter(({ place }) => strengths[place]! > 0).map(({ word }) => word),
          match_sources: ranks[at]!.map((source) => ({ ...source, score: rounded(source.score) })),
          ...(shares[at] && { shares: shares[at] }),
        };
      }),
      ...(!fits && { hint: hintOf(known.size, best.length > 0) }),
    };
  };

  /**
   * Searches a little by the tools' own words: else the engine compiles in the first hundred queries, and each takes
   * ten times as long. It adds a tenth to the time in which the tools are read: 30 ms for ten thousand, nothing for a
   * few hundred.
   */
  const warmUp = (some: readonly IndexedTool[]) => {
    isWarm = true;
    const described = some.map(({ tool }) => tool.description ?? "");
    for (let at = TOOLS_A_WARM_UP; at < some.length; at += TOOLS_A_WARM_UP) {
      // Cut within a word, so that it is one that no tool has.
      searchWords({ query: `${described[at]!.slice(WITHIN_WORD)}. ${described[at - 1]!}` });
    }
  };

  const all = (request: ToolSearchRequest): ToolSearchResponse => {
    const { limit, offset } = rangeOf(request);
    const sorted = [...known.values()].toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
    return {
      query: request.query,
      keywords: [...(request.keywords ?? [])],
      search_mode: "all",
      terms: [],
      total: sorted.length,
      tools: sorted.slice(offset, offset + limit).map((tool) => ({
        ...described(tool, parametersOf(tool)),
        score: 1,
        confidence: 1,
        matched_terms: [],
        match_sources: [],
      })),
    };
  };
  const searchWords = (request: ToolSearchRequest) =>
    request.query.trim() === "*" ? all(request) : answer(request, `lexical_${fusion}`);

  return {
    get size() {
      return known.size;
    },
    searchWords,
    matching(request) {
      const { made, read, channels, scores } = weigh(request);
      const slugs = Array.from(channels.found, (tool, place) => ({ tool, score: scores[place]! }))
        .filter(({ tool, score }) => score > 0 && strengthsOf(made, read, tool).every((strength) => strength > 0))
        .toSorted((one, other) => other.score - one.score || one.tool - other.tool)
        .map(({ tool }) => made.tools[tool]!.tool.slug);
      return slugs.length > 0 || request.query.trim().length >= SHORTEST_TYPED ? slugs : null;
    },
    async search(request) {
      if (!vectors || request.query.trim() === "*") return searchWords(request);
      if (Date.now() - failedAt < RETRY_AFTER) return answer(request, `lexical_${fusion}_embedder_failed`);
      try {
        const wanted = [request.query, ...(request.keywords ?? [])].join(" ");
        const similarTo = await vectors.similarities([...known.values()], wanted);
        // Made after the wait, in which tools may have come and gone.
        const similar = Float32Array.from(sealed().tools, ({ tool }) => Math.max(0, similarTo(tool)));
        return answer(request, `hybrid_${fusion}`, similar);
      } catch (error) {
        failedAt = Date.now();
        onProblem(error);
        return answer(request, `lexical_${fusion}_embedder_failed`);
      }
    },
    add,
    remove(slug) {
      waiting.delete(slug);
      index.remove(slug);
      return known.delete(slug);
    },
    saveVectors: () => vectors?.save() ?? null,
  };
}

/**
 * The tools that are found without a word in common: those that are named exactly, as "+" is, and with vectors all that
 * are similar at all.
 */
function withoutWords(exact: ReadonlyMap<number, number>, similar: Float32Array | undefined): Set<number> {
  const tools = new Set(exact.keys());
  similar?.forEach((similarity, tool) => similarity > 0 && tools.add(tool));
  return tools;
}

/** What a request asks for, capped to what there may be; what is no number is as if it were left out. */
function rangeOf({ limit, offset, min_score }: ToolSearchRequest): { limit: number; offset: number; least: number } {
  const within = (value: number | undefined, [least, most]: [number, number], otherwise: number) =>
    value === undefined || Number.isNaN(value) ? otherwise : Math.min(most, Math.max(least, value));
  return {
    limit: Math.floor(within(limit, [1, LARGEST_LIMIT], DEFAULT_LIMIT)),
    offset: Math.floor(within(offset, [0, Number.MAX_SAFE_INTEGER - LARGEST_LIMIT], 0)),
    least: within(min_score, [0, 1], 0),
  };
}

function described(
  { slug, description = "" }: SearchableTool,
  parameters: JsonSchema,
): Pick<FoundTool, "tool_id" | "description" | "parameters"> {
  return { tool_id: slug, description, parameters };
}

function hintOf(count: number, found: boolean): string {
  const what = found ? "None of these tools fits the query well." : "No tool has any of these words.";
  return (
    `${what} Say what is to be done in other words, with a verb and what it is about; or list all ${count} tools with the query "*". ` +
    "Where no tool fits, answer without one."
  );
}

/** Three digits: beyond them a score says nothing. */
function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
