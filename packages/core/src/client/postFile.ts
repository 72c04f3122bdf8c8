import { badAnswer, type Transport } from "./transport.ts";
import { nameOfFile, readStoredFile, sendFile, type StoredFile, type UploadOptions } from "./uploads.ts";

/** Sends a file to an address of the host, which keeps it. @throws ToolClientError */
export async function postFile(
  transport: Transport,
  path: string,
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<StoredFile> {
  // An app's own fetch is the only way that it allows, and fetch reports no upload progress.
  const isMeasured = transport.isNative && typeof XMLHttpRequest === "function";
  const response = await transport.request(path, {
    method: "POST",
    query: { name: nameOfFile(file) },
    body: file,
    headers: { "content-type": file.type || "application/octet-stream" },
    signal,
    ...(isMeasured && { through: (url, { headers }) => sendFile({ url, headers, file, signal, onProgress }) }),
  });
  const stored = readStoredFile(await response.json().catch(() => undefined), transport.baseUrl);
  if (!stored) throw badAnswer(response, "without saying where it put the file");
  return stored;
}
