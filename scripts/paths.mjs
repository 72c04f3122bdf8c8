import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, without a trailing slash. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** Where the scripts keep what can be made again at any time. */
export const cache = join(root, "node_modules/.cache/callboard");

/**
 * A path below the root.
 * @param {...string} parts
 */
export const at = (...parts) => join(root, ...parts);

const skipped = new Set(["node_modules", "dist", ".callboard", ".vite", "storybook-static"]);

/**
 * Every file under a folder, absolute, without build outputs, in a stable order.
 * @param {string} folder
 * @returns {string[]}
 */
export const sourceFiles = (folder) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder)
        .sort()
        .filter((name) => !skipped.has(name))
        .flatMap((name) => {
          const path = join(folder, name);
          return statSync(path).isDirectory() ? sourceFiles(path) : [path];
        });

/** Whether a file is a test, a story or types-only: something no build output is made of. @param {string} path */
export const isTestFile = (path) => /\.(test|test-d|stories)\.[cm]?[jt]sx?$/.test(path);

/** Whether a file is there for tests and stories alone: one of them, or what they share. @param {string} path */
export const isForTests = (path) =>
  isTestFile(path) || /packages[\\/]\w+[\\/](?:src|dist)[\\/](?:.*[\\/])?testing[\\/]/.test(path);

/** A path as people read it: from the root, with forward slashes. @param {string} path */
export const fromRoot = (path) => relative(root, path).replaceAll("\\", "/");

/** The folders under `packages/` that hold a package, in the order of their names. */
export const packageNames = () =>
  readdirSync(at("packages")).filter((name) => existsSync(at("packages", name, "package.json")));
