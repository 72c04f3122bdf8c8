import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { DocumentSource, SourceFile } from "./documentSource.ts";
import { isReadable } from "./readers.ts";

const SKIPPED = new Set(["node_modules", ".git"]);

export interface FolderOptions {
  /** The name of the source; the folder's own unless given. */
  name?: string;
}

/**
 * The files of a folder that can be read, with those of the folders in it. Hidden ones, links out of it and
 * `node_modules` are left out.
 */
export function folderDocuments(folder: string, { name }: FolderOptions = {}): DocumentSource {
  const root = resolve(folder);
  return {
    name: name ?? basename(root),
    async list(signal) {
      const files: SourceFile[] = [];
      const inside = await realpath(root);
      await walk(inside, "", files, signal, inside);
      return files;
    },
  };
}

async function walk(
  folder: string,
  path: string,
  files: SourceFile[],
  signal: AbortSignal | undefined,
  root: string,
): Promise<void> {
  signal?.throwIfAborted();
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
    const absolute = join(folder, entry.name);
    const address = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) await walk(absolute, address, files, signal, root);
    else if (entry.isFile() && isReadable(entry.name)) {
      const info = await stat(absolute).catch(() => undefined);
      if (!info) continue;
      files.push({
        path: address,
        bytes: info.size,
        modifiedAt: Math.floor(info.mtimeMs),
        read: () => readFile(absolute),
        readBeside: (beside) => readInside(root, resolve(dirname(absolute), beside)),
      });
    }
  }
}

/** A file that truly lies in the folder: no link and no `..` leads out of it. */
async function readInside(root: string, path: string): Promise<Uint8Array | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (!real?.startsWith(root + sep)) return undefined;
  return await readFile(real).catch(() => undefined);
}
