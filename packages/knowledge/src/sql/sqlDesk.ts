import { ToolError } from "@callboard/core";
import type { Database } from "@callboard/server";
import type { Reader } from "../corpus/corpus.ts";
import { revisionOf } from "../corpus/corpusWriter.ts";
import { DOCUMENTS_METADATA, type Dataset, type Datasets } from "./datasets.ts";
import type { SandboxAnswer, SandboxFunction } from "./sandbox.ts";
import { openSandboxThread, SandboxOverdue, type SandboxThread } from "./sandboxThread.ts";

export interface SqlLimits {
  /** Milliseconds. */
  time: number;
  rows: number;
  bytes: number;
}

export const SQL_FAILURES = {
  overdue: "The query took longer than {seconds} s and was ended. Ask for less: filter, or aggregate.",
  refused: "The query was not run: {problem}",
  tooMuch: "The tables that it names have {rows} rows together, and queries run over up to {most}. Ask one at a time.",
  none: "There is no dataset {name}. list_datasets names those that there are.",
} as const;

/** Runs SELECTs over a reader's datasets. */
export interface SqlDesk {
  run(reader: Reader, sql: string): Promise<SandboxAnswer>;
  close(): void;
}

/** The functions that queries may call, as they are now; another content has another version. */
export interface SqlFunctions {
  version: string;
  functions: readonly SandboxFunction[];
}

const NO_FUNCTIONS: SqlFunctions = { version: "", functions: [] };

interface Sandbox {
  thread: SandboxThread;
  /** The version of the functions that it has; undefined before it has any. */
  functions?: string;
  loaded: Set<string>;
  /** One query at a time. */
  last: Promise<unknown>;
  /** Queries that run or wait: while there are some it is not closed. */
  working: number;
  timer?: NodeJS.Timeout;
}

/** So many databases are kept without work, each of a reader, for so long after the last query. */
const MOST_SANDBOXES = 2;
const KEPT_MS = 60_000;
const MOST_ROWS_LOADED = 300_000;
/** Opening a database takes its time on a busy machine; a query's own time is counted apart. */
const LOADING_MS = 120_000;

export function createSqlDesk(
  database: Pick<Database, "asTenant">,
  datasets: Datasets,
  limits: SqlLimits = { time: 10_000, rows: 1_000, bytes: 500_000 },
  openThread: () => SandboxThread = openSandboxThread,
  functionsNow: () => SqlFunctions = () => NO_FUNCTIONS,
): SqlDesk {
  const sandboxes = new Map<string, Sandbox>();

  let isClosed = false;

  /** Names the reader's sandbox, of the documents as they are now. */
  async function keyOf({ tenantId, spaceId }: Reader, version: string): Promise<string> {
    return JSON.stringify([tenantId, spaceId, await revisionOf(database, tenantId), version]);
  }

  /** Does work in a sandbox after what it does already. */
  function workIn<Answer>(key: string, work: (sandbox: Sandbox) => Promise<Answer>): Promise<Answer> {
    const sandbox = sandboxes.get(key) ?? {
      thread: openThread(),
      loaded: new Set(),
      last: Promise.resolve(),
      working: 0,
    };
    // The one that was used last stands last.
    sandboxes.delete(key);
    sandboxes.set(key, sandbox);
    clearTimeout(sandbox.timer);
    sandbox.working++;
    closeIdle();
    const answer = sandbox.last
      .catch(() => {})
      .then(() => {
        if (isClosed) throw new Error("The host closes. Ask again when it is back.");
        // A query before this one may have ended its thread.
        if (!sandbox.thread.isOpen) {
          sandbox.thread = openThread();
          sandbox.loaded.clear();
          delete sandbox.functions;
        }
        return work(sandbox);
      })
      .finally(() => {
        sandbox.working--;
        if (sandbox.working > 0 || isClosed) return;
        sandbox.timer = setTimeout(() => close(key, sandbox), KEPT_MS);
        sandbox.timer.unref();
        closeIdle();
      });
    sandbox.last = answer;
    return answer;
  }

  function closeIdle() {
    for (const [key, sandbox] of sandboxes) {
      if (sandboxes.size <= MOST_SANDBOXES) return;
      if (sandbox.working === 0) close(key, sandbox);
    }
  }

  function close(key: string, { thread, timer }: Sandbox) {
    clearTimeout(timer);
    thread.close();
    sandboxes.delete(key);
  }

  return {
    async run(reader, said) {
      const sql = said.trim().replace(/[;\s]+$/, "");
      // The revision first: what is listed later is never older than it says.
      const declared = functionsNow();
      const key = await keyOf(reader, declared.version);
      const all = await datasets.list(reader);
      const read = withBodies(sql, declared.functions);
      const named = all.filter(({ name }) => isNamedIn(read, name));
      const rows = named.reduce((sum, dataset) => sum + dataset.rows, 0);
      if (rows > MOST_ROWS_LOADED)
        throw new ToolError(
          { template: SQL_FAILURES.tooMuch, values: { rows, most: MOST_ROWS_LOADED } },
          { path: "/query" },
        );
      try {
        return await workIn(key, async (sandbox) => {
          await load(sandbox, reader, named, isNamedIn(read, DOCUMENTS_METADATA));
          if ((sandbox.functions ?? "") !== declared.version) {
            await sandbox.thread.ask({ kind: "declare", functions: declared.functions }, LOADING_MS);
            sandbox.functions = declared.version;
          }
          return await sandbox.thread.ask({ kind: "query", sql, limits }, limits.time);
        });
      } catch (error) {
        if (error instanceof SandboxOverdue)
          throw new ToolError(
            { template: SQL_FAILURES.overdue, values: { seconds: limits.time / 1_000 } },
            { path: "/query" },
          );
        const problem = error instanceof Error ? error.message : String(error);
        throw new ToolError(
          { template: SQL_FAILURES.refused, values: { problem: problem.slice(0, 500) } },
          { path: "/query" },
        );
      }
    },
    close() {
      isClosed = true;
      for (const [key, sandbox] of sandboxes) close(key, sandbox);
    },
  };

  async function load(
    sandbox: Sandbox,
    reader: Reader,
    named: readonly Dataset[],
    withMetadata: boolean,
  ): Promise<void> {
    const missing = named.filter(({ name }) => !sandbox.loaded.has(name));
    const tables = await Promise.all(missing.map((dataset) => datasets.load(reader, dataset)));
    const lacksMetadata = withMetadata && !sandbox.loaded.has(DOCUMENTS_METADATA);
    if (lacksMetadata) tables.push(await datasets.metadata(reader));
    await sandbox.thread.ask({ kind: "load", tables }, LOADING_MS);
    for (const { name } of tables) sandbox.loaded.add(name);
  }
}

const isNamedIn = (sql: string, name: string) => new RegExp(`(?<!\\w)${name}(?!\\w)`, "i").test(sql);

/** A query with what the functions run that it calls, and those that they call: their tables are the query's too. */
function withBodies(sql: string, functions: readonly SandboxFunction[]): string {
  const left = new Set(functions);
  let all = sql;
  for (let last = ""; last !== all;) {
    last = all;
    for (const each of left)
      if (isNamedIn(last, each.name)) {
        all += `\n${each.body}`;
        left.delete(each);
      }
  }
  return all;
}
