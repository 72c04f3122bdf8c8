import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "./folderLock.ts";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "callboard-lock-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const lockPath = () => join(folder, "callboard.lock");
const hold = (holder: object) => writeFile(lockPath(), JSON.stringify({ nonce: "other", startTicks: null, ...holder }));

/** A process that lives until it is told otherwise. */
async function bystander() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await new Promise((resolve) => child.once("spawn", resolve));
  const end = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGKILL");
    });
  return { pid: child.pid!, end };
}

describe("lockFolder", () => {
  it("is free again after it was released, and leaves nothing behind", async () => {
    const release = await lockFolder(folder);
    await release();
    expect(await readdir(folder)).toEqual([]);
    await (
      await lockFolder(folder)
    )();
  });

  it("makes a folder with all above it, and says at once where the system takes none", async () => {
    const deep = join(folder, "a", "b", "c");
    await (
      await lockFolder(deep)
    )();
    expect(await readdir(join(folder, "a", "b"))).toEqual(["c"]);
    await writeFile(join(folder, "file"), "");
    await expect(lockFolder(join(folder, "file", "data"))).rejects.toThrow(/could not be made.*CALLBOARD_DATA/);
  });

  it.skipIf(process.platform !== "linux")("says at once that a folder of the system takes no other", async () => {
    await expect(lockFolder("/proc/callboard/data")).rejects.toThrow(/\/proc\/callboard could not be made/);
  });

  it("refuses a second opening by the same process", async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await release();
  });

  it("refuses while the holder lives, saying who and what to do, and takes over once it was killed", async () => {
    const { hostname } = await import("node:os");
    const holder = await bystander();
    await hold({ pid: holder.pid, hostname: hostname() });
    await expect(lockFolder(folder)).rejects.toThrow(
      new RegExp(`in use by process ${holder.pid}.*CALLBOARD_DATA.*DATABASE_URL`),
    );
    await holder.end();
    const release = await lockFolder(folder);
    expect(JSON.parse(await readFile(lockPath(), "utf8"))).toMatchObject({ pid: process.pid });
    expect(await readdir(folder)).toEqual(["callboard.lock"]);
    await release();
  });

  it.skipIf(process.platform !== "linux")(
    "is not fooled by another process that got the dead holder's pid",
    async () => {
      const { hostname } = await import("node:os");
      const other = await bystander();
      await hold({ pid: other.pid, hostname: hostname(), startTicks: "1" });
      await (
        await lockFolder(folder)
      )();
      await other.end();
    },
  );

  it("takes a holder on another machine for alive while it touches its lock, and not after", async () => {
    await hold({ pid: 1, hostname: "elsewhere" });
    await expect(lockFolder(folder)).rejects.toThrow("in use");
    const old = new Date(Date.now() - 60_000);
    await utimes(lockPath(), old, old);
    await (
      await lockFolder(folder)
    )();
  });

  it("takes over a lock file that is broken", async () => {
    await writeFile(lockPath(), "{");
    await (
      await lockFolder(folder)
    )();
  });
});
