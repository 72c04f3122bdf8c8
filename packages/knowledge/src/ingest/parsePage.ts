/**
 * A page as a document. HTML lets the tags of a page and its body be left out, and the parser does not fill them in:
 * all that such a page has stands in a body then, and its title in a head.
 */
export async function parsePage(html: string) {
  const { parseHTML } = await import("linkedom");
  const isWhole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html);
  const content = isWhole ? "" : html.replace(/<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi, "");
  const { document } = parseHTML(isWhole ? html : `<!doctype html><html><body>${content}</body></html>`);
  const title = document.querySelector("title");
  if (title && !isWhole) document.head.append(title);
  return { document, title: title?.textContent?.replace(/\s+/g, " ").trim() ?? "" };
}
