/**
 * Writes the sets of three public repositories as `compare.mjs` and `ablation.mjs` read them.
 *   node publicSets.mjs --from <folder> --to <folder>
 * `--from` holds checkouts, by these names:
 *   LiveMCPBench  github.com/icip-cas/LiveMCPBench (Apache-2.0)
 *   ToolAlpaca    github.com/tangqiaoyu/ToolAlpaca (Apache-2.0)
 *   NESTFUL       github.com/TathagataChakraborti/NESTFUL (Apache-2.0)
 * Tools and queries are taken as they are. A query's relevant tools are those that its answer calls; calls of what is
 * no tool of the set are left out, and a query where none is left.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } });
const { from, to } = given;
if (!from || !to) throw new Error("Say where the checkouts are and where to write: --from <folder> --to <folder>.");
/**
 * What is read of each file of the checkouts.
 * @typedef {{ name: string, description?: string, inputSchema: object }} LiveTool
 * @typedef {{ tools?: Record<string, { tools: LiveTool[] }> }} LiveServer
 * @typedef {{ Question: string, "Annotator Metadata": { Tools: string, Steps: string } }} LiveTask
 * @typedef {{ Function_Description: object, Instructions?: string[], Golden_Answers: { Action: string }[][] }}
 * AlpacaApi
 * @typedef {{ name: string, description?: string, query_parameters?: object }} NestfulTool
 * @typedef {{ input: string, output: { name: string }[] }} NestfulTask
 */
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

/** @type {LiveServer[]} */
const servers = read("LiveMCPBench/tools/LiveMCPTool/tools.json");
const live = withIds(
  servers.flatMap(({ tools }) =>
    Object.values(tools ?? {}).flatMap((server) =>
      server.tools.map((tool) => ({
        name: tool.name,
        description: tool.description ?? "",
        parameters: tool.inputSchema,
      })),
    ),
  ),
);
/** @type {LiveTask[]} */
const annotated = read("LiveMCPBench/annotated_data/all_annotations.json");
const tasks = annotated.map((task) => ({
  query: task.Question,
  calls: numbered(task["Annotator Metadata"].Tools),
  steps: numbered(task["Annotator Metadata"].Steps),
}));
write("livemcp-tasks", live, tasks);
// Where a task names as many tools as steps, each step is what its tool is wanted for.
const steps = tasks
  .filter((task) => task.steps.length === task.calls.length)
  .flatMap(({ steps, calls }) => steps.map((query, place) => ({ query, calls: calls.slice(place, place + 1) })));
write("livemcp-steps", live, steps);

/** @type {AlpacaApi[]} */
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
  apis.flatMap((api) =>
    Object.entries(api.Function_Description)
      .filter(([name]) => name !== "components")
      .map(([name, text]) => ({ name, ...readFunction(String(text)) })),
  ),
);
write(
  "toolalpaca",
  alpaca,
  apis.flatMap((api) =>
    (api.Instructions ?? []).map((query, place) => ({
      query,
      calls: (api.Golden_Answers[place] ?? []).map((call) => call.Action),
    })),
  ),
);

const nestful = {
  executable: "executable/executable",
  glaive: "non-executable/non-executable-glaive",
  sgd: "non-executable/non-executable-sgd",
};
for (const [name, file] of Object.entries(nestful)) {
  /** @type {NestfulTool[]} */
  const spec = read(`NESTFUL/data_v1/${file}-spec.json`);
  const tools = spec.map((tool) => ({
    name: tool.name,
    description: tool.description ?? "",
    parameters: { type: "object", properties: tool.query_parameters ?? {} },
  }));
  /** @type {NestfulTask[]} */
  const data = read(`NESTFUL/data_v1/${file}-data.json`);
  const asked = data.map(({ input, output }) => ({
    query: input,
    calls: output.map((call) => call.name),
  }));
  write(`nestful-${name}`, withIds(tools), asked);
}
