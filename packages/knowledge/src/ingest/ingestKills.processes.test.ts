import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createStore, DEFAULT_TENANT_ID, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleFixture, type BundledFixture } from "../../../../test/setup/bundleFixture.ts";
import { folderDocuments, ingestDocuments } from "../index.ts";

/** By then all of it has long been taken up. */
const KILLS = Math.min(30, Number(process.env["CALLBOARD_KILLS"] ?? 3));
/** Some are longer than one transaction takes. */
const DOCUMENTS = 150;
const LONG_EVERY = 25;
/** A process lives so long at the most before it is killed, in milliseconds after it began. */
const LONGEST_LIFE = 1_500;

let scratch: string;
let fixture: BundledFixture;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "callboard-ingest-kills-"));
  fixture = await bundleFixture(new URL("../testing/fixtures/ingestProcess.ts", import.meta.url));
}, 120_000);
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
  await fixture.remove();
});

/**
 * Runs the ingest, killed some time after it began unless it is to end by itself; answers its exit code, null after a
 * kill.
 */
async function run(environment: Record<string, string>, life: number): Promise<number | null> {
  const child = spawn(process.execPath, [fixture.program], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (Number.isFinite(life)) {
    await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), exited]);
    await Promise.race([pause(life), exited]);
    child.kill("SIGKILL");
  } else child.stdout.resume();
  return await exited;
}

/** All that an ingest leaves, by which two are compared; without the times of files. */
async function contentOf({ database }: Store) {
  return await database.asTenant(DEFAULT_TENANT_ID, async (tx) => ({
    documents: await tx.query(
      "select path_part_id, title, hash, state, md5(text) as text from callboard.corpus_documents order by path_part_id",
    ),
    parts: await tx.query(
      `select path_part_id, parent_id, kind, name, path, chunks, characters from callboard.corpus_parts
       order by path_part_id`,
    ),
    chunks: await tx.query(
      `select path_part_id, document_id, section_id, position, md5(text) as text from callboard.corpus_chunks
       order by path_part_id`,
    ),
    rows: await tx.query(
      "select table_id, position, data::text from callboard.corpus_rows order by table_id, position",
    ),
  }));
}

it(
  "an ingest that is killed again and again leaves what one without kills does: nothing doubled, nothing lost",
  { timeout: 180_000 + KILLS * 20_000 },
  async () => {
    const folder = join(scratch, "shared");
    for (let at = 0; at < DOCUMENTS; at++) {
      const within = join(folder, `part-${at % 7}`);
      await mkdir(within, { recursive: true });
      const sections = at % LONG_EVERY === 0 ? 400 : 4;
      const text = Array.from(
        { length: sections },
        (_, section) => `## Section ${section}\n\n${`Document ${at} says ${section}. `.repeat(40)}\n`,
      ).join("\n");
      await writeFile(join(within, `document-${at}.md`), `# Document ${at}\n\n${text}`);
    }
    const rows = Array.from({ length: 3_000 }, (_, at) => `${at},${at * 7}`).join("\n");
    await writeFile(join(folder, "numbers.csv"), `n,seven\n${rows}\n`);

    const dataDir = join(scratch, "data");
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill++)
      if ((await run({ CALLBOARD_DATA: dataDir, FOLDER: folder }, Math.random() * LONGEST_LIFE)) === null) killed++;
    expect(await run({ CALLBOARD_DATA: dataDir, FOLDER: folder }, Infinity)).toBe(0);
    expect(killed).toBeGreaterThan(0);

    const clean = await createStore({});
    await ingestDocuments(clean, folderDocuments(folder, { name: "shared" }));
    const expected = await contentOf(clean);
    await clean.close();
    expect(expected.chunks.length).toBeGreaterThan(2_000);
    const store = await createStore({ dataDir });
    try {
      expect(await contentOf(store)).toEqual(expected);
    } finally {
      await store.close();
    }
  },
);
