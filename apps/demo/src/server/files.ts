import { createUploads, type Store } from "@callboard/server";

export interface ToolFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A tenant's uploaded files, as tools read and add to them. */
export interface ToolFiles {
  /** The file at an address of this host, such as an upload field gives; undefined where the tenant has none there. */
  read(tenantId: string, address: string): Promise<ToolFile | undefined>;
  /** Keeps a file, and gives its address. */
  write(tenantId: string, userId: string | null, file: ToolFile): Promise<string>;
}

/** What all of a tenant's files may take together, in bytes. */
const MOST_BYTES = 2_000_000_000;

export function createToolFiles(store: Store): ToolFiles {
  const uploads = createUploads(store.database);
  return {
    async read(tenantId, address) {
      const id = /\/api\/uploads\/(upload_[\w-]+)(?:\/|$)/.exec(address)?.[1];
      const file = id === undefined ? undefined : await uploads.find(tenantId, id);
      if (!file) return undefined;
      const bytes = new Uint8Array(await new Response(uploads.read(tenantId, file.id)).arrayBuffer());
      return { name: file.name, mediaType: file.mediaType, bytes };
    },
    async write(tenantId, userId, { name, mediaType, bytes }) {
      let at = 0;
      const reader = {
        peek: async (length: number) => bytes.subarray(at, at + length),
        take: async (length: number) => bytes.subarray(at, (at += length)),
        discard: async () => undefined,
      };
      const incoming = { userId, name, mediaType, announced: bytes.byteLength };
      const { id } = await uploads.write(tenantId, incoming, reader, MOST_BYTES);
      return `/api/uploads/${id}/${encodeURIComponent(name)}`;
    },
  };
}
