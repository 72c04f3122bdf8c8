import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with all above it. Node's own `recursive` tries for ever where a folder that is there takes none, as
 * /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  const isThere = (await stat(path).catch(() => undefined))?.isDirectory();
  if (isThere) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  try {
    await mkdir(path);
  } catch (cause) {
    // Another process may have made it meanwhile.
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The folder ${path} could not be made: ${why}. Choose another (CALLBOARD_DATA), or let this process write there.`,
      { cause },
    );
  }
}
