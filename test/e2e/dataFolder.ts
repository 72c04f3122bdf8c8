import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { at, cache } from "../../scripts/paths.mjs";

/** What is kept is the work of one build of the server. */
const PREFIX = "demo-data-";

const keptFolder = () => join(cache, `${PREFIX}${buildHash()}`);

/** Makes a data folder as an earlier start left it, its documents read: see `keepDataFolder`. */
export function fillDataFolder(data: string): void {
  cpSync(keptFolder(), data, { recursive: true });
}

/**
 * Keeps what `firstStart` gives, a data folder in which a first start has read its documents, as long as the build is
 * the same: reading all of them takes most of a first start.
 */
export async function keepDataFolder(firstStart: (keep: (data: string) => void) => Promise<void>): Promise<void> {
  const kept = keptFolder();
  if (!existsSync(kept)) await firstStart((made) => keep(made, kept));
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
