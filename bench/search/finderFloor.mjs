/**
 * The confidence from which the composer's finder offers a tool, derived from what people write beside sentences that
 * ask for nothing.
 *   npm start, and when its documents are read: node finderFloor.mjs [--demo http://localhost:4600]
 * The sentences are the demo's wishes and offTopic.json, split by the first byte of the SHA-1 of each. On the even half
 * those floors are looked for that tell both kinds apart best, by Youden's J; the floor is a tenth above the lowest of
 * them, as a tool that is not offered costs more than one too many. The odd half and unseenSentences.json, on which
 * nothing was chosen, say how it does.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createToolSearch } from "../../packages/core/dist/search.js";
import { toolsWithWords } from "../../packages/react/dist/page/toolFinder.js";

const { values: given } = parseArgs({ options: { demo: { type: "string", default: "http://localhost:4600" } } });
const listings = await (await fetch(`${given.demo}/api/tools`)).json();
const search = createToolSearch(listings);
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
const wishes = read("../../apps/demo/src/server/conversations/wishes.json");
const confidence = (/** @type {string} */ text) =>
  Math.max(0, ...toolsWithWords(search, text).map((one) => one.confidence));
const isHeldOut = (/** @type {string} */ text) => (createHash("sha1").update(text).digest()[0] & 1) === 1;

const on = wishes.flatMap(([text, tool]) => (tool === null ? [] : [text]));
const off = [...read("offTopic.json"), ...wishes.flatMap(([text, tool]) => (tool === null ? [text] : []))];
const unseen = read("unseenSentences.json");
const parts = {
  "chosen on": [on.filter((text) => !isHeldOut(text)), off.filter((text) => !isHeldOut(text))],
  "held out": [on.filter(isHeldOut), off.filter(isHeldOut)],
  unseen: [unseen.onTopic.map(([text]) => text), unseen.offTopic],
};
const share = (/** @type {string[]} */ texts, /** @type {number} */ floor) =>
  texts.filter((text) => confidence(text) >= floor).length / texts.length;
const [chosenOn, chosenOff] = parts["chosen on"];
const floors = Array.from({ length: 400 }, (_none, index) => (index + 1) / 1000);
// Youden's: how much oftener those are offered something who want it.
const gain = (/** @type {number} */ floor) => share(chosenOn, floor) - share(chosenOff, floor);
const most = Math.max(...floors.map(gain));
const best = floors.filter((floor) => gain(floor) === most);
const floor = Math.round(110 * best[0]) / 100;
console.log(`Floors from ${best[0]} to ${best.at(-1)} do best; a tenth above the lowest is ${floor}.`);
console.table(
  Object.entries(parts).map(([part, [wanting, others]]) => ({
    part,
    "want a tool": wanting.length,
    "offered one, %": Math.round(100 * share(wanting, floor)),
    "want none": others.length,
    "offered one all the same, %": Math.round(100 * share(others, floor)),
  })),
);
