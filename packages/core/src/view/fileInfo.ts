import { isRecord } from "../json/record.ts";
import { toSafeLink, type SafeLink } from "./safeUrl.ts";

/** Where a file's bytes are: in the output, at an address, or among the uploads of the page's own host. */
export type FileSource =
  { kind: "bytes"; base64: string } | { kind: "remote"; link: SafeLink } | { kind: "upload"; path: string };

/** What is known of a file, as people want to know it before they open it. */
export interface FileInfo {
  source: FileSource;
  name?: string;
  /** In lower case, without parameters. */
  mediaType?: string;
  bytes?: number;
}

/** How a file is shown: played, or named with its size and type. */
export type FileKind = "audio" | "video" | "image" | "other";

const types: Readonly<Record<string, string>> = {
  aac: "audio/aac",
  avi: "video/x-msvideo",
  avif: "image/avif",
  bmp: "image/bmp",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  epub: "application/epub+zip",
  flac: "audio/flac",
  gif: "image/gif",
  gz: "application/gzip",
  ics: "text/calendar",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  m4a: "audio/mp4",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  odt: "application/vnd.oasis.opendocument.text",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  ogv: "video/ogg",
  opus: "audio/ogg",
  parquet: "application/vnd.apache.parquet",
  pdf: "application/pdf",
  png: "image/png",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tgz: "application/gzip",
  tsv: "text/tab-separated-values",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};

const audio = /^audio\/(?:aac|flac|mp4|mpeg|ogg|wav|webm)$/;
const video = /^video\/(?:mp4|ogg|webm)$/;
const image = /^image\/(?:avif|bmp|gif|jpeg|png|webp)$/;
const sameType: Readonly<Record<string, string>> = {
  "audio/mp3": "audio/mpeg",
  "audio/m4a": "audio/mp4",
  "audio/x-m4a": "audio/mp4",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-flac": "audio/flac",
  "image/jpg": "image/jpeg",
};

/** The kind of a media type; what browsers may not play, or might run, is `other`. */
export function fileKind(mediaType: string | undefined): FileKind {
  const type = mediaType ?? "";
  return audio.test(type) ? "audio" : video.test(type) ? "video" : image.test(type) ? "image" : "other";
}

/** A media type in lower case, without parameters, by its usual name; undefined for a text that is none. */
export function readMediaType(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const type = /^([a-z]+\/[a-z0-9][a-z0-9.+-]{0,100})(?:;.*)?$/.exec(text.trim().toLowerCase())?.[1];
  return type && (Object.hasOwn(sameType, type) ? sameType[type] : type);
}

/** Whether a text is a media type and nothing more, so that the type says all of it. */
export const isBareType = (text: unknown): boolean => readMediaType(text) !== undefined && !String(text).includes(";");

