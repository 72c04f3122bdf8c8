import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { at, cache } from "../../scripts/paths.mjs";

/** What is kept is the work of one build of the server. */
const PREFIX = "demo-data-";

/**
 * Makes a data folder as an earlier start left it, its documents read: reading all of them takes most of a first start. The folder
 * is kept as long as the build is the same; `firstStart` is asked for it where there is none.
 */
export async function fillDataFolder(
  data: string,
  firstStart: (keep: (data: string) => void) => Promise<void>,
): Promise<void> {
  const kept = join(cache, `${PREFIX}${buildHash()}`);
  if (!existsSync(kept)) await firstStart((made) => keep(made, kept));
  cpSync(kept, data, { recursive: true });
}

/** Whole or not at all, for others may be reading; whoever is first has made it. */
function keep(data: string, kept: string): void {
  const earlier = readdirSync(cache).filter((name) => name.startsWith(PREFIX) && !name.includes("."));
  for (const name of earlier)
    if (join(cache, name) !== kept) rmSync(join(cache, name), { recursive: true, force: true });
  const draft = `${kept}.${randomUUID()}`;
  cpSync(data, draft, { recursive: true });
  try {
    renameSync(draft, kept);
  } catch {
    rmSync(draft, { recursive: true });
  }
}

function buildHash(): string {
  const hash = createHash("sha256");
  for (const name of (readdirSync(at("packages/server/dist"), { recursive: true }) as string[]).sort()) {
    const path = at("packages/server/dist", name);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 16);
}
