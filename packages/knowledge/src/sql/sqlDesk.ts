import { ToolError } from "@callboard/core";
import type { Database } from "@callboard/server";
import type { Reader } from "../corpus/corpus.ts";
import type { Dataset, Datasets } from "./datasets.ts";
import type { SandboxAnswer } from "./sandbox.ts";
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

interface Sandbox {
  thread: SandboxThread;
  loaded: Set<string>;
  /** One query at a time. */
  last: Promise<unknown>;
  timer?: NodeJS.Timeout;
}

/** So many databases are kept, each of a reader, for so long after the last query. */
const MOST_SANDBOXES = 2;
const KEPT_MS = 60_000;
const MOST_ROWS_LOADED = 300_000;
/** Opening a database takes its time on a busy machine; a query's own time is counted apart. */
const LOADING_MS = 120_000;

export function createSqlDesk(
  database: Pick<Database, "asTenant">,
  datasets: Datasets,
  limits: SqlLimits = { time: 10_000, rows: 1_000, bytes: 500_000 },
): SqlDesk {
  const sandboxes = new Map<string, Sandbox>();

  /** The reader's sandbox, of the documents as they are now. */
  async function sandboxOf({ tenantId, spaceId }: Reader): Promise<Sandbox> {
    const [row] = await database.asTenant(tenantId, (tx) =>
      tx.query<{ revision: number }>("select revision from callboard.corpus_revisions"),
    );
    const key = JSON.stringify([tenantId, spaceId, row?.revision ?? 0]);
    let sandbox = sandboxes.get(key);
    if (!sandbox?.thread.isOpen) sandbox = { thread: openSandboxThread(), loaded: new Set(), last: Promise.resolve() };
    sandboxes.delete(key);
    sandboxes.set(key, sandbox);
    for (const [other, { thread, timer }] of sandboxes) {
      if (sandboxes.size <= MOST_SANDBOXES) break;
      clearTimeout(timer);
      thread.close();
      sandboxes.delete(other);
    }
    clearTimeout(sandbox.timer);
    sandbox.timer = setTimeout(() => {
      if (sandboxes.get(key) === sandbox) sandboxes.delete(key);
      sandbox.thread.close();
    }, KEPT_MS + limits.time);
    sandbox.timer.unref();
    return sandbox;
  }

  return {
    async run(reader, said) {
      const sql = said.trim().replace(/[;\s]+$/, "");
      const all = await datasets.list(reader);
      const named = all.filter(({ name }) => new RegExp(`(?<![\\w])${name}(?![\\w])`, "i").test(sql));
      const sandbox = await sandboxOf(reader);
      const rows = named.reduce((sum, dataset) => sum + dataset.rows, 0);
      if (rows > MOST_ROWS_LOADED)
        throw new ToolError(
          { template: SQL_FAILURES.tooMuch, values: { rows, most: MOST_ROWS_LOADED } },
          { path: "/query" },
        );
      const work = sandbox.last
        .catch(() => {})
        .then(async () => {
          await load(sandbox, reader, named);
          return await sandbox.thread.ask({ kind: "query", sql, limits }, limits.time);
        });
      sandbox.last = work;
      try {
        return await work;
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
      for (const { thread, timer } of sandboxes.values()) {
        clearTimeout(timer);
        thread.close();
      }
      sandboxes.clear();
    },
  };

  async function load(sandbox: Sandbox, reader: Reader, named: readonly Dataset[]): Promise<void> {
    const missing = named.filter(({ name }) => !sandbox.loaded.has(name));
    const tables = await Promise.all(missing.map((dataset) => datasets.load(reader, dataset)));
    await sandbox.thread.ask({ kind: "load", tables, functions: [] }, LOADING_MS);
    for (const { name } of missing) sandbox.loaded.add(name);
  }
}
