import type { FetchedPage } from "./fetchPublic.ts";

export interface ReadablePage {
  url: string;
  title: string;
  text: string;
}

/** What a page says, as Markdown, without what stands around it. */
export async function readablePage({ url, mediaType, text }: FetchedPage): Promise<ReadablePage> {
  if (!/html/.test(mediaType)) return { url, title: "", text };
  const [{ Readability }, { parsePage }, { toMarkdown }] = await Promise.all([
    import("@mozilla/readability"),
    import("../ingest/parsePage.ts"),
    import("../ingest/readHtml.ts"),
  ]);
  const { document, title } = await parsePage(text);
  // Read first: looking for the article takes the document apart.
  const whole = document.body.innerHTML;
  const article = new Readability(document).parse();
  return { url, title: article?.title || title, text: await toMarkdown(article?.content ?? whole) };
}
