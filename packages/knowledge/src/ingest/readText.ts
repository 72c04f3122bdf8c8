import type { ReadDocument } from "../layout/document.ts";

/** Plain text: its paragraphs. It has no headings, and no title of its own. */
export function readText(source: string): ReadDocument {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  return { title: undefined, blocks: text.split(/(?<=\n\s*\n)(?=\S)/).map((part) => ({ text: part })) };
}
