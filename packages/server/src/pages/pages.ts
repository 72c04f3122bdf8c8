import type { ClientFiles } from "./clientFiles.ts";

export interface PagesOptions {
  /** Whether a tool of this slug has a page for whoever asks. */
  hasTool(slug: string, request: Request): boolean | Promise<boolean>;
  /** Whether an address is a page of one's own; undefined leaves it to the standard pages. */
  isPage?: (pathname: string) => boolean | undefined;
}

/** Whether an address is one of the standard pages: the router in their package draws the same. */
export async function isStandardPage(
  pathname: string,
  hasTool: (slug: string) => boolean | Promise<boolean>,
): Promise<boolean> {
  if (/^\/chat(?:\/[\w.:@-]{1,200}(?:\/replay)?)?\/?$/.test(pathname)) return true;
  if (/^\/knowledge(?:\/[0-9a-f-]{36})?\/?$/i.test(pathname)) return true;
  if (/^\/entities(?:\/[a-z0-9_-]{1,64}(?:\/(?:new|[0-9a-f-]{36}(?:\/edit)?))?)?\/?$/.test(pathname)) return true;
  if (/^\/views(?:\/[a-z0-9_-]{1,64})?\/?$/.test(pathname)) return true;
  if (/^\/briefs\/[0-9a-f-]{36}(?:\/pdf)?\/?$/i.test(pathname)) return true;
  if (/^\/admin\/tools(?:\/new|\/[\w%-]{1,200}\/edit)?\/?$/.test(pathname)) return true;
  if (/^\/admin\/(?:bundles|schedules|usage|runs(?:\/[\w.:@%-]{1,800}\/[\w.:@%-]{1,800})?)\/?$/.test(pathname))
    return true;
  // A session that people share: whether it is theirs says the page, for the link is behind the `#`.
  if (/^\/tools\/[\w%.:-]{1,200}\/session\/[\w-]{1,64}\/?$/.test(pathname)) return true;
  if (/^\/servers\/[a-z0-9-]{1,24}\/?$/.test(pathname)) return true;
  if (/^\/sign-in\/server\/?$/.test(pathname)) return true;
  const [, page, slug] = /^\/(?:(ask|keys|publish|replay|servers|tools)(?:\/([^/]+))?\/?)?$/.exec(pathname) ?? [
    undefined,
    "",
  ];
  if (page === "") return false;
  if (slug === undefined) return true;
  if (page !== "tools") return false;
  try {
    return await hasTool(decodeURIComponent(slug));
  } catch {
    return false;
  }
}

/** Answers everything that is not the host's: built files, the pages, and a page for what does not exist. */
export function createPages(files: ClientFiles, { hasTool, isPage }: PagesOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "Pages are read with GET. The tools answer at /api/tools.", { allow: "GET, HEAD" });
    }
    const { pathname } = new URL(request.url);
    const file = await files.file(request, pathname);
    if (file) return file;
    const isThere = isPage?.(pathname) ?? (await isStandardPage(pathname, (slug) => hasTool(slug, request)));
    if (isThere || request.headers.get("accept")?.includes("text/html"))
      return files.page(request, isThere ? 200 : 404);
    return plain(404, `There is nothing at ${pathname}.`);
  };
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
  });
}
