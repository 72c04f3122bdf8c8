import {
  defineTool,
  delegate,
  discover,
  executeTool,
  getAvailableTools,
  handOver,
  needInput,
  parseTextToolCalls,
  registerTool,
  type Registry,
  type SessionLog,
  type ToolModules,
} from "@callboard/core";
import { captureTool, untranslatedTexts } from "@callboard/core/testing";
import { z } from "zod";
import tipSplitter from "./definition.ts";

export async function registerAndRun() {
  // #region register
  registerTool(tipSplitter);

  const context = { userId: "ada", spaceId: null, requestId: "r1" };
  const slugs = getAvailableTools(context).map(({ slug }) => slug);
  const { output, error, issues } = await executeTool("tip-splitter", { bill: 60, people: 3 }, context);
  // #endregion
  return { slugs, output, error, issues };
}

export async function loadFolder(modules: ToolModules, registry: Registry) {
  // #region discover
  // In Vite: modules = import.meta.glob("./tools/*/definition.ts")
  const { loaded, failed } = await discover(modules, { registry });
  for (const { file, error } of failed) console.warn(`${file} is left out: ${error.message}`);
  // #endregion
  return loaded;
}

export async function runAndListen(registry: Registry, log: SessionLog, show: (line: string) => void) {
  // #region listen
  const { output, error } = await executeTool("copy-files", { files: ["a", "b"] }, "web", {
    registry,
    log,
    onProgress: (done, total) => show(`${done} of ${total}`),
    onOutput: (piece) => show(piece),
    onUnlogged: (message) => console.warn(message),
  });
  // #endregion
  return { output, error };
}

/** Stands for a service that makes reports. */
export const reports = {
  begun: [] as number[],
  begin: async (year: number) => `job-${reports.begun.push(year)}`,
  addressOf: async (job: string) => `https://reports.example/${job}`,
  stop: async (_job: string) => {},
};

/** Stands for a slow request. */
const salesOf = async (shop: string): Promise<number> => 100 * shop.length;

// #region visible
export const deploy = defineTool({
  slug: "deploy",
  name: "Deploy",
  description: "Deploys a release. Use it only when the person named the release.",
  category: "operations",
  icon: "rocket",
  inputSchema: z.object({ release: z.string().meta({ title: "Release" }) }),
  outputSchema: z.object({ done: z.boolean() }),
  available: ({ spaceId }) => spaceId !== null,
  requiredPermission: "deploy",
  tenantSlugs: ["acme"],
  permissionPolicy: "always_ask",
  execute: () => ({ done: true }),
});
// #endregion

// #region callbacks
export const copyFiles = defineTool({
  slug: "copy-files",
  name: "Copy Files",
  description: "Copies files one by one.",
  category: "files",
  icon: "files",
  inputSchema: z.object({ files: z.array(z.string()) }),
  outputSchema: z.object({ copied: z.number() }),
  summary: ({ files }) => `${files.length} files`,
  async execute({ files }, { signal }, { onProgress, onOutput }) {
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted();
      onProgress(index, files.length, file);
      onOutput(`${file}\n`);
    }
    return { copied: files.length };
  },
});
// #endregion

// #region words
export const countLines = defineTool({
  slug: "count-lines",
  name: "Count Lines",
  description: "Use this to count the lines of files.",
  userDescription: "Counts lines.",
  category: "files",
  icon: "list-ordered",
  inputSchema: z.object({ files: z.array(z.string()).meta({ title: "Files" }) }),
  outputSchema: z.object({ lines: z.int().meta({ title: "Lines" }) }),
  summary: ({ files }) => ({ template: "{count} files", values: { count: files.length } }),
  phrases: ["{count} files", "Reading {file}"],
  messages: {
    de: {
      "Count Lines": "Zeilen zählen",
      "Counts lines.": "Zählt Zeilen.",
      files: "Dateien",
      Files: "Dateien",
      Lines: "Zeilen",
      "{count} files": { one: "eine Datei", other: "{count} Dateien" },
      "Reading {file}": "{file} wird gelesen",
    },
  },
  execute({ files }, _context, { onProgress }) {
    for (const [index, file] of files.entries()) {
      onProgress(index, files.length, { template: "Reading {file}", values: { file } });
    }
    return { lines: 12 * files.length };
  },
});
// #endregion

// #region askModel
export const nameProject = defineTool({
  slug: "name-project",
  name: "Name a Project",
  description: "Use this to find a name for a project.",
  category: "words",
  icon: "sparkles",
  inputSchema: z.object({ about: z.string() }),
  outputSchema: z.object({ name: z.string() }),
  execute({ about }, { answers }) {
    const answer = answers["name"];
    if (!answer) return needInput({ key: "name", message: `Name a project about ${about}.`, from: "model" });
    return {
      name: answer.action === "accept" ? z.object({ text: z.string() }).parse(answer.content).text : "Untitled",
    };
  },
});
// #endregion

