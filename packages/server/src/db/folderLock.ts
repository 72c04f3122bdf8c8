import { randomUUID } from "node:crypto";
import { link, readFile, realpath, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { makeFolder } from "./makeFolder.ts";

interface Holder {
  pid: number;
  /**
   * When that process began, in the kernel's ticks: tells a reused pid from the holder. Null where /proc is not there.
   */
  startTicks: string | null;
  hostname: string;
  nonce: string;
}

const heldHere = new Set<string>();

/**
 * How often a holder touches its lock, and how old the touch may be for a holder on another machine to count as alive.
 */
const TOUCH_MS = 4_000;
const FRESH_MS = 15_000;

/**
 * Makes this process the only one to use a folder until the returned function is called or the process dies.
 * @throws when a living process holds it: which one, and what to do.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder);
  const path = join(await realpath(folder), "callboard.lock");
  if (heldHere.has(path)) throw inUse(folder, process.pid);
  heldHere.add(path);
  try {
    const mine: Holder = {
      pid: process.pid,
      startTicks: await startTicksOf(process.pid),
      hostname: hostname(),
      nonce: randomUUID(),
    };
    await take(folder, path, mine);
    const touching = setInterval(() => {
      const now = new Date();
      utimes(path, now, now).catch(() => undefined);
    }, TOUCH_MS);
    touching.unref();
    return async () => {
      clearInterval(touching);
      if ((await readHolder(path))?.nonce === mine.nonce) await rm(path, { force: true });
      heldHere.delete(path);
    };
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
}

async function take(folder: string, path: string, mine: Holder): Promise<void> {
  const draft = `${path}.${mine.nonce}`;
  await writeFile(draft, JSON.stringify(mine));
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        // A hard link appears whole or not at all, so no reader ever sees half a lock.
        await link(draft, path);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = await readHolder(path);
      if (holder && (await isAlive(holder, path))) throw inUse(folder, holder.pid);
      await removeStale(path, holder, `${draft}.stale`);
    }
    throw new Error(`Could not lock ${folder}: its lock file keeps changing. Are several processes starting on it?`);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Moves a dead holder's lock away. Another process may do the same at once, and have its own lock there already: that
 * one is put back.
 */
async function removeStale(path: string, judged: Holder | undefined, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved && moved.nonce !== judged?.nonce) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value = JSON.parse(await readFile(path, "utf8")) as Partial<Holder>;
    return typeof value.pid === "number" && typeof value.nonce === "string" ? (value as Holder) : undefined;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  // A process of another machine or container cannot be asked by its id: its lock is alive while it is being touched.
  if (holder.hostname !== hostname()) {
    const touched = await stat(path).catch(() => undefined);
    return touched !== undefined && Date.now() - touched.mtimeMs < FRESH_MS;
  }
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.startTicks === null || holder.startTicks === (await startTicksOf(holder.pid));
}

async function startTicksOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may contain spaces; starttime is the 22nd.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function inUse(folder: string, pid: number): Error {
  return new Error(
    `The data folder ${folder} is in use by process ${pid}. The embedded database serves one process: ` +
      "stop that one, or give this one another folder (CALLBOARD_DATA), or use PostgreSQL (DATABASE_URL).",
  );
}
