/**
 * Writes variants of query sets, to see whether a ranking holds where tools and queries are of another kind than those
 * it was tuned on.
 *   node variants.mjs --data <folder of sets> --to <folder> [--sets a,b]
 * It prints their names, for `compare.mjs --data <folder> --sets`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    data: { type: "string" },
    to: { type: "string" },
    sets: { type: "string", default: "metatool,seal,bfcl" },
  },
});
const { data, to } = given;
if (!data || !to) throw new Error("Say where the sets are and where to write: --data <folder> --to <folder>.");

const read = (/** @type {string} */ set, /** @type {string} */ file) =>
  readFileSync(join(data, set, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
/**
 * A line of tools.jsonl, as far as it is changed here. @typedef {{ id: string, name: string, description?: string }}
 * Tool
 */
const lines = (/** @type {unknown[]} */ list) => list.map((one) => JSON.stringify(one)).join("\n");
/** @type {string[]} */
const names = [];
const write = (/** @type {string} */ name, /** @type {unknown[]} */ tools, /** @type {unknown[]} */ queries) => {
  mkdirSync(join(to, name), { recursive: true });
  writeFileSync(join(to, name, "tools.jsonl"), lines(tools));
  writeFileSync(join(to, name, "queries.jsonl"), lines(queries));
  names.push(name);
};
const firstWords = (/** @type {string} */ text, /** @type {number} */ count) =>
  text.split(/\s+/).slice(0, count).join(" ");

const parameters = { type: "object", properties: {} };
const boilerplate =
  " Use this tool when the user asks for it. Returns a JSON object with the results, or an error message when the input is invalid. " +
  "Requires authentication. Do not call it more than once per request.";
const asking = "Hey, could you tell me which tool I should use if I want to do the following? ";
const sets = given.sets.split(",");
for (const set of sets) {
  const tools = read(set, "tools.jsonl");
  const queries = read(set, "queries.jsonl");
  const change = (/** @type {(tool: Tool, place: number) => object} */ by) =>
    tools.map((tool, place) => ({ ...tool, ...by(tool, place) }));
  const ask = (/** @type {(query: string) => string} */ by) => queries.map((one) => ({ ...one, query: by(one.query) }));
  write(
    `${set}-no-parameters`,
    change(() => ({ parameters })),
    queries,
  );
  write(
    `${set}-short`,
    change(({ description }) => ({ description: firstWords(description ?? "", 5), parameters })),
    queries,
  );
  write(
    `${set}-unnamed`,
    change((_tool, place) => ({ name: `tool_${place}` })),
    queries,
  );
  write(
    `${set}-no-description`,
    change(() => ({ description: "" })),
    queries,
  );
  write(
    `${set}-long`,
    change(({ description }, place) => ({ description: `${description ?? ""}${boilerplate.repeat(place % 3)}` })),
    queries,
  );
  write(
    `${set}-asking`,
    tools,
    ask((query) => asking + query),
  );
  write(
    `${set}-six-words`,
    tools,
    ask((query) => firstWords(query, 6)),
  );
}
/** A relevant tool, or a list of tools of which each will do. @typedef {string | string[]} Relevant */
const within = (/** @type {string} */ set, /** @type {Relevant} */ one) =>
  typeof one === "string" ? `${set}/${one}` : one.map((id) => `${set}/${id}`);
write(
  "all",
  sets.flatMap((set) => read(set, "tools.jsonl").map((tool) => ({ ...tool, id: `${set}/${tool.id}` }))),
  sets.flatMap((set) =>
    read(set, "queries.jsonl")
      .filter((_query, place) => place % 4 === 0)
      .map(({ qid, query, relevant }) => ({
        qid: set + qid,
        query,
        relevant: relevant.map((/** @type {Relevant} */ one) => within(set, one)),
      })),
  ),
);
console.log(names.join(","));
