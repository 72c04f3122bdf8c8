import pg from "pg";
import type { Engine, Transaction } from "./database.ts";

/** A process that is paused inside a transaction keeps its locks only this long, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 5_000;

const INT8 = 20;
const intoNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8
      ? Number
      : format === "binary"
        ? pg.types.getTypeParser(oid, "binary")
        : pg.types.getTypeParser(oid)) as pg.CustomTypesConfig["getTypeParser"],
};

/** Connects to a PostgreSQL server. `onProblem` is called for connections that are lost while nobody waits on them. */
export async function openPostgres(url: string, onProblem: (message: string) => void): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    types: intoNumbers,
    application_name: "callboard",
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  pool.on("error", (error) => onProblem(`A database connection was lost: ${error.message}`));
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new Error(
      `PostgreSQL did not answer: ${cause instanceof Error ? cause.message : String(cause)}. Check DATABASE_URL and that the server runs.`,
      { cause },
    );
  }
  const listeners = new Map<string, (payload: string) => void>();
  let listening: Promise<void> | undefined;
  let listenClient: pg.Client | undefined;
  let closed = false;

  async function connectListener(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: "callboard listener", keepAlive: true });
    listenClient = client;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || closed) return;
      lost = true;
      onProblem(`The listening connection was lost${error ? `: ${error.message}` : ""}; trying again.`);
      void client.end().catch(() => undefined);
      // Until it is back, readers find new events at their heartbeats.
      setTimeout(() => {
        if (!closed) connectListener().catch(() => undefined);
      }, 1000).unref();
    };
    client.on("error", again);
    client.on("end", () => again());
    client.on("notification", (message) => listeners.get(message.channel)?.(message.payload ?? ""));
    try {
      await client.connect();
      for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      again(error as Error);
      throw error;
    }
  }

  return {
    kind: "postgres",
    async transaction(prelude, work) {
      if (closed) throw new Error("The store is closed.");
      const client = await pool.connect();
      let broken: Error | undefined;
      let ended: Error | undefined;
      // Without a listener, a connection that breaks between two statements would end the process.
      const onError = (error: Error) => (ended ??= error);
      client.on("error", onError);
      try {
        await client.query(`begin; ${prelude}`);
        const result = await work(adapt(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((rollbackError: Error) => (broken = rollbackError));
        // The reason why the connection ended says more than the error of a statement on it.
        throw ended ?? error;
      } finally {
        client.off("error", onError);
        client.release(ended ?? broken);
      }
    },
    async listen(channel, listener) {
      listeners.set(channel, listener);
      if (!listening) await (listening = connectListener());
      else {
        await listening;
        await listenClient?.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
    },
    async pool() {
      const own = new pg.Pool({ connectionString: url, max: 6, application_name: "callboard engine" });
      own.on("error", (error) => onProblem(`A database connection was lost: ${error.message}`));
      return own;
    },
    async close() {
      if (closed) return;
      closed = true;
      await listenClient?.end().catch(() => undefined);
      await pool.end();
    },
  };
}

function adapt(client: pg.PoolClient): Transaction {
  return {
    async query<Row>(text: string, params: readonly unknown[] = []) {
      return (await client.query(text, [...params])).rows as Row[];
    },
    async exec(text) {
      await client.query(text);
    },
  };
}
