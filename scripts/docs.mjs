/**
 * The documentation in docs/, as everybody who serves or checks it reads it. `docs/README.md` is the table of contents:
 * each of its headings is a group, each item of a list a page with what it is for. `docs/reference.md` continues it for
 * the generated pages.
 */
import GithubSlugger from "github-slugger";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import MiniSearch from "minisearch";
import { existsSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { at, sourceFiles } from "./paths.mjs";

/**
 * @typedef {{ name: string, title: string, description: string, source: string }} DocPage
 * `name` is the path below docs/ without its ending.
 * @typedef {{ title: string, reference: boolean, pages: DocPage[] }} DocGroup
 * @typedef {{ heading: string, id: string, depth: number, text: string }} DocSection
 */

/** What a search looks through, and what each hit tells; the page that searches has to say the same. */
export const searchOptions = {
  fields: ["heading", "title", "text"],
  storeFields: ["name", "title", "heading", "hash"],
};

/** @param {string} markdown */
const parse = (markdown) => fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** The page's own heading. @param {string} markdown */
const titleOf = (markdown) => {
  const heading = parse(markdown).children.find((node) => node.type === "heading" && node.depth === 1);
  return heading ? toString(heading) : "";
};

/**
 * The name of the page that a relative link in another page leads to; undefined where it leads elsewhere. @param
 * {string} from @param {string} path
 */
export const pageOfLink = (from, path) => {
  const name = posix.join(posix.dirname(from), path);
  return name.endsWith(".md") && !name.startsWith("..") ? name.slice(0, -".md".length) : undefined;
};

/** Every name of a page that the folder holds, in the order of their paths. @param {string} [folder] */
export const pageNames = (folder = at("docs")) =>
  sourceFiles(folder)
    .filter((path) => path.endsWith(".md"))
    .map((path) => relative(folder, path).split(sep).join("/").slice(0, -".md".length));

/** The groups that a page lists. @param {string} folder @param {string} from @returns {DocGroup[]} */
const listed = (folder, from) => {
  /** @type {DocGroup[]} */
  const groups = [];
  const path = join(folder, `${from}.md`);
  if (!existsSync(path)) return groups;
  for (const node of parse(readFileSync(path, "utf8")).children) {
    if (node.type === "heading" && node.depth === 2) {
      groups.push({ title: toString(node), reference: from !== "README", pages: [] });
    }
    if (node.type !== "list") continue;
    for (const item of node.children) {
      const paragraph = item.children[0];
      const link = paragraph?.type === "paragraph" ? paragraph.children[0] : undefined;
      const name = link?.type === "link" ? pageOfLink(from, link.url) : undefined;
      const group = groups.at(-1);
      if (!paragraph || !link || name === undefined || !group) continue;
      const file = join(folder, `${name}.md`);
      const source = existsSync(file) ? readFileSync(file, "utf8") : "";
      const description = toString(paragraph)
        .slice(toString(link).length)
        .replace(/^\s*[:–]\s*/, "");
      group.pages.push({ name, title: toString(link), description, source });
    }
  }
  return groups.filter(({ pages }) => pages.length > 0);
};

/** The table of contents. @param {string} [folder] */
const docGroups = (folder = at("docs")) => [...listed(folder, "README"), ...listed(folder, "reference")];

/** Every page that the table of contents leads to, itself first. @param {string} [folder] @returns {DocPage[]} */
export const docPages = (folder = at("docs")) => {
  const source = readFileSync(join(folder, "README.md"), "utf8");
  return [
    { name: "README", title: titleOf(source), description: "", source },
    ...docGroups(folder).flatMap(({ pages }) => pages),
  ];
};

/** A page's text without the marks that only the tests read. @param {string} source */
const withoutMarks = (source) => source.replace(/^<!-- recipe: \S+ -->\n\n?/gm, "");

/**
 * A page from heading to heading, each with the id that its address has in the app and on GitHub. @param {string}
 * source @returns {DocSection[]}
 */
export const sectionsOf = (source) => {
  const slugger = new GithubSlugger();
  /** @type {DocSection[]} */
  const sections = [];
  for (const node of parse(source).children) {
    if (node.type === "heading") {
      const heading = toString(node);
      sections.push({ heading, id: slugger.slug(heading), depth: node.depth, text: "" });
    } else if (node.type !== "html") {
      const section = sections.at(-1);
      if (section) section.text += `${toString(node)}\n`;
    }
  }
  return sections;
};

/** @typedef {ReturnType<typeof parse>} Page @typedef {Page | Page["children"][number]} Node */

/** Every address that a page links to or shows. @param {string} source @returns {string[]} */
export const linksOf = (source) => {
  /** @type {string[]} */
  const urls = [];
  const visit = (/** @type {Node} */ node) => {
    if ("url" in node && node.url) urls.push(node.url);
    if ("children" in node) node.children.forEach(visit);
  };
  visit(parse(source));
  return urls;
};

/** The index of all headings and what stands below them. @param {DocPage[]} pages */
const searchIndex = (pages) => {
  const index = new MiniSearch(searchOptions);
  for (const { name, title, source } of pages) {
    for (const { heading, id, depth, text } of sectionsOf(source)) {
      const hash = depth === 1 ? "" : `#${id}`;
      index.add({ id: `${name}${hash}`, name, title, heading, hash, text });
    }
  }
  return JSON.stringify(index);
};

const summary =
  "Callboard is a TypeScript SDK and a React kit for the user interfaces of tools: one tool definition gives people a form and a " +
  "readable result, gives agents a function, and shows what happens with it as it happens.";

/**
 * The contents as llmstxt.org describes them: pages as Markdown, each with what it is for. @param {DocGroup[]} groups
 */
const llmsText = (groups) =>
  [
    `# Callboard\n\n> ${summary}\n`,
    ...groups.map(
      ({ title, pages }) =>
        `## ${title}\n\n${pages.map((page) => `- [${page.title}](/docs/${page.name}.md): ${page.description}`).join("\n")}\n`,
    ),
  ].join("\n");

/**
 * Every file that stands for the documentation on the web, by its address. @param {string} [folder] @returns
 * {Map<string, string | Buffer>}
 */
export const docFiles = (folder = at("docs")) => {
  const groups = docGroups(folder);
  const pages = docPages(folder);
  const guides = pages.filter(({ name }) => !name.startsWith("reference"));
  const contents = groups.map(({ title, reference, pages }) => ({
    title,
    reference,
    pages: pages.map(({ name, title, description }) => ({ name, title, description })),
  }));
  /** @type {[string, string | Buffer][]} */
  const files = [
    ["/docs/contents.json", JSON.stringify(contents)],
    ["/docs/search.json", searchIndex(pages)],
    ["/llms.txt", llmsText(groups)],
    ["/llms-full.txt", `${guides.map(({ source }) => withoutMarks(source).trim()).join("\n\n---\n\n")}\n`],
  ];
  for (const { name, source } of pages) files.push([`/docs/${name}.md`, withoutMarks(source)]);
  const images = join(folder, "images");
  for (const path of sourceFiles(images)) files.push([`/docs/images/${relative(images, path)}`, readFileSync(path)]);
  return new Map(files);
};
