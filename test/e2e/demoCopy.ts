import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { at, fromRoot } from "../../scripts/paths.mjs";

/** A copy of the repository whose tool folders a test may change. */
export interface DemoCopy {
  /** Takes the repository's place: `startHost({ root })`. */
  root: string;
  /** Writes a file below `apps/demo/tools`. */
  writeTool(path: string, text: string): void;
  /** Removes a folder or file below `apps/demo/tools`. */
  removeTool(path: string): void;
  dispose(): void;
}

/**
 * The built demo with a tools folder of its own, over the installed packages: what `node apps/demo/dist/server.js`
 * needs.
 */
export function copyDemo(): DemoCopy {
  const copy = createCopy();
  for (const part of ["package.json", "dist", "tools"]) copyInto(copy.root, `apps/demo/${part}`);
  symlinkSync(at("node_modules"), join(copy.root, "node_modules"), "junction");
  return copy;
}

/** The whole workspace with its sources, over the same installed packages: what `npm run dev` needs. */
export function copyWorkspace(): DemoCopy {
  const copy = createCopy();
  const parts = [
    "package.json",
    "package-lock.json",
    "tsconfig.base.json",
    "tsconfig.json",
    "vite.config.ts",
    "scripts",
    "docs",
    "apps",
    "packages",
  ];
  for (const part of parts) copyInto(copy.root, part);
  symlinkSync(at("test"), join(copy.root, "test"), "junction");
  // Entry by entry, since the workspace's own packages are links to the folders beside.
  const installed = join(copy.root, "node_modules");
  mkdirSync(join(installed, "@callboard"), { recursive: true });
  for (const name of readdirSync(at("node_modules"))) {
    if (name !== "@callboard" && name !== ".cache") symlinkSync(at("node_modules", name), join(installed, name));
  }
  for (const name of readdirSync(at("node_modules/@callboard"))) {
    const workspace = fromRoot(realpathSync(at("node_modules/@callboard", name)));
    symlinkSync(join(copy.root, workspace), join(installed, "@callboard", name), "junction");
  }
  // What two packages need in different versions is installed below one of them.
  for (const group of ["packages", "apps"]) {
    for (const name of readdirSync(at(group))) {
      const own = at(group, name, "node_modules");
      if (existsSync(own)) symlinkSync(own, join(copy.root, group, name, "node_modules"), "junction");
    }
  }
  return copy;
}

function createCopy(): DemoCopy {
  const root = mkdtempSync(join(tmpdir(), "callboard-copy-"));
  const tools = join(root, "apps/demo/tools");
  return {
    root,
    writeTool(path, text) {
      mkdirSync(dirname(join(tools, path)), { recursive: true });
      writeFileSync(join(tools, path), text);
    },
    removeTool: (path) => rmSync(join(tools, path), { recursive: true, force: true }),
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function copyInto(root: string, part: string): void {
  cpSync(at(part), join(root, part), {
    recursive: true,
    filter: (path) =>
      !["node_modules", ".callboard", "dist"].includes(basename(path)) || path.endsWith("apps/demo/dist"),
  });
}
