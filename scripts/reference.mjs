/**
 * The reference in docs/reference: a page for each entry of each package, from the TSDoc of its built declarations.
 * `npm run api` writes it beside the reports of the public surface.
 */
import { readdirSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import GithubSlugger from "github-slugger";
import { at } from "./paths.mjs";

/**
 * As API Extractor's `*.api.json` has it.
 * @typedef {{ kind: string, name: string, canonicalReference: string, docComment?: string, excerptTokens?: { text:
 * string }[], members?: ApiItem[], extendsTokenRanges?: unknown[] }} ApiItem
 * @typedef {{ specifier: string, model: { members: { members: ApiItem[] }[] }, exported: Set<string> }} ReferenceEntry
 * @typedef {{ summary: string, params: [string, string][], returns: string, throws: string[], example: string }}
 * Comment
 */

/** What an entry is for, in a line. */
const purposes = /** @type {Record<string, string>} */ ({
  "@callboard/core": "tools, their registry and execution, sessions, clients, timelines",
  "@callboard/core/timeline": "the timeline alone, for pages that only show",
  "@callboard/core/client": "the transport to a host, and a client a subject",
  "@callboard/core/form": "the form model and its store, without React",
  "@callboard/core/host": "the parts that a host is built from",
  "@callboard/core/search": "the search of tools by words and by meaning, and its embedders",
  "@callboard/core/bridge": "tools as OpenAI, Anthropic, MCP and the AI SDK take them, and the check of definitions",
  "@callboard/core/share": "a session as a file, as a page of its own, and without its secrets",
  "@callboard/core/access": "who may see and run which tool",
  "@callboard/core/catalog": "a source of tools: catalog, sources, versions",
  "@callboard/core/messages": "a tool's own words in the reader's language",
  "@callboard/core/view": "an output as blocks, and how values are written",
  "@callboard/core/fields": "field definitions, their variants and filters",
  "@callboard/core/execution": "what a tool does that is written as data, its templates and their check",
  "@callboard/core/validator": "the validator that needs no eval",
  "@callboard/core/event-schema": "Zod schemas of the session log",
  "@callboard/core/zod-jitless": "tells Zod to compile nothing, for pages under a strict policy",
  "@callboard/core/ajv": "validation by Ajv, where eval is allowed",
  "@callboard/core/testing": "a tool or a registry under test",
  "@callboard/core/stream/session": "the host's own events, resumed",
  "@callboard/core/stream/ai-sdk": "the UI message stream of the AI SDK",
  "@callboard/core/stream/ag-ui": "AG-UI",
  "@callboard/core/stream/openai": "OpenAI Responses and Chat Completions",
  "@callboard/core/stream/anthropic": "Anthropic Messages",
  "@callboard/core/stream/claude-agent": "the Claude Agent SDK",
  "@callboard/core/stream/langgraph": "LangGraph",
  "@callboard/core/stream/acp": "the Agent Client Protocol",
  "@callboard/core/stream/mcp": "the Model Context Protocol",
  "@callboard/core/stream/text": "calls that a model writes as text",
  "@callboard/core/ai-sdk-server": "a sub-agent's stream, forwarded in the AI SDK's",
  "@callboard/react": "every component, hook and registry of the kit",
  "@callboard/react/form": "the forms alone",
  "@callboard/react/timeline": "the provider and hooks of the timeline alone",
  "@callboard/react/ai-sdk": "cards inside a useChat",
  "@callboard/react/player": "any session as a film, and two runs side by side",
  "@callboard/react/inspector": "the search by which models find tools, looked into",
  "@callboard/react/viewer": "the program of a session's own page",
  "@callboard/react/ag-ui": "cards inside an AG-UI chat",
  "@callboard/rjsf": "react-jsonschema-form in the kit's look",
  "@callboard/react/testing": "renders events in a test",
  "@callboard/react/output-worker": "the worker that large outputs are read in",
  "@callboard/react/messages/de": "the kit's words in German",
  "@callboard/react/messages/ar": "the kit's words in Arabic",
  "@callboard/embed": "a published tool in any page",
  "@callboard/embed/files": "what a host serves to such pages",
  "@callboard/server": "the reference host, its store, models and platform tools",
  "@callboard/server/command":
    "what a command around a host needs: its key and credential, and words for what goes wrong",
  "@callboard/knowledge": "documents that agents browse, search, read and cite, as a module of a host",
  "@callboard/mcp": "tools of MCP servers, as a module of a host",
  "@callboard/platform": "tools that tenants write in a page, as a module of a host",
  "@callboard/cli/tool-folders": "tools in a folder, compiled as they are and followed",
  "@callboard/pages": "the standard pages over a host, as routes and parts",
});

/** @param {string} specifier */
const nameOf = (specifier) => specifier.replace("@callboard/", "").replaceAll("/", "-");

/** A doc comment as its author wrote it, by its block tags. @param {string} [comment] @returns {Comment} */
const readComment = (comment = "") => {
  const text = comment
    .replace(/^\s*\/\*\*|\*\/\s*$/g, "")
    .replace(/^[ \t]*\* ?/gm, "")
    .replace(/\{@link ([^}|]+)(?:\|([^}]+))?\}/g, (_, target, words) => (words ?? `\`${target}\``).trim());
  const [summary = "", ...blocks] = text.split(/^(?=@\w)/m).map((part) => part.trim());
  /** @type {Comment} */
  const read = { summary, params: [], returns: "", throws: [], example: "" };
  for (const block of blocks) {
    const [, tag, rest = ""] = block.match(/^@(\w+)\s*([^]*)$/) ?? [];
    const [, name = "", what = ""] = rest.match(/^([\w$.]+)\s*-?\s*([^]*)$/) ?? [];
    if (tag === "param") read.params.push([name, what]);
    else if (tag === "returns") read.returns = rest;
    else if (tag === "throws") read.throws.push(rest);
    else if (tag === "example") read.example = rest;
  }
  return read;
};

