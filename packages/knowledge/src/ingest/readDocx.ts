import type { ReadDocument } from "../layout/document.ts";
import { checkZip } from "./checkZip.ts";
import { readHtml } from "./readHtml.ts";

/** A Word document: its headings, paragraphs, lists and tables. */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  checkZip(bytes);
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })) },
  );
  return await readHtml(value);
}
