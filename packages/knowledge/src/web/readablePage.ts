import type { FetchedPage } from "./fetchPublic.ts";

export interface ReadablePage {
  url: string;
  title: string;
  text: string;
}

/** What a page says, as Markdown, without what stands around it. */
export async function readablePage({ url, mediaType, text }: FetchedPage): Promise<ReadablePage> {
  if (!/html/.test(mediaType)) return { url, title: "", text };
  const [{ parseHTML }, { Readability }, { toMarkdown }] = await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
    import("../ingest/readHtml.ts"),
  ]);
  const { document } = parseHTML(text);
  const title = document.querySelector("title")?.textContent?.trim() ?? "";
  const article = new Readability(document as unknown as Document).parse();
  const html = article?.content ?? parseHTML(text).document.body?.innerHTML ?? "";
  return { url, title: article?.title || title, text: await toMarkdown(html) };
}
