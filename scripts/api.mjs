/**
 * `npm run api`: writes the public surface of each package, as its built declarations have it, into
 * `packages/<name>/api.md`, what their comments say of it into docs/reference, and the table of events into
 * docs/events.md. API Extractor reads the declarations with a TypeScript of its own; what is left to do here is to put
 * the entries of a package into one file that shows each declaration once.
 */
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format, resolveConfig } from "prettier";
import { build } from "./build.mjs";
import { at, cache, fromRoot, packageNames } from "./paths.mjs";
import { referencePages, withEventTable, writtenReference } from "./reference.mjs";

/**
 * @typedef {{ specifier: string, file: string }} Entry
 * @typedef {{ name: string, isExported: boolean, isType: boolean, text: string }} Declaration
 * @typedef {{ specifier: string, imports: Map<string, Set<string>>, declarations: Declaration[], rest: string[] }}
 * Section
 */

/** Where the report of a package is kept. @param {string} name */
export const reportPath = (name) => at("packages", name, "api.md");

/**
 * The entries of a package that have declarations, in the order of its `exports`; internal ones are nobody's surface.
 * @param {string} folder @returns {Entry[]}
 */
const entriesOf = (folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.entries(exports).flatMap(([path, { types }]) =>
    types && !path.endsWith(".css") && !path.startsWith("./internal-")
      ? [{ specifier: posix.join(name, path), file: join(folder, types) }]
      : [],
  );
};

/**
 * What API Extractor reports of each entry; types that an entry shows without exporting them are in it. @param {string}
 * folder
 */
const extract = (folder) => {
  const entries = entriesOf(folder);
  const missing = entries.find(({ file }) => !existsSync(file));
  if (missing) throw new Error(`${fromRoot(missing.file)} is not there. Run \`npm run build\` first.`);
  const reports = join(cache, "api");
  mkdirSync(reports, { recursive: true });
  /** @type {CompilerState | undefined} */
  let compilerState;
  return entries.map(({ specifier, file }) => {
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, "package.json"),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: file,
        compiler: {
          overrideTsconfig: {
            extends: join(folder, "tsconfig.build.json"),
            files: entries.map((entry) => entry.file),
          },
        },
        apiReport: {
          enabled: true,
          includeForgottenExports: true,
          reportFileName: "entry",
          reportFolder: reports,
          reportTempFolder: reports,
        },
        docModel: { enabled: true, apiJsonFilePath: join(reports, "entry.api.json"), includeForgottenExports: true },
        newlineKind: "lf",
        messages: {
          extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
          tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        },
      },
    });
    compilerState ??= CompilerState.create(config, { additionalEntryPoints: entries.map((entry) => entry.file) });
    /** @type {string[]} */
    const errors = [];
    Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      messageCallback: (message) => {
        if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text);
        message.handled = true;
      },
    });
    if (errors.length > 0) throw new Error(`${specifier} cannot be reported:\n${errors.join("\n")}`);
    return {
      specifier,
      report: readFileSync(join(reports, "entry.api.md"), "utf8"),
      model: JSON.parse(readFileSync(join(reports, "entry.api.json"), "utf8")),
    };
  });
};

/** Remarks of API Extractor that would stand at every declaration and most members. */
const remark = /^ *\/\/ (?:@public(?: \(undocumented\))?|\(undocumented\)|\(No @packageDocumentation .*\))\n?/gm;

const declared =
  /^(?<exported>export )?(?:declare |abstract )*(?<kind>interface|type|class|const|let|var|function|enum|namespace) (?<name>[\w$]+)/;

const imported = /^import (?:type )?\{ (?<name>.+) \} from '(?<from>.+)';$/;

/**
 * A list of words shows, by `typeof`, which keys it has; what each key reads in English is no part of the surface.
 * @param {string} text
 */
const withoutWords = (text) => text.replace(/: "(?:[^"\\]|\\.)*";$/gm, ": string;");

/** Takes the report of one entry apart. @param {{ specifier: string, report: string }} entry @returns {Section} */
const toSection = ({ specifier, report }) => {
  const code = report.match(/^```ts\n([\s\S]*?)^```$/m)?.[1] ?? "";
  /** @type {Section} */
  const section = { specifier, imports: new Map(), declarations: [], rest: [] };
  for (const block of code
    .replace(remark, "")
    .trim()
    .split(/\n{2,}/)) {
    const { kind, name = "", exported } = block.match(declared)?.groups ?? {};
    if (kind) {
      const text = exported ? block.slice(exported.length) : kind === "const" ? withoutWords(block) : block;
      const isType = kind === "interface" || kind === "type";
      section.declarations.push({ name, isExported: Boolean(exported), isType, text });
      continue;
    }
    for (const line of block.split("\n").filter(Boolean)) {
      const { name: binding, from } = line.match(imported)?.groups ?? {};
      if (!binding || !from) section.rest.push(line);
      else section.imports.set(from, (section.imports.get(from) ?? new Set()).add(binding));
    }
  }
  return section;
};

