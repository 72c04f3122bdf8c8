import type { PGlite, Results, Transaction } from "@electric-sql/pglite";
import pg from "pg";

/** How many clients may be open at once: they take turns, since PGlite is one connection. */
const CLIENTS = 8;

/**
 * The embedded database as a pool of node-postgres. A transaction of a client keeps all others waiting until it ends,
 * as those of the host do, so neither sees the other's half.
 * @param onUse Called before each statement.
 */
export function pglitePool(pglite: PGlite, onUse: () => void): pg.Pool {
  class Client extends PgliteClient {
    constructor() {
      super(pglite, onUse);
    }
  }
  const pool = new pg.Pool({ Client, max: CLIENTS });
  // Whoever gives a client back with a transaction open would keep everybody waiting.
  pool.on("release", (_error, client) => {
    if (client instanceof PgliteClient) void client.rollback();
  });
  return pool;
}

/** How a transaction ends that statements have opened. */
type End = "commit" | "rollback";

interface OpenTransaction {
  tx: Transaction;
  end(how: End): Promise<void>;
}

/** A statement with its values, and who hears of its rows, as node-postgres is given them. */
interface Statement {
  text: string;
  values: readonly unknown[];
  asArrays: boolean;
}

type Done = (error: Error | null, result?: pg.QueryResult) => void;

const BEGIN = /^\s*(?:begin|start\s+transaction)\b(?<mode>[^;]*);?\s*$/i;
const COMMIT = /^\s*(?:commit|end)\s*;?\s*$/i;
const ROLLBACK = /^\s*rollback\s*;?\s*$/i;

/** Numbers that JavaScript would round stay texts, as node-postgres has them. */
const INT8 = 20;
const PARSERS = { [INT8]: (text: string) => text };

/** One client of the pool: it has the database to itself from BEGIN to COMMIT, and else for a statement at a time. */
class PgliteClient extends pg.Client {
  readonly #pglite: PGlite;
  readonly #onUse: () => void;
  #open: OpenTransaction | null = null;

  constructor(pglite: PGlite, onUse: () => void) {
    super();
    this.#pglite = pglite;
    this.#onUse = onUse;
  }

  override connect(...[done]: unknown[]): never {
    if (typeof done === "function") process.nextTick(() => Reflect.apply(done, undefined, [null, this]));
    return Promise.resolve(this) as never;
  }

  override query(...given: unknown[]): never {
    const done = given.findLast((each): each is Done => typeof each === "function");
    const answer = this.#answer(statementOf(given));
    if (!done) return answer as never;
    answer.then(
      (result) => done(null, result),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
    return undefined as never;
  }

  // There is no socket that would keep the process alive.
  ref(): void {}
  unref(): void {}

  override end(...[done]: unknown[]): never {
    const ended = this.rollback().then(() => {
      this.emit("end");
      if (typeof done === "function") Reflect.apply(done, undefined, []);
    });
    return ended as never;
  }

  /** Takes back what is open; nothing where nothing is. */
  async rollback(): Promise<void> {
    await this.#open?.end("rollback").catch(() => undefined);
  }

  async #answer(statement: Statement): Promise<pg.QueryResult> {
    this.#onUse();
    const { text } = statement;
    const begins = BEGIN.exec(text);
    if (begins) {
      await this.#begin(begins.groups?.["mode"]?.trim() ?? "");
      return answered("BEGIN", []);
    }
    if (COMMIT.test(text) || ROLLBACK.test(text)) {
      const how = COMMIT.test(text) ? "commit" : "rollback";
      await this.#open?.end(how);
      return answered(how.toUpperCase(), []);
    }
    return await run(this.#open?.tx ?? this.#pglite, statement);
  }

  async #begin(mode: string): Promise<void> {
    if (this.#open) throw new Error("A transaction is open already on this client.");
    await new Promise<void>((resolve, reject) => {
      const done = this.#pglite.transaction(async (tx) => {
        if (mode !== "") await tx.exec(`set transaction ${mode}`);
        const how = await new Promise<End>((settle) => {
          this.#open = {
            tx,
            end: async (chosen) => {
              this.#open = null;
              settle(chosen);
              await done;
            },
          };
          resolve();
        });
        if (how === "rollback") await tx.rollback();
      });
      done.catch(reject);
    });
  }
}

/** What a call of `query` asks: a text or a configuration, and values beside it. */
function statementOf([first, second]: readonly unknown[]): Statement {
  const { text, values, rowMode } =
    typeof first === "string" ? { text: first, values: undefined, rowMode: undefined } : (first as pg.QueryArrayConfig);
  const all: unknown = Array.isArray(second) ? second : values;
  return { text, values: Array.isArray(all) ? all : [], asArrays: rowMode === "array" };
}

async function run(on: PGlite | Transaction, { text, values, asArrays }: Statement): Promise<pg.QueryResult> {
  const options = { parsers: PARSERS, ...(asArrays && { rowMode: "array" as const }) };
  const command = /\w+/.exec(text)?.[0].toUpperCase() ?? "";
  if (values.length > 0) {
    const given = values.map((value) => value ?? null);
    return answered(command, [await on.query(text, given, options)]);
  }
  // Several statements at once are answered by the last of them.
  return answered(command, await on.exec(text, options));
}

function answered(command: string, results: readonly Results[]): pg.QueryResult {
  const last = results.at(-1);
  const rows = (last?.rows ?? []) as pg.QueryResultRow[];
  const fields = (last?.fields ?? []).map(({ name, dataTypeID }) => ({
    name,
    dataTypeID,
    tableID: 0,
    columnID: 0,
    dataTypeSize: -1,
    dataTypeModifier: -1,
    format: "text",
  }));
  return { command, rowCount: rows.length || (last?.affectedRows ?? 0), oid: 0, fields, rows };
}
