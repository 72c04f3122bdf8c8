import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { callboard } from "../testing/fixtures/callboard.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "callboard-ingest-"));
const data = join(folder, "..", `${folder.split("/").at(-1)}-data`);
beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "");
  writeFileSync(join(folder, "one.md"), "# One\n");
  writeFileSync(join(folder, "two.md"), "# Two\n");
});
afterAll(() => {
  vi.unstubAllEnvs();
  for (const path of [folder, data]) rmSync(path, { recursive: true, force: true });
});

const ingest = async (...args: string[]) => {
  const { out, ...rest } = await callboard("ingest", ...args);
  return { ...rest, out: out.split("\n").at(-1) };
};

test("a folder is brought in, and again only what has changed; what cannot be read is named with why", async () => {
  const args = [folder, "--source", "notes", "--data", data];
  expect(await ingest(...args)).toEqual({
    code: 0,
    out: "notes: 2 documents, 2 new or changed, 0 removed, 0 not read",
    err: "",
  });
  rmSync(join(folder, "two.md"));
  writeFileSync(join(folder, "bad.md"), Buffer.from([0, 1, 2]));
  const again = { code: 1, err: "bad.md was not read: It is no text: it holds zero bytes." };
  expect(await ingest(...args)).toEqual({
    ...again,
    out: "notes: 2 documents, 0 new or changed, 1 removed, 1 not read",
  });
  expect(await ingest(...args)).toEqual({
    ...again,
    out: "notes: 2 documents, 0 new or changed, 0 removed, 1 not read",
  });
});

test("a folder that is not there is refused in words", async () => {
  expect(await ingest(join(folder, "none"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no folder"),
  });
});
