import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError, type CallContext, type ToolCallbacks } from "@callboard/core";
import { measureDocument } from "./measureDocument.ts";

export interface SurveyOptions {
  /** Only packages whose name contains this; empty takes all. */
  packages: string;
  maxFiles: number;
  /** Milliseconds to wait after each file. */
  pauseMs: number;
}

/** Milliseconds between two progress events: each is kept in the session's log, and nobody reads faster. */
const PROGRESS_EVERY = 50;

const LOOKING = "Looking for documentation";
const READING = "Reading {file}";
const COUNTED = "All is counted";
const NO_MARKDOWN = "There is no Markdown in the installed packages. Run npm install and try again.";
const NO_SUCH_PACKAGE =
  "No installed package whose name contains “{name}” ships Markdown. Shorten the name, or leave it empty for all.";

/** The templates of what a survey says while it runs, and where there is nothing to survey. */
export const SURVEY_PHRASES = [LOOKING, READING, COUNTED, NO_MARKDOWN, NO_SUCH_PACKAGE];

interface PackageMeasures {
  package: string;
  files: number;
  words: number;
  headings: number;
  codeBlocks: number;
  links: number;
}

/**
 * Reads the Markdown of the packages below `root` (a node_modules folder) one file after the other: progress counts
 * files, each finished package is one line of output, and an aborted `signal` ends it before the next file.
 */
export async function surveyDocumentation(
  root: string,
  { packages, maxFiles, pauseMs }: SurveyOptions,
  { signal }: Pick<CallContext, "signal">,
  { onStatus, onProgress, onOutput }: Pick<ToolCallbacks, "onStatus" | "onProgress" | "onOutput">,
) {
  onStatus({ template: LOOKING });
  const found = await findDocuments(root, packages.trim().toLowerCase(), signal);
  const files = found.slice(0, maxFiles);
  if (files.length === 0) {
    const name = packages.trim();
    throw new ToolError(
      { template: name === "" ? NO_MARKDOWN : NO_SUCH_PACKAGE, values: { name } },
      { path: "/packages" },
    );
  }
  const measured = new Map<string, PackageMeasures>();
  const terms = new Map<string, number>();
  const unreadable: string[] = [];
  let told = -Infinity;
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    const name = packageOf(file);
    if (performance.now() - told >= PROGRESS_EVERY) {
      onProgress(index, files.length, { template: READING, values: { file } });
      told = performance.now();
    }
    const entry = measured.get(name) ?? { package: name, files: 0, words: 0, headings: 0, codeBlocks: 0, links: 0 };
    measured.set(name, entry);
    try {
      const measures = measureDocument(await readFile(join(root, file), { encoding: "utf8", signal }));
      entry.files++;
      for (const key of ["words", "headings", "codeBlocks", "links"] as const) entry[key] += measures[key];
      for (const [term, count] of measures.terms) terms.set(term, (terms.get(term) ?? 0) + count);
    } catch (error) {
      signal.throwIfAborted();
      unreadable.push(file);
      onOutput(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal });
    const next = files[index + 1];
    if (next === undefined || packageOf(next) !== name) {
      onOutput(`${name}: ${plural(entry.files, "file")}, ${plural(entry.words, "word")}\n`);
    }
  }
  onProgress(files.length, files.length, { template: COUNTED });
  const table = [...measured.values()].sort((a, b) => b.words - a.words || a.package.localeCompare(b.package));
  const sum = (key: "files" | "words" | "codeBlocks" | "links") => table.reduce((total, row) => total + row[key], 0);
  return {
    summary: {
      packages: table.length,
      files: sum("files"),
      words: sum("words"),
      codeBlocks: sum("codeBlocks"),
      links: sum("links"),
      longest: table[0]!.package,
      notRead: unreadable.length,
      leftOut: found.length - files.length,
    },
    packages: table,
    terms: [...terms]
      .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
      .slice(0, 20)
      .map(([term, count]) => ({ label: term, count })),
  };
}

/**
 * Paths of Markdown files relative to `root`, package by package; nested node_modules and hidden folders are not
 * entered.
 */
async function findDocuments(root: string, wanted: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  const enter = async (folder: string): Promise<void> => {
    signal.throwIfAborted();
    const entries = await readdir(folder, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(folder, entry.name);
      const shown = relative(root, path).split(sep).join("/");
      if (entry.isDirectory()) {
        const isScope = folder === root && entry.name.startsWith("@");
        if (isScope || packageOf(shown).toLowerCase().includes(wanted)) await enter(path);
      } else if (entry.isFile() && /\.(md|mdx|markdown)$/i.test(entry.name)) files.push(shown);
    }
  };
  await enter(root);
  return files;
}

function packageOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
