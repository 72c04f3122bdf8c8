import type { ReadDocument } from "../layout/document.ts";
import { sayProblem, UnreadableDocument } from "./unreadableDocument.ts";

/** A longer document is read up to here. */
const MOST_PAGES = 1_000;

/** The text of a PDF, a section a page. */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const { getDocumentProxy, getMeta } = await import("unpdf");
  // The library takes the bytes away from whoever gives them, and refuses those of a Buffer.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  try {
    const pages = Math.min(pdf.numPages, MOST_PAGES);
    const blocks = [];
    let isEmpty = true;
    for (let number = 1; number <= pages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
      page.cleanup();
      if (text.trim() !== "") isEmpty = false;
      blocks.push({ text: `${text.trim()}\n\n`, heading: { depth: 1, title: `Page ${number}` } });
    }
    if (isEmpty) throw new UnreadableDocument("no_text");
    const { info } = await getMeta(pdf);
    const title = typeof info["Title"] === "string" ? info["Title"].trim() : "";
    return {
      title: title || undefined,
      blocks,
      ...(pages < pdf.numPages && { note: sayProblem("pages_cut", { pages: pdf.numPages, most: MOST_PAGES }) }),
    };
  } finally {
    await pdf.destroy();
  }
}