/** @param {string} specifier @param {Iterable<string>} names */
const list = (specifier, names) => `{ ${[...names].sort().join(", ")} } from "${specifier}";`;

/**
 * Where each declaration is shown: in the first section that exports it, or that has it at all. @param {Section[]}
 * sections
 */
const homesOf = (sections) => {
  /** @type {Map<string, string>} */
  const homes = new Map();
  for (const exported of [true, false]) {
    for (const { specifier, declarations } of sections) {
      for (const { isExported, text } of declarations) {
        if (isExported === exported && !homes.has(text)) homes.set(text, specifier);
      }
    }
  }
  return homes;
};

/** @param {Section} section @param {Map<string, string>} homes */
const toMarkdown = ({ specifier, imports, declarations, rest }, homes) => {
  /** @type {Map<string, Set<string>>} */
  const again = new Map();
  /** @type {string[]} */
  const shown = [];
  for (const { name, isExported, isType, text } of declarations) {
    const home = homes.get(text) ?? specifier;
    if (home === specifier) shown.push(isExported ? `export ${text}` : text);
    else if (isExported) again.set(home, (again.get(home) ?? new Set()).add(isType ? `type ${name}` : name));
  }
  // What only a declaration shown elsewhere needs is imported there.
  const words = new Set(shown.join("\n").match(/[\w$]+/g));
  const needed = [...imports]
    .map(([from, names]) => ({ from, names: [...names].filter((name) => words.has(name.split(" ").at(-1) ?? name)) }))
    .filter(({ names }) => names.length > 0)
    .sort((one, other) => (one.from < other.from ? -1 : 1));
  const count = (/** @type {boolean} */ isType) =>
    new Set(declarations.filter((one) => one.isExported && one.isType === isType).map(({ name }) => name)).size;
  const code = [
    needed.map(({ from, names }) => `import ${list(from, names)}`).join("\n"),
    [...again].map(([home, names]) => `export ${list(home, names)}`).join("\n"),
    rest.join("\n"),
    ...shown,
  ];
  return `## ${specifier}\n\nValues: ${count(false)}, types: ${count(true)}.\n\n\`\`\`ts\n${code.filter(Boolean).join("\n\n")}\n\`\`\`\n`;
};

/** The report of the package in a folder, and what a reference needs of each entry. @param {string} folder */
export const readSurface = async (folder) => {
  const extracted = extract(folder);
  const sections = extracted.map(toSection);
  const homes = homesOf(sections);
  const text = [
    "# Public surface\n",
    "`npm run api` writes this file from the built declarations, and `npm test` compares it with them. A declaration without",
    "`export` is one that an exported signature shows; what several entries export is declared in the first of them.\n",
    ...sections.map((section) => toMarkdown(section, homes)),
  ].join("\n");
  const entries = extracted.map(({ specifier, model }, index) => {
    const exported = sections[index]?.declarations.filter(({ isExported }) => isExported) ?? [];
    return { specifier, model, exported: new Set(exported.map(({ name }) => name)) };
  });
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return {
    name,
    report: await format(text, { ...(await resolveConfig(at("package.json"))), parser: "markdown" }),
    entries,
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build({ demo: false });
    const surfaces = [];
    for (const name of packageNames()) {
      const surface = await readSurface(at("packages", name));
      writeFileSync(reportPath(name), surface.report);
      console.log(`Wrote ${fromRoot(reportPath(name))}`);
      surfaces.push(surface);
    }
    mkdirSync(at("docs/reference"), { recursive: true });
    const pages = await referencePages(surfaces);
    for (const path of writtenReference()) if (!pages.has(path)) rmSync(at("docs", path));
    for (const [path, text] of pages) writeFileSync(at("docs", path), text);
    const vocabulary = await import(pathToFileURL(at("packages/core/dist/events/eventFields.js")).href);
    const events = at("docs/events.md");
    writeFileSync(events, await withEventTable(readFileSync(events, "utf8"), vocabulary));
    console.log(`Wrote docs/reference (${pages.size} pages) and the table of docs/events.md`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