/** The media type that the end of a file's name or address says; undefined where it says none. */
export function typeOfName(name: string): string | undefined {
  const ending = /\.([a-z0-9]{1,7})(?:[?#].*)?$/i.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(types, ending) ? types[ending] : undefined;
}

/** The name of the file at an address. */
function nameOfAddress(address: string): string | undefined {
  const last = /([^/?#]+)(?:[?#].*)?$/.exec(address.replace(/^https?:\/\/[^/]*/i, ""))?.[1];
  try {
    return last && decodeURIComponent(last);
  } catch {
    return last;
  }
}

const upload = /^\/api\/uploads\/[\w-]+(?:\/[^/?#\s]+)?$/;

/** Where the file at an address is; null for what is no safe address. */
function toSource(address: unknown): FileSource | null {
  if (typeof address === "string" && address.length <= 2_048 && upload.test(address))
    return { kind: "upload", path: address };
  const link = toSafeLink(address);
  return link && !link.href.startsWith("mailto:") ? { kind: "remote", link } : null;
}

/** The file at an address; null for what is no safe address. */
export function fileAt(
  address: unknown,
  about: { name?: unknown; mediaType?: unknown; bytes?: unknown } = {},
): FileInfo | null {
  const source = toSource(address);
  if (!source) return null;
  const name =
    typeof about.name === "string" && about.name.trim() !== "" ? about.name : nameOfAddress(address as string);
  const mediaType = readMediaType(about.mediaType) ?? typeOfName(name ?? "") ?? typeOfName(address as string);
  const bytes = sizeOf(about.bytes);
  return {
    source,
    ...(name === undefined ? {} : { name }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(bytes === undefined ? {} : { bytes }),
  };
}

const sizeOf = (size: unknown): number | undefined => {
  const bytes = typeof size === "string" && /^\d{1,15}$/.test(size) ? Number(size) : size;
  return typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
};

/** The most characters of base64 that are a file; longer ones would hold up the page. */
const largest = 64_000_000;

/** The file whose bytes are given as base64; null where they are no base64. */
export function fileOfBytes(base64: unknown, mediaType: unknown, name?: unknown): FileInfo | null {
  if (typeof base64 !== "string" || base64.length > largest || !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) return null;
  const type = readMediaType(mediaType);
  const digits = base64.length - (base64.match(/\s/g)?.length ?? 0);
  const padding = /={0,2}\s*$/.exec(base64)![0].trim().length;
  if (padding > 0 ? digits % 4 !== 0 : digits % 4 === 1) return null;
  return {
    source: { kind: "bytes", base64 },
    ...(typeof name === "string" && name.trim() !== "" ? { name } : {}),
    ...(type === undefined ? {} : { mediaType: type }),
    bytes: Math.floor((digits * 3) / 4) - padding,
  };
}

/** The file that a `data:` address holds; null for any other text, and for images, which are pictures. */
export function fileOfDataUrl(text: string): FileInfo | null {
  const [head, type] = /^data:([a-z]+\/[\w.+-]{1,100})(?:;[\w=.-]{1,60})*;base64,/i.exec(text.slice(0, 300)) ?? [];
  if (head === undefined || /^image\//i.test(type!)) return null;
  return fileOfBytes(text.slice(head.length), type);
}

const addressKeys = ["url", "uri", "href", "downloadUrl", "download_url", "fileUrl", "file_url"];
const byteKeys = ["data", "base64", "blob", "bytes", "content", "body"];
const nameKeys = ["name", "filename", "fileName", "file_name", "title"];
const typeKeys = ["mimeType", "mime_type", "mediaType", "media_type", "contentType", "content_type", "type"];
const sizeKeys = [
  "bytes",
  "size",
  "byteLength",
  "contentLength",
  "content_length",
  "sizeBytes",
  "size_bytes",
  "fileSize",
  "file_size",
];

/**
 * The file that a record describes: an address or base64, with its media type, or with a name whose ending says one.
 * `shown` are the keys that say so; null for any other record.
 */
export function readFileRecord(record: unknown): { file: FileInfo; shown: string[] } | null {
  if (!isRecord(record)) return null;
  const own = (keys: readonly string[], fits: (value: unknown) => boolean) =>
    keys.find((key) => Object.hasOwn(record, key) && fits(record[key]));
  const address = own(addressKeys, (value) => toSource(value) !== null);
  const type = own(typeKeys, (value) => readMediaType(value) !== undefined);
  const name = own(nameKeys, (value) => typeof value === "string" && value.trim() !== "" && value.length <= 300);
  const size = own(sizeKeys, (value) => sizeOf(value) !== undefined);
  const isFile = type !== undefined || (name !== undefined && typeOfName(record[name] as string) !== undefined);
  if (!isFile || (type !== undefined && readMediaType(record[type]) === "text/html")) return null;
  const shownType = type !== undefined && isBareType(record[type]) ? type : undefined;
  if (address === undefined) {
    // A text may read as base64, and a file of text be given as what it says.
    const mediaType = (type && readMediaType(record[type])) ?? typeOfName(String(name && record[name]));
    if (mediaType === undefined || /^text\/|json|xml|script/.test(mediaType)) return null;
    const bytes = own(byteKeys, (value) => typeof value === "string" && value.length >= 16);
    const file = bytes && fileOfBytes(record[bytes], mediaType, name && record[name]);
    return file ? { file, shown: [bytes, name, shownType].filter((key) => key !== undefined) } : null;
  }
  const file = fileAt(record[address], {
    name: name && record[name],
    mediaType: type && record[type],
    bytes: size && record[size],
  });
  return file && { file, shown: [address, name, shownType, size].filter((key) => key !== undefined) };
}
