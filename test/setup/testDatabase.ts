import { randomUUID } from "node:crypto";
import pg from "pg";

/** A database of a server, for as long as a test needs it. */
export interface TestDatabase {
  databaseUrl: string;
  end(): Promise<void>;
}

/** The PostgreSQL for tests, whose user needs CREATEDB and CREATEROLE; undefined where this machine has none. */
export const testServerUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];

/** The address of a server's other database. */
export const addressOf = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Makes a database of its own on a server. */
export async function makeDatabase(url: string, template = "template1"): Promise<TestDatabase> {
  const name = `callboard_test_${randomUUID().replaceAll("-", "")}`;
  await administer(url, (client) => client.query(`create database ${name} template ${template}`));
  return {
    databaseUrl: addressOf(url, name),
    end: () => administer(url, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

/** Does something as the server's user, on a connection that ends with it. */
export async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
