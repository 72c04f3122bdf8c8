import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { rolldown } from "rolldown";

/** A tool's module made into one that Node can import, with the files beside it that it imports. */
export interface CompiledTool {
  /** Absolute path of the module. */
  module: string;
  /** Absolute paths of the files that went into it. */
  sources: string[];
}

/** Why a folder did not compile: `line` and `column` count from 1, where the compiler knows them. */
export class CompileError extends Error {
  override readonly name = "CompileError";
  readonly sources: string[];
  constructor(message: string, sources: string[]) {
    super(message);
    this.sources = sources;
  }
}

export interface CompileOptions {
  outDir: string;
  /** What the compiled module is called: `<outDir>/<name>-<hash>.mjs`. */
  name: string;
  /**
   * The modules that packages are to be, as URLs by what they are imported as; found among the dependencies unless
   * given.
   */
  packages?: Readonly<Record<string, string>> | undefined;
}

/**
 * Compiles the module of one tool, TypeScript or not, as an entry of its own; packages stay imports.
 * @throws CompileError with the compiler's message, file and line.
 */
export async function compileTool(input: string, { outDir, name, packages }: CompileOptions): Promise<CompiledTool> {
  const folder = dirname(input);
  const sources = new Set([input]);
  try {
    const bundle = await rolldown({
      input,
      cwd: folder,
      platform: "node",
      treeshake: false,
      external: (id) => !/^(?:[./]|[A-Za-z]:[\\/])/.test(id),
      plugins: [
        {
          name: "sources",
          load(id) {
            sources.add(id);
            return null;
          },
        },
      ],
      onLog: (level, log) => {
        if (level === "warn" && log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
      },
    });
    const { output } = await bundle.generate({
      format: "esm",
      file: join(outDir, `${name}.mjs`),
      sourcemap: "inline",
      codeSplitting: false,
      paths: packages,
    });
    await bundle.close();
    const { code } = output[0];
    const hash = createHash("sha256").update(code).digest("hex").slice(0, 10);
    const module = join(outDir, `${name}-${hash}.mjs`);
    await writeWhole(module, code, outDir);
    await removeOlder(module, outDir);
    return { module, sources: [...sources] };
  } catch (error) {
    throw new CompileError(explain(error, folder), [...sources]);
  }
}

/** Another process may be importing the file that is being written: it appears whole or not at all. */
async function writeWhole(file: string, code: string, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, file);
}

/** What the folder was compiled to before: once imported, a module's file is not read again. */
async function removeOlder(module: string, outDir: string): Promise<void> {
  const current = basename(module);
  const stem = current.replace(/[0-9a-f]{10}\.mjs$/, "");
  for (const name of await readdir(outDir)) {
    const isOlder = name !== current && name.startsWith(stem) && /^[0-9a-f]{10}\.mjs$/.test(name.slice(stem.length));
    if (isOlder) await rm(join(outDir, name), { force: true });
  }
}

interface CompilerError {
  message?: string;
  id?: string;
  loc?: { line: number; column: number; file?: string };
}

/** `definition.ts:3:8: Unexpected token`, one line an error, without the compiler's drawing of the source. */
function explain(error: unknown, folder: string): string {
  const { errors = [error] } = error as { errors?: unknown[] };
  const lines = (errors as CompilerError[]).map((each) => {
    const words = stripVTControlCharacters(each.message ?? String(each))
      .split("\n")
      .filter((line) => line.trim() !== "" && !/^\s*(?:[╭╰│]|\d+ │|───)/.test(line))
      .join(" ")
      .replace(/^\s*\[[A-Z_]+\]\s*/, "");
    const file = each.loc?.file ?? each.id;
    if (file === undefined) return words;
    const place = each.loc ? `:${each.loc.line}:${each.loc.column + 1}` : "";
    return `${relative(folder, file)}${place}: ${words}`;
  });
  return [...new Set(lines)].join("\n");
}
