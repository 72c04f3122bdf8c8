import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "./command.ts";

/**
 * What `callboard init` can begin: the files of a folder of `templates`, and where the sample tool and the page's
 * styles go.
 */
export const starters = {
  vite: { summary: "a page of React, built by Vite; tools run in the browser", tool: "src/tools", styles: "src" },
  next: { summary: "an app of Next.js; tools run on its server", tool: "tools", styles: "app" },
  tools: { summary: "a folder of tools, served with a library, pages and a chat", tool: "tools", styles: undefined },
} as const;

export type StarterName = keyof typeof starters;

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

const templates = new URL("../../templates/", import.meta.url);

const textOf = (path: string) => readFile(new URL(path, templates), "utf8");

/**
 * The files of a starter: path in the new folder, and text.
 * @param packed The packed file of each package of ours, by its name; without it a version is asked of the registry.
 */
export async function starterFiles(
  name: StarterName,
  folder: string,
  packed?: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { tool, styles } = starters[name];
  const root = fileURLToPath(new URL(`${name}/`, templates));
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(root, path), await readFile(path, "utf8"));
  }
  files.set(".gitignore", await textOf("gitignore"));
  files.set(join(tool, "tip-splitter.ts"), await textOf("tip-splitter.ts"));
  if (styles) files.set(join(styles, "page.css"), await textOf("page.css"));
  const manifest = JSON.parse(files.get("package.json") ?? "{}") as Manifest;
  files.set("package.json", await manifestOf(manifest, folder, packed));
  return files;
}

async function manifestOf(manifest: Manifest, folder: string, packed?: ReadonlyMap<string, string>): Promise<string> {
  const own = JSON.parse(await readFile(new URL("../package.json", templates), "utf8")) as Manifest;
  const isOurs = (name: string) => name.startsWith("@callboard/");
  const dependencies: Record<string, string> = {};
  for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
    dependencies[name] = isOurs(name) ? (own.version ?? version) : version;
  }
  if (packed) {
    // What ours depend on is on no registry either.
    const needed = "@callboard/cli" in dependencies ? Object.keys(own.dependencies ?? {}).filter(isOurs) : [];
    for (const name of [...Object.keys(dependencies).filter(isOurs), ...needed]) {
      const path = packed.get(name);
      if (path === undefined)
        throw new UsageError(`The folder of packages holds no packed ${name}. docs/install.md says how to pack it.`);
      dependencies[name] = `file:${relative(folder, path).replaceAll("\\", "/")}`;
    }
  }
  const sorted = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ name: packageName(folder), ...manifest, dependencies: sorted }, null, 2)}\n`;
}

/** The folder's name as npm takes one. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  return name || "tools";
}
