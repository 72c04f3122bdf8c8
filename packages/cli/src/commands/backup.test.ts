import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@callboard/core";
import { createKnowledge } from "@callboard/knowledge";
import { createMcpServers, serveMcp } from "@callboard/mcp";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeDatabase, testServerUrl } from "../../../../test/setup/testDatabase.ts";
import { callboard } from "../testing/fixtures/callboard.ts";
import { announceHost } from "./runningHost.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const scratch = mkdtempSync(join(tmpdir(), "callboard-backup-"));
const data = join(scratch, "data");
let store: Store;
let serving: Serving;

const write = async (sessionId: string, text: string) => {
  const log = store.log(DEFAULT_TENANT_ID, { creator: { userId: "ada", title: text } });
  await log.append(sessionId, [{ type: "message.added", messageId: `m-${text}`, role: "user", text }]);
};
const chatsIn = async (dataDir: string) => {
  const opened = await createStore({ dataDir });
  try {
    const chats = await opened.sessions.chatsOf(DEFAULT_TENANT_ID, "ada", { limit: 5_000 });
    return chats.map(({ title }) => title).toSorted();
  } finally {
    await opened.close();
  }
};

beforeAll(async () => {
  store = await createStore({ dataDir: data });
  const host = createHost({ registry: createRegistry(), store });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await announceHost(data, `http://127.0.0.1:${serving.port}`);
  await write("s1", "before");
});
afterAll(async () => {
  await serving.close();
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
});

it("keeps a host's database while it is written to, and restores it whole into a new folder", async () => {
  const kept = join(scratch, "kept");
  let isOver = false;
  const writing = (async () => {
    for (let index = 0; !isOver; index++) await write(`w-${index}`, "meanwhile");
  })();
  const made = await callboard("backup", kept, "--data", data, "--with-key").finally(() => (isOver = true));
  await writing;
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining("Kept and read again") });
  await write("s2", "after");

  const restored = join(scratch, "restored");
  expect(await callboard("restore", kept, "--data", restored)).toMatchObject({ code: 0 });
  expect(readFileSync(join(restored, "secret.key"), "utf8")).toBe(readFileSync(join(data, "secret.key"), "utf8"));
  expect(statSync(join(restored, "secret.key")).mode & 0o777).toBe(0o600);
  const chats = await chatsIn(restored);
  expect(chats).toContain("before");
  expect(chats).not.toContain("after");
  expect(await callboard("restore", kept, "--data", restored)).toMatchObject({ code: 2 });
});

it("leaves the key out unless told, and says so, and overwrites nothing", async () => {
  const kept = join(scratch, "without");
  const made = await callboard("backup", kept, "--data", data);
  expect(made.out).toContain("The key is not in it");
  expect(existsSync(join(kept, "secret.key"))).toBe(false);
  expect(await callboard("backup", kept, "--data", data)).toMatchObject({
    code: 2,
    err: expect.stringContaining("there already"),
  });
  expect(await callboard("restore", kept, "--data", data)).toMatchObject({
    code: 1,
    err: expect.stringContaining("in use"),
  });
});

it("restores nothing of a backup that was changed or is not all there", async () => {
  const kept = join(scratch, "without");
  const target = join(scratch, "never");
  const record = readFileSync(join(kept, "backup.json"), "utf8");
  writeFileSync(join(kept, "backup.json"), record.replace(/("sessions": \{\s*"rows": )(\d+)/, "$199"));
  expect(await callboard("restore", kept, "--data", target)).toMatchObject({
    code: 1,
    err: expect.stringContaining("sessions"),
  });
  writeFileSync(join(kept, "backup.json"), record);
  const file = join(kept, "database.tar.gz");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  expect(await callboard("restore", kept, "--data", target)).toMatchObject({
    code: 2,
    err: expect.stringContaining("cut short"),
  });
  rmSync(file);
  expect(await callboard("restore", kept, "--data", target)).toMatchObject({
    code: 2,
    err: expect.stringContaining("missing"),
  });
  writeFileSync(file, bytes);
  expect(await callboard("restore", kept, "--data", target)).toMatchObject({ code: 0 });
  expect(await chatsIn(target)).toContain("before");
});

it("restores nothing of a backup whose key is gone, rather than a folder that reads no connection", async () => {
  const kept = join(scratch, "keyless");
  const target = join(scratch, "never-keyless");
  expect(await callboard("backup", kept, "--data", data, "--with-key")).toMatchObject({ code: 0 });
  rmSync(join(kept, "secret.key"));
  expect(await callboard("restore", kept, "--data", target)).toMatchObject({
    code: 2,
    err: expect.stringContaining("secret.key is missing"),
  });
  expect(existsSync(target)).toBe(false);
});

it.skipIf(testServerUrl === undefined)(
  "moves what a host of callboard serve --mcp keeps, with its tables",
  async () => {
    const dataDir = join(scratch, "served");
    const kept = await createStore({ dataDir });
    await kept.migrate([createKnowledge(), createMcpServers({ servers: [] }), serveMcp()]);
    await kept.close();
    const { databaseUrl, end } = await makeDatabase(testServerUrl ?? "");
    try {
      const moved = await callboard("move", "--data", dataDir, "--to", databaseUrl);
      expect(moved).toMatchObject({ code: 0, out: expect.stringContaining("Moved: ") });
    } finally {
      await end();
    }
  },
);

it("keeps the database of a folder that no host uses", async () => {
  const kept = join(scratch, "alone");
  expect(await callboard("backup", kept, "--data", join(scratch, "restored"))).toMatchObject({ code: 0 });
  expect(await callboard("backup", join(scratch, "none"), "--data", join(scratch, "nowhere"))).toMatchObject({
    code: 2,
  });
});

it("gives the database to whoever holds the host's key alone", async () => {
  const response = await fetch(`http://127.0.0.1:${serving.port}/api/backup`, { method: "POST" });
  expect(response.status).toBe(403);
});

it("says what it needs", async () => {
  for (const args of [
    ["backup"],
    ["restore"],
    ["restore", "x"],
    ["move", "--data", join(scratch, "nowhere"), "--to", "postgres://x"],
  ]) {
    expect(await callboard(...args), args.join(" ")).toMatchObject({ code: 2 });
  }
});
