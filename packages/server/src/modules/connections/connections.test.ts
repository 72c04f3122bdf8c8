import type { ConnectionDraft } from "@callboard/core";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStore } from "../../createStore.ts";
import { DEFAULT_TENANT_ID, type Store } from "../../store.ts";
import { createConnections } from "./connections.ts";

const SECRET = "app-password-5bd1e995";
const draft = (name: string, secret?: string): ConnectionDraft => ({
  name,
  kind: "wordpress",
  address: "https://blog.example/",
  secret,
});

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-connections-"));
  store = await createStore({ dataDir: folder });
  await createConnections(store).create(DEFAULT_TENANT_ID, "ada", draft("Blog", SECRET));
  await createConnections(store).create(DEFAULT_TENANT_ID, "ada", draft("Shop", "another"));
}, 60_000);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** The files of a folder that hold a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(text)) found.push(entry.name);
  }
  return found;
}

describe("a connection's secret", () => {
  it("is in no row of the table and in no file of the data folder, and there for a tool after a restart", async () => {
    const rows = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
      tx.query("select * from callboard.connections"),
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    await store.close();
    expect(await filesWith(SECRET)).toEqual([]);
    // The control: what is not encrypted is found that way.
    expect(await filesWith("https://blog.example/")).not.toEqual([]);
    store = await createStore({ dataDir: folder });
    expect(await createConnections(store).open(DEFAULT_TENANT_ID, { name: "Blog" })).toMatchObject({ secret: SECRET });
  }, 60_000);

  it("cannot be read where it was copied into another row", async () => {
    await store.database.asTenant(DEFAULT_TENANT_ID, async (tx) => {
      const [shop] = await tx.query<{ id: string }>(
        "delete from callboard.connections where name = 'Shop' returning id",
      );
      await tx.query(
        `insert into callboard.connections (id, tenant_id, name, kind, address, sealed_secret, created_at)
         select $1, tenant_id, 'Shop', kind, 'https://evil.example/', sealed_secret, created_at
         from callboard.connections where name = 'Blog'`,
        [shop!.id],
      );
    });
    await expect(createConnections(store).open(DEFAULT_TENANT_ID, { name: "Shop" })).rejects.toThrow(
      /"Shop" cannot be read with this host's key.*CALLBOARD_SECRET_KEY/,
    );
  });

  it("is not taken by a host without a key, which says what to do; a connection without one is", async () => {
    const connections = createConnections({ database: store.database, secrets: null });
    const refusal: unknown = await connections
      .create(DEFAULT_TENANT_ID, null, draft("Keyless", SECRET))
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "no_secret_key",
      message: expect.stringContaining("CALLBOARD_SECRET_KEY"),
    });
    expect(await connections.create(DEFAULT_TENANT_ID, null, draft("Open"))).toMatchObject({ hasSecret: false });
    expect(await connections.open(DEFAULT_TENANT_ID, { name: "Open" })).toMatchObject({ secret: null });
  });
});
