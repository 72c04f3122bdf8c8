/** The documentation is whole: everything in it can be found, every link leads somewhere, and every export is named. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { docFiles, docPages, linksOf, pageNames, pageOfLink, searchOptions, sectionsOf } from "../../scripts/docs.mjs";
import { at, packageNames } from "../../scripts/paths.mjs";
import { indexOptions, searchDocs } from "../../apps/demo/src/docs/searchDocs.ts";

const files = docFiles();
const pages = docPages();
const sources = new Map(pages.map(({ name, source }) => [name, source]));
const ids = new Map<string, Set<string>>();

/** The addresses of a page's headings, read once. */
const idsOf = (source: string) => {
  const known = ids.get(source) ?? new Set(sectionsOf(source).map(({ id }) => id));
  ids.set(source, known);
  return known;
};
const isOutside = (url: string) => /^[a-z][\w+.-]*:/i.test(url);

/** What is wrong with the links of a page below docs/. */
const brokenLinks = (name: string, source: string) =>
  linksOf(source).filter((url) => {
    if (isOutside(url)) return false;
    const [path = "", hash = ""] = url.split("#");
    if (path.startsWith("images/")) return !files.has(`/docs/${path}`);
    const target = path === "" ? name : pageOfLink(name, path);
    const found = target === undefined ? undefined : sources.get(target);
    return found === undefined || (hash !== "" && !idsOf(found).has(decodeURIComponent(hash)));
  });

describe("docs/", () => {
  test("lists every page in its contents, with what it is for, and in llms.txt", () => {
    expect(pages.map(({ name }) => name).sort()).toEqual(pageNames().sort());
    const [, ...listed] = pages;
    expect(listed.filter(({ description }) => description === "").map(({ name }) => name)).toEqual([]);
    const llms = String(files.get("/llms.txt"));
    expect(listed.filter(({ name }) => !llms.includes(`(/docs/${name}.md)`))).toEqual([]);
    expect(listed.filter(({ name }) => !files.has(`/docs/${name}.md`))).toEqual([]);
  });

  test("leads nowhere that is not there", () => {
    expect(pages.flatMap(({ name, source }) => brokenLinks(name, source).map((url) => `${name}.md: ${url}`))).toEqual(
      [],
    );
  });

  test("a link to a missing page, heading or file is found", () => {
    const page =
      "[a](nothing.md) [b](#nothing) [c](../README.md) [d](README.md) [e](https://example.org) ![f](images/x.png)";
    expect(brokenLinks("page", page)).toEqual(["nothing.md", "#nothing", "../README.md", "images/x.png"]);
  });

  test("begins each page with its title and what the reader gets", () => {
    const wrong = pages.filter(({ source }) => !/^# .+\n\n[^#\n]/.test(source.replace(/^<!--[^]*?-->\s*/, "")));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("shows readers none of the marks that the tests read", () => {
    const marked = [...files].filter(([, text]) => String(text).includes("<!-- recipe:"));
    expect(marked.map(([path]) => path)).toEqual([]);
  });

  test("names every export of every entry", () => {
    const words = new Set(pages.flatMap(({ source }) => source.match(/[\w$]+/g) ?? []));
    const exported = packageNames().flatMap((name) => {
      const report = readFileSync(at("packages", name, "api.md"), "utf8");
      const declared = [...report.matchAll(/^export (?:declare )?(?:abstract )?\w+ ([\w$]+)/gm)].map(
        ([, one = ""]) => one,
      );
      return declared.map((one) => ({ name, one }));
    });
    expect(exported.length).toBeGreaterThan(100);
    expect(exported.filter(({ one }) => !words.has(one))).toEqual([]);
  });

  const index = MiniSearch.loadJSON(String(files.get("/docs/search.json")), searchOptions);

  test("finds a function by its name, or by half of it", () => {
    expect(indexOptions).toEqual(searchOptions);
    for (const query of ["createTimeline", "createTimel"]) {
      expect(searchDocs(index, query)[0]).toMatchObject({ heading: "createTimeline" });
    }
  });

  test("takes a word that every object of the language has for a word", () => {
    for (const query of ["constructor", "__proto__ form"]) expect(() => searchDocs(index, query)).not.toThrow();
  });

  test.each([
    ["approve", "approvals"],
    ["translate", "languages"],
    ["i18n", "languages"],
    ["how do i theme", "theming"],
    ["dark mode", "theming"],
    ["tailwind", "theming"],
    ["getting started", "install"],
    ["conditional field", "specs"],
    ["SSR", "frameworks"],
    ["next.js", "frameworks"],
    ["remix", "frameworks"],
    ["server action", "frameworks"],
    ["docker", "deploy"],
    ["deploy", "deploy"],
    ["reverse proxy", "deploy"],
    ["bundle size", "sizes"],
    ["browser support", "sizes"],
    ["custom card", "slots"],
    ["security", "security"],
    ["csp", "csp"],
    ["semver", "versioning"],
    ["breaking changes", "versioning"],
    ["keyboard shortcuts", "keyboard"],
    ["alternatives", "comparison"],
    ["iframe", "embed"],
    ["vue", "embed"],
    ["mcp", "mcp"],
    ["ag-ui", "wires"],
    ["replay", "replay"],
    ["zod", "zod"],
    ["rag", "documents"],
  ])("answers %j by the guide %s, among its first three", (query, page) => {
    expect(
      searchDocs(index, query)
        .slice(0, 3)
        .map(({ name }) => name),
    ).toContain(page);
  });
});

describe("README.md", () => {
  test("leads nowhere that is not there", () => {
    const readme = readFileSync(at("README.md"), "utf8");
    const own = new Set(sectionsOf(readme).map(({ id }) => id));
    const broken = linksOf(readme).filter((url) => {
      if (isOutside(url)) return false;
      const [path = "", hash = ""] = url.split("#");
      if (path === "") return !own.has(hash);
      if (!existsSync(at(path))) return true;
      const page = posix.normalize(path).match(/^docs\/(.+)\.md$/)?.[1];
      return hash !== "" && !(page && idsOf(sources.get(page) ?? "").has(hash));
    });
    expect(broken).toEqual([]);
  });
});
