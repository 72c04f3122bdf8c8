import type { ReadDocument } from "../layout/document.ts";
import { parsePage } from "./parsePage.ts";
import { readMarkdown } from "./readMarkdown.ts";

/** A page as Markdown: its headings, paragraphs, lists and tables, without what draws or runs. */
export async function readHtml(html: string): Promise<ReadDocument> {
  const { document, title } = await parsePage(html);
  for (const element of document.querySelectorAll("script,style,noscript,template,svg,iframe,object,nav,form"))
    element.remove();
  const read = readMarkdown(await toMarkdown(document.body.innerHTML));
  return { ...read, title: title || read.title };
}

/** HTML as Markdown. */
export async function toMarkdown(html: string): Promise<string> {
  const [{ default: Turndown }, { gfm }] = await Promise.all([
    import("turndown"),
    import("@joplin/turndown-plugin-gfm"),
  ]);
  const turndown = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  turndown.use(gfm);
  // Pictures of a page lie elsewhere: their words stay.
  turndown.addRule("pictures", { filter: "img", replacement: (_content, node) => altOf(node) });
  return turndown.turndown(html);
}

const altOf = (node: unknown): string => {
  const alt = (node as { getAttribute?(name: string): string | null }).getAttribute?.("alt")?.trim();
  return alt ? `[${alt.replace(/[[\]]/g, "")}]` : "";
};
