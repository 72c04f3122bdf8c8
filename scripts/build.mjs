/**
 * `npm run build`: the packages, their stylesheets, then the demo. A step whose inputs and outputs are as it left them
 * is skipped; `--packages` stops before the demo.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { bin, runOrThrow } from "./command.mjs";
import { compileEarly } from "./eagerFunctions.mjs";
import { at, cache, fromRoot, isForTests, packageNames, sourceFiles } from "./paths.mjs";

const sharedInputs = [
  "package-lock.json",
  "tsconfig.base.json",
  "vite.config.ts",
  "scripts/build.mjs",
  "scripts/eagerFunctions.mjs",
  "scripts/pages.mjs",
  "scripts/styles.mjs",
  "scripts/viewer.mjs",
  "scripts/embed.mjs",
  "scripts/docs.mjs",
  "scripts/registry.mjs",
];

/** @param {string[]} folders */
const inputsOf = (folders) => [
  ...sharedInputs.map((name) => at(name)),
  ...folders
    .flatMap((folder) => sourceFiles(at(folder)))
    .filter((path) => !isForTests(path) && basename(path) !== "api.md"),
];

/** @param {string[]} files */
const fingerprint = (files) => {
  const hash = createHash("sha256").update(process.version);
  for (const file of files) hash.update(fromRoot(file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
};

/** @param {string} folder @returns {string[]} */
const filesUnder = (folder) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? filesUnder(path) : [path];
      });

/**
 * Runs a step unless its inputs are as they were and every file it wrote then is still there.
 * @param {string} name
 * @param {string[]} inputs files
 * @param {string[]} outputs folders
 * @param {() => Promise<void>} make
 */
const step = async (name, inputs, outputs, make) => {
  const stampPath = join(cache, `build-${name}.json`);
  const print = fingerprint(inputs);
  const stamp = existsSync(stampPath) ? JSON.parse(readFileSync(stampPath, "utf8")) : undefined;
  const isFresh = stamp?.print === print && stamp.wrote.every((/** @type {string} */ file) => existsSync(at(file)));
  if (isFresh) return;
  const began = Date.now();
  rmSync(stampPath, { force: true });
  await make();
  const wrote = outputs.flatMap((folder) => filesUnder(at(folder))).map(fromRoot);
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, JSON.stringify({ print, wrote }));
  console.log(`Built ${name} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
};

/**
 * Removes from `dist` what no source makes any more, so that it is neither imported nor published. @param {string} name
 */
const removeStale = (name) => {
  const source = at("packages", name, "src");
  const dist = at("packages", name, "dist");
  for (const file of filesUnder(dist)) {
    const stem = file.slice(dist.length).match(/^(.*?)\.(?:d\.ts|js)(?:\.map)?$/)?.[1];
    const isMade = stem && [".ts", ".tsx"].some((ending) => existsSync(source + stem + ending)) && !isForTests(file);
    if (!isMade) rmSync(file);
  }
};

/**
 * tsc trusts its build record and not the files: a record without all of its files would hide what is missing. @param
 * {string} name
 */
const forgetIncomplete = (name) => {
  const source = at("packages", name, "src");
  const missing = sourceFiles(source).some((file) => {
    if (isForTests(file) || !/(?<!\.d)\.tsx?$/.test(file)) return false;
    return !existsSync(file.replace(source, at("packages", name, "dist")).replace(/\.tsx?$/, ".js"));
  });
  if (missing) rmSync(join(cache, `${name}.tsbuildinfo`), { force: true });
};

/** A worker is named by its address, which tsc leaves as the source says it. @param {string} name */
const nameWorkers = (name) => {
  for (const file of filesUnder(at("packages", name, "dist"))) {
    if (!file.endsWith(".js")) continue;
    const code = readFileSync(file, "utf8");
    const named = code.replace(/(new Worker\(new URL\("[^"]+)\.ts"/g, '$1.js"');
    if (named !== code) writeFileSync(file, named);
  }
};

/**
 * npm links a command and makes it executable where it is built already; here it is built only later.
 * @param {string} name
 */
const linkCommands = (name) => {
  const { bin: commands = {} } = JSON.parse(readFileSync(at("packages", name, "package.json"), "utf8"));
  for (const [command, file] of Object.entries(commands)) {
    chmodSync(at("packages", name, file), 0o755);
    const link = at("node_modules/.bin", command);
    // On Windows npm writes scripts in the place of links.
    if (process.platform === "win32" || existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(`../../packages/${name}/${posix.normalize(file)}`, link);
  }
};

const buildPackages = async () => {
  const names = packageNames();
  names.forEach(forgetIncomplete);
  await runOrThrow(process.execPath, [
    bin("tsc"),
    "-b",
    ...names.map((name) => `packages/${name}/tsconfig.build.json`),
  ]);
  names.forEach(removeStale);
  names.forEach(nameWorkers);
  for (const folder of ["card", "timeline"]) compileEarly(at("packages/react/dist", folder));
  names.forEach(linkCommands);
};

/**
 * The rules of a bundled sheet without its layer, for pages whose own rules are in none and would win. @param {string}
 * css
 */
const withoutLayer = (css) => {
  const plain = css.replace(/^@layer callboard \{\n([^]*?)^\}$/gm, "$1");
  if (plain.includes("@layer")) throw new Error("A stylesheet has a layer that is not taken off: see withoutLayer.");
  return plain;
};

/**
 * Bundles each stylesheet that a package exports into the one file its `default` names, and says to TypeScript that it
 * can be imported.
 */
const buildStylesheets = async () => {
  const { bundleStyles } = await import("./styles.mjs");
  for (const name of packageNames()) {
    const { exports } = JSON.parse(readFileSync(at("packages", name, "package.json"), "utf8"));
    for (const entry of Object.values(exports)) {
      const source = entry["@callboard/source"];
      if (!source?.endsWith(".css")) continue;
      const css = bundleStyles(at("packages", name, source));
      const isUnlayered = entry.default.endsWith(".unlayered.css");
      writeFileSync(at("packages", name, entry.default), isUnlayered ? withoutLayer(css) : css);
      writeFileSync(at("packages", name, entry.types), "export {};\n");
    }
  }
};

/** Builds what is out of date. @param {{ demo?: boolean }} [options] */
export const build = async ({ demo = true } = {}) => {
  const names = packageNames();
  const packages = names.map((name) => `packages/${name}`);
  await step(
    "packages",
    inputsOf(packages),
    packages.map((path) => `${path}/dist`),
    async () => {
      await buildPackages();
      await buildStylesheets();
      const { buildRegistry } = await import("./registry.mjs");
      buildRegistry();
      const { buildViewer } = await import("./viewer.mjs");
      const viewer = JSON.stringify(await buildViewer());
      writeFileSync(at("packages/react/dist/viewer.js"), `export const viewer = ${viewer};\n`);
      const { buildEmbed } = await import("./embed.mjs");
      const embed = JSON.stringify(await buildEmbed());
      writeFileSync(at("packages/embed/dist/files.js"), `export const embedFiles = ${embed};\n`);
      const { buildPages } = await import("./pages.mjs");
      await buildPages(viewer);
    },
  );
  if (!demo) return;
  await step("demo", inputsOf([...packages, "apps/demo", "docs"]), ["apps/demo/dist"], () =>
    runOrThrow("npm", ["run", "build", "--silent", "-w", "@callboard/demo"]),
  );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build({ demo: !process.argv.includes("--packages") });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
