/**
 * Recall of `createToolSearch` beside four search libraries and the ranking that Spice documents, and the ROC area of
 * its confidence.
 *   npm install && node compare.mjs --data <folder of sets> [--sets a,b] [--queries 500]
 * A set is a folder with tools.jsonl { id, name, description, parameters } and queries.jsonl { qid, query, relevant }:
 * the ids of the tools that belong to the answer, those of which one is enough in a list of their own. Half of the
 * queries, by a hash of their `qid`, are those that the ranking was tuned on ("dev"); what counts is the other half
 * ("held out").
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { create, insertMultiple, search as searchOrama } from "@orama/orama";
import FlexSearch from "flexsearch";
import lunr from "lunr";
import MiniSearch from "minisearch";
import { createToolSearch } from "../../packages/core/dist/search.js";
import { createDocumentedRrf } from "./documentedRrf.mjs";

const { values: given } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string", default: "metatool,seal,bfcl" },
    queries: { type: "string", default: "500" },
  },
});
if (!given.data) throw new Error("Say where the sets are: --data <folder>.");
const read = (/** @type {string} */ file) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const isHeldOut = (/** @type {string} */ qid) => (createHash("sha1").update(qid).digest()[0] & 1) === 1;

/**
 * A JSON Schema, as far as its words are read. @typedef {{ description?: string, properties?: Record<string, Schema>,
 * items?: Schema }} Schema
 */
/**
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} name
 * @property {string} description
 * @property {string} params
 * @property {string[]} keys
 * @property {string[]} texts
 * @property {Schema} schema
 */

const readSchema = (
  /** @type {Schema | undefined} */ schema,
  /** @type {string[]} */ keys,
  /** @type {string[]} */ texts,
) => {
  for (const [key, inner] of Object.entries(schema?.properties ?? {})) {
    keys.push(key);
    texts.push(inner?.description ?? "");
    readSchema(inner, keys, texts);
  }
  if (schema?.items) readSchema(schema.items, keys, texts);
};
const boost = { name: 3, description: 2, params: 1 };
const fields = Object.keys(boost);

/**
 * Each gives a function from a query and a limit to ids, the best first.
 * @type {Record<string, (tools: Tool[]) => (query: string, limit: number) => string[] | Promise<string[]>>}
 */
const engines = {
  callboard: (tools) => {
    const { search } = createToolSearch(
      tools.map(({ id, name, description, schema }) => ({ slug: id, name, description, inputSchema: schema })),
    );
    return async (query, limit) => (await search({ query, limit })).tools.map(({ tool_id }) => tool_id);
  },
  minisearch: (tools) => {
    const index = new MiniSearch({ fields, searchOptions: { boost } });
    index.addAll(tools);
    return (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => id);
  },
  flexsearch: (tools) => {
    const index = new FlexSearch.Document({
      document: { id: "id", index: fields },
      tokenize: "strict",
      encoder: FlexSearch.Charset.LatinBalance,
    });
    for (const tool of tools) index.add(tool);
    return (query, limit) =>
      index
        .search(query, { limit, suggest: true, merge: true })
        .slice(0, limit)
        .map(({ id }) => id);
  },
  lunr: (tools) => {
    const index = lunr(function () {
      this.ref("id");
      for (const [field, by] of Object.entries(boost)) this.field(field, { boost: by });
      for (const tool of tools) this.add(tool);
    });
    return (query, limit) =>
      index
        .query((made) => made.term(lunr.tokenizer(query), {}))
        .slice(0, limit)
        .map(({ ref }) => ref);
  },
  orama: (tools) => {
    const db = create({
      schema: { id: "string", name: "string", description: "string", params: "string" },
      language: "english",
    });
    const ready = insertMultiple(
      db,
      tools.map(({ id, ...rest }) => ({ tool: id, ...rest, id: undefined, schema: undefined })),
    );
    return async (query, limit) => {
      await ready;
      const { hits } = await searchOrama(db, { term: query, properties: fields, boost, limit, threshold: 1 });
      return hits.map(({ document }) => document.tool);
    };
  },
  "documented RRF": createDocumentedRrf,
};

/** @param {number[]} positive @param {number[]} negative */
const rocArea = (positive, negative) => {
  let above = 0;
  for (const one of positive) for (const other of negative) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (positive.length * negative.length);
};

/** @type {string[]} */
const offTopic = JSON.parse(readFileSync(join(import.meta.dirname, "offTopic.json"), "utf8"));
const rows = [];
for (const set of given.sets.split(",")) {
  const queries = read(join(given.data, set, "queries.jsonl"));
  const step = Math.ceil(queries.length / Number(given.queries));
  const asked = queries.filter((_query, place) => place % step === 0);
  const tools = read(join(given.data, set, "tools.jsonl")).map(({ id, name, description, parameters }) => {
    /** @type {string[]} */
    const keys = [];
    /** @type {string[]} */
    const texts = [];
    readSchema(parameters, keys, texts);
    return {
      id,
      name,
      description: description ?? "",
      params: [...keys, ...texts].join(" "),
      keys,
      texts,
      schema: parameters ?? { type: "object" },
    };
  });
  const nameOf = new Map(tools.map(({ id, name }) => [id, name]));
  const named = tools.filter((_tool, place) => place % Math.ceil(tools.length / 200) === 0);
  for (const [engine, make] of Object.entries(engines)) {
    const find = make(tools);
    /** @type {Record<"dev" | "held", number[]>} */
    const recall = { dev: [], held: [] };
    for (const { qid, query, relevant } of asked) {
      const found = (await find(query, 5)).slice(0, 5);
      recall[isHeldOut(qid) ? "held" : "dev"].push(
        relevant.filter((one) => [one].flat().some((id) => found.includes(id))).length / relevant.length,
      );
    }
    let exact = 0;
    for (const { name } of named) if (nameOf.get((await find(name, 5))[0]) === name) exact++;
    const mean = (/** @type {number[]} */ list) =>
      Math.round((1000 * list.reduce((sum, one) => sum + one, 0)) / list.length) / 10;
    rows.push({
      set,
      engine,
      all: mean([...recall.dev, ...recall.held]),
      dev: mean(recall.dev),
      "held out": mean(recall.held),
      exact: mean([exact / named.length]),
    });
  }
  const { searchWords } = createToolSearch(
    tools.map(({ id, name, description, schema }) => ({ slug: id, name, description, inputSchema: schema })),
  );
  const confidence = (/** @type {string} */ query) => searchWords({ query, limit: 1 }).tools[0]?.confidence ?? 0;
  const held = asked.filter(({ qid }) => isHeldOut(qid)).map(({ query }) => confidence(query));
  const off = offTopic.filter((_one, place) => place % 2 === 1).map(confidence);
  console.log(
    `${set}: ROC area of confidence, held out ${rocArea(held, off).toFixed(3)}, all ${rocArea(
      asked.map(({ query }) => confidence(query)),
      offTopic.map(confidence),
    ).toFixed(3)}`,
  );
}
console.table(rows);
