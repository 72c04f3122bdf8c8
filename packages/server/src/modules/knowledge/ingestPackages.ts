import { DEFAULT_TENANT_ID } from "../../store.ts";
import { packageDocuments } from "./documentSource.ts";
import type { Knowledge } from "./knowledge.ts";

const EVERY_MS = 2_000;

export interface IngestPackagesOptions {
  /** The default tenant unless given. */
  tenantId?: string;
  /** The beginnings of the paths that are read before the others, such as a package's name and a slash. */
  first?: readonly string[];
  /** Takes the progress lines; `console.log` unless given. */
  log?: (line: string) => void;
  signal?: AbortSignal;
}

/**
 * Brings in the documentation of the installed packages, saying how far it is. For the background: it resolves when all
 * is read and never rejects; what went wrong is a line of the log.
 */
export async function ingestPackages(
  knowledge: Knowledge,
  nodeModules: string,
  options: IngestPackagesOptions = {},
): Promise<void> {
  const { tenantId = DEFAULT_TENANT_ID, first = [], log = (line: string) => console.log(line), signal } = options;
  const began = Date.now();
  let said = 0;
  try {
    const result = await knowledge.ingest(tenantId, packageDocuments(nodeModules, first), {
      signal,
      onProgress({ done, total }) {
        if (Date.now() - said < EVERY_MS || done === total) return;
        said = Date.now();
        log(`Reading documentation: ${done} of ${total} files`);
      },
    });
    const parts = [`${result.written} new or changed`];
    if (result.removed > 0) parts.push(`${result.removed} removed`);
    if (result.failed > 0) parts.push(`${result.failed} could not be read`);
    log(
      `Documentation ready: ${result.total} files, ${parts.join(", ")} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
    );
  } catch (error) {
    if (signal?.aborted) return;
    log(`Reading the documentation failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
