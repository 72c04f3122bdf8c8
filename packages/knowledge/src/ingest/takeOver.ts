import type { Database } from "@callboard/server";
import { createCorpusWriter } from "../corpus/corpusWriter.ts";
import { createFormerDocuments } from "../corpus/formerDocuments.ts";
import { ingest, type IngestProgress } from "./ingest.ts";

export interface TakeOverOptions {
  signal?: AbortSignal;
  /** Null where a tenant's are all here. */
  onProgress?: (tenantId: string, progress: IngestProgress | null) => void;
}

/**
 * Brings in what the host kept in one table of its own before, under the same sources and paths, and takes it from
 * there once it is whole here. What was cut off goes on at the next call; a document that has come anew meanwhile stays
 * as it is.
 * @returns how many documents it brought in.
 */
export async function takeOver(
  database: Pick<Database, "asHost" | "asTenant">,
  { signal, onProgress }: TakeOverOptions = {},
): Promise<number> {
  const former = createFormerDocuments(database);
  const writer = createCorpusWriter(database);
  let taken = 0;
  for (const tenantId of await former.tenants()) {
    for (const source of await former.sources(tenantId)) {
      const key = { tenantId, name: source, spaceId: null };
      const documents = await former.list(tenantId, source);
      const files = documents.map((document) => ({
        ...document,
        // Its text was kept as Markdown, whatever its name says.
        mediaType: "text/markdown",
        read: () => former.text(tenantId, document.path),
      }));
      const { written } = await ingest(
        writer,
        key,
        { name: source, list: () => Promise.resolve(files) },
        { onlyAdds: true, ...(signal && { signal }), onProgress: (progress) => onProgress?.(tenantId, progress) },
      );
      await former.removeTaken(key);
      taken += written;
    }
    onProgress?.(tenantId, null);
  }
  return taken;
}
