import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentSource, SourceFile } from "./documentSource.ts";

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** Says who may copy, and not how anything works. */
const LICENCE = /^(?:licen[cs]e|notice|third.?party|security|code_of_conduct)/i;
const LARGEST = 1_500_000;
const SKIPPED_FOLDERS = new Set([".git", ".cache", ".vite", ".bin"]);

export interface PackageOptions {
  /** The name of the source; `packages` unless given. */
  name?: string;
  /** The beginnings of the paths that come before the others, such as a package's name and a slash. */
  first?: readonly string[];
}

/**
 * The Markdown files that the installed packages ship: readmes, changelogs and docs, addressed as
 * `<package>/<file>`. Links (a workspace's own packages), licence texts and files above 1.5 MB are left out.
 */
export function packageDocuments(
  nodeModules: string,
  { name = "packages", first = [] }: PackageOptions = {},
): DocumentSource {
  return {
    name,
    async list(signal) {
      const files: SourceFile[] = [];
      await walk(nodeModules, "", files, signal);
      const isFirst = ({ path }: SourceFile) => first.some((beginning) => path.startsWith(beginning));
      return [...files.filter(isFirst), ...files.filter((file) => !isFirst(file))];
    },
  };
}

async function walk(folder: string, path: string, files: SourceFile[], signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    // A folder that went away or may not be read has no documents.
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const absolute = join(folder, entry.name);
    // A package's own packages are addressed by their names too: `a/node_modules/b/README.md` tells them apart.
    const address = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) await walk(absolute, address, files, signal);
    } else if (entry.isFile() && MARKDOWN.test(entry.name) && !LICENCE.test(entry.name)) {
      const info = await stat(absolute).catch(() => undefined);
      if (!info || info.size > LARGEST || info.size === 0) continue;
      files.push({
        path: address,
        bytes: info.size,
        modifiedAt: Math.floor(info.mtimeMs),
        read: () => readFile(absolute),
      });
    }
  }
}
