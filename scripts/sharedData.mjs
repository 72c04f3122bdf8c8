import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The folder of data that nobody in this project wrote, or undefined where this machine has none.
 * @returns {string | undefined}
 */
const sharedFolder = () => {
  const folder = resolve(root, process.env.CALLBOARD_SHARED ?? "../shared", "data");
  return existsSync(folder) ? folder : undefined;
};

/** @param {string} folder @returns {string[]} */
const filesUnder = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });

const prefix = "virtual:shared-data/";

/**
 * Serves `virtual:shared-data/<file>` (its text) and `virtual:shared-data/<folder>/` (a record of path to text) to
 * tests in Node and in the browser alike; the default export is null where the machine has no such file.
 * @returns {import("vite").Plugin}
 */
export const sharedDataPlugin = () => ({
  name: "callboard:shared-data",
  // The ending keeps Vite's own JSON and asset plugins off a file that is served as text.
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}.js` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined;
    const name = id.slice(prefix.length + 1, -".js".length);
    const folder = sharedFolder();
    const path = folder && join(folder, name);
    if (!path || !existsSync(path)) return "export default null;";
    if (!name.endsWith("/")) return `export default ${JSON.stringify(readFileSync(path, "utf8"))};`;
    const texts = filesUnder(path).map((file) => [
      relative(path, file).replaceAll("\\", "/"),
      readFileSync(file, "utf8"),
    ]);
    return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
  },
});
