/**
 * What a search costs at 10,000 tools: each query once, by the clock, on a machine that does nothing else meanwhile.
 *   node --expose-gc latency.mjs --data <folder of sets> [--tools 10000] [--whole]
 * `first` are the first hundred queries of a process, in which the engine still compiles; `later` is each query once
 * after those. Queries are cut to eight words, as a model writes them; `--whole` takes them as they are in the sets, up
 * to several sentences. The clock and not CPU time: that counts the engine's compiler and collector beside the search,
 * and asking for it takes longer than a search.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createToolSearch } from "../../packages/core/dist/search.js";

const { values: given } = parseArgs({
  options: { data: { type: "string" }, tools: { type: "string", default: "10000" }, whole: { type: "boolean" } },
});
if (!given.data) throw new Error("Say where the sets are: --data <folder>.");
const sets = ["metatool", "seal", "bfcl"];
const read = (/** @type {string} */ set, /** @type {string} */ file) =>
  readFileSync(join(given.data, set, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const pool = sets.flatMap((set) => read(set, "tools.jsonl"));
const queries = sets.flatMap((set) => {
  const all = read(set, "queries.jsonl");
  const step = Math.ceil(all.length / 150);
  return all
    .filter((_query, place) => place % step === 0)
    .map(({ query }, place) => ({ place, query: given.whole ? query : query.split(/\s+/).slice(0, 8).join(" ") }));
});
// The sets by turns, so that the first hundred are of each.
queries.sort((one, other) => one.place - other.place);
const tools = Array.from({ length: Number(given.tools) }, (_none, index) => {
  const { id, name, description, parameters } = pool[(index * 7919) % pool.length];
  return { slug: `${id}#${index}`, name, description, inputSchema: parameters ?? { type: "object" } };
});

const collect = () => globalThis.gc?.();
/** Milliseconds of CPU. @param {() => Promise<unknown>} work */
const costOf = async (work) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const at = (/** @type {number[]} */ list, /** @type {number} */ share) =>
  list.toSorted((one, other) => one - other)[Math.min(list.length - 1, Math.floor(share * list.length))].toFixed(3);

collect();
const before = process.memoryUsage();
const search = createToolSearch(tools);
const build = await costOf(() => search.search({ query: "warm up", limit: 5 }));
const first = [];
const later = [];
for (const [place, { query }] of queries.entries()) {
  const began = performance.now();
  await search.search({ query, limit: 5 });
  (place < 100 ? first : later).push(performance.now() - began);
}
collect();
const after = process.memoryUsage();
console.table({
  "build, ms of CPU": build.toFixed(0),
  "first, p50 ms": at(first, 0.5),
  "first, p95 ms": at(first, 0.95),
  "later, p50 ms": at(later, 0.5),
  "later, p95 ms": at(later, 0.95),
  "heap, MB": ((after.heapUsed - before.heapUsed) / 1e6).toFixed(1),
  "typed arrays, MB": ((after.arrayBuffers - before.arrayBuffers) / 1e6).toFixed(1),
});
