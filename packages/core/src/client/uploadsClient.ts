import type { Preview } from "./toolClient.ts";
import { postFile } from "./postFile.ts";
import type { RequestOptions, Transport } from "./transport.ts";
import { absoluteUrl, uploadId, type StoredFile, type UploadOptions } from "./uploads.ts";

/** Files that people upload. */
export interface UploadsClient {
  /** Uploads a file; a form holds the stored file that it resolves to. */
  upload(file: Blob, options?: UploadOptions): Promise<StoredFile>;
  /** A stored file itself, by its id. */
  download(id: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Signs the address of a file of the host's, to be shown without credentials; null where it opens as it is, or is
   * none.
   */
  preview(url: string, options?: RequestOptions): Promise<Preview | null>;
  /** Deletes a file of the person who asks. */
  remove(id: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's files. */
export function uploadsClient(transport: Transport): UploadsClient {
  const { baseUrl } = transport;
  const at = (id: string) => `/api/uploads/${encodeURIComponent(id)}`;
  return {
    upload: (file, options) => postFile(transport, "/api/uploads", file, options),
    download: (id, { signal } = {}) => transport.blob(at(id), { headers: { accept: "*/*" }, signal }),
    async preview(url, { signal } = {}) {
      // Without a token the browser's own credentials open a file.
      const id = transport.hasCredentials ? uploadId(url, baseUrl) : null;
      if (id === null) return null;
      const request = { method: "POST", json: {}, repeatable: true, signal };
      const preview = await transport.json<Preview>(`${at(id)}/preview`, request);
      return { url: absoluteUrl(preview.url, baseUrl), expiresInMs: preview.expiresInMs };
    },
    remove: (id, { signal } = {}) => transport.send(at(id), { method: "DELETE", signal }),
  };
}