/** @param {ApiItem} item */
const textOf = (item) =>
  (item.excerptTokens ?? [])
    .map(({ text }) => text)
    .join("")
    .trim();

/**
 * A list of words shows, by `typeof`, which keys it has; what each key reads in English is no part of the surface.
 * @param {string} text
 */
const withoutWords = (text) => text.replace(/: "(?:[^"\\]|\\.)*";$/gm, ": string;");

const braced = new Set(["Interface", "Class", "Enum", "Namespace"]);

/** A declaration as code, its members with their comments. @param {ApiItem} item */
const codeOf = (item) => {
  const head = withoutWords(textOf(item).replace(/^export (?:declare )?/, ""));
  if (!braced.has(item.kind)) return head;
  const members = (item.members ?? []).map((member) => {
    const comment = (member.docComment ?? "").trim();
    const text = textOf(member);
    return `${comment ? `${comment}\n` : ""}${/[;}]$/.test(text) ? text : `${text};`}`;
  });
  return `${head} {\n${members.join("\n")}\n}`;
};

const groups = /** @type {const} */ ([
  ["Functions", ["Function"]],
  ["Classes", ["Class"]],
  ["Values", ["Variable", "Enum", "Namespace"]],
  ["Types", ["Interface", "TypeAlias"]],
]);

/** One name of an entry, with all its overloads. @param {ApiItem[]} items @param {number} depth */
const declaration = (items, depth) => {
  const comments = items.map(({ docComment }) => readComment(docComment));
  const unique = (/** @type {string[]} */ texts) => [...new Set(texts.filter(Boolean))];
  const params = comments.flatMap((comment) => comment.params.map(([name, what]) => `- \`${name}\`: ${what}`));
  return [
    `${"#".repeat(depth)} ${items[0]?.name}`,
    ...unique(comments.map(({ summary }) => summary)),
    `\`\`\`ts\n${items.map(codeOf).join("\n")}\n\`\`\``,
    unique(params).join("\n"),
    ...unique(comments.map(({ returns }) => returns && `Returns ${returns}`)),
    ...unique(comments.flatMap(({ throws }) => throws.map((what) => `Throws ${what}`))),
    ...unique(comments.map(({ example }) => example)),
  ]
    .filter(Boolean)
    .join("\n\n");
};

/**
 * @param {ReferenceEntry} entry
 * @param {Map<string, { specifier: string, hash: string }>} homes by the text of a declaration, where it is shown
 */
