import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Beside the data, so that a command beside the host finds it at whichever port. */
const fileIn = (dataDir: string): string => join(dataDir, "host.json");

/** How long a host may take to say that it is there, in milliseconds. */
const PATIENCE = 2_000;

/** Says where the host of a data folder is, until the returned function is called. */
export async function announceHost(dataDir: string, url: string): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataDir), `${JSON.stringify({ url, pid: process.pid })}\n`);
  return () => rm(fileIn(dataDir), { force: true });
}

/** Where the host of a data folder answers; undefined where none says so, or the one that did is gone. */
export async function announcedHost(dataDir: string): Promise<string | undefined> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => undefined);
  const url = text === undefined ? undefined : urlIn(text);
  if (url === undefined) return undefined;
  const answer = await fetch(`${url}/healthz`, { redirect: "error", signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.ok ? url : undefined;
}

function urlIn(text: string): string | undefined {
  try {
    const { url } = JSON.parse(text) as { url?: unknown };
    return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : undefined;
  } catch {
    return undefined;
  }
}
