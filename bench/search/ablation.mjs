/**
 * What each ingredient of the ranking gives: recall@5 of the shipped code with one of them taken out.
 *   node ablation.mjs --data <folder of sets> [--sets a,b] [--queries 500]
 * The built search is bundled once for each row, with one line of it changed; a line that is not there any more is an
 * error.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";

const { values: given } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string", default: "metatool,seal,bfcl" },
    queries: { type: "string", default: "500" },
  },
});
if (!given.data) throw new Error("Say where the sets are: --data <folder>.");
const sets = given.sets.split(",");

/** @type {[without: string, change: { file: string, from: RegExp, to: string } | null, options?: object][]} */
const rows = [
  ["nothing left out", null],
  ["stop words", { file: "queryTerms.js", from: /!stopWords\.has\(word\) && /, to: "" }],
  ["stems", { file: "toolIndex.js", from: /\? stemmer\(word\) : word/, to: "? word : word" }],
  ["rarity of words", { file: "toolIndex.js", from: /(const rarityOf = \(having\) =>) [^;]+;/, to: "$1 1;" }],
  ["sentences on their own", { file: "wordChannels.js", from: /const SENTENCE = 1;/, to: "const SENTENCE = 0;" }],
  ['a "then" that ends a request', { file: "queryTerms.js", from: /\|\\s\(\?:then\|dann\|ثم\)\\s/, to: "" }],
  [
    "keys and texts of parameters",
    { file: "toolText.js", from: /readSchema\(schema, keys, parameters, DEEPEST\);/, to: "" },
  ],
  ["weights of fields", { file: "toolIndex.js", from: /weights\[field\] \//, to: "1.5 /" }],
  ["lengths of fields", { file: "toolIndex.js", from: /const LENGTH_SHARE = [\d.]+;/, to: "const LENGTH_SHARE = 0;" }],
  [
    "beginnings of words that no tool has",
    { file: "queryTerms.js", from: /const SHORTEST_BEGINNING = \d+;/, to: "const SHORTEST_BEGINNING = 99;" },
  ],
  ["slips of the keys", { file: "queryTerms.js", from: /const SHORTEST_SLIP = \d+;/, to: "const SHORTEST_SLIP = 99;" }],
  ["channel `keyword`", null, { weights: { keyword: 0 } }],
  ["with channel `schema` at 0.1 instead of 0", null, { weights: { schema: 0.1 } }],
  ['with `fusion: "rrf"`', null, { fusion: "rrf" }],
];

const read = (/** @type {string} */ set, /** @type {string} */ file) =>
  readFileSync(join(given.data, set, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const data = sets.map((set) => {
  const all = read(set, "queries.jsonl");
  const step = Math.ceil(all.length / Number(given.queries));
  const tools = read(set, "tools.jsonl").map(({ id, name, description, parameters }) => ({
    slug: id,
    name,
    description: description ?? "",
    inputSchema: parameters ?? { type: "object" },
  }));
  return { set, tools, queries: all.filter((_query, place) => place % step === 0) };
});

const folder = mkdtempSync(join(tmpdir(), "ablation-"));
try {
  for (const [place, [name, change, options = {}]] of rows.entries()) {
    let isChanged = change === null;
    const bundle = await rolldown({
      input: join(import.meta.dirname, "../../packages/core/dist/search.js"),
      platform: "node",
      plugins: [
        {
          name: "ablation",
          transform(code, id) {
            if (!change || !id.endsWith(`/${change.file}`) || !change.from.test(code)) return null;
            isChanged = true;
            return code.replace(change.from, change.to);
          },
        },
      ],
    });
    const file = join(folder, `${place}.mjs`);
    await bundle.write({ file, format: "esm", codeSplitting: false });
    if (!isChanged) throw new Error(`The line of "${name}" is not in ${change.file} any more.`);
    const { createToolSearch } = await import(pathToFileURL(file).href);
    const found = data.map(({ tools, queries }) => {
      const { searchWords } = createToolSearch(tools, options);
      const recalls = queries.map(({ query, relevant }) => {
        const ids = searchWords({ query, limit: 5 }).tools.map(({ tool_id }) => tool_id);
        return relevant.filter((one) => [one].flat().some((id) => ids.includes(id))).length / relevant.length;
      });
      return ((100 * recalls.reduce((sum, one) => sum + one, 0)) / recalls.length).toFixed(1);
    });
    console.log(`| ${name} | ${found.join(" | ")} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
