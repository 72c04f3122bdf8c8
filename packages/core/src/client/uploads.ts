/** A file that a host keeps. */
export interface StoredFile {
  id: string;
  /** The address of the stored file, as forms hold it. */
  url: string;
  name: string;
  /** Detected from its bytes. */
  mediaType: string;
  bytes: number;
}

export interface UploadOptions {
  /** Ends the upload; nothing of it stays. */
  signal?: AbortSignal;
  /** Bytes that have left, of all there are. */
  onProgress?: (sent: number, total: number) => void;
}

/** An upload: its address, credentials and listeners. */
export interface UploadRequest extends UploadOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  file: Blob;
}

/** The file's name, where it has one. */
export const nameOfFile = (file: Blob): string =>
  "name" in file && typeof file.name === "string" && file.name !== "" ? file.name : "file";

/**
 * Sends a file and reports progress, which only XMLHttpRequest does. Resolves to the host's answer, whatever its
 * status.
 * @throws the signal's reason on an abort, else the transport's error.
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
export function absoluteUrl(url: string, base: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  const against = base === "" ? page : URL.canParse(base, page) ? new URL(base, page).href : undefined;
  return against !== undefined && URL.canParse(url, against) ? new URL(url, against).href : url;
}

/** The id of a host's file, by its path or its whole address; null for the address of anything else. */
export function uploadId(url: string, base: string): string | null {
  const root = absoluteUrl("/api/uploads/", base);
  const whole = absoluteUrl(url, base);
  return whole.startsWith(root) ? (/^([\w-]+)(?:[/?#]|$)/.exec(whole.slice(root.length))?.[1] ?? null) : null;
}

/** The stored file in a host's answer; undefined for any other answer. */
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
