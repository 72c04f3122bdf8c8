/**
 * What a host serves to pages that embed a tool: the loader, as one script and as a module, and the page inside the
 * frame, whose parts are fetched as they are needed. Every file's name changes with its text, so an address says the
 * same for ever. The build of the packages keeps it all in dist/files.js of @callboard/embed, with every loader that
 * was ever released: a page keeps the line that it was given, whatever its host has become since
 * (`npm run release:loader`).
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { bundleAsync } from "lightningcss";
import { dirname, join } from "node:path";
import { build } from "vite";
import { at } from "./paths.mjs";

const { version } = JSON.parse(readFileSync(at("packages/embed/package.json"), "utf8"));

/**
 * @typedef {import("@callboard/core/host").EmbedFiles["loader"]} Loader
 * @typedef {{ version: string, released: Record<string, Loader> }} LoaderVersions `version` is that of the sources;
 * what stands in `released` is frozen. A loader's version is its own: it rises when the loader does, and a host that
 * is new otherwise keeps its address.
 */

/** Where the loaders of every release stand, by the names that they are served under. */
const released = at("packages/embed/released");
const versionsFile = join(released, "versions.json");

/** @returns {LoaderVersions} */
export const readLoaderVersions = () => JSON.parse(readFileSync(versionsFile, "utf8"));

/** The files of a loader, by name. @param {Loader} loader */
const filesOf = ({ file, module }) => [file, module.file];

/** The texts of all released loaders, by name. @returns {Record<string, string>} */
export const readReleasedLoaders = () =>
  Object.fromEntries(
    readdirSync(released)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(join(released, name), "utf8")]),
  );

/** Freezes the loader of the sources under its version; false where it was frozen before, as it is. */
export const releaseLoader = async () => {
  const versions = readLoaderVersions();
  const { loader, files } = await buildLoader();
  const before = versions.released[versions.version];
  if (before && filesOf(before).join() === filesOf(loader).join()) return false;
  if (before) {
    throw new Error(
      `The loader has changed since ${versions.version} was released: raise "version" in ${versionsFile}.`,
    );
  }
  for (const name of filesOf(loader)) writeFileSync(join(released, name), files[name] ?? "");
  versions.released[versions.version] = loader;
  writeFileSync(versionsFile, `${JSON.stringify(versions, null, 2)}\n`);
  return true;
};

/** @param {string} text */
export const integrityOf = (text) => `sha384-${createHash("sha384").update(text).digest("base64")}`;

/** @param {string} name @param {string} version @param {string} ending @param {string} text */
export const named = (name, version, ending, text) =>
  `${name}-${version}-${createHash("sha256").update(text).digest("base64url").slice(0, 10)}.${ending}`;

/** Preact draws the kit's components with a fifth of React's code. */
const preact = {
  react: "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react-dom": "preact/compat",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** What few forms and few outputs need, and what is large: each in files of its own. */
const rare =
  /messages\/(?:de|ar)\b|MarkdownBlock|CodeBlock|highlight|ChartCanvas|ChartView|Yaml|\/surface\/|\/asks\/|CallDetails|CallAsks|JsonView|jsonPositions|jsonText|JsonInput|CopyMenu|uiSchema|patternCost|unicodePattern/i;

/** @param {RegExp} folders */
const usual = (folders) => (/** @type {string} */ id) => folders.test(id) && !rare.test(id);

/**
 * What a form begins with is one file, what other forms need another, and what comes after a run a third: each file is
 * a request, and the words of many small ones are compressed apart.
 */
/** @type {import("vite").Rolldown.CodeSplittingGroup[]} */
const frameGroups = [
  { name: "frame", tags: ["$initial"], priority: 3 },
  { name: "frame", test: /rolldown.runtime/, priority: 3 },
  { name: "fields", test: usual(/packages\/(?:react\/src\/(?:form|field)|core\/src\/(?:form|field))\//), priority: 2 },
  {
    name: "results",
    test: usual(
      /packages\/(?:react\/src\/(?:view|page|timeline|text|card)|core\/src\/(?:view|timeline|client|events|share))\//,
    ),
    priority: 1,
  },
];

/** @param {{ entry: string, format: "es" | "iife" }} options */
const bundleOf = async ({ entry, format }) => {
  const isFrame = entry.endsWith(".tsx");
  const result = await build({
    configFile: false,
    root: at("packages/embed"),
    logLevel: "error",
    resolve: {
      conditions: ["@callboard/source", "module", "browser", "production"],
      ...(isFrame && {
        alias: Object.entries(preact).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement })),
      }),
    },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      minify: true,
      // As a library, for Vite would have every page carry what preloads the styles of its parts.
      lib: { entry: at("packages/embed/src", entry), formats: [format], name: "callboardEmbed" },
      rolldownOptions: {
        // The loader's own exports are what a page imports.
        preserveEntrySignatures: isFrame ? "allow-extension" : "strict",
        output: {
          format,
          minify: true,
          codeSplitting: isFrame && { groups: frameGroups },
          entryFileNames: `[name]-${version}-[hash].js`,
          chunkFileNames: `[name]-${version}-[hash].js`,
        },
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  return outputs.flatMap((chunk) => (chunk.type === "chunk" ? [chunk] : []));
};

/** A sheet names the kit's own by its package, as a script does. @param {string} name */
const styleOf = async (name) => {
  const { code } = await bundleAsync({
    filename: at("packages/embed/src/frame", `${name}.css`),
    minify: true,
    resolver: {
      resolve: (specifier, from) =>
        specifier.startsWith("@callboard/react/styles/")
          ? at("packages/react/src", specifier.slice("@callboard/react/".length))
          : join(dirname(from), specifier),
    },
  });
  return code.toString();
};

/** Makes the loader of the sources. @returns {Promise<{ loader: Loader, files: Record<string, string> }>} */
const buildLoader = async () => {
  const { version } = readLoaderVersions();
  const [script] = await bundleOf({ entry: "loader/script.ts", format: "iife" });
  const [module] = await bundleOf({ entry: "loader/module.ts", format: "es" });
  if (!script || !module) throw new Error("The loader was not built.");
  const file = named("loader", version, "js", script.code);
  const moduleFile = named("loader-module", version, "js", module.code);
  return {
    loader: {
      file,
      integrity: integrityOf(script.code),
      module: { file: moduleFile, integrity: integrityOf(module.code) },
    },
    files: { [file]: script.code, [moduleFile]: module.code },
  };
};

/** @returns {Promise<import("@callboard/core/host").EmbedFiles>} */
export const buildEmbed = async () => {
  const { loader, files: loaders } = await buildLoader();
  /** @type {Record<string, string>} */
  const files = { ...readReleasedLoaders(), ...loaders };
  /** @param {string} name @param {string} ending @param {string} text */
  const keep = (name, ending, text) => {
    const file = named(name, version, ending, text);
    files[file] = text;
    return file;
  };
  const chunks = await bundleOf({ entry: "frame/framePage.tsx", format: "es" });
  for (const { fileName, code } of chunks) files[fileName.replace(/^.*\//, "")] = code;
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error("The frame was not built.");
  const eager = new Set([entry]);
  for (const chunk of eager) {
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) eager.add(imported);
    }
  }
  return {
    loader,
    frame: {
      script: entry.fileName,
      style: keep("frame", "css", await styleOf("frame")),
      resultStyle: keep("results", "css", await styleOf("results")),
      modules: [...eager].filter((chunk) => chunk !== entry).map(({ fileName }) => fileName),
    },
    files,
  };
};
