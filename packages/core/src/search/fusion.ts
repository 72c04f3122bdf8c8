import { highestOf, type WordChannels } from "./wordChannels.ts";

/** What a tool is found by: its words weighed by their rarity, exact words and phrases, the names of its parameters, or its meaning. */
export const CHANNELS = ["full_text", "keyword", "schema", "vector"] as const;
export type Channel = (typeof CHANNELS)[number];

/** How the channels become one ranking. */
export type Fusion = "bm25f" | "rrf";

/** The scores of all tools in each channel; no vectors without an embedder. */
export type ChannelScores = WordChannels & { readonly vector?: Float32Array | undefined };

/** A tool by its place in the index. */
export interface RankedTool {
  readonly tool: number;
  readonly score: number;
}

/** Goes before whatever words and vectors can say. */
const EXACT = 4;
/** As in the paper that reciprocal rank fusion comes from: how little the first places differ. */
const RANK_OFFSET = 60;

/** The score of each tool in `found`, in the same order. `exact` says how exactly some tools are named by the query. */
export function fuse(
  channels: ChannelScores,
  options: { fusion: Fusion; weights: Readonly<Record<Channel, number>>; exact: ReadonlyMap<number, number> },
): Float32Array {
  const { found } = channels;
  const scores = new Float32Array(found.length);
  if (options.fusion === "rrf") {
    for (const channel of CHANNELS) addRanks(scores, channels[channel], found);
  } else {
    const { full_text, keyword, schema, vector } = options.weights;
    addShares(scores, channels.lead, found, full_text);
    addShares(scores, channels.keyword, found, keyword);
    addShares(scores, channels.schema, found, schema);
    if (channels.vector) addShares(scores, channels.vector, found, vector);
  }
  if (options.exact.size > 0) {
    found.forEach((tool, place) => {
      scores[place]! += EXACT * (options.exact.get(tool) ?? 0);
    });
  }
  return scores;
}

function addShares(scores: Float32Array, channel: Float32Array, found: Int32Array, weight: number): void {
  const highest = weight === 0 ? 0 : highestOf(channel, found);
  if (highest === 0) return;
  const each = weight / highest;
  for (let place = 0; place < found.length; place++) scores[place]! += each * channel[found[place]!]!;
}

/** Tools with the same score have the same rank. */
function addRanks(scores: Float32Array, channel: Float32Array | undefined, found: Int32Array): void {
  if (!channel) return;
  const scoreAt = (place: number) => channel[found[place]!]!;
  const order = [...found.keys()].filter((place) => scoreAt(place) > 0);
  order.sort((one, other) => scoreAt(other) - scoreAt(one));
  let rank = 0;
  order.forEach((place, at) => {
    if (at === 0 || scoreAt(place) < scoreAt(order[at - 1]!)) rank = at + 1;
    scores[place]! += 1 / (RANK_OFFSET + rank);
  });
}

/** The `count` tools with the highest scores above 0, the best first; of equals the one that was added first. */
export function bestOf(found: Int32Array, scores: Float32Array, count: number): RankedTool[] {
  const best: RankedTool[] = [];
  const isBefore = (one: RankedTool, other: RankedTool) =>
    one.score > other.score || (one.score === other.score && one.tool < other.tool);
  for (let place = 0; place < found.length; place++) {
    const score = scores[place]!;
    if (score <= 0 || (best.length === count && score < best[count - 1]!.score)) continue;
    const ranked = { tool: found[place]!, score };
    let at = best.length;
    while (at > 0 && isBefore(ranked, best[at - 1]!)) at--;
    best.splice(at, 0, ranked);
    if (best.length > count) best.pop();
  }
  return best;
}

/** How each channel ranks some tools among all, channel by channel; those that it says nothing of have none. */
export function ranksOf(
  channels: ChannelScores,
  tools: readonly number[],
): { source: Channel; rank: number; score: number }[][] {
  const ranks = tools.map((): { source: Channel; rank: number; score: number }[] => []);
  for (const source of CHANNELS) {
    const scores = channels[source];
    if (!scores) continue;
    const own = Float32Array.from(tools, (tool) => scores[tool]!);
    const above = new Int32Array(own.length);
    const lowest = own.filter((score) => score > 0).reduce((low, score) => Math.min(low, score), Infinity);
    for (const tool of channels.found) {
      const score = scores[tool]!;
      if (score <= lowest) continue;
      for (let place = 0; place < own.length; place++) if (score > own[place]!) above[place]!++;
    }
    own.forEach((score, place) => {
      if (score > 0) ranks[place]!.push({ source, rank: above[place]! + 1, score });
    });
  }
  return ranks;
}