// #region limits
export const render = defineTool({
  slug: "render",
  name: "Render",
  description: "Renders a scene.",
  category: "design",
  icon: "image",
  inputSchema: z.object({ scene: z.string() }),
  outputSchema: z.object({ address: z.string() }),
  limits: { concurrency: 2, rate: { calls: 30, seconds: 60 } },
  execute: ({ scene }) => ({ address: `https://render.example/${encodeURIComponent(scene)}` }),
});
// #endregion

// #region delegate
export const research = defineTool({
  slug: "research",
  name: "Research",
  description: "Answers a question from the documents.",
  category: "documents",
  icon: "search",
  inputSchema: z.object({ question: z.string() }),
  outputSchema: z.unknown(),
  execute: ({ question }) =>
    delegate({
      name: "Researcher",
      instructions: "Answer from the documents only, with the places.",
      tools: ["search_documents", "read_document"],
      input: { question },
    }),
});
// #endregion

// #region askHalfWay
const currencySchema = z.object({ currency: z.enum(["EUR", "CHF"]).meta({ title: "Currency" }) });
const rowSchema = z.object({ shop: z.string(), sales: z.number() });

export const surveyShops = defineTool({
  slug: "survey-shops",
  name: "Survey Shops",
  description: "Use this to add up the sales of shops. It asks half-way which currency to report in.",
  category: "sales",
  icon: "shopping-cart",
  inputSchema: z.object({ shops: z.array(z.string()).min(1) }),
  outputSchema: z.object({ currency: z.string(), rows: z.array(rowSchema) }),
  viewSpec: {
    blocks: [
      { type: "chart", key: "rows", config: { variant: "bar" } },
      { type: "table", key: "rows" },
    ],
  },
  async execute({ shops }, { answers, state, signal }, { onProgress }) {
    const answer = answers["currency"];
    const { rows } = z.object({ rows: z.array(rowSchema) }).parse(state ?? { rows: [] });
    const end = answer ? shops.length : Math.ceil(shops.length / 2);
    for (const shop of shops.slice(rows.length, end)) {
      signal.throwIfAborted();
      onProgress(rows.length, shops.length, shop);
      rows.push({ shop, sales: await salesOf(shop) });
    }
    if (!answer) {
      const question = { key: "currency", message: "In which currency?", schema: currencySchema };
      return needInput(question, { rows });
    }
    const currency = answer.action === "accept" ? currencySchema.parse(answer.content).currency : "EUR";
    return { currency, rows };
  },
});
// #endregion

// #region ask
export const bookTable = defineTool({
  slug: "book-table",
  name: "Book a Table",
  description: "Books a table for a number of people.",
  category: "travel",
  icon: "utensils",
  inputSchema: z.object({ people: z.int().min(1) }),
  outputSchema: z.object({ booked: z.boolean() }),
  timeLimit: 20_000,
  execute({ people }, { answers }) {
    const when = answers["when"];
    if (!when) {
      return needInput({ key: "when", message: "When shall it be?", schema: z.object({ day: z.iso.date() }) });
    }
    return { booked: when.action === "accept" && people > 0 };
  },
});
// #endregion

// #region handOver
const reportSchema = z.object({ year: z.int() });
const jobSchema = z.object({ job: z.string() });

export const yearReport = defineTool({
  slug: "year-report",
  name: "Year Report",
  description: "Has the report of a year made by another service, which takes its time.",
  category: "sales",
  icon: "file-text",
  inputSchema: reportSchema,
  outputSchema: z.object({ address: z.string() }),
  async execute({ year }, { state, signal }) {
    if (state === undefined) return handOver({ job: await reports.begin(year) });
    const { job } = jobSchema.parse(state);
    signal.addEventListener("abort", () => void reports.stop(job), { once: true });
    return { address: await reports.addressOf(job) };
  },
});
// #endregion

// #region subAgent
export const askColleague = defineTool({
  slug: "ask-colleague",
  name: "Ask a Colleague",
  description: "Passes a question on to an agent elsewhere.",
  category: "agents",
  icon: "users",
  inputSchema: z.object({ question: z.string() }),
  outputSchema: z.object({ answer: z.string() }),
  async execute({ question }, _context, report) {
    report.onSubAgentStart({ agentId: "colleague", name: "Colleague" });
    report.onSubAgentToolCall("colleague", { callId: "look-up", tool: "look_up", input: { question } });
    report.onSubAgentToolResult("colleague", { callId: "look-up", output: "42" });
    report.onSubAgentChunk("colleague", "It is 42.");
    report.onSubAgentEnd("colleague");
    return { answer: "42" };
  },
});
// #endregion

export function readText(answer: string) {
  // #region text
  const calls = parseTextToolCalls(answer, { tools: [tipSplitter, "search"] });
  // #endregion
  return calls;
}

export async function tryTool() {
  // #region test
  const { tool, run } = await captureTool(() => import("./definition.ts"));
  const { output, events } = await run({ bill: 60 });
  // #endregion
  return { tool, output, events };
}

export async function findUntranslated() {
  // #region untranslated
  const { tool, run } = await captureTool(async () => ({ countLines }));
  const { events } = await run({ files: ["a.md", "b.md"] });
  const missing = untranslatedTexts(tool, "de", events);
  // #endregion
  return missing;
}
