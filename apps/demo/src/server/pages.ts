import type { ClientFiles } from "./clientFiles.ts";

/** What there is to be shown by a page of its own. */
export interface Shown {
  hasTool(slug: string): boolean;
  /** By its path below docs/, without an ending. */
  hasDoc(name: string): boolean;
}

/** Whether an address is a page of the app: 200, or 404 where it leads nowhere. The router in main.tsx draws both. */
export function pageStatus(pathname: string, { hasTool, hasDoc }: Shown): 200 | 404 {
  const doc = /^\/docs(?:\/([\w/-]*))?$/.exec(pathname);
  if (doc) return hasDoc(doc[1]?.replace(/\/$/, "") || "README") ? 200 : 404;
  if (/^\/destination\/?$/.test(pathname)) return 200;
  if (/^\/chat(?:\/[\w.:@-]{1,200}(?:\/replay)?)?\/?$/.test(pathname) || /^\/replay\/?$/.test(pathname)) return 200;
  const [, page, slug] = /^\/(?:(tools)(?:\/([^/]+))?\/?)?$/.exec(pathname) ?? [undefined, ""];
  if (page === "") return 404;
  if (slug === undefined) return 200;
  try {
    return hasTool(decodeURIComponent(slug)) ? 200 : 404;
  } catch {
    return 404;
  }
}

/** Answers everything that is not the host's: built files, the app's pages, and a page for what does not exist. */
export function createPages(files: ClientFiles, hasTool: (slug: string, request: Request) => boolean) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "Pages are read with GET. The tools answer at /api/tools.", { allow: "GET, HEAD" });
    }
    const { pathname } = new URL(request.url);
    const file = await files.file(request, pathname);
    if (file) return file;
    const status = pageStatus(pathname, {
      hasTool: (slug) => hasTool(slug, request),
      hasDoc: (name) => files.has(`/docs/${name}.md`),
    });
    if (status === 200 || request.headers.get("accept")?.includes("text/html")) return files.page(request, status);
    return plain(404, `There is nothing at ${pathname}.`);
  };
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
  });
}