const page = ({ specifier, model, exported }, homes) => {
  /** @type {Map<string, ApiItem[]>} */
  const byName = new Map();
  for (const item of model.members.flatMap(({ members }) => members)) {
    byName.set(item.name, [...(byName.get(item.name) ?? []), item]);
  }
  const declarations = [...byName].map(([name, items]) => ({ name, items, text: items.map(codeOf).join("\n") }));
  const shown = declarations.filter(({ text }) => !homes.has(text));
  const elsewhere = declarations.flatMap(({ name, text }) => {
    const home = homes.get(text);
    return home && exported.has(name) ? [`[${name}](${nameOf(home.specifier)}.md#${home.hash})`] : [];
  });
  const list = groups.flatMap(([title, kinds]) => {
    const found = shown.filter(
      ({ name, items }) => exported.has(name) && kinds.some((kind) => kind === items[0]?.kind),
    );
    return found.length === 0 ? [] : [{ title, found }];
  });
  const behind = shown.filter(({ name }) => !exported.has(name));
  const hidden = behind.length > 0 ? ["What these signatures show"] : [];
  const slugger = new GithubSlugger();
  slugger.slug(specifier);
  const hashes = new Map();
  for (const one of list.flatMap(({ found }) => found)) hashes.set(one, slugger.slug(one.name));
  hidden.forEach((title) => slugger.slug(title));
  for (const one of behind) hashes.set(one, slugger.slug(one.name));
  for (const one of shown) homes.set(one.text, { specifier, hash: hashes.get(one) });
  return [
    `# ${specifier}`,
    `${(purposes[specifier] ?? "").replace(/^./, (letter) => letter.toUpperCase())}.`,
    ...list.map(({ title, found }) => {
      const links = found.map((one) => `[${one.name}](#${hashes.get(one)})`);
      return `**${title}**: ${links.join(" · ")}`;
    }),
    elsewhere.length > 0 ? `**Also here**: ${elsewhere.join(" · ")}` : "",
    ...list.flatMap(({ found }) => found.map(({ items }) => declaration(items, 2))),
    ...hidden.map((title) => `## ${title}`),
    ...behind.map(({ items }) => declaration(items, 3)),
  ]
    .filter(Boolean)
    .join("\n\n");
};

const introduction = `# Reference

What each entry of each package exports, from its TSDoc. \`npm run api\` writes these pages, and \`npm test\` compares them with
the code.`;

/**
 * The pages by their path below docs/.
 * @param {{ name: string, entries: ReferenceEntry[] }[]} packages
 * @returns {Promise<Map<string, string>>}
 */
export const referencePages = async (packages) => {
  const entries = packages.flatMap(({ entries }) => entries);
  const unnamed = entries.find(({ specifier }) => !purposes[specifier]);
  if (unnamed) throw new Error(`scripts/reference.mjs does not say what ${unnamed.specifier} is for.`);
  const contents = packages.map(({ name, entries }) => {
    const items = entries.map(
      ({ specifier }) =>
        `- [${specifier.replace("@callboard/", "")}](reference/${nameOf(specifier)}.md): ${purposes[specifier]}`,
    );
    return `## ${name}\n\n${items.join("\n")}`;
  });
  /** @type {[string, string][]} */
  const pages = [["reference.md", [introduction, ...contents].join("\n\n")]];
  for (const { entries } of packages) {
    const homes = new Map();
    for (const entry of entries) pages.push([`reference/${nameOf(entry.specifier)}.md`, page(entry, homes)]);
  }
  const options = { ...(await resolveConfig(at("package.json"))), parser: "markdown" };
  return new Map(
    await Promise.all(
      pages.map(async ([path, text]) => /** @type {[string, string]} */ ([path, await format(text, options)])),
    ),
  );
};

/** @param {readonly string[]} fields */
const cell = (fields) => fields.map((field) => `\`${field}\``).join(", ") || "–";

/**
 * docs/events.md with the table of every event and its fields as the code has them.
 * @param {string} text
 * @param {{ REQUIRED_FIELDS: Record<string, readonly string[]>, OPTIONAL_FIELDS: Record<string, readonly string[]> }}
 * vocabulary
 */
export const withEventTable = async (text, { REQUIRED_FIELDS, OPTIONAL_FIELDS }) => {
  const rows = Object.entries(REQUIRED_FIELDS).map(
    ([type, required]) => `| \`${type}\` | ${cell(required)} | ${cell(OPTIONAL_FIELDS[type] ?? [])} |`,
  );
  const table = ["| type | always | where it is known |", "| --- | --- | --- |", ...rows].join("\n");
  const options = { ...(await resolveConfig(at("package.json"))), parser: "markdown" };
  return format(
    text.replace(/^\| type .*\n(?:\|.*\n)*/m, () => `${table}\n`),
    options,
  );
};

/** The pages that are there, by their path below docs/. */
export const writtenReference = () => [
  "reference.md",
  ...readdirSync(at("docs/reference")).map((name) => `reference/${name}`),
];
