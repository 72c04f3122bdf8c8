/**
 * Writes the sets of three public repositories as `compare.mjs` and `ablation.mjs` read them.
 *   node publicSets.mjs --from <folder> --to <folder>
 * `--from` holds checkouts, by these names:
 *   LiveMCPBench  github.com/icip-cas/LiveMCPBench (Apache-2.0)
 *   ToolAlpaca    github.com/tangqiaoyu/ToolAlpaca (Apache-2.0)
 *   NESTFUL       github.com/TathagataChakraborti/NESTFUL (Apache-2.0)
 * Tools and queries are taken as they are. A query's relevant tools are those that its answer calls; calls of what is no tool of the
 * set are left out, and a query where none is left.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } });
const { from, to } = given;
if (!from || !to) throw new Error("Say where the checkouts are and where to write: --from <folder> --to <folder>.");
const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(from, file), "utf8"));
const lines = (/** @type {object[]} */ list) => list.map((one) => JSON.stringify(one)).join("\n");

/** @typedef {{ id: string, name: string, description: string, parameters: object }} Tool */
/** @param {string} set @param {Tool[]} tools @param {{ query: string, calls: string[] }[]} asked */
const write = (set, tools, asked) => {
  const queries = asked.flatMap(({ query, calls }, place) => {
    // Which of the servers that share a name is meant is not said: any of them will do.
    const relevant = [...new Set(calls)]
      .map((call) => tools.filter(({ name }) => name === call).map(({ id }) => id))
      .filter((ids) => ids.length > 0);
    return relevant.length === 0 ? [] : [{ qid: `${set}-${place}`, query, relevant }];
  });
  mkdirSync(join(to, set), { recursive: true });
  writeFileSync(join(to, set, "tools.jsonl"), lines(tools));
  writeFileSync(join(to, set, "queries.jsonl"), lines(queries));
  console.log(`${set}: ${tools.length} tools, ${queries.length} queries`);
};
/** @param {Omit<Tool, "id">[]} tools @returns {Tool[]} The name as id, with a number where servers share one. */
const withIds = (tools) => {
  const taken = new Map();
  return tools.map((tool) => {
    const times = (taken.get(tool.name) ?? 0) + 1;
    taken.set(tool.name, times);
    return { id: times === 1 ? tool.name : `${tool.name}#${times}`, ...tool };
  });
};
const numbered = (/** @type {string} */ text) =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/^\d+[.)]\s*/, ""))
    .filter(Boolean);

const servers = read("LiveMCPBench/tools/LiveMCPTool/tools.json");
const live = withIds(
  servers.flatMap((/** @type {any} */ { tools }) =>
    Object.values(tools ?? {}).flatMap((/** @type {any} */ server) =>
      server.tools.map((/** @type {any} */ tool) => ({
        name: tool.name,
        description: tool.description ?? "",
        parameters: tool.inputSchema,
      })),
    ),
  ),
);
const tasks = read("LiveMCPBench/annotated_data/all_annotations.json").map((/** @type {any} */ task) => ({
  query: task.Question,
  calls: numbered(task["Annotator Metadata"].Tools),
  steps: numbered(task["Annotator Metadata"].Steps),
}));
write("livemcp-tasks", live, tasks);
// Where a task names as many tools as steps, each step is what its tool is wanted for.
const steps = tasks
  .filter((/** @type {any} */ task) => task.steps.length === task.calls.length)
  .flatMap((/** @type {any} */ { steps, calls }) =>
    steps.map((/** @type {string} */ query, /** @type {number} */ place) => ({ query, calls: [calls[place]] })),
  );
write("livemcp-steps", live, steps);

const apis = ["simulated", "real"].flatMap((kind) => read(`ToolAlpaca/data/eval_${kind}.json`));
/** @param {string} text A function's words, with its parameters as a JSON text of names and their meaning. */
const readFunction = (text) => {
  const [, description = text, parameters = "{}"] = /^(.*?)\nParameters: (\{.*?\})\nOutput:/su.exec(text) ?? [];
  let properties = {};
  try {
    properties = JSON.parse(parameters);
  } catch {
    // A few are no JSON; their words count as the description.
    return { description: text, parameters: { type: "object" } };
  }
  const named = Object.entries(properties).map(([name, about]) => [name, { description: String(about) }]);
  return { description, parameters: { type: "object", properties: Object.fromEntries(named) } };
};
const alpaca = withIds(
  apis.flatMap((/** @type {any} */ api) =>
    Object.entries(api.Function_Description)
      .filter(([name]) => name !== "components")
      .map(([name, text]) => ({ name, ...readFunction(String(text)) })),
  ),
);
write(
  "toolalpaca",
  alpaca,
  apis.flatMap((/** @type {any} */ api) =>
    (api.Instructions ?? []).map((/** @type {string} */ query, /** @type {number} */ place) => ({
      query,
      calls: (api.Golden_Answers[place] ?? []).map((/** @type {any} */ call) => call.Action),
    })),
  ),
);

const nestful = {
  executable: "executable/executable",
  glaive: "non-executable/non-executable-glaive",
  sgd: "non-executable/non-executable-sgd",
};
for (const [name, file] of Object.entries(nestful)) {
  const tools = read(`NESTFUL/data_v1/${file}-spec.json`).map((/** @type {any} */ tool) => ({
    name: tool.name,
    description: tool.description ?? "",
    parameters: { type: "object", properties: tool.query_parameters ?? {} },
  }));
  const asked = read(`NESTFUL/data_v1/${file}-data.json`).map((/** @type {any} */ { input, output }) => ({
    query: input,
    calls: output.map((/** @type {any} */ call) => call.name),
  }));
  write(`nestful-${name}`, withIds(tools), asked);
}
