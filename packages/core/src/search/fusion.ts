import { highestOf, type WordChannels } from "./wordChannels.ts";

/**
 * What a tool is found by: its words weighed by their rarity, exact words and phrases, the names of its parameters, or
 * its meaning.
 */
export const CHANNELS = ["full_text", "keyword", "schema", "vector"] as const;
export type Channel = (typeof CHANNELS)[number];

/** How the channels become one ranking. */
export type Fusion = "bm25f" | "rrf";

/** The scores of the tools that were found, in each channel; no vectors without an embedder. */
export type ChannelScores = WordChannels & { readonly vector?: Float32Array | undefined };

/** A tool that was found: its place in the index, and the one in `found`. */
export interface RankedTool {
  readonly tool: number;
  readonly place: number;
  readonly score: number;
}

/** Goes before whatever words and vectors can say. */
const EXACT = 4;
/** As in the paper that reciprocal rank fusion comes from: how little the first places differ. */
const RANK_OFFSET = 60;

export interface FuseOptions {
  fusion: Fusion;
  weights: Readonly<Record<Channel, number>>;
  /** How exactly some tools are named by the query. */
  exact: ReadonlyMap<number, number>;
}

/** What a tool's score is made of: its channels, and that the query is its name. */
export type ScorePart = Channel | "name";

/** The score of each tool in `found`, in the same order, written to `scores`. */
export function fuse(channels: ChannelScores, options: FuseOptions, scores: Float32Array): Float32Array {
  scores.fill(0, 0, channels.found.length);
  for (const part of SCORE_PARTS) addPart(scores, part, channels, options);
  return scores;
}

const SCORE_PARTS: readonly ScorePart[] = [...CHANNELS, "name"];

function addPart(scores: Float32Array, part: ScorePart, channels: ChannelScores, options: FuseOptions): void {
  const { found } = channels;
  const { fusion, weights, exact } = options;
  if (part === "name") {
    if (exact.size === 0) return;
    found.forEach((tool, place) => {
      scores[place]! += EXACT * (exact.get(tool) ?? 0);
    });
  } else if (fusion === "rrf") {
    addRanks(scores, channels[part], found.length);
  } else {
    addShares(scores, part === "full_text" ? channels.lead : channels[part], found.length, weights[part]);
  }
}

/**
 * Of the tools at some places of `found`, how much of the score comes from each part of it; a tool's shares are 1
 * together.
 */
export function sharesOf(
  channels: ChannelScores,
  options: FuseOptions,
  places: readonly number[],
): Partial<Record<ScorePart, number>>[] {
  const parts = SCORE_PARTS.map((part) => {
    const scores = new Float32Array(channels.found.length);
    addPart(scores, part, channels, options);
    return { part, scores };
  });
  return places.map((place) => {
    const total = parts.reduce((sum, { scores }) => sum + scores[place]!, 0);
    return Object.fromEntries(
      parts.flatMap(({ part, scores }) => (scores[place]! > 0 ? [[part, scores[place]! / total]] : [])),
    );
  });
}

function addShares(scores: Float32Array, channel: Float32Array | undefined, count: number, weight: number): void {
  const highest = !channel || weight === 0 ? 0 : highestOf(channel, count);
  if (!channel || highest === 0) return;
  const each = weight / highest;
  for (let place = 0; place < count; place++) scores[place]! += each * channel[place]!;
}

/** Tools with the same score have the same rank. */
function addRanks(scores: Float32Array, channel: Float32Array | undefined, count: number): void {
  if (!channel) return;
  const order = Array.from({ length: count }, (_none, place) => place).filter((place) => channel[place]! > 0);
  order.sort((one, other) => channel[other]! - channel[one]!);
  let rank = 0;
  order.forEach((place, at) => {
    if (at === 0 || channel[place]! < channel[order[at - 1]!]!) rank = at + 1;
    scores[place]! += 1 / (RANK_OFFSET + rank);
  });
}

/** The `count` tools with the highest scores above 0, the best first; of equals the one that was added first. */
export function bestOf(found: Int32Array, scores: Float32Array, count: number): RankedTool[] {
  const best: RankedTool[] = [];
  let least = 0;
  for (let place = 0; place < found.length; place++) {
    const score = scores[place]!;
    if (score < least || score <= 0) continue;
    const tool = found[place]!;
    let at = best.length;
    while (at > 0 && isBefore(score, tool, best[at - 1]!)) at--;
    best.splice(at, 0, { tool, place, score });
    if (best.length > count) best.pop();
    if (best.length === count) least = best[count - 1]!.score;
  }
  return best;
}

function isBefore(score: number, tool: number, other: RankedTool): boolean {
  return score > other.score || (score === other.score && tool < other.tool);
}

/**
 * How each channel ranks the tools at some places of `found` among all, channel by channel; those that it says nothing
 * of have none.
 */
export function ranksOf(
  channels: ChannelScores,
  places: readonly number[],
): { source: Channel; rank: number; score: number }[][] {
  const ranks = places.map((): { source: Channel; rank: number; score: number }[] => []);
  for (const source of CHANNELS) {
    const scores = channels[source];
    if (!scores) continue;
    const own = Float32Array.from(places, (place) => scores[place]!);
    const above = countAbove(scores, channels.found.length, own);
    own.forEach((score, at) => {
      if (score > 0) ranks[at]!.push({ source, rank: above[at]! + 1, score });
    });
  }
  return ranks;
}

/** How many of the first `count` scores are higher than each of some that are above 0. */
function countAbove(scores: Float32Array, count: number, own: Float32Array): Int32Array {
  const above = new Int32Array(own.length);
  const lowest = Math.min(...own.filter((score) => score > 0));
  if (lowest === Number.POSITIVE_INFINITY) return above;
  for (let place = 0; place < count; place++) {
    const score = scores[place]!;
    if (score <= lowest) continue;
    for (let rival = 0; rival < own.length; rival++) if (score > own[rival]!) above[rival]!++;
  }
  return above;
}
