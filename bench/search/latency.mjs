/**
 * What a search costs at 10,000 tools, in CPU time, which other work on the machine does not add to.
 *   node --expose-gc latency.mjs --data <folder of sets> [--tools 10000]
 * `first` is each query once, as a fresh process meets it, while the engine still compiles; `warm` is the mean of twenty runs of each.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createToolSearch } from "../../packages/core/dist/search.js";

const { values: given } = parseArgs({
  options: { data: { type: "string" }, tools: { type: "string", default: "10000" } },
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
  const step = Math.ceil(all.length / 60);
  return all.filter((_query, place) => place % step === 0).map(({ query }) => query.split(/\s+/).slice(0, 8).join(" "));
});
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
for (const query of queries) first.push(await costOf(() => search.search({ query, limit: 5 })));
const runs = 20;
const warm = [];
for (const query of queries) {
  const many = async () => {
    for (let run = 0; run < runs; run++) await search.search({ query, limit: 5 });
  };
  await many();
  warm.push((await costOf(many)) / runs);
}
collect();
const after = process.memoryUsage();
console.table({
  "build, ms": build.toFixed(0),
  "first, p50 ms": at(first, 0.5),
  "first, p95 ms": at(first, 0.95),
  "warm, p50 ms": at(warm, 0.5),
  "warm, p95 ms": at(warm, 0.95),
  "heap, MB": ((after.heapUsed - before.heapUsed) / 1e6).toFixed(1),
  "typed arrays, MB": ((after.arrayBuffers - before.arrayBuffers) / 1e6).toFixed(1),
});
