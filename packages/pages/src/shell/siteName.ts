/** What the site is called: the server writes it into the document, so that it is there before anything is drawn. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Callboard";

/** The title of a page's tab. */
export const pageTitle = (page: string): string => `${page} · ${siteName()}`;
