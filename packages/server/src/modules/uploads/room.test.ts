import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createByteReader } from "./byteReader.ts";
import { createUploads, type Uploads } from "./uploads.ts";
import { createStore } from "../../createStore.ts";
import { DEFAULT_TENANT_ID, openStore, type Store } from "../../store.ts";
import { STANDARD_MIGRATIONS } from "../standardMigrations.ts";
import { memoryEngine } from "../../testing/fixtures/memoryStore.ts";
import type { Engine } from "../../db/database.ts";

vi.setConfig({ testTimeout: 120_000 });

const MB = 1_000_000;
const ROOM = 1_000 * MB;
const incoming = { userId: "ada", name: "a.bin", mediaType: "application/zip", announced: 0 };

/** So many bytes, as they come over a network; cut off at the end where that is asked. */
function bytesOf(size: number, isCut = false) {
  const piece = randomBytes(MB);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= size) return isCut ? controller.error(new Error("cut")) : controller.close();
      sent += piece.length;
      controller.enqueue(piece);
    },
  });
  const ignore = () => {};
  return createByteReader(stream, ignore, ignore);
}

async function fiveRounds(uploads: Uploads, size = 4 * MB): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const { id } = await uploads.write(DEFAULT_TENANT_ID, incoming, bytesOf(size), ROOM);
    await uploads.remove(DEFAULT_TENANT_ID, id, "ada");
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

const sizeOf = async (engine: Engine) =>
  await engine.transaction("", async (tx) => {
    const [row] = await tx.query<{ bytes: number }>(
      "select pg_total_relation_size('callboard.upload_chunks')::float8 as bytes",
    );
    return row!.bytes;
  });

describe("what is deleted from the embedded database", () => {
  let engine: Engine;
  let store: Store;
  beforeAll(async () => {
    engine = await memoryEngine();
    store = await openStore(engine, STANDARD_MIGRATIONS, { tidyMs: 50 });
  }, 60_000);
  afterAll(() => store.close());

  it("gives its room back: five rounds take no more than one", async () => {
    await fiveRounds(createUploads(store.database));
    await vi.waitFor(async () => expect(await sizeOf(engine)).toBeLessThan(5 * MB), { timeout: 20_000 });
  });

  it("gives back what uploads left that were cut, none of which counts for the tenant's room", async () => {
    const uploads = createUploads(store.database);
    for (let count = 0; count < 4; count++) {
      await expect(uploads.write(DEFAULT_TENANT_ID, incoming, bytesOf(4 * MB, true), 8 * MB)).rejects.toThrow("cut");
    }
    await vi.waitFor(async () => expect(await sizeOf(engine)).toBeLessThan(5 * MB), { timeout: 20_000 });
    await uploads.write(DEFAULT_TENANT_ID, incoming, bytesOf(7 * MB), 8 * MB);
  });

  it("keeps its room where nothing tidies: the check would see it", async () => {
    const worn = await memoryEngine();
    const untidied = await openStore(worn, STANDARD_MIGRATIONS, { tidyMs: 2 ** 30 });
    // More than what a start lets a table take beyond what it holds.
    await fiveRounds(createUploads(untidied.database), 14 * MB);
    expect(await sizeOf(worn)).toBeGreaterThan(64 * MB);
    await worn.shrink!();
    expect(await sizeOf(worn)).toBeLessThan(5 * MB);
    await untidied.close();
  });
});

it("a file that is coming in counts for its tenant's room, and what died with its process is swept", async () => {
  const store = await openStore(await memoryEngine(), STANDARD_MIGRATIONS);
  const uploads = createUploads(store.database);
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  const slow = bytesOf(4 * MB);
  let isFirst = true;
  const writing = uploads.write(
    DEFAULT_TENANT_ID,
    incoming,
    {
      ...slow,
      async take(length: number) {
        const taken = await slow.take(length);
        if (taken.byteLength === 0 && isFirst) {
          isFirst = false;
          await held;
        }
        return taken;
      },
    },
    8 * MB,
  );
  const refused = await vi.waitFor(
    () =>
      uploads.write(DEFAULT_TENANT_ID, incoming, bytesOf(5 * MB), 8 * MB).then(
        () => expect.fail("there was room"),
        (error: unknown) => error,
      ),
    { timeout: 20_000 },
  );
  expect(refused).toMatchObject({ code: "storage_full" });
  // As if its process had died: what it wrote is gone, and so is what it took of the room.
  await uploads.sweep(Date.now() + 1);
  end();
  await expect(writing).rejects.toMatchObject({ code: "storage_unavailable" });
  await uploads.write(DEFAULT_TENANT_ID, incoming, bytesOf(7 * MB), 8 * MB);
  await store.close();
});

it("the folder of a database stays small: tables and write-ahead log", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "callboard-tidy-"));
  const store = await createStore({ dataDir, tidyMs: 100 });
  const sizeNow = () => Number(execFileSync("du", ["-sk", dataDir]).toString().split("\t")[0]) / 1000;
  const before = sizeNow();
  await fiveRounds(createUploads(store.database), 12 * MB);
  await vi.waitFor(() => expect(sizeNow()).toBeLessThan(before + 60), { timeout: 20_000 });
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});
