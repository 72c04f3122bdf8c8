import { cp, mkdtemp, open, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createStore } from "../createStore.ts";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { inFolder } from "./folderProblem.ts";
import { openPGlite } from "./pglite.ts";

let scratch: string;
/** A closed data folder with a session in it, and the file of its events. */
let whole: string;
let eventsFile: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "callboard-damage-"));
  whole = join(scratch, "whole");
  const store = await createStore({ dataDir: whole });
  const log = store.log(DEFAULT_TENANT_ID, { creator: { userId: "ada" } });
  const text = "x".repeat(500);
  for (let at = 0; at < 40; at++) {
    await log.append(
      "s",
      Array.from({ length: 10 }, (_, each) => ({
        type: "message.added" as const,
        messageId: `${at}-${each}`,
        role: "user" as const,
        text,
      })),
    );
  }
  const [file] = await store.database.asHost((tx) =>
    tx.query<{ path: string }>("select pg_relation_filepath('callboard.session_events') as path"),
  );
  eventsFile = file!.path;
  await store.close();
}, 120_000);
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function copy(name: string): Promise<string> {
  const folder = join(scratch, name);
  await cp(whole, folder, { recursive: true });
  return folder;
}

it("says that its files are damaged where the write-ahead log was cut, and how to mend it", async () => {
  const folder = await copy("cut");
  const logs = join(folder, "database/pg_wal");
  for (const name of await readdir(logs)) if (/^[0-9A-F]{24}$/.test(name)) await truncate(join(logs, name), 9_000);
  const opening = openPGlite(folder);
  await expect(opening).rejects.toThrow(/did not open: its files are damaged.*restore the whole folder from a backup/);
  await expect(opening).rejects.not.toThrow("ASSERTIONS");
});

it("tells of a table that is garbled as soon as it starts, and with each answer that it cannot give", async () => {
  const folder = await copy("garbled");
  const file = await open(join(folder, "database", eventsFile), "r+");
  const { size } = await file.stat();
  const half = Buffer.alloc(Math.floor(size / 2), 0xa7);
  await file.write(half, 0, half.length, size - half.length);
  await file.close();
  const problems: string[] = [];
  const store = await createStore({ dataDir: folder, onProblem: (message) => problems.push(message) });
  try {
    expect(problems).toEqual([expect.stringMatching(/is damaged: callboard\.session_events: .*invalid page.*backup/)]);
    await expect(store.log(DEFAULT_TENANT_ID).read("s")).rejects.toThrow(/damaged: .*invalid page.*backup/);
    // The rest is there.
    expect(await store.sessions.find({ tenantId: DEFAULT_TENANT_ID, sessionId: "s" })).toMatchObject({ lastSeq: 400 });
  } finally {
    await store.close();
  }
}, 120_000);

it("says nothing of a folder that is whole", async () => {
  const problems: string[] = [];
  const store = await createStore({ dataDir: await copy("fine"), onProblem: (message) => problems.push(message) });
  await store.close();
  expect(problems).toEqual([]);
});

it.each([
  ["EROFS", "it is on a read-only file system", "Mount it for writing"],
  ["EACCES", "may not read or write", "Check the owner and the rights"],
  ["EPERM", "may not read or write", "Check the owner and the rights"],
  ["ENOSPC", "no room left", "Make room"],
])("puts %s into words", async (code, why, mend) => {
  const refuse = () => Promise.reject(Object.assign(new Error(`${code}: open`), { code }));
  await expect(inFolder("/data", refuse)).rejects.toThrow(
    new RegExp(`/data cannot be used: .*${why}.*${code}.*${mend}`),
  );
});

it("leaves an error that has words of its own as it is", async () => {
  await expect(inFolder("/data", () => Promise.reject(new Error("In use by process 1.")))).rejects.toThrow(/^In use/);
});
