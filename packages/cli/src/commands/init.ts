import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { UsageError, type Command } from "./command.ts";
import { starterFiles, starters, type StarterName } from "./starters.ts";

const names = Object.keys(starters) as StarterName[];

export const command: Command = {
  usage: [
    `callboard init <folder> --template ${names.join("|")} [--packages <folder>]`,
    "",
    "Makes a project that runs: its package.json, one sample tool, and what shows it. It never writes over a file.",
    "",
    ...names.map((name, index) => `  ${index === 0 ? "--template" : "          "}  ${name}: ${starters[name].summary}`),
    "  --packages  a folder of packed packages (npm pack) to install from, instead of the registry",
    "",
    "In a terminal it asks for what you leave out.",
  ].join("\n"),
  async run(args, { out }) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { template: { type: "string" }, packages: { type: "string" } },
    });
    if (positionals.length > 1) throw new UsageError("Name one folder.");
    const asked = await askForMissing({ template: values.template, folder: positionals[0] });
    const template = names.find((name) => name === asked.template);
    if (!template) {
      throw new UsageError(
        asked.template === undefined
          ? `Name what to make: --template ${names.join(", --template ")}.`
          : `There is no template "${asked.template}". Use ${names.join(", ")}.`,
      );
    }
    if (!asked.folder) throw new UsageError("Name the folder to make, such as my-tools.");
    const folder = resolve(asked.folder);
    const packed = values.packages === undefined ? undefined : await packedIn(resolve(values.packages));
    const files = await starterFiles(template, folder, packed);
    await writeNew(folder, files);
    const shown = relative(process.cwd(), folder);
    out(`Made ${files.size} files in ${shown || "this folder"}. Now run:`);
    out("");
    if (shown) out(`  cd ${/\s/.test(shown) ? JSON.stringify(shown) : shown}`);
    out("  npm install");
    out("  npm run dev");
    return 0;
  },
};

interface Wanted {
  template: string | undefined;
  folder: string | undefined;
}

/** Asks a person; where nobody is at a terminal, nothing is asked. */
async function askForMissing({ template, folder }: Wanted): Promise<Wanted> {
  if ((template !== undefined && folder !== undefined) || !process.stdin.isTTY || !process.stdout.isTTY) {
    return { template, folder };
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    if (template === undefined) {
      const lines = names.map((name, index) => `  ${index + 1}  ${name}: ${starters[name].summary}`);
      const answer = (await terminal.question(`What do you want to make?\n${lines.join("\n")}\n[1] `)).trim();
      template = names[Number(answer || "1") - 1] ?? answer;
    }
    folder ??= (await terminal.question("In which folder? [my-tools] ")).trim() || "my-tools";
    return { template, folder };
  } finally {
    terminal.close();
  }
}

/** Our packages in a folder as `npm pack` writes them, by name. */
async function packedIn(folder: string): Promise<Map<string, string>> {
  const files = await readdir(folder).catch(() => {
    throw new UsageError(`There is no folder ${folder}. Pack the packages into it: docs/install.md says how.`);
  });
  const packed = new Map<string, string>();
  for (const file of files) {
    const [, name] = /^callboard-([a-z]+)-\d+\.\d+\.\d+.*\.tgz$/.exec(file) ?? [];
    if (name) packed.set(`@callboard/${name}`, join(folder, file));
  }
  if (packed.size === 0) {
    throw new UsageError(`${folder} holds no packed package. Pack them into it: docs/install.md says how.`);
  }
  return packed;
}

/** @throws UsageError where one of the files is there already; then none is written. */
async function writeNew(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const taken = [...files.keys()].filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) {
    throw new UsageError(`${folder} has ${taken.join(", ")} already. Nothing was written; name another folder.`);
  }
  for (const [path, text] of files) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    // Refuses what came into being since.
    await writeFile(place, text, { flag: "wx" });
  }
}
