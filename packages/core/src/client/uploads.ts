/** A file that a host keeps. */
export interface StoredFile {
  id: string;
  /** Where its own people can read it again; what forms hold. */
  url: string;
  name: string;
  /** As its bytes say. */
  mediaType: string;
  bytes: number;
}

export interface UploadOptions {
  /** Ends the upload; nothing of it stays. */
  signal?: AbortSignal;
  /** Bytes that have left, of all there are. */
  onProgress?: (sent: number, total: number) => void;
}

/** A file on its way: where to, as whom, and what to tell. */
export interface UploadRequest extends UploadOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: Blob;
}

/** The file's name, where it has one. */
export const nameOfFile = (file: Blob): string =>
  "name" in file && typeof file.name === "string" && file.name !== "" ? file.name : "file";

/**
 * Sends a file as it is read, and says how far it is: only XMLHttpRequest can say that. Resolves to the host's answer,
 * whatever that is. @throws the signal's reason on an abort, else what went wrong on the way.
 */
export function sendFile({ url, headers, file, signal, onProgress }: UploadRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const end = (settle: () => void) => (): void => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => onProgress?.(event.loaded, event.total));
    request.addEventListener(
      "load",
      end(() => resolve(new Response(request.responseText || null, { status: request.status }))),
    );
    request.addEventListener(
      "error",
      end(() => reject(new TypeError("The upload did not arrive."))),
    );
    request.addEventListener(
      "abort",
      end(() => reject((signal?.reason ?? new DOMException("Aborted", "AbortError")) as Error)),
    );
    signal?.addEventListener("abort", abort);
    request.send(file);
  });
}

/** A host's own path as a whole address, so that it stays right wherever it is read. */
function absoluteUrl(url: string, base: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  const against = base === "" ? page : URL.canParse(base, page) ? new URL(base, page).href : undefined;
  return against !== undefined && URL.canParse(url, against) ? new URL(url, against).href : url;
}

/** What a host said of a file it took; undefined where that is no such thing. */
export function readStoredFile(answer: unknown, base: string): StoredFile | undefined {
  const { id, url, name, mediaType, bytes } = (answer ?? {}) as Partial<StoredFile>;
  if (typeof id !== "string" || typeof url !== "string") return undefined;
  return {
    id,
    url: absoluteUrl(url, base),
    name: typeof name === "string" ? name : "file",
    mediaType: typeof mediaType === "string" ? mediaType : "application/octet-stream",
    bytes: typeof bytes === "number" ? bytes : 0,
  };
}
