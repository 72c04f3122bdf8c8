import { attachmentNamed, fileNamed } from "../../http/attachment.ts";
import type { UploadedFile } from "./uploads.ts";

/** A stored file as an answer that no page can be attacked with. */
export function fileResponse(
  file: UploadedFile,
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  /** Pages of other origins may show it. */
  isShared = false,
): Response {
  return new Response(body, {
    headers: {
      "content-type": file.mediaType.startsWith("text/") ? `${file.mediaType}; charset=utf-8` : file.mediaType,
      "content-length": String(file.bytes),
      "content-disposition": disposition(file.name, file.mediaType),
      // Nothing in a file runs, loads or frames anything, whatever type a browser detects.
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": isShared ? "cross-origin" : "same-origin",
      "cache-control": "private, no-store",
      vary: "authorization",
    },
  });
}

/** Browsers show pictures that hold only pixels; every other file they save. */
function disposition(name: string, mediaType: string): string {
  const isPixels = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mediaType);
  return isPixels ? `inline; ${fileNamed(name)}` : attachmentNamed(name);
}
