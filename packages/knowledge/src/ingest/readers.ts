import type { ReadDocument } from "../layout/document.ts";
import { UnreadableDocument } from "./unreadableDocument.ts";
import { pictureType } from "./pictureType.ts";

/** A file as a reader gets it. */
export interface FileToRead {
  path: string;
  bytes: Uint8Array;
  readBeside: (address: string) => Promise<Uint8Array | undefined>;
}

interface Reader {
  mediaType: string;
  read(file: FileToRead): Promise<ReadDocument>;
}

/** Larger files are named and left out. */
export const LARGEST_FILE = 50_000_000;

const markdown: Reader = {
  mediaType: "text/markdown",
  async read({ bytes, readBeside }) {
    const { readMarkdown, withPictures } = await import("./readMarkdown.ts");
    return await withPictures(readMarkdown(decode(bytes)), readBeside);
  },
};

const text: Reader = {
  mediaType: "text/plain",
  async read({ bytes }) {
    const { readText } = await import("./readText.ts");
    return readText(decode(bytes));
  },
};

const picture: Reader = {
  mediaType: "image/*",
  read({ path, bytes }) {
    const mediaType = pictureType(bytes);
    if (!mediaType) return Promise.reject(new UnreadableDocument("no_picture"));
    const caption = path.slice(path.lastIndexOf("/") + 1);
    return Promise.resolve({
      title: caption,
      blocks: [{ text: `![${caption}](${caption})`, picture: { mediaType, bytes, caption } }],
    });
  },
};

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");

const html: Reader = {
  mediaType: "text/html",
  async read({ bytes }) {
    const { readHtml } = await import("./readHtml.ts");
    return await readHtml(decode(bytes));
  },
};

const pdf: Reader = {
  mediaType: "application/pdf",
  async read({ bytes }) {
    const { readPdf } = await import("./readPdf.ts");
    return await readPdf(bytes);
  },
};

const docx: Reader = {
  mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  async read({ bytes }) {
    const { readDocx } = await import("./readDocx.ts");
    return await readDocx(bytes);
  },
};

const csv: Reader = {
  mediaType: "text/csv",
  async read({ path, bytes }) {
    const { readCsv } = await import("./readTable.ts");
    return await readCsv(decode(bytes), nameOf(path));
  },
};

const xlsx: Reader = {
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  async read({ bytes }) {
    const { readXlsx } = await import("./readTable.ts");
    return await readXlsx(bytes);
  },
};

const READERS: Readonly<Record<string, Reader>> = {
  md: markdown,
  mdx: markdown,
  markdown,
  txt: text,
  text,
  html,
  htm: html,
  pdf,
  docx,
  csv,
  tsv: csv,
  xlsx,
  png: picture,
  jpg: picture,
  jpeg: picture,
  gif: picture,
  webp: picture,
};

/** The endings of what can be read, with their dots. */
export const READABLE_ENDINGS: readonly string[] = Object.keys(READERS).map((ending) => `.${ending}`);

const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** Whether a file's name says that it can be read. */
export const isReadable = (path: string): boolean => Object.hasOwn(READERS, extensionOf(path));

/** @throws UnreadableDocument where nothing reads files of such a name or media type. */
export function readerOf(path: string, mediaType?: string): Reader {
  const reader =
    mediaType !== undefined
      ? Object.values(READERS).find((each) => each.mediaType === mediaType)
      : isReadable(path)
        ? READERS[extensionOf(path)]
        : undefined;
  if (reader) return reader;
  throw new UnreadableDocument("unknown_kind", {
    name: path.slice(path.lastIndexOf("/") + 1),
    endings: Object.keys(READERS).join(", "),
  });
}

/** Text in UTF-8, or in UTF-16 where it says so. @throws UnreadableDocument for what is no text. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  const decoded = new TextDecoder(encoding).decode(bytes);
  if (decoded.slice(0, 10_000).includes("\u0000")) throw new UnreadableDocument("zero_bytes");
  return decoded;
}
