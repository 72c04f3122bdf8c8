import { createHash } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { openSandboxThread, type SandboxThread } from "../sql/sandboxThread.ts";
import type { SandboxFunction } from "../sql/sandbox.ts";
import type { SqlFunctions } from "../sql/sqlDesk.ts";
import { readFunctionFile, type FunctionDeclaration, type FunctionProblem } from "./functionFile.ts";
import { bodySql, functionSql, listedFunction, listUdfsSql, type ListedFunction } from "./functionSql.ts";

/** The functions of a file as they are now, and what is wrong with the others. */
export interface FunctionSet extends SqlFunctions {
  declarations: readonly FunctionDeclaration[];
  listed: readonly ListedFunction[];
  problems: readonly FunctionProblem[];
}

export interface DeclaredFunctions {
  now(): FunctionSet;
  /** Reads the file, and again whenever it changes. */
  start(): Promise<void>;
  close(): void;
}

export interface FunctionOptions {
  /** The path of the file; without one there is none but `list_udfs`. */
  file: string | undefined;
  /** Names that tools have already. */
  taken: ReadonlySet<string>;
  log: (line: string) => void;
  openThread?: () => SandboxThread;
}

const LOOK_EVERY_MS = 1_000;
const LARGEST_FILE = 2_000_000;
const CHECKING_MS = 120_000;

export function createDeclaredFunctions({
  file,
  taken,
  log,
  openThread = openSandboxThread,
}: FunctionOptions): DeclaredFunctions {
  let current = setOf([], []);
  let isClosed = false;
  /** One read at a time, the latest change last. */
  let reading: Promise<void> = Promise.resolve();

  async function read(path: string): Promise<void> {
    const { declarations, problems } = await declarationsOf(path);
    if (isClosed) return;
    const free = declarations.filter(({ name, asTool }) => !asTool || !taken.has(name));
    const withTaken = [
      ...problems,
      ...declarations
        .filter((each) => !free.includes(each))
        .map(({ name }) => ({ name, problem: "A tool has this name. Rename it, or set as_tool to false." })),
    ];
    const wrong = await check(free);
    const good = free.filter(({ name }) => !wrong.some((each) => each.name === name));
    if (isClosed) return;
    current = setOf(good, [...withTaken, ...wrong]);
    for (const { name } of good) log(`Loaded function: ${name}`);
    for (const { name, problem } of current.problems) log(`Failed to load function ${name}: ${problem}`);
  }

  async function check(declarations: readonly FunctionDeclaration[]): Promise<FunctionProblem[]> {
    if (declarations.length === 0) return [];
    const thread = openThread();
    try {
      const { rows } = await thread.ask({ kind: "check", functions: declarations.map(sandboxFunction) }, CHECKING_MS);
      return rows.map(({ name, problem }) => ({ name: String(name), problem: String(problem) }));
    } finally {
      thread.close();
    }
  }

  /** A file that cannot be read leaves the functions as they are. */
  const readNext = (path: string) =>
    (reading = reading
      .then(() => read(path))
      .catch((error: unknown) =>
        log(`The functions of ${path} were not read: ${error instanceof Error ? error.message : String(error)}`),
      ));

  return {
    now: () => current,
    async start() {
      if (file === undefined) return;
      watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, () => void readNext(file));
      await readNext(file);
    },
    close() {
      isClosed = true;
      if (file !== undefined) unwatchFile(file);
    },
  };
}

async function declarationsOf(path: string) {
  const { size } = await stat(path);
  if (size > LARGEST_FILE) throw new Error(`It has more than ${LARGEST_FILE / 1e6} MB.`);
  const { enabled, functions, problems } = await readFunctionFile(await readFile(path, "utf8"));
  return enabled ? { declarations: functions, problems } : { declarations: [], problems: [] };
}

const sandboxFunction = (declaration: FunctionDeclaration): SandboxFunction => ({
  name: declaration.name,
  sql: functionSql(declaration),
  body: bodySql(declaration),
});

function setOf(declarations: readonly FunctionDeclaration[], problems: readonly FunctionProblem[]): FunctionSet {
  const listed = declarations.map(listedFunction);
  const functions = [...declarations.map(sandboxFunction), { name: "list_udfs", sql: listUdfsSql(listed), body: "" }];
  const version = createHash("sha256").update(JSON.stringify(functions)).digest("hex");
  return { version, functions, declarations, listed, problems };
}
