/**
 * Documents at scale, over the built packages: how a search answers while they are brought in and after, and what that
 * takes.
 *   node bench/knowledge/scale.mjs [--chunks 100000] [--data <folder>]
 * Of one run, so that the ratios say more than the times. Words are drawn by Zipf's law from 20,000; a search has three
 * of them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRegistry } from "../../packages/core/dist/index.js";
import { createKnowledge } from "../../packages/knowledge/dist/index.js";
import { createHost, createStore } from "../../packages/server/dist/index.js";

const { values: given } = parseArgs({
  options: { chunks: { type: "string", default: "100000" }, data: { type: "string" } },
});
const chunks = Number(given.chunks);
const CHUNKS_A_DOCUMENT = 20;
const WORDS_A_CHUNK = 120;
const VOCABULARY = 20_000;
const SEARCHES_AFTER = 200;

let state = 20_26;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
/** The rank of a word: the first are the most frequent. */
const rank = () => Math.floor(VOCABULARY ** random()) - 1;
const syllables = [
  "ba",
  "ke",
  "li",
  "mo",
  "nu",
  "ra",
  "se",
  "ti",
  "vo",
  "zu",
  "cha",
  "dre",
  "fli",
  "gro",
  "plu",
  "sta",
];
const word = (at) => {
  let text = "";
  for (let rest = at + 17; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length];
  return text;
};
const textOf = () => {
  const parts = ["# A document\n"];
  for (let at = 0; at < CHUNKS_A_DOCUMENT; at++)
    parts.push(`## Part ${at}\n\n${Array.from({ length: WORDS_A_CHUNK }, () => word(rank())).join(" ")}.\n`);
  return parts.join("\n");
};
const documents = Math.ceil(chunks / CHUNKS_A_DOCUMENT);
const source = {
  name: "bench",
  list: async () =>
    Array.from({ length: documents }, (_, at) => ({
      path: `part-${at % 100}/document-${at}.md`,
      bytes: 1,
      modifiedAt: at,
      read: async () => textOf(),
    })),
};

const dataDir = given.data ?? mkdtempSync(join(tmpdir(), "callboard-bench-"));
const store = await createStore({ dataDir });
let isOver = false;
const host = createHost({
  registry: createRegistry(),
  store,
  modules: [
    createKnowledge({
      sources: [{ source }],
      log: (line) => {
        if (/^bench is read|failed/.test(line)) isOver = true;
      },
    }),
  ],
});
await host.ready;
const search = async () => {
  const query = [word(rank()), word(rank()), word(300 + Math.floor(random() * 5_000))].join(" ");
  const began = performance.now();
  const response = await host.fetch(
    new Request(`http://localhost/api/knowledge/search?q=${encodeURIComponent(query)}`),
  );
  if (!response.ok) throw new Error(await response.text());
  await response.text();
  return performance.now() - began;
};
const quantile = (times, share) => times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? NaN;

const began = performance.now();
const during = [];
let most = 0;
while (!isOver) {
  during.push(await search());
  most = Math.max(most, process.memoryUsage().rss);
  await pause(20);
}
const ingestSeconds = (performance.now() - began) / 1_000;
const after = [];
for (let at = 0; at < SEARCHES_AFTER; at++) after.push(await search());
const { documents: count, characters } = (
  await (await host.fetch(new Request("http://localhost/api/knowledge"))).json()
).sources.find(({ name }) => name === "bench");

const ms = (time) => `${time.toFixed(1)} ms`;
console.log(
  `${documents * CHUNKS_A_DOCUMENT} chunks in ${count} documents, ${(characters / 1e6).toFixed(0)} million characters`,
);
console.log(
  `ingest      ${ingestSeconds.toFixed(0)} s, ${((documents * CHUNKS_A_DOCUMENT) / ingestSeconds).toFixed(0)} chunks a second`,
);
console.log(`search      p50 ${ms(quantile(after, 0.5))}, p95 ${ms(quantile(after, 0.95))}`);
console.log(
  `meanwhile   p50 ${ms(quantile(during, 0.5))}, p95 ${ms(quantile(during, 0.95))} (${during.length} searches)`,
);
console.log(`meanwhile to after, p95: ${(quantile(during, 0.95) / quantile(after, 0.95)).toFixed(1)}`);
console.log(`memory      ${(most / 1e6).toFixed(0)} MB at the most`);

await host.close();
await store.close();
if (given.data === undefined) rmSync(dataDir, { recursive: true, force: true });
