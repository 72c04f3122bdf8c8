/** What a file begins with, by its media type; `at` is where the bytes stand, and every row's have to be there. */
const signatures: readonly { type: string; parts: readonly { at: number; bytes: string }[] }[] = [
  { type: "image/png", parts: [{ at: 0, bytes: "\x89PNG\r\n\x1a\n" }] },
  { type: "image/jpeg", parts: [{ at: 0, bytes: "\xff\xd8\xff" }] },
  { type: "image/gif", parts: [{ at: 0, bytes: "GIF87a" }] },
  { type: "image/gif", parts: [{ at: 0, bytes: "GIF89a" }] },
  {
    type: "image/webp",
    parts: [
      { at: 0, bytes: "RIFF" },
      { at: 8, bytes: "WEBP" },
    ],
  },
  { type: "image/avif", parts: [{ at: 4, bytes: "ftypavif" }] },
  { type: "image/avif", parts: [{ at: 4, bytes: "ftypavis" }] },
  { type: "image/heic", parts: [{ at: 4, bytes: "ftypheic" }] },
  { type: "image/heic", parts: [{ at: 4, bytes: "ftypmif1" }] },
  { type: "video/mp4", parts: [{ at: 4, bytes: "ftyp" }] },
  { type: "video/webm", parts: [{ at: 0, bytes: "\x1a\x45\xdf\xa3" }] },
  { type: "audio/mpeg", parts: [{ at: 0, bytes: "ID3" }] },
  { type: "audio/ogg", parts: [{ at: 0, bytes: "OggS" }] },
  {
    type: "audio/wav",
    parts: [
      { at: 0, bytes: "RIFF" },
      { at: 8, bytes: "WAVE" },
    ],
  },
  { type: "application/pdf", parts: [{ at: 0, bytes: "%PDF-" }] },
  { type: "application/zip", parts: [{ at: 0, bytes: "PK\x03\x04" }] },
  { type: "application/gzip", parts: [{ at: 0, bytes: "\x1f\x8b" }] },
];

/** Zip archives that have a name of their own, which nothing at their beginning tells. */
const zipped = /^application\/(?:vnd\.openxmlformats-officedocument\.[\w.]+|vnd\.oasis\.opendocument\.\w+|epub\+zip)$/;
/** Texts that are told apart by what their sender says, since all of them are plain text to read. */
const textual = ["text/csv", "text/markdown", "text/tab-separated-values", "application/json"];

/** Bytes that are enough to tell a type by. */
export const SNIFFED_BYTES = 1024;

/**
 * The media type that a file's first bytes say it is, whatever its sender calls it; the sender's word only tells kinds
 * of text and of archive apart.
 */
export function sniffType(start: Uint8Array, declared: string): string {
  const head = String.fromCharCode(...start.subarray(0, SNIFFED_BYTES));
  const found = signatures.find(({ parts }) => parts.every(({ at, bytes }) => head.startsWith(bytes, at)))?.type;
  if (found === "application/zip" && zipped.test(declared)) return declared;
  if (found !== undefined) return found;
  if (!isText(start)) return "application/octet-stream";
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>|\s)*<svg[\s>/]/i.test(text)) return "image/svg+xml";
  if (/^<(?:!doctype\s+html|html|head|body|script|iframe|img|a|div|table|style|title|h1|p|br)[\s>/]/i.test(text))
    return "text/html";
  if (/^(?:<\?xml|<!--|<!doctype)/i.test(text)) return "application/xml";
  return textual.includes(declared) ? declared : "text/plain";
}

/** No byte that text has no use for, and UTF-8 as far as it goes. */
function isText(start: Uint8Array): boolean {
  if (start.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}
