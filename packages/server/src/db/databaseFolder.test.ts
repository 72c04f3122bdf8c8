import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { databaseFolder } from "./databaseFolder.ts";

let folder: string;
const problems: string[] = [];
const look = () => databaseFolder(folder, (message) => problems.push(message));

beforeEach(async () => {
  problems.length = 0;
  folder = await mkdtemp(join(tmpdir(), "callboard-folder-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withDatabase(...marks: string[]): Promise<void> {
  await mkdir(join(folder, "database/base"), { recursive: true });
  await writeFile(join(folder, "database/PG_VERSION"), "18");
  await writeFile(join(folder, "database/base/1"), "rows");
  for (const mark of marks) await writeFile(join(folder, mark), "");
}

it("makes a new database in an empty folder, and knows it from then on", async () => {
  const first = await look();
  expect(first).toMatchObject({ path: join(folder, "database"), isNew: true });
  await writeFile(join(first.path, "PG_VERSION"), "18");
  await first.complete();
  expect((await readdir(folder)).toSorted()).toEqual(["database", "database.complete"]);
  expect(await look()).toMatchObject({ isNew: false });
  expect(problems).toEqual([]);
});

it("takes a folder that is not there yet", async () => {
  folder = join(folder, "data/of/ours");
  expect(await look()).toMatchObject({ isNew: true });
});

it("moves aside what a killed first start left, and says where it is", async () => {
  await withDatabase("database.begun");
  expect(await look()).toMatchObject({ isNew: true });
  const aside = (await readdir(folder)).find((name) => name.startsWith("database.unfinished-"))!;
  expect(await readFile(join(folder, aside, "base/1"), "utf8")).toBe("rows");
  expect(problems).toEqual([expect.stringContaining(aside)]);
});

it("refuses a database that the folder says nothing of, and leaves it as it is", async () => {
  await withDatabase();
  await expect(look()).rejects.toThrow("database.complete that belongs beside it is missing");
  expect(await readFile(join(folder, "database/base/1"), "utf8")).toBe("rows");
  await writeFile(join(folder, "database.complete"), "");
  expect(await look()).toMatchObject({ isNew: false });
});

it.each([
  ["emptied", async () => void (await mkdir(join(folder, "database")))],
  ["gone", async () => {}],
  ["without its version", async () => (await withDatabase(), rm(join(folder, "database/PG_VERSION")))],
])("refuses to begin anew where the database is %s", async (_how, make) => {
  await make();
  await writeFile(join(folder, "database.complete"), "");
  const before = (await readdir(folder)).toSorted();
  await expect(look()).rejects.toThrow("Restore it from a backup");
  expect((await readdir(folder)).toSorted()).toEqual(before);
});
